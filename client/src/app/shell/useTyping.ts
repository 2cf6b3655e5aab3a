import { useEffect, useState } from 'react';

const FIELD = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';
/** A dialog's field sits above the page and anything that floats on it. */
const isField = (element: Element | null): boolean =>
  element !== null && element.matches(FIELD) && !element.closest('[role="dialog"]');

/** Whether the focus is in a field of the page. */
export function useTyping(): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const look = () => setTyping(isField(document.activeElement));
    // The next field gets the focus only after the last one loses it.
    const lookLater = () => setTimeout(look);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', lookLater);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', lookLater);
    };
  }, []);
  return typing;
}
