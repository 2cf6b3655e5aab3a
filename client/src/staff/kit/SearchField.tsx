import { useEffect, useRef, useState } from 'react';
import { SmallField } from './SmallField.js';

const PAUSE_MS = 300;

/** What is searched for: never in the address, and emptied by "clear". */
export function useSearch() {
  const [q, setQ] = useState('');
  const [round, setRound] = useState(0);
  return {
    q,
    setQ,
    /** Another key empties the field. */
    fieldKey: round,
    clear: () => {
      setQ('');
      setRound(round + 1);
    },
  };
}

interface SearchFieldProps {
  id: string;
  label: string;
  /** Called once per pause; a list of rows is not drawn again with each key. */
  onSearch: (q: string) => void;
}
export function SearchField({ id, label, onSearch }: SearchFieldProps) {
  const [text, setText] = useState('');
  const told = useRef('');
  const tell = useRef(onSearch);
  useEffect(() => {
    tell.current = onSearch;
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      const q = text.trim();
      if (q === told.current) return;
      told.current = q;
      tell.current(q);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <SmallField id={id} type="search" label={label} value={text} onChange={setText} />;
}
