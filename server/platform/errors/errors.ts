import type { ErrorCode } from '#common/api/index.js';
import type { Revealed } from './revealed.js';
import { SHARED_TEXT } from '../text/en.js';

interface AppErrorParts {
  detail?: unknown;
  fields?: Record<string, string>;
  current?: unknown;
  ruleKey?: string;
  retryAfterS?: number;
  headers?: Readonly<Record<string, string>>;
  /** The database answers, and takes no changes. */
  readOnly?: boolean;
  /** Whose record `current` shows: the refused call leaves a line there. */
  reveals?: Revealed;
  /** What a call's contract adds to the body of this refusal. */
  extra?: Record<string, unknown>;
}

/** The one family of errors that reach people; the filter turns it into its body on the wire. */
export class AppError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly parts: AppErrorParts = {},
  ) {
    super(message);
    this.name = 'AppError';
  }
}

export const notFound = (): AppError => new AppError(404, 'not_found', SHARED_TEXT.weCouldNotFind);
/** A write below /fhir. */
export const fhirReadOnly = (): AppError =>
  new AppError(405, 'bad_request', SHARED_TEXT.fhirResourcesReadOnlyHere, { headers: { allow: 'GET' } });
export const forbidden = (detail?: unknown, message = SHARED_TEXT.noAccess): AppError =>
  new AppError(403, 'forbidden', message, { detail });
/** The page asks for it, and tries again. */
export const reauthRequired = (): AppError =>
  new AppError(403, 'reauth_required', SHARED_TEXT.confirmAndTryAgain);
export const badRequest = (message: string, code: ErrorCode = 'bad_request', detail?: unknown): AppError =>
  new AppError(400, code, message, { detail });
export const notAuthenticated = (
  code: 'not_authenticated' | 'session_expired' | 'session_revoked' = 'not_authenticated',
): AppError => {
  const message = {
    not_authenticated: SHARED_TEXT.signInToContinue,
    session_expired: SHARED_TEXT.sessionExpired,
    session_revoked: SHARED_TEXT.sessionEnded,
  }[code];
  return new AppError(401, code, message);
};
export const validationFailed = (
  fields: Record<string, string>,
  message = SHARED_TEXT.correctMarkedFields,
): AppError => new AppError(422, 'validation_failed', message, { fields });
export const unknownField = (names: string[]): AppError =>
  new AppError(422, 'unknown_field', SHARED_TEXT.requestHoldsFieldNotKnown, {
    fields: Object.fromEntries(names.map((n) => [n, SHARED_TEXT.fieldNotKnown])),
  });
export const invalidState = (message: string): AppError => new AppError(409, 'invalid_state', message);
/** Who made the last change to something, and when. */
export interface Change {
  by: string;
  at: Date;
}
export const versionConflict = (current: unknown, change: Change | null = null): AppError =>
  new AppError(409, 'version_conflict', SHARED_TEXT.changedInMeantime(change?.by ?? 'Another user'), {
    current,
    ...(change && { extra: { changed_by: change.by, changed_at: change.at.toISOString() } }),
  });
/** A conflict that shows staff what a patient's record says now. */
export function recordConflict(current: unknown, reveals: Revealed, change: Change | null = null): AppError {
  const { status, code, message, parts } = versionConflict(current, change);
  return new AppError(status, code, message, { ...parts, reveals });
}
/** @param all every rule that stands against it, for who decides whether a reason outweighs them */
export const ruleBlocked = (ruleKey: string, message: string, all: readonly string[] = [ruleKey]): AppError =>
  new AppError(409, 'rule_blocked', message, { ruleKey, detail: ruleKey, extra: { blocked_by: all } });

/** Neither the session nor the data can be checked right now; whatever the reason, `detail` is the same. */
const unavailable = (
  code: ErrorCode,
  message: string,
  retryAfterS: number,
  more: AppErrorParts = {},
): AppError => new AppError(503, code, message, { detail: 'database_unavailable', retryAfterS, ...more });
export const databaseUnavailable = (): AppError =>
  unavailable('database_unavailable', SHARED_TEXT.serviceTemporarilyUnavailable, 2);
/** The database was asked and wrote nothing: to the caller an outage, which ends by itself. */
export const readOnly = (): AppError =>
  unavailable('database_unavailable', SHARED_TEXT.serviceCannotStoreAnythingRightNow, 2, { readOnly: true });
export const tooSlow = (): AppError => new AppError(408, 'bad_request', SHARED_TEXT.requestArrivedTooSlowly);
export const overloaded = (): AppError => unavailable('overloaded', SHARED_TEXT.serviceBusy, 2);
export const storageFull = (): AppError =>
  unavailable('storage_full', SHARED_TEXT.serviceCannotStoreAnythingRightNowNothing, 30);
