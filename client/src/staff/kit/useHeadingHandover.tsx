import { useLayoutEffect, useRef } from 'react';

/** Tells, while its siblings are still mounted, that they are about to unmount. */
function Witness({ onLeave }: { onLeave: () => void }) {
  const latest = useRef(onLeave);
  useLayoutEffect(() => () => latest.current(), []);
  return null;
}

/**
 * For a page whose heading changes once its record loads: moves the focus from the loading page's h1 to the
 * record's h1, so that it is not lost. Render the returned element inside the loading page.
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
