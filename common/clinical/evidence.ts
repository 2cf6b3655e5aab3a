/** What a recommendation is based on: values with limits, age and source, in a shape every screen can show. */
import type { ClinicalCase, Measured } from './case.js';
import { deriveCase } from './case.js';
import { daysBetween } from './dates.js';
import type { ClinicalFacts, OpenAlert } from './facts.js';
import { FORMULATIONS } from './formulations.js';
import type { Comparator } from './lab-units.js';
import { HCT, PSA, tenths } from './limits.js';
import { newestReport } from './pressure-entry.js';
import { reportedPressures } from './reported.js';
import { RULE_BY_KEY } from './rules/registry.js';
import type { Rule } from './rules/rule.js';
import { SOURCE_BY_ID } from './rules/sources.js';
import type { SourceId } from './rules/sources.js';
import { citedAs } from './source-marks.js';
import type { Evaluation, InputTrace, TitrationResult } from './types.js';

export interface Evidence {
  /** The rule that read the value; absent for values shown with every titration. */
  readonly rule_key?: string;
  readonly name: string;
  readonly value: string | number | boolean | null;
  /** The laboratory gave a limit: `value` is that limit. */
  readonly comparator?: Comparator;
  readonly unit: string | null;
  readonly threshold: string | null;
  readonly age_days: number | null;
  readonly collected_at: string | null;
  readonly since_last_dose_h: number | null;
  readonly source_id: string;
  /** Source with its year, and whether it was checked. */
  readonly citation: string;
  readonly url: string | null;
  readonly rule_version: number | null;
}

const sourceOf = (id: SourceId) => ({
  source_id: id,
  citation: citedAs(id),
  url: SOURCE_BY_ID.get(id)?.url ?? null,
});

const fromTrace = (rule: Rule, trace: InputTrace): Evidence => ({
  rule_key: rule.key,
  name: trace.name,
  value: trace.value,
  ...(trace.comparator && { comparator: trace.comparator }),
  unit: trace.unit ?? null,
  threshold: trace.threshold ?? null,
  age_days: trace.age_days ?? null,
  collected_at: trace.collected_at ?? null,
  since_last_dose_h: trace.since_last_dose_h ?? null,
  ...sourceOf(rule.sources[0] ?? 'PRODUCT'),
  rule_version: rule.version,
});

/** Evidence for one evaluated rule. */
export function ruleEvidence(ruleKey: string, inputs: readonly InputTrace[]): Evidence[] {
  const rule = RULE_BY_KEY.get(ruleKey);
  // Whether the patient is on treatment is known for every rule.
  return rule
    ? inputs.filter(({ name }) => name !== 'on_therapy').map((trace) => fromTrace(rule, trace))
    : [];
}

/** Notes about a patient are not grounds for a decision; everything else that fired is. */
const decides = (ruleKey: string): boolean => RULE_BY_KEY.get(ruleKey)?.effect !== 'NOTE';

interface Line {
  readonly name: string;
  readonly unit: string;
  readonly draw: Measured | null;
  readonly threshold: string;
  readonly source: SourceId;
}

const standing = ({ name, unit, draw, threshold, source }: Line): Evidence => ({
  name,
  value: draw?.limit?.value ?? draw?.value ?? null,
  ...(draw?.limit && { comparator: draw.limit.comparator }),
  unit,
  threshold,
  age_days: draw?.age_days ?? null,
  collected_at: draw?.collected_at ?? null,
  since_last_dose_h: draw?.since_h ?? null,
  ...sourceOf(source),
  rule_version: null,
});

