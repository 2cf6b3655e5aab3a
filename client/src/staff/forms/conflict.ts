import { isApiError } from '../../shared/api/index.js';
import { knownSession } from '../../shared/session/index.js';
import { formatDateTime } from '../../shared/ui/format.js';
import { CONFLICT_TEXT } from './text/en.js';

/** Whether an action was refused because someone else made a change first. */
export const isConflict = (error: unknown): boolean => isApiError(error) && error.code === 'version_conflict';

/** The record as the other user left it, when an action was refused because of that. */
export const changedRecord = <T extends object>(error: unknown): T | null =>
  isApiError(error) && isConflict(error) ? ((error.body.current as T | undefined) ?? null) : null;

function isReader(name: string): boolean {
  const session = knownSession();
  return session !== null && [session.displayName, session.email].includes(name);
}

/** Refused because of the reader's own change in another window. */
export const changedByReader = (error: unknown): boolean =>
  isApiError(error) && isConflict(error) && isReader(String(error.body.changed_by ?? ''));

export const OWN_CHANGE = CONFLICT_TEXT.changedInAnotherWindow;

/** Who changed it, and when, as far as the server says. */
export function whoChanged(error: unknown, what: string): string {
  const { changed_by: by, changed_at: at } = isApiError(error) ? error.body : {};
  if (by && isReader(String(by))) return CONFLICT_TEXT.changedInAnotherWindow2(what);
  return by || at
    ? `${by ?? 'Another user'} changed ${what}${at ? ` on ${formatDateTime(at)}` : ''}.`
    : `${what.charAt(0).toUpperCase()}${what.slice(1)} was changed by another user.`;
}
