import { useEffect, useRef, useState } from 'react';
import { SmallField } from './SmallField.js';

const PAUSE_MS = 300;

/** The search text: never in the URL, and emptied by "clear". */
export function useSearch() {
  const [q, setQ] = useState('');
  const [round, setRound] = useState(0);
  return {
    q,
    setQ,
    /** Changing this key empties the field. */
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
  /** Called once per pause, so that the rows do not re-render with each keystroke. */
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
