/** A paused therapy. */
import { deriveCase, type ClinicalCase } from '../case.js';
import { daysBetween } from '../dates.js';
import type { ClinicalFacts, TherapyHold } from '../facts.js';
import { input } from './inputs.js';
import { rule } from './rule.js';
import type { Rule } from './rule.js';

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

const holdInputs = [
  input('hold_since', (c) => c.facts.hold?.since),
  input('hold_days', (c) => (c.facts.hold ? daysBetween(c.facts.hold.since, c.today) : null), undefined, {
    unit: 'd',
  }),
  input('hold_rule', (c) => c.facts.hold?.rule_key ?? 'clinician'),
  input('hold_until', (c) => {
    const until = c.facts.hold?.until;
    return until ? `${until.analyte} <= ${until.at_most}` : 'released by a clinician';
  }),
];

export const holdRules = [
  rule({
    key: 'therapy_on_hold',
    phases: ['MO', 'RX'],
    severity: 'warning',
    effect: 'RXBLOCK',
    overridable: false,
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
] satisfies readonly Rule[];
