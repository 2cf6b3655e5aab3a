import { useEffect, useRef, useState } from 'react';
import { SmallField } from '../forms/SmallField.js';

const PAUSE_MS = 300;

/** The search text: never in the URL, and emptied by "clear". */
export function useSearch(start = '') {
  const [q, setQ] = useState(start);
  const [round, setRound] = useState(0);
  return {
    q,
    setQ,
    /** What the field begins with. */
    start: round === 0 ? start : '',
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
  start?: string;
  /** Called once per pause, so that the rows do not re-render with each keystroke. */
  onSearch: (q: string) => void;
}
export function SearchField({ id, label, start = '', onSearch }: SearchFieldProps) {
  const [text, setText] = useState(start);
  const told = useRef(start);
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
