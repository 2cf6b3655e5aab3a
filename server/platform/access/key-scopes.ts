import type { ApiScope } from '#common/api/api-keys.js';
import { AppError } from '../errors/errors.js';
import type { AppIdentity, KeyIdentity, KeyClosed } from './actor.js';
import { SHARED_TEXT } from '../text/en.js';

/** The only scope without a patient in it. */
export const NO_RECORDS: ApiScope = 'team.read';

/** A key that opens no records shows the team at most. */
export const withoutRecords = (scopes: readonly ApiScope[]): readonly ApiScope[] =>
  scopes.includes('fhir.read') || scopes.includes(NO_RECORDS) ? [NO_RECORDS] : [];

const CLOSED: Readonly<Record<KeyClosed, () => string>> = {
  reason: () => SHARED_TEXT.clinicRequiresReasonForOpeningRecord,
  provider: () => SHARED_TEXT.clinicLimitsRecordsToProviders,
};

/** What a call needs of a program. */
export interface Needed {
  /** One of these is enough. */
  readonly scopes: readonly ApiScope[];
  /** The type of resource that is read; null: more than one. */
  readonly type: string | null;
}

const insufficient = (message: string, scope: string): AppError =>
  new AppError(403, 'forbidden', message, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });

/** What a key is told that does not open this; null: it does. */
export function missingScope(key: KeyIdentity, { scopes, type }: Needed): AppError | null {
  if (!scopes.some((scope) => key.scopes.includes(scope))) {
    const message = key.closed ? CLOSED[key.closed]() : SHARED_TEXT.keyNeedsScope(scopes.join(' or '));
    return insufficient(message, scopes.join(' '));
  }
  if (key.types === null || (type !== null && key.types.includes(type))) return null;
  const scope = `system/${type ?? '*'}.rs`;
  return insufficient(SHARED_TEXT.tokenNotGiven(scope), scope);
}

/** What a patient's app is told that was not allowed this type; null: it was, or reads what it may of the whole record. */
export const missingType = (app: AppIdentity, { type }: Needed): AppError | null =>
  type === null || app.types.includes(type)
    ? null
    : insufficient(SHARED_TEXT.patientDidNotAllowApp, `patient/${type}.rs`);
