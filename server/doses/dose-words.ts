import type { EmergencyAdvice } from '#common/api/messages.js';
import { EMERGENCIES, adviceFor } from '#common/emergency/emergency-kinds.js';
import type { DoseConcern } from '#common/clinical/index.js';
import type { RaisedAlert } from '../rules/case-alerts.repository.js';

export interface DoseSaid {
  /** "800 mg". */
  taken: string;
  /** "3 doses of together 240 mg", with others within half the interval; null without others. */
  sum: string | null;
  /** "80 mg once weekly"; null without a plan. */
  planned: string | null;
  /** "750 mg of Testosterone undecanoate injection": doses of other products at the same time. */
  besides: readonly string[];
}

const DOSE_ALERT: Readonly<Record<DoseConcern, { key: string; severity: RaisedAlert['severity'] }>> = {
  far_over_plan: { key: 'dose_far_over_plan', severity: 'critical' },
  too_soon: { key: 'dose_too_soon', severity: 'critical' },
  on_hold: { key: 'dose_on_hold', severity: 'warning' },
  no_plan: { key: 'dose_without_plan', severity: 'critical' },
};

const WHAT: Readonly<Record<DoseConcern, (said: DoseSaid) => string>> = {
  far_over_plan: ({ taken, sum, planned }) =>
    `The patient logged ${sum ? `${sum} within half the interval` : taken}; the plan says ${planned}.`,
  too_soon: ({ taken, sum, planned }) =>
    `The patient logged ${sum ?? taken} within half the interval${sum ? '' : ' after another dose'}; the plan says ${planned}.`,
  on_hold: ({ taken }) => `The patient logged ${taken} while therapy is on hold.`,
  no_plan: ({ taken }) => `Testosterone taken without an approved plan: the patient logged ${taken}.`,
};

export const doseAlert = (concern: DoseConcern, said: DoseSaid): RaisedAlert => ({
  rule_key: DOSE_ALERT[concern].key,
  severity: DOSE_ALERT[concern].severity,
  message: `${WHAT[concern](said)}${said.besides.length ? ` Logged then too: ${said.besides.join(', ')}.` : ''} Contact the patient and check what was taken.`,
  place: 'dose',
});

/** What the patient reads at once. */
export function doseAdvice(concern: DoseConcern): EmergencyAdvice {
  const tooMuch = adviceFor(['too_much'])!;
  if (concern !== 'on_hold' && concern !== 'no_plan') return tooMuch;
  return {
    ...tooMuch,
    title: concern === 'on_hold' ? 'Your treatment is on hold' : 'You have no approved plan',
    text: `Take no more until your care team tells you to. We have told them about this dose. If you took more than one dose or feel unwell, call Poison Control at ${EMERGENCIES.too_much.call[0]}, or 911 for chest pain, breathlessness, weakness on one side, confusion or fainting.`,
  };
}
