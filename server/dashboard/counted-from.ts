import { daysBetween, labHeading, type LabSuggestion } from '#common/clinical/index.js';

/** The draw follows the clinic's calendar; its distance follows the patient's. */
export function countedFrom(today: string, lab: LabSuggestion): LabSuggestion {
  const due_in_days = daysBetween(today, lab.due_on);
  const moved = due_in_days - lab.due_in_days;
  const overdue = due_in_days < 0;
  return {
    ...lab,
    instruction: lab.instruction.replace(
      labHeading(lab.label, lab.status === 'overdue'),
      labHeading(lab.label, overdue),
    ),
    due_in_days,
    suggested_in_days: Math.max(0, lab.suggested_in_days + moved),
    status: overdue ? 'overdue' : 'scheduled',
  };
}
