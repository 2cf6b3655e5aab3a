import { Notice } from '../../shared/ui/index.js';
import { PRESSURE_TEXT as text } from './text/pressure.js';

/** What to do about a high reading, while it is typed and once it was sent. */
export function HighPressure({ role }: { role?: 'status' }) {
  return (
    <Notice tone="warning" title={text.high} {...(role && { role })}>
      {text.toDo}
    </Notice>
  );
}
