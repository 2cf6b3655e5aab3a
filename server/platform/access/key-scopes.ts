import type { ApiScope } from '#common/api/api-keys.js';
import { AppError } from '../errors/errors.js';
import type { KeyIdentity } from './actor.js';

/** The only scope without a patient in it. */
export const NO_RECORDS: ApiScope = 'team.read';

/** No program can say why it opens a record: where the clinic asks for that, a key shows the team at most. */
export const withoutRecords = (scopes: readonly ApiScope[]): readonly ApiScope[] =>
  scopes.includes('fhir.read') || scopes.includes(NO_RECORDS) ? [NO_RECORDS] : [];

/** What a key is told that has none of the scopes that are enough; null: it has one. */
export function missingScope(key: KeyIdentity, enough: readonly ApiScope[]): AppError | null {
  if (enough.some((scope) => key.scopes.includes(scope))) return null;
  const message = key.closed
    ? 'The clinic requires a reason for opening a record, which a program cannot give.'
    : `This key needs the scope ${enough.join(' or ')}.`;
  return new AppError(403, 'forbidden', message, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${enough.join(' ')}"` },
  });
}
