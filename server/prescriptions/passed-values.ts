/** On which values an order passed rules by name: when one of them gets worse, the rule asks again. */
import { firedRules, type Evaluation, type Evidence } from '#common/clinical/index.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';
import { isWorse } from '../rules/alert-changes.js';

/** By the key of the rule. */
export type PassedValues = Readonly<Record<string, readonly Pick<Evidence, 'name' | 'value'>[]>>;

/** Which rules an order passed, and why. */
export interface Passing {
  readonly reason: string;
  readonly rules: readonly string[];
  readonly values: PassedValues;
}

/** Findings of several queries: another one is another finding. */
const LISTED: ReadonlySet<string> = new Set(['pdmp_findings']);
/** Of each test that disagrees with itself: another test is another finding. */
const DISPUTED: ReadonlySet<string> = new Set(['hct_percent_disputed', 'psa_ng_ml_disputed']);
/** Only what was measured has an age. */
const counts = ({ name, value, age_days }: Evidence): boolean =>
  LISTED.has(name) || (age_days !== null && typeof value === 'number');

const valuesOf = (evaluation: Evaluation): ReadonlyMap<string, Evidence[]> =>
  new Map(firedRules(evaluation).map(({ rule_key, evidence }) => [rule_key, evidence.filter(counts)]));

export const passedValues = (evaluation: Evaluation, rules: readonly string[]): PassedValues =>
  Object.fromEntries(
    [...valuesOf(evaluation)]
      .filter(([key, values]) => rules.includes(key) && values.length > 0)
      .map(([key, values]) => [key, values.map(({ name, value }) => ({ name, value }))]),
  );

/** Keys of the rules that the order passed on better values than those of today. */
export function worseThanPassed(passed: PassedValues | null, evaluation: Evaluation): string[] {
  if (!passed) return [];
  const now = valuesOf(evaluation);
  return Object.entries(passed).flatMap(([key, before]) => {
    const values = now.get(key) ?? [];
    const another = values.some(({ name, value }) => {
      const was = before.find((one) => one.name === name)?.value;
      return (LISTED.has(name) && value !== was) || (DISPUTED.has(name) && was === undefined);
    });
    return another || isWorse(before, values) ? [key] : [];
  });
}

const place = (id: string): string => `prescriptions.override_values:${id}`;

export const sealValues = (cipher: FieldCipher, id: string, values: PassedValues): string =>
  cipher.encryptJson(values, place(id));

export const openValues = (cipher: FieldCipher, id: string, stored: string | null): PassedValues | null =>
  stored === null ? null : cipher.decryptJson<PassedValues>(stored, place(id));
