import type { DetectedIssue } from 'fhir/r4.js';
import { titleOf } from '#common/clinical/index.js';
import type { Chart, ChartAlert } from '../model/chart.js';
import { date, reference, token, type PatientResource } from '../model/definition.js';
import { at, concept, finished, patientRef, practitionerRef } from '../model/parts.js';

const SEVERITY = { critical: 'high', warning: 'moderate', info: 'low' } as const;

/** A fired rule, with its key so that a program can tell two apart. */
const detectedIssue = (chart: Chart, alert: ChartAlert): DetectedIssue =>
  finished<DetectedIssue>(
    {
      resourceType: 'DetectedIssue',
      id: alert.id,
      identifier: [{ system: `${chart.origin}/fhir/rules`, value: alert.rule_key }],
      // Open ones are preliminary; a closed one is over and its finding final.
      status: alert.closed_at ? 'final' : 'preliminary',
      code: concept(titleOf(alert.rule_key) ?? alert.rule_key),
      severity: SEVERITY[alert.severity],
      patient: patientRef(chart),
      identifiedDateTime: at(alert.created_at),
      detail: alert.message,
      mitigation: alert.acknowledged_at
        ? [
            {
              action: concept('Acknowledged by the care team'),
              date: at(alert.acknowledged_at),
              author: practitionerRef(chart, alert.acknowledged_by),
            },
          ]
        : [],
    },
    alert.closed_at ?? alert.acknowledged_at ?? alert.created_at,
  );

export const detectedIssueResource: PatientResource = {
  type: 'DetectedIssue',
  of: 'patient',
  scope: 'problems.read',
  needs: ['alerts'],
  // Alerts are for the care team, which decides what to explain in person.
  map: (chart) =>
    chart.reader === 'patient' ? [] : chart.alerts.map((alert) => detectedIssue(chart, alert)),
  search: {
    patient: reference('patient'),
    code: token('code'),
    identified: date('identifiedDateTime'),
    identifier: token('identifier'),
    status: token('status'),
  },
};
