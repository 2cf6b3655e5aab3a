/** What is due, and treatment without benefit. */
import type { ClinicalCase } from '../case.js';
import { daysBetween } from '../dates.js';
import { symptomChange, type SymptomChange } from '../reported.js';
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

/** The change since the intake at the newest check-in, with the date it was reported. */
const reported = (
  name: string,
  pick: (change: SymptomChange) => number | null,
  threshold?: string,
): InputUse => ({
  name,
  unit: 'points',
  ...(threshold ? { threshold } : {}),
  read: (c) => {
    const change = symptomChange(c.answers, c.facts.check_ins ?? [], c.startedOn);
    return change ? { value: pick(change), age_days: daysBetween(change.on, c.today) } : { value: null };
  },
});

export const monitoringRules = [
  rule({
    key: 'no_response_after_6_months',
    phases: ['MO'],
    severity: 'warning',
    effect: 'REVIEW',
    threshold:
      'on therapy ≥180 d, T within target, symptoms_improved=false, entered or reported at the newest check-in (no IIEF-5 gain of 4 points and no lower severity)',
    recommendation:
      'Normal levels without benefit: discuss stopping (guideline: 3–6 months) and other causes.',
    source: 'AUA18 V; IIEF-5 points P',
    sources: ['AUA18', 'PRODUCT'],
    version: 2,
    inputs: [
      onTherapyInput,
      therapyDay('>= 180'),
      treatmentTotal('inside the target range'),
      extra('symptoms_improved', '= no'),
      reported('iief_change', (change) => change.iief, 'at least 4 points better, or a lower severity'),
      reported('adam_severity_change', (change) => change.severity),
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
