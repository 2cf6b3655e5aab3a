import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** A second press of a button comes before the button looks disabled: it is let pass only once the first has settled. */
export function usePress({ mutate }: Pick<UseMutationResult<unknown, Error, void>, 'mutate'>): () => void {
  const running = useRef(false);
  return () => {
    if (running.current) return;
    running.current = true;
    mutate(undefined, { onSettled: () => (running.current = false) });
  };
}
