import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const WAIT_MS = 5000;

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1');
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
  return true;
}

/**
 * Moves the focus to the new page's h1, so that a screen reader announces the page. A lazy page may render
 * its heading later; we wait for it unless the user has moved on.
 */
export function useHeadingFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    const element = main.current;
    if (previous.current === pathname || !element) return undefined;
    previous.current = pathname;
    if (focusHeading(element)) return undefined;
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      window.removeEventListener('keydown', stop);
      window.removeEventListener('pointerdown', stop);
    };
    const observer = new MutationObserver(() => {
      if (focusHeading(element)) stop();
    });
    observer.observe(element, { childList: true, subtree: true });
    const timer = setTimeout(stop, WAIT_MS);
    window.addEventListener('keydown', stop);
    window.addEventListener('pointerdown', stop);
    return stop;
  }, [pathname]);
  return main;
}
