import type { CodeableConcept, MedicationDispense } from 'fhir/r4.js';
import type { Chart, ChartDispense, ChartPrescription } from '../model/chart.js';
import { date, OF_SUBJECT, reference, token, type PatientResource } from '../model/definition.js';
import { days, finished, hl7Concept, patientRef, ref, usCore } from '../model/parts.js';
import { dosage, medication } from './medication-request.js';

const TYPE_TEXT = {
  FFC: 'First fill',
  FFP: 'Part of the first fill',
  RFC: 'Refill',
  RFP: 'Part of a refill',
};

/** First fill or refill, of the whole quantity or a part of it; a rest belongs to the fill that it completes. */
function typeOf(chart: Chart, order: ChartPrescription, fill: ChartDispense): CodeableConcept {
  const began = chart.dispenses.find(({ id }) => id === fill.completes) ?? fill;
  const whole = fill.completes === null && fill.quantity >= order.quantity;
  const code = `${began.n === 1 ? 'FF' : 'RF'}${whole ? 'C' : 'P'}` as const;
  return hl7Concept('v3-ActCode', code, TYPE_TEXT[code]);
}

const medicationDispense = (
  chart: Chart,
  order: ChartPrescription,
  fill: ChartDispense,
): MedicationDispense =>
  finished<MedicationDispense>(
    {
      resourceType: 'MedicationDispense',
      id: fill.id,
      meta: { profile: [usCore('medicationdispense')] },
      status: 'completed',
      medicationCodeableConcept: medication(order.formulation, order.drug),
      subject: patientRef(chart),
      authorizingPrescription: [ref('MedicationRequest', order.id)],
      type: typeOf(chart, order, fill),
      quantity: { value: fill.quantity },
      daysSupply: days(fill.days),
      whenHandedOver: fill.filled_on,
      dosageInstruction: [dosage(order)],
    },
    fill.created_at,
  );

export const medicationDispenseResource: PatientResource = {
  type: 'MedicationDispense',
  of: 'patient',
  scope: 'medications.read',
  needs: ['prescriptions', 'dispenses'],
  map: (chart) =>
    chart.dispenses.flatMap((fill) => {
      const order = chart.prescriptions.find(({ id }) => id === fill.prescription_id);
      return order ? [medicationDispense(chart, order, fill)] : [];
    }),
  profiles: [usCore('medicationdispense')],
  search: {
    ...OF_SUBJECT,
    status: token('status'),
    type: token('type'),
    prescription: reference('authorizingPrescription'),
    whenhandedover: date('whenHandedOver'),
  },
};