/** Testosterone with target and action range, hematocrit, PSA and blood pressure: shown with every dose, including holds. */
export function standingEvidence(c: ClinicalCase): Evidence[] {
  const tt = { name: 'tt_ng_dl', unit: 'ng/dL', draw: c.treatmentTotal };
  const band = c.plan && FORMULATIONS[c.plan.formulation].action_band;
  const pressure = (name: string, value: number | null, limit: number): Evidence => ({
    ...standing({ name, unit: 'mmHg', draw: null, threshold: `< ${limit} mmHg`, source: 'FDA25' }),
    value,
    age_days: c.bpOn === null ? null : daysBetween(c.bpOn, c.today),
  });
  return [
    standing({ ...tt, threshold: `target ${c.targetLow} to ${c.targetHigh} ng/dL`, source: 'SPEC' }),
    ...(band
      ? [
          standing({
            ...tt,
            threshold: `act below ${band.low} or ${band.acts_at_high ? 'from' : 'above'} ${band.high} ng/dL`,
            source: c.plan?.formulation.endsWith('_im') ? 'ES18' : 'LBL',
          }),
        ]
      : []),
    standing({
      name: 'hct_percent',
      unit: '%',
      draw: c.hct,
      threshold: `stop above ${HCT.stop} %`,
      source: 'ES18',
    }),
    standing({
      name: 'psa_ng_ml',
      unit: 'ng/mL',
      draw: c.psa,
      threshold: `urology above ${tenths(PSA.limit)} ng/mL`,
      source: 'ES18',
    }),
    pressure('blood_pressure_systolic', c.systolic, 140),
    pressure('blood_pressure_diastolic', c.diastolic, 90),
  ];
}

/** Evidence for the fired rules or, for a titration, its own. */
export function evidenceOf(facts: ClinicalFacts, judged: Evaluation | TitrationResult): Evidence[] {
  if ('recommendation' in judged) return judged.evidence;
  const fired = judged.results
    .filter(({ fired: holds, rule_key: key }) => holds && decides(key))
    .flatMap(({ rule_key: key, inputs }) => ruleEvidence(key, inputs));
  const c = deriveCase(facts);
  return c.onTherapy ? [...fired, ...standingEvidence(c)] : fired;
}

/** The newest blood pressure with its date; `reported`: the patient's own answer. */
export function bloodPressure(
  facts: ClinicalFacts,
): { systolic: number; diastolic: number; on: string | null; reported: boolean } | null {
  const { systolic, diastolic, bpOn: on, bpReported: reported } = deriveCase(facts);
  return systolic === null || diastolic === null ? null : { systolic, diastolic, on, reported };
}

/** The patient's newest home reading, until a clinician records it or enters another. */
export function homePressure(
  facts: ClinicalFacts,
): { systolic: number; diastolic: number; on: string } | null {
  const newest = newestReport(facts.extras, reportedPressures(facts));
  return newest && { systolic: newest.systolic, diastolic: newest.diastolic, on: newest.on };
}

/** The basis of a dose today, whether or not a rule fires. */
export const planEvidence = (facts: ClinicalFacts): Evidence[] => standingEvidence(deriveCase(facts));

/** An alert that no rule opened: since when it has been waiting; its text is the recommendation. */
const alertEvidence = ({ rule_key, since }: OpenAlert, today: string): Evidence => ({
  ...standing({ name: 'alert_open_since', unit: '', draw: null, threshold: '', source: 'PRODUCT' }),
  rule_key,
  value: since,
  unit: null,
  threshold: null,
  age_days: daysBetween(since, today),
});

/** The evidence for a titration: the deciding rules, then what is always shown with a dose. */
export function titrationEvidence(
  c: ClinicalCase,
  evaluation: Evaluation,
  ruleKeys: readonly string[],
): Evidence[] {
  const decided = evaluation.results
    .filter(({ rule_key: key }) => ruleKeys.includes(key))
    .flatMap(({ rule_key: key, inputs }) => ruleEvidence(key, inputs));
  const reported = (c.facts.open_alerts ?? []).filter(
    ({ rule_key: key }) => ruleKeys.includes(key) && !RULE_BY_KEY.has(key),
  );
  return [...decided, ...reported.map((alert) => alertEvidence(alert, c.today)), ...standingEvidence(c)];
}
