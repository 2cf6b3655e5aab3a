import { Notice } from '../../shared/ui/index.js';
import { LIST_TOOLS_TEXT as words } from './text/en.js';

/** In a clinic that requires reasons: rows of records that this person has not opened are not shown. */
export function Withheld({ rows = 0 }: { rows?: number | undefined }) {
  if (!rows) return null;
  return (
    <Notice tone="info" sx={{ margin: 2 }}>
      {words.withheld(rows)}
    </Notice>
  );
}
