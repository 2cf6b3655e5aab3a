import type { ErrorCode } from '#common/api/index.js';
import type { Revealed } from './revealed.js';

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

export const notFound = (): AppError => new AppError(404, 'not_found', 'We could not find that.');
/** A write below /fhir. */
export const fhirReadOnly = (): AppError =>
  new AppError(
    405,
    'bad_request',
    'FHIR resources are read-only here. Read them with GET, or search with POST /fhir/{type}/_search.',
    { headers: { allow: 'GET' } },
  );
export const forbidden = (detail?: unknown, message = 'You do not have access to this.'): AppError =>
  new AppError(403, 'forbidden', message, { detail });
/** The page asks for it, and tries again. */
export const reauthRequired = (): AppError =>
  new AppError(403, 'reauth_required', 'Please confirm that it is you, and try again.');
export const badRequest = (message: string, code: ErrorCode = 'bad_request', detail?: unknown): AppError =>
  new AppError(400, code, message, { detail });
export const notAuthenticated = (
  code: 'not_authenticated' | 'session_expired' | 'session_revoked' = 'not_authenticated',
): AppError => {
  const message = {
    not_authenticated: 'Please sign in to continue.',
    session_expired: 'Your session has expired. Please sign in again.',
    session_revoked: 'Your session was ended. Please sign in again.',
  }[code];
  return new AppError(401, code, message);
};
export const validationFailed = (
  fields: Record<string, string>,
  message = 'Please correct the marked fields.',
): AppError => new AppError(422, 'validation_failed', message, { fields });
export const unknownField = (names: string[]): AppError =>
  new AppError(422, 'unknown_field', 'The request holds a field that is not known.', {
    fields: Object.fromEntries(names.map((n) => [n, 'This field is not known.'])),
  });
export const invalidState = (message: string): AppError => new AppError(409, 'invalid_state', message);
/** Who made the last change to something, and when. */
export interface Change {
  by: string;
  at: Date;
}
export const versionConflict = (current: unknown, change: Change | null = null): AppError =>
  new AppError(
    409,
    'version_conflict',
    `${change?.by ?? 'Another user'} changed this in the meantime. Nothing was saved.`,
    {
      current,
      ...(change && { extra: { changed_by: change.by, changed_at: change.at.toISOString() } }),
    },
  );
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
  unavailable('database_unavailable', 'The service is temporarily unavailable. Please try again shortly.', 2);
/** The database was asked and wrote nothing: to the caller an outage, which ends by itself. */
export const readOnly = (): AppError =>
  unavailable(
    'database_unavailable',
    'The service cannot store anything right now. Nothing was saved. Please try again shortly.',
    2,
    { readOnly: true },
  );
export const tooSlow = (): AppError =>
  new AppError(
    408,
    'bad_request',
    'The request arrived too slowly. Please try again on a better connection.',
  );
export const overloaded = (): AppError =>
  unavailable('overloaded', 'The service is busy. Please try again in a moment.', 2);
export const storageFull = (): AppError =>
  unavailable('storage_full', 'The service cannot store anything right now. Nothing was saved.', 30);
