import type { Reference, ServiceRequest } from 'fhir/r4.js';
import { ANALYTE_BY_KEY, type AnalyteKey } from '#common/clinical/index.js';
import { CODES, SYSTEM } from '#common/fhir-codes/codes.js';
import type { Chart, ChartLabOrder } from '../model/chart.js';
import { date, OF_SUBJECT, reference, token, type PatientResource } from '../model/definition.js';
import {
  at,
  concept,
  finished,
  hl7Concept,
  organisationRef,
  partId,
  patientRef,
  practitionerRef,
  ref,
  usCore,
} from '../model/parts.js';

/** A request for one test of an order. */
export const requestRef = (orderId: string, analyte: string): Reference =>
  ref('ServiceRequest', partId(orderId, analyte));

/** Of one test: its result may be in while others of the order are still expected. */
const statusOf = (order: ChartLabOrder, analyte: AnalyteKey): ServiceRequest['status'] =>
  order.results_in.includes(analyte) ? 'completed' : order.status === 'canceled' ? 'revoked' : 'active';

function serviceRequest(chart: Chart, order: ChartLabOrder, key: AnalyteKey): ServiceRequest {
  const { name, loinc } = ANALYTE_BY_KEY.get(key)!;
  const number = { system: `urn:uuid:${chart.organisation.id}`, value: order.number };
  return finished<ServiceRequest>(
    {
      resourceType: 'ServiceRequest',
      id: partId(order.id, key),
      meta: { profile: [usCore('servicerequest')] },
      identifier: [
        {
          ...number,
          value: `${order.number}-${loinc}`,
          type: hl7Concept('v2-0203', 'PLAC', 'Placer order number'),
          assigner: organisationRef(chart),
        },
      ],
      // All tests of one order share its number.
      requisition: number,
      status: statusOf(order, key),
      intent: 'order',
      category: [concept('Laboratory procedure', CODES.laboratoryProcedure)],
      code: concept(name, { system: 'loinc', code: loinc, display: name, source: 'the analyte table' }),
      subject: patientRef(chart),
      occurrencePeriod: { start: order.window_from, end: order.due_on },
      authoredOn: at(order.ordered_at),
      requester: practitionerRef(chart, order.ordered_by) ?? organisationRef(chart),
      performer: [{ display: order.laboratory }],
      reasonCode: order.diagnosis_codes.map((code) => ({
        coding: [{ system: SYSTEM.icd10, code }],
        text: code,
      })),
      // The note is for the laboratory and the care team.
      note: chart.reader === 'care_team' && order.note ? [{ text: order.note }] : [],
      patientInstruction: order.fasting ? 'Fasting' : undefined,
    },
    order.updated_at,
  );
}

export const serviceRequestResource: PatientResource = {
  type: 'ServiceRequest',
  of: 'patient',
  scope: 'observations.read',
  needs: ['labOrders'],
  map: (chart) =>
    chart.labOrders.flatMap((order) => order.analytes.map((key) => serviceRequest(chart, order, key))),
  profiles: [usCore('servicerequest')],
  search: {
    ...OF_SUBJECT,
    identifier: token('identifier'),
    requisition: token('requisition'),
    category: token('category'),
    code: token('code'),
    authored: date('authoredOn'),
    occurrence: date('occurrencePeriod'),
    requester: reference('requester'),
    status: token('status'),
    intent: token('intent'),
  },
};
