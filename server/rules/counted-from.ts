import { daysBetween, dueOnIn, labHeading, type LabSuggestion } from '#common/clinical/index.js';
import { REFILL_LABEL } from '#common/clinical/lab-labels.js';
import { notAhead } from '../patients/own-day.js';

/** The draw follows the clinic's calendar; its distance follows the patient's. What is asked for at once is due now. */
export function countedFrom(today: string, lab: LabSuggestion): LabSuggestion {
  const { draw_from, draw_until } = lab;
  const due_on =
    draw_from && draw_until
      ? dueOnIn({ draw_from, draw_until }, today)
      : lab.label === REFILL_LABEL
        ? notAhead(lab.due_on, today)
        : lab.due_on;
  const due_in_days = daysBetween(today, due_on);
  const moved = due_in_days - lab.due_in_days;
  const overdue = due_in_days < 0;
  return {
    ...lab,
    instruction: lab.instruction.replace(
      labHeading(lab.label, lab.status === 'overdue'),
      labHeading(lab.label, overdue),
    ),
    due_on,
    due_in_days,
    suggested_in_days: Math.max(0, lab.suggested_in_days + moved),
    status: overdue ? 'overdue' : 'scheduled',
  };
}
