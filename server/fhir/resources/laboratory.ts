import type { DiagnosticReport, Observation } from 'fhir/r4.js';
import { ANALYTES, type LabFlag } from '#common/clinical/index.js';
import { CODES, type Code } from '#common/fhir-codes/codes.js';
import type { Chart, ChartPanel } from '../model/chart.js';
import { date, OF_SUBJECT, reference, token, type PatientResource } from '../model/definition.js';
import { requestRef } from './service-request.js';
import {
  at,
  concept,
  finished,
  hl7Concept,
  organisationRef,
  partId,
  patientRef,
  practitionerRef,
  quantity,
  ref,
  rounded,
  usCore,
} from '../model/parts.js';

const BY_KEY: ReadonlyMap<string, (typeof ANALYTES)[number]> = new Map(ANALYTES.map((one) => [one.key, one]));
const INTERPRETATION = { low: 'L', high: 'H', normal: 'N', unclear: 'IND' } as const;

/** As the code system says it. */
const SHOWN_AS: Partial<Record<LabFlag, string>> = { unclear: 'Indeterminate' };

const statusOf = ({ status, corrected }: ChartPanel): 'final' | 'corrected' | 'entered-in-error' =>
  status === 'voided' ? 'entered-in-error' : corrected ? 'corrected' : 'final';

/** The latest known change to any part of a panel. */
const changedAt = ({ created_at, reviewed_at }: ChartPanel): Date =>
  reviewed_at && reviewed_at > created_at ? reviewed_at : created_at;

/** The orders that a draw answers. */
const ordersOf = ({ labOrders }: Chart, { id }: ChartPanel) =>
  labOrders.filter(({ panel_ids }) => panel_ids.includes(id));

const resultId = (panelId: string, analyte: string): string => partId(panelId, analyte);

function result(chart: Chart, panel: ChartPanel, one: ChartPanel['results'][number]): Observation {
  const analyte = BY_KEY.get(one.analyte);
  const code: Code | null = analyte
    ? { system: 'loinc', code: analyte.loinc, display: analyte.name, source: 'the analyte table' }
    : null;
  const unit = [one.unit, analyte?.ucum ?? one.unit] as const;
  const limit = (value: number | null) => (value === null ? undefined : quantity(rounded(value), unit));
  const range = { low: limit(one.reference_low), high: limit(one.reference_high) };
  return finished<Observation>(
    {
      resourceType: 'Observation',
      id: resultId(panel.id, one.analyte),
      meta: { profile: [usCore('observation-lab')] },
      status: statusOf(panel),
      category: [hl7Concept('observation-category', 'laboratory', 'Laboratory')],
      basedOn: ordersOf(chart, panel)
        .filter(({ analytes }) => analytes.some((key) => key === one.analyte))
        .map(({ id }) => requestRef(id, one.analyte)),
      code: concept(analyte?.name ?? one.analyte, code),
      subject: patientRef(chart),
      effectiveDateTime: at(panel.collected_at!),
      issued: at(panel.created_at),
      performer: [organisationRef(chart)],
      // Kept as words; there is no Specimen to read.
      specimen: panel.specimen?.trim() ? { type: 'Specimen', display: panel.specimen } : undefined,
      valueQuantity: {
        ...quantity(rounded(one.value), unit),
        ...(one.comparator && { comparator: one.comparator }),
      },
      interpretation: [
        hl7Concept('v3-ObservationInterpretation', INTERPRETATION[one.flag], SHOWN_AS[one.flag] ?? one.flag),
      ],
      note: panel.laboratory_notes
        .filter(({ analyte: on }) => on === null || on === one.analyte)
        .map(({ text }) => ({ text })),
      referenceRange: range.low || range.high ? [range] : [],
    },
    panel.created_at,
  );
}

export const laboratoryResults = (chart: Chart): Observation[] =>
  chart.panels.flatMap((panel) => panel.results.map((one) => result(chart, panel, one)));

const report = (chart: Chart, panel: ChartPanel): DiagnosticReport =>
  finished<DiagnosticReport>(
    {
      resourceType: 'DiagnosticReport',
      id: panel.id,
      meta: { profile: [usCore('diagnosticreport-lab')] },
      status: statusOf(panel),
      basedOn: ordersOf(chart, panel).flatMap(({ id, analytes }) =>
        analytes.map((key) => requestRef(id, key)),
      ),
      category: [hl7Concept('v2-0074', 'LAB', 'Laboratory')],
      code: concept('Laboratory report', CODES.labReport),
      subject: patientRef(chart),
      effectiveDateTime: at(panel.collected_at!),
      issued: at(panel.created_at),
      performer: [organisationRef(chart)],
      resultsInterpreter: [practitionerRef(chart, panel.reviewed_by)].filter((who) => who !== undefined),
      result: panel.results.map((one) => ref('Observation', resultId(panel.id, one.analyte))),
      // The note is for the care team.
      conclusion: chart.reader === 'care_team' ? (panel.note ?? undefined) : undefined,
    },
    changedAt(panel),
  );

export const diagnosticReportResource: PatientResource = {
  type: 'DiagnosticReport',
  of: 'patient',
  scope: 'observations.read',
  needs: ['panels', 'labOrders'],
  map: (chart) => chart.panels.map((panel) => report(chart, panel)),
  profiles: [usCore('diagnosticreport-lab')],
  search: {
    ...OF_SUBJECT,
    category: token('category'),
    code: token('code'),
    date: date('effectiveDateTime'),
    status: token('status'),
    result: reference('result'),
    'based-on': reference('basedOn'),
  },
};
