/** What is due, and treatment without benefit. */
import type { ClinicalCase } from '../case.js';
import { daysBetween } from '../dates.js';
import { suggestNextLab } from '../schedule.js';
import { extra, input, onTherapyInput, therapyDay, treatmentTotal } from './inputs.js';
import type { InputUse } from './inputs.js';
import { above, all, atLeast, not, within } from './logic.js';
import type { Tri } from './logic.js';
import { onTherapy, rule } from './rule.js';
import type { Rule } from './rule.js';

/** The date a caller keeps for the next draw, else the one the schedule gives. */
const dueOn = (c: ClinicalCase): string | null =>
  c.facts.next_lab_due_on === undefined ? (suggestNextLab(c)?.due_on ?? null) : c.facts.next_lab_due_on;

const daysLate = (c: ClinicalCase): number | null => {
  const due = dueOn(c);
  return due === null ? null : daysBetween(due, c.today);
};

const dueInput = (threshold: string): InputUse => input('next_lab_due_on', dueOn, threshold);

const hasSchedule = (c: ClinicalCase): Tri => c.onTherapy || Boolean(c.facts.next_lab_due_on);

export const monitoringRules = [
  rule({
    key: 'no_response_after_6_months',
    phases: ['MO'],
    severity: 'warning',
    effect: 'REVIEW',
    threshold: 'on therapy ≥180 d, T within target, symptoms_improved=false',
    recommendation:
      'Normal levels without benefit: discuss stopping (guideline: 3–6 months) and other causes.',
    source: 'AUA18 V',
    sources: ['AUA18'],
    inputs: [
      onTherapyInput,
      therapyDay('>= 180'),
      treatmentTotal('inside the target range'),
      extra('symptoms_improved', '= no'),
    ],
    applies: onTherapy,
    test: (c) =>
      all(
        atLeast(c.therapyDay, 180),
        within(c.treatmentTotal?.value, c.targetLow, c.targetHigh),
        not(c.facts.extras.symptoms_improved ?? null),
      ),
  }),
  rule({
    key: 'labs_overdue',
    phases: ['LS'],
    severity: 'warning',
    effect: 'REMIND',
    threshold: 'next scheduled lab date < today (1–30 d late)',
    recommendation: 'Monitoring labs are overdue: schedule now.',
    source: 'seed status overdue; AUA18/ES18 V',
    sources: ['ES18', 'AUA18', 'SPEC'],
    inputs: [dueInput('1-30 d late')],
    applies: hasSchedule,
    test: (c) => within(daysLate(c), 1, 30),
  }),
  rule({
    key: 'labs_overdue_30',
    phases: ['LS', 'RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    threshold: 'next scheduled lab >30 d late',
    recommendation: 'Labs over 30 days late: no renewal until done or clinician override with reason.',
    source: 'P',
    sources: ['PRODUCT'],
    inputs: [dueInput('> 30 d late')],
    applies: hasSchedule,
    test: (c) => above(daysLate(c), 30),
  }),
] satisfies readonly Rule[];
