import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** A second press can come before the button looks disabled: it is ignored until the first has settled. */
export function usePress({ mutate }: Pick<UseMutationResult<unknown, Error, void>, 'mutate'>): () => void {
  const running = useRef(false);
  return () => {
    if (running.current) return;
    running.current = true;
    mutate(undefined, { onSettled: () => (running.current = false) });
  };
}
