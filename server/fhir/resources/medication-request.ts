import type { CodeableConcept, Dosage, MedicationRequest } from 'fhir/r4.js';
import {
  addDays,
  FORMULATION_IDS,
  lastLegalFillOn,
  ROUTES,
  supplyClock,
  treatmentDays,
} from '#common/clinical/index.js';
import { CODES, ROUTE_CODES, UNITS } from '#common/fhir-codes/codes.js';
import { fillsOf, openRest } from '../../supply/records/dispenses.repository.js';
import type { Chart, ChartPrescription } from '../model/chart.js';
import { date, OF_SUBJECT, reference, token, type PatientResource } from '../model/definition.js';
import {
  at,
  concept,
  days,
  finished,
  hl7Concept,
  organisationRef,
  patientRef,
  practitionerRef,
  quantity,
  ref,
  usCore,
} from '../model/parts.js';

/** All but the last of our thirteen products are testosterone; no code is certain for the salt, so the ingredient is named. */
export const medication = (formulation: string, drug: string): CodeableConcept =>
  concept(
    drug,
    FORMULATION_IDS.some((id) => id === formulation) && formulation !== 'non_testosterone_option'
      ? CODES.testosterone
      : null,
  );

const MILLIGRAMS = /^(\d+(?:\.\d+)?) ?mg\b/;

/** A dose written in milligrams is also given as a number; any other only as text. */
export function dosage(order: Pick<ChartPrescription, 'sig' | 'dose' | 'frequency' | 'route'>): Dosage {
  const milligrams = MILLIGRAMS.exec(order.dose)?.[1];
  const route = ROUTES.find((one) => one === order.route.toLowerCase());
  return {
    text: order.sig.trim() || `${order.dose} ${order.frequency} ${order.route}`,
    timing: { code: { text: order.frequency } },
    route: concept(order.route, route ? ROUTE_CODES[route] : null),
    doseAndRate: milligrams ? [{ doseQuantity: quantity(Number(milligrams), UNITS.milligram) }] : [],
  };
}

/** The first day on which the supply has ended and nothing more may be dispensed on the order; null before. */
function usedUpOn(
  { today, dispenses }: Pick<Chart, 'today' | 'dispenses'>,
  order: ChartPrescription,
): string | null {
  const { id, issued_on, refills, days_supply, holds } = order;
  const fills = fillsOf(dispenses, id);
  const legal = lastLegalFillOn(issued_on);
  const day = today < legal ? today : legal;
  const { run_out_on, refills_left } = supplyClock({
    issued_on,
    refills,
    days_supply,
    fills,
    today: day,
    holds,
  });
  if (run_out_on === null) return null;
  const rest = openRest(order, dispenses.toReversed(), { issuedOn: issued_on, today: day });
  const mayFillUntil = refills_left > 0 || rest ? legal : '';
  const ended = run_out_on > mayFillUntil ? run_out_on : addDays(mayFillUntil, 1);
  return ended <= treatmentDays(holds).standing(today) ? ended : null;
}

function statusOf(
  { status, on_hold_since, ended_reason }: ChartPrescription,
  { usedUp, ahead }: { usedUp: string | null; ahead: boolean },
): MedicationRequest['status'] {
  // One that is approved ahead of its plan is not to be followed yet.
  if (status === 'draft' || status === 'submitted' || (status === 'accepted' && ahead)) return 'draft';
  if (status === 'rejected') return 'cancelled';
  if (status === 'canceled') return ended_reason === 'replaced' ? 'stopped' : 'cancelled';
  // R4: all that the order implies has occurred.
  if (usedUp) return 'completed';
  return on_hold_since ? 'on-hold' : 'active';
}

export function medicationRequest(chart: Chart, order: ChartPrescription): MedicationRequest {
  const usedUp = usedUpOn(chart, order);
  const ahead = chart.plans.some(
    ({ id, lifecycle }) => id === order.plan_id && lifecycle === 'pending_review',
  );
  const ended = usedUp ? new Date(`${usedUp}T00:00:00Z`) : order.updated_at;
  const diagnosis = chart.cases.find(({ id }) => id === order.case_id)?.diagnosis;
  return finished<MedicationRequest>(
    {
      resourceType: 'MedicationRequest',
      id: order.id,
      meta: { profile: [usCore('medicationrequest')] },
      status: statusOf(order, { usedUp, ahead }),
      statusReason: order.ended_reason ? concept(order.ended_reason) : undefined,
      intent: 'order',
      category: [hl7Concept('medicationrequest-category', 'community')],
      reportedBoolean: false,
      medicationCodeableConcept: medication(order.formulation, order.drug),
      subject: patientRef(chart),
      authoredOn: at(order.created_at),
      requester:
        practitionerRef(chart, order.approved_by) ??
        practitionerRef(chart, chart.cases[0]?.primary_clinician_id ?? null) ??
        organisationRef(chart),
      reasonCode: diagnosis?.trim() ? [concept(diagnosis)] : [],
      basedOn:
        order.plan_id && chart.plans.some(({ id }) => id === order.plan_id)
          ? [ref('CarePlan', order.plan_id)]
          : [],
      priorPrescription:
        order.replaces_id && chart.prescriptions.some(({ id }) => id === order.replaces_id)
          ? ref('MedicationRequest', order.replaces_id)
          : undefined,
      dosageInstruction: [dosage(order)],
      dispenseRequest: {
        numberOfRepeatsAllowed: order.refills,
        quantity: { value: order.quantity },
        expectedSupplyDuration: days(order.days_supply),
      },
    },
    // That the supply ended is a change, too.
    ended > order.updated_at ? ended : order.updated_at,
  );
}

export const medicationRequestResource: PatientResource = {
  type: 'MedicationRequest',
  of: 'patient',
  scope: 'medications.read',
  needs: ['cases', 'plans', 'prescriptions', 'dispenses'],
  map: (chart) => chart.prescriptions.map((order) => medicationRequest(chart, order)),
  profiles: [usCore('medicationrequest')],
  search: {
    ...OF_SUBJECT,
    status: token('status'),
    intent: token('intent'),
    encounter: reference('encounter'),
    requester: reference('requester'),
    authoredon: date('authoredOn'),
  },
};
