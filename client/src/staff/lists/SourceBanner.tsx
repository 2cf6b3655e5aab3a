import { formatAge, Notice } from '../../shared/ui/index.js';
import { SOURCE_BANNER_TEXT } from './text/en.js';

/** Where stale data comes from and how old it is. `kind` names it in the words the specification fixes. */
export function SourceBanner({ kind, asOf }: { kind: string; asOf: string | undefined }) {
  return (
    <Notice tone="warning" role="status" sx={{ marginBottom: 2 }} title={SOURCE_BANNER_TEXT.showing(kind)}>
      {SOURCE_BANNER_TEXT.databaseCannotReached(formatAge(asOf))}
    </Notice>
  );
}

export const isStale = (source: string | undefined): boolean => source !== undefined && source !== 'db';

const AGAIN_MS = 10_000;
/** While a screen shows old data it polls for new data, without keeping the session alive. */
export const askAgain = (source: string | undefined): number | false => (isStale(source) ? AGAIN_MS : false);
