import type { Value, Values } from './types.js';

/** Absent, null and empty text all mean: not answered. */
export const plain = (value: Value | null | undefined): Value | undefined =>
  value === null || value === '' ? undefined : value;

export const same = (a: Value | null | undefined, b: Value | null | undefined): boolean =>
  plain(a) === plain(b);

export const namesIn = (...many: readonly Values[]): Set<string> =>
  new Set(many.flatMap((one) => Object.keys(one)));

/** A copy with one answer changed; a cleared answer is removed. */
export function withValue(values: Values, name: string, value: Value | null | undefined): Values {
  const { [name]: _, ...rest } = values;
  const next = plain(value);
  return next === undefined ? rest : { ...rest, [name]: next };
}
