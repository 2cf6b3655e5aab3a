import { useLayoutEffect, useRef } from 'react';

/** Tells, while its neighbours are still on the screen, that they are about to leave it. */
function Witness({ onLeave }: { onLeave: () => void }) {
  const latest = useRef(onLeave);
  useLayoutEffect(() => () => latest.current(), []);
  return null;
}

/**
 * A page whose heading changes once its record is there: the focus that the loading page's h1 had goes on to the h1
 * of the record, instead of being lost with it. Render the answer inside the loading page.
 */
export function useHeadingHandover(ready: boolean) {
  const had = useRef(false);
  useLayoutEffect(() => {
    if (!ready || !had.current) return;
    had.current = false;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [ready]);
  return (
    <Witness
      onLeave={() => {
        had.current = document.activeElement?.tagName === 'H1';
      }}
    />
  );
}
