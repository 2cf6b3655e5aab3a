/** A paused therapy, and one that was stopped. */
import { deriveCase, type ClinicalCase, type Measured } from '../case.js';
import type { DiscontinueReason } from '../../vocabulary/index.js';
import { daysBetween } from '../dates.js';
import type { ClinicalFacts, TherapyHold } from '../facts.js';
import { ANALYTE_BY_KEY, type AnalyteKey } from '../labs.js';
import { HCT, tenths } from '../limits.js';
import { input, measured } from './inputs.js';
import { rule } from './rule.js';
import type { Rule } from './rule.js';
import { titleOf } from './titles.js';

const held = (c: ClinicalCase): boolean => Boolean(c.facts.hold);

/** Whether the value a rule waits for has come down in a draw after the hold began; null without such a value. */
export function holdGoalReached(c: ClinicalCase): boolean | null {
  const hold = c.facts.hold;
  if (!hold?.until) return null;
  const draw = c.newest.get(hold.until.analyte);
  if (!draw || draw.date < hold.since) return false;
  return draw.value <= hold.until.at_most;
}

/** The same of any pause, also one beside the pause that the rules read. */
export const holdGoal = (facts: ClinicalFacts, hold: TherapyHold): boolean | null =>
  holdGoalReached(deriveCase({ ...facts, hold }));

/** The newest result of a test, in its unit; null without one. */
export const newestValue = (facts: ClinicalFacts, analyte: AnalyteKey): number | null =>
  deriveCase(facts).newest.get(analyte)?.value ?? null;

/** The values that a pause may wait for: plausible ones of the test, and a hematocrit at which treatment is safe. */
export function holdLimits(analyte: AnalyteKey): { low: number; high: number; unit: string } {
  const { plausible_low: low, plausible_high: high, unit } = ANALYTE_BY_KEY.get(analyte)!;
  return { low, high: analyte === 'hct_percent' ? HCT.reduce : high, unit };
}

const holdInputs = [
  input('hold_since', (c) => c.facts.hold?.since),
  input('hold_days', (c) => (c.facts.hold ? daysBetween(c.facts.hold.since, c.today) : null), undefined, {
    unit: 'd',
  }),
  input('hold_rule', (c) => c.facts.hold?.rule_key ?? 'clinician'),
  input('hold_until', (c) => {
    const { until, until_on: day } = c.facts.hold ?? {};
    if (until) return `${until.analyte} <= ${until.at_most}`;
    return day ?? 'released by a clinician';
  }),
];

const SAFETY_REASONS: ReadonlySet<DiscontinueReason> = new Set(['side_effect', 'safety_event']);
/** A red cell lives so long: a hematocrit that came down within these days before the stop still led to it. */
const BEFORE_STOP_DAYS = 120;
/** It falls by a point or two a week: so soon after the stop it was as high on treatment. */
const AFTER_STOP_DAYS = 14;
/** The highest hematocrit above the stop limit around the end of the last treatment, whenever it was entered. */
function hctAtStop(c: ClinicalCase): Measured | null {
  const stop = c.facts.therapy_stopped;
  if (!stop) return null;
  const began = c.facts.extras.therapy_started_on ?? '';
  const around = c.hctDraws.filter(({ date, value }) => {
    const days = daysBetween(date, stop.on);
    return value > HCT.stop && date > began && days <= BEFORE_STOP_DAYS && days >= -AFTER_STOP_DAYS;
  });
  return around.toSorted((a, b) => b.value - a.value)[0] ?? null;
}

const stopReasons = (c: ClinicalCase): string[] =>
  (c.facts.therapy_stopped?.reasons ?? []).map((reason) => reason.replaceAll('_', ' '));
const stopRules = (c: ClinicalCase): string[] =>
  (c.facts.therapy_stopped?.rules ?? []).map((key) => titleOf(key) ?? key);

export const holdRules = [
  rule({
    key: 'therapy_on_hold',
    phases: ['MO', 'RX'],
    severity: 'warning',
    effect: 'HOLD+RXBLOCK',
    overridable: false,
    version: 2,
    threshold: 'therapy is on hold',
    recommendation: 'Therapy is on hold: nothing is prescribed until a clinician releases it.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: holdInputs,
    applies: held,
    test: held,
  }),
  rule({
    key: 'restart_after_hold',
    phases: ['MO'],
    severity: 'info',
    effect: 'NOTE',
    threshold: 'therapy is on hold AND the value it waits for is reached',
    recommendation:
      'The limit for restarting is reached: resume with a new plan, one step lower or with a gel.',
    source: 'ES18 V (restart at a lower dose); limit P',
    sources: ['ES18', 'PRODUCT'],
    inputs: holdInputs,
    applies: held,
    test: (c) => holdGoalReached(c) === true,
  }),
  rule({
    key: 'restart_after_safety_stop',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    version: 3,
    threshold: `a new plan, and its first order, after a therapy that was ended for a side effect or a safety event, or while a rule stopped, blocked or paused it, or with an hct_percent >${tenths(HCT.stop)} in the ${BEFORE_STOP_DAYS} d before or the ${AFTER_STOP_DAYS} d after`,
    recommendation: `When the last therapy ended, something spoke against it: read what and when, and say what has changed before starting again. After a hematocrit above ${HCT.stop} %, start one step lower than before, or with a gel.`,
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('therapy_stopped_on', (c) => c.facts.therapy_stopped?.on),
      input('therapy_stopped_for', (c) => stopReasons(c).join(', ')),
      input('rules_at_the_stop', (c) => stopRules(c).join(', ') || 'none'),
      measured('hct_percent_at_the_stop', '%', hctAtStop, `> ${tenths(HCT.stop)} %`),
    ],
    applies: (c) => Boolean(c.facts.therapy_stopped && c.facts.candidate_plan),
    test: (c) => {
      const stop = c.facts.therapy_stopped;
      if (!stop) return null;
      if (hctAtStop(c)) return true;
      return stop.rules.length > 0 || stop.reasons.some((reason) => SAFETY_REASONS.has(reason));
    },
  }),
] satisfies readonly Rule[];
