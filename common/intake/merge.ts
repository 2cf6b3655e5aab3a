import { isFieldName } from './definition.js';
import type { FieldName, IntakeChanges, IntakeData } from './definition.js';
import type { IntakeValue } from './types.js';

/** null and the empty text both mean: not answered. */
const stored = (value: IntakeValue | null | undefined): IntakeValue | undefined =>
  value === null || value === '' ? undefined : value;

export const sameAnswer = (a: IntakeValue | null | undefined, b: IntakeValue | null | undefined): boolean =>
  stored(a) === stored(b);

/** The fields of `next` that differ from `base`. A field absent from `next` is unchanged. */
export function changedFields(base: IntakeData, next: IntakeChanges): FieldName[] {
  return Object.keys(next).filter(
    (name): name is FieldName => isFieldName(name) && !sameAnswer(base[name], next[name]),
  );
}

/** `data` with the changes applied; cleared fields are removed. */
export function applyChanges(
  data: IntakeData,
  changes: IntakeChanges,
  fields?: readonly FieldName[],
): IntakeData {
  const result: IntakeData = { ...data };
  for (const name of fields ?? changedFields(data, changes)) {
    const value = stored(changes[name]);
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  return result;
}

export type MergeResult =
  | { ok: true; data: IntakeData; changed: FieldName[] }
  | { ok: false; conflicts: FieldName[] };

/**
 * Contract section 4: how a save with an older version is handled. `base` is the data of that version,
 * `current` what is stored now. Fields changed on only one side are merged; the same field
 * with two different answers is a conflict. The same new answer on both sides is not, so that a save
 * repeated after a lost reply succeeds.
 */
export function mergeSave(base: IntakeData, current: IntakeData, sent: IntakeChanges): MergeResult {
  const changed = changedFields(base, sent);
  const conflicts = changed.filter(
    (name) => !sameAnswer(base[name], current[name]) && !sameAnswer(current[name], sent[name]),
  );
  return conflicts.length > 0
    ? { ok: false, conflicts }
    : { ok: true, data: applyChanges(current, sent, changed), changed };
}
