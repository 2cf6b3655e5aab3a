import { isMrn } from '#common/mrn.js';
import { isEmailAddress } from '#common/text/email-address.js';
import { isUuid } from '../platform/access/decorators.js';

/** A filter is JSON in a parameter; one that cannot be read is refused by the list. */
export function filterOf(query: unknown): unknown {
  try {
    return JSON.parse(String((query as { filter?: string }).filter)) as unknown;
  } catch {
    return null;
  }
}

/** Every id in a part of a call, however deep. */
export function idsIn(part: unknown): string[] {
  if (isUuid(part)) return [part.toLowerCase()];
  return part !== null && typeof part === 'object' ? Object.values(part).flatMap(idsIn) : [];
}

/** The whole record number or email address that a list is searched for: one person, whatever the list finds. */
export function personIn(filter: object): string | null {
  const { q } = filter as { q?: unknown };
  const text = typeof q === 'string' ? q.trim() : '';
  return isMrn(text) || isEmailAddress(text) ? text : null;
}
