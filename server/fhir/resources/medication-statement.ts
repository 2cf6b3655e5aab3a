import type { MedicationStatement } from 'fhir/r4.js';
import { latestIntake, type Chart } from '../model/chart.js';
import { saysNone } from '../model/none.js';
import { date, OF_SUBJECT, token, type PatientResource } from '../model/definition.js';
import { at, concept, finished, hl7Concept, partId, patientRef } from '../model/parts.js';

const isNone = saysNone(
  '(no|not taking any|not on any)( current)?( other)? (med(icine|ication)?s|supplements|vitamins|medicine|medication)',
);
const FIELDS = ['current_medications', 'supplements'] as const;

/** What the patient reported taking, as one text each: free text is not split. A text that says "none" is none. */
export function medicationStatements(chart: Chart): MedicationStatement[] {
  const intake = latestIntake(chart);
  if (!intake) return [];
  return FIELDS.flatMap((field) => {
    const text = intake.answers[field];
    if (typeof text !== 'string' || !text.trim() || isNone(text)) return [];
    return [
      finished<MedicationStatement>(
        {
          resourceType: 'MedicationStatement',
          id: partId(intake.id, field),
          status: 'unknown',
          category: hl7Concept('medication-statement-category', 'patientspecified'),
          medicationCodeableConcept: concept(text),
          subject: patientRef(chart),
          dateAsserted: at(intake.finalized_at),
          informationSource: patientRef(chart),
        },
        intake.finalized_at,
      ),
    ];
  });
}

export const medicationStatementResource: PatientResource = {
  type: 'MedicationStatement',
  of: 'patient',
  scope: 'medications.read',
  needs: ['documents'],
  map: medicationStatements,
  search: { ...OF_SUBJECT, status: token('status'), effective: date('effectivePeriod', 'dateAsserted') },
};
