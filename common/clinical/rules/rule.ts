import type { FieldName } from '../../intake/index.js';
import type { AlertSeverity } from '../../vocabulary/index.js';
import { textOf } from '../case.js';
import type { ClinicalCase, TherapyState } from '../case.js';
import type { FormulationId } from '../formulations.js';
import type { Phase } from '../types.js';
import type { InputUse } from './inputs.js';
import type { SourceId } from './sources.js';
import type { Tri } from './logic.js';

export interface Rule {
  readonly key: string;
  readonly version: number;
  readonly phases: readonly Phase[];
  readonly severity: AlertSeverity;
  /** Effects as the clinical reference writes them: 'FLAG+RXBLOCK', 'BLOCK/STOP'. */
  readonly effect: string;
  /** The condition in words, with its limits. */
  readonly threshold: string;
  readonly recommendation: string;
  /** Other words where the general ones do not fit. */
  readonly when?: { readonly [State in TherapyState]?: string };
  /** Sources with their evidence marks. */
  readonly source: string;
  readonly sources: readonly SourceId[];
  /** Legal rules: no override. */
  readonly overridable: boolean;
  /** An alert or a notice of its own says it already. */
  readonly told?: boolean;
  readonly inputs: readonly InputUse[];
  /** Whether the rule is about this case at all; absent = always. */
  readonly applies?: (c: ClinicalCase) => Tri;
  readonly test: (c: ClinicalCase) => Tri;
}

type Optional = 'version' | 'overridable';
export type RuleDefinition = Omit<Rule, Optional> & Partial<Pick<Rule, Optional>>;

/** Key and effect stay literal types, so that the compiler knows which rules need a patient's words. */
export const rule = <const Key extends string, const Effect extends string>(
  definition: RuleDefinition & { readonly key: Key; readonly effect: Effect },
): Rule & { readonly key: Key; readonly effect: Effect } => ({
  version: 1,
  overridable: true,
  ...definition,
});

/** The recommendation in the words that fit where the patient is: before, on, held or after treatment. */
export const recommendationFor = (one: Pick<Rule, 'recommendation' | 'when'>, state: TherapyState): string =>
  one.when?.[state] ?? one.recommendation;

export const onTherapy = (c: ClinicalCase): Tri => c.onTherapy;
export const notOnTherapy = (c: ClinicalCase): Tri => !c.onTherapy;
export const hasPrescription = (c: ClinicalCase): Tri => Boolean(c.facts.prescription);

/** The rule is about products like this one; open while no product is chosen. */
export const product =
  (fits: (id: FormulationId) => boolean) =>
  (c: ClinicalCase): Tri =>
    c.product === null ? null : fits(c.product.id);

/** Yes = true, 'yes' or 1; an untouched question is neither yes nor no (C31). */
export function yes(c: ClinicalCase, field: FieldName): Tri {
  const value = c.answers[field];
  return value === undefined ? null : value === true || value === 'yes' || value === 1;
}

export const isNo = (c: ClinicalCase, field: FieldName): boolean => {
  const value = c.answers[field];
  return value === false || value === 'no' || value === 0;
};

export function is(c: ClinicalCase, field: FieldName, answer: string): Tri {
  const value = c.answers[field];
  return value === undefined ? null : value === answer;
}

/** Whether a text matches; open while it is blank. */
export function matches(text: string | null, pattern: RegExp): Tri {
  return text === null ? null : pattern.test(text);
}

/** A text asked only after a yes: no to the question is no match. */
export function followUpMatches(c: ClinicalCase, question: FieldName, text: FieldName, pattern: RegExp): Tri {
  return isNo(c, question) ? false : matches(textOf(c.answers[text]), pattern);
}
