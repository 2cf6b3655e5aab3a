/** Three-valued logic: null = cannot be told, because an input is missing. It never counts as "no". */
export type Tri = boolean | null;

export function all(...terms: readonly Tri[]): Tri {
  if (terms.includes(false)) return false;
  return terms.includes(null) ? null : true;
}

export function any(...terms: readonly Tri[]): Tri {
  if (terms.includes(true)) return true;
  return terms.includes(null) ? null : false;
}

export const not = (term: Tri): Tri => (term === null ? null : !term);

type Value = number | null | undefined;
const compare = (value: Value, test: (known: number) => boolean): Tri =>
  value === null || value === undefined ? null : test(value);

export const above = (value: Value, limit: number): Tri => compare(value, (known) => known > limit);
export const atLeast = (value: Value, limit: number): Tri => compare(value, (known) => known >= limit);
export const below = (value: Value, limit: number): Tri => compare(value, (known) => known < limit);
export const atMost = (value: Value, limit: number): Tri => compare(value, (known) => known <= limit);
export const within = (value: Value, low: number, high: number): Tri =>
  compare(value, (known) => known >= low && known <= high);

/** Whether at least `count` of the terms hold. */
export function atLeastOf(count: number, terms: readonly Tri[]): Tri {
  const yes = terms.filter((term) => term === true).length;
  if (yes >= count) return true;
  return yes + terms.filter((term) => term === null).length >= count ? null : false;
}
