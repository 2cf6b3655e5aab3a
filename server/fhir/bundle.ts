import type { Bundle, BundleEntry } from 'fhir/r4.js';
import type { Owned } from './reader.service.js';

const entry = (origin: string, { resource }: Owned, mode?: 'match' | 'include'): BundleEntry => ({
  fullUrl: `${origin}/fhir/${resource.resourceType}/${resource.id}`,
  resource,
  ...(mode && { search: { mode } }),
});

interface Searchset {
  matched: readonly Owned[];
  included?: readonly Owned[];
  total?: number;
  self: string;
  next?: string | null;
}
export const searchset = (
  origin: string,
  { matched, included = [], total, self, next }: Searchset,
): Bundle => ({
  resourceType: 'Bundle',
  type: 'searchset',
  ...(total !== undefined && { total }),
  link: [{ relation: 'self', url: self }, ...(next ? [{ relation: 'next', url: next }] : [])],
  // FHIR has no empty lists.
  ...(matched.length + included.length > 0 && {
    entry: [
      ...matched.map((one) => entry(origin, one, 'match')),
      ...included.map((one) => entry(origin, one, 'include')),
    ],
  }),
});

/** A record to keep, without search links. */
export const collection = (origin: string, owned: readonly Owned[], at: Date): Bundle => ({
  resourceType: 'Bundle',
  type: 'collection',
  timestamp: at.toISOString(),
  entry: owned.map((one) => entry(origin, one)),
});
