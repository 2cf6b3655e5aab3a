import { isDeepStrictEqual } from 'node:util';

type Values = Readonly<Record<string, unknown>>;
const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const orNothing = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** The values that differ: of `after`, and of groups of named values only those in them that differ. */
function differing(after: Values, before: Values): Record<string, unknown> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .filter((name) => !isDeepStrictEqual(orNothing(after[name]), orNothing(before[name])))
      .map((name) => {
        const [now, then] = [after[name], before[name]];
        return [name, isGroup(now) && isGroup(then) ? differing(now, then) : orNothing(now)];
      }),
  );
}

/** What an act set and, under `was`, what it replaced; for the detail of its event. */
export function changes(before: Values, after: Values): Record<string, unknown> {
  const was = differing(before, after);
  return { ...differing(after, before), ...(Object.keys(was).length > 0 && { was }) };
}
