import { useEffect } from 'react';

const WATCH_MS = 3000;
const STEP_MS = 100;

/**
 * A dialog that closes returns the focus to its opener. If the opener disappears with its row a moment later,
 * the focus moves to the page's heading so that it is not lost.
 */
export function useFocusHome(): void {
  useEffect(() => {
    return () => {
      const end = Date.now() + WATCH_MS;
      const look = () => {
        if (document.activeElement !== document.body) {
          if (Date.now() < end) setTimeout(look, STEP_MS);
          return;
        }
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      };
      setTimeout(look, STEP_MS);
    };
  }, []);
}
