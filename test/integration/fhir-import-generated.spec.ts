import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FhirResource } from 'fhir/r4.js';
import {
  ANALYTE_BY_KEY,
  ANALYTES,
  flagOf,
  limitCanStandForValue,
  type AnalyteKey,
} from '../../common/clinical/index.js';
import { fieldsOfSection, normalise, type IntakeData } from '../../common/intake/index.js';
import { collection } from '../../server/fhir/bundle.js';
import type { Chart, ChartPanel } from '../../server/fhir/model/chart.js';
import { CLINIC_RESOURCES, PATIENT_RESOURCES } from '../../server/fhir/resources/index.js';
import { openBundle } from '../../server/fhir-import/reading/bundle.js';
import { readRecord, type RecordRead } from '../../server/fhir-import/reading/read.js';
import { formFaults, patientFaults } from '../../server/fhir-import/reading/same-patient.js';
import { withNotes } from '../../server/labs/laboratory-notes.js';
import { charts } from '../support/fhir-charts.js';

/** `FHIR_PATIENTS=300` before a release. */
const PATIENTS = Number(process.env.FHIR_PATIENTS ?? 60);
const NOW = Date.parse('2026-11-25T12:00:00Z');
const ON = { now: NOW, today: '2026-11-25' };
/** What an import may bring; all else is a decision, a signature or a deed of the other clinic. */
const IMPORTED = [
  'Patient',
  'Condition',
  'AllergyIntolerance',
  'MedicationStatement',
  'Observation',
  'DiagnosticReport',
  'QuestionnaireResponse',
];
const SIGNED = fieldsOfSection(10).map(({ name }) => name);

const exported = (chart: Chart): FhirResource[] => PATIENT_RESOURCES.flatMap(({ map }) => map(chart));
const fileOf = (chart: Chart): unknown => {
  const resources = [...exported(chart), ...CLINIC_RESOURCES.flatMap(({ map }) => map(chart))];
  const owned = resources.map((resource) => ({ patientId: null, resource }));
  // As a file: what JSON drops is not there.
  return JSON.parse(JSON.stringify(collection(chart.origin, owned, new Date(NOW))));
};

type Result = ChartPanel['results'][number];
function resultOf(key: AnalyteKey, value: number, comparator: Result['comparator']): Result {
  const { unit, reference_low, reference_high } = ANALYTE_BY_KEY.get(key)!;
  return { analyte: key, value, comparator, unit, flag: flagOf(key, value), reference_low, reference_high };
}

/** Values that a laboratory can send: inside the range, at its limits, and below what its method can tell. */
const results = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean()), {
    minLength: ANALYTES.length,
    maxLength: ANALYTES.length,
  })
  .map((picks) =>
    ANALYTES.flatMap(({ key, reference_low, reference_high, plausible_low }, n) => {
      const [pick, sent] = picks[n]!;
      const value = [reference_low ?? reference_high!, reference_high ?? reference_low!, plausible_low][pick];
      if (!sent || value === undefined || (key === 'tt_ng_dl' && pick === 2)) return [];
      const below = pick === 2 && limitCanStandForValue(key, '<', value);
      return [resultOf(key, value, below ? '<' : null)];
    }),
  );

/** A chart as the database can hold it. */
const records = fc.tuple(charts, results, results).map(([chart, first, second]): Chart => {
  const moments = new Set<number>();
  return {
    ...chart,
    patient: { ...chart.patient, dob: '1984-01-15', full_name: 'Orson Testman' },
    documents: chart.documents.map((one) => ({ ...one, latest: true, answers: normalise(one.answers) })),
    // Orders come after an intake.
    prescriptions: chart.documents.some(({ slug }) => slug === 'intake') ? chart.prescriptions : [],
    pressures: chart.pressures.filter(({ systolic, diastolic }) => systolic !== null || diastolic !== null),
    panels: chart.panels
      .filter(({ collected_at }) => {
        const isNew = !moments.has(collected_at!.getTime());
        moments.add(collected_at!.getTime());
        return isNew;
      })
      .map((panel, n) => ({ ...panel, results: n ? second : first })),
  };
});

/** The record without what an import leaves out. */
const withoutDecisions = (chart: Chart): Chart => ({
  ...chart,
  cases: [],
  checkIns: [],
  pressures: [],
  labOrders: [],
  documents: chart.documents
    .filter(({ slug }) => slug === 'intake')
    .map((document) => ({ ...document, revision: 1 })),
  panels: chart.panels
    .filter(({ status, results: sent }) => status === 'completed' && sent.length > 0)
    .map((panel) => ({ ...panel, corrected: false, note: null, reviewed_by: null, reviewed_at: null })),
});

/** The record that an import makes, once the patient signed: rows get other ids. */
function imported(chart: Chart, { answers, draws, specimens, notes }: RecordRead): Chart {
  const [signed] = chart.documents;
  const again = Object.fromEntries(SIGNED.map((name) => [name, signed?.answers[name]])) as IntakeData;
  return {
    ...chart,
    documents: signed
      ? [
          {
            ...signed,
            id: '99999999-9999-4999-8999-999999999999',
            answers: normalise({ ...answers, ...again }),
          },
        ]
      : [],
    panels: [...draws].map(([at, values], n) => {
      const known = chart.panels.find(({ collected_at }) => collected_at!.getTime() === at)!;
      return {
        ...known,
        id: `88888888-8888-4888-8888-88888888888${n}`,
        specimen: specimens.get(at) ?? null,
        laboratory_notes: withNotes([], notes.get(at) ?? []),
        results: values.map(({ analyte, value, comparator }) => resultOf(analyte, value, comparator ?? null)),
      };
    }),
  };
}

/** Without ids: of references, only the type. */
const withoutIds = (resource: FhirResource): string =>
  JSON.stringify(resource, (key, value: unknown) => {
    if (key === 'id' || key === 'versionId') return undefined;
    if (key === 'reference') return String(value).split('/')[0];
    return typeof value === 'string' && value.startsWith('urn:uuid:') ? 'urn:uuid' : value;
  });
const importable = (chart: Chart): string[] =>
  exported(chart)
    .filter(({ resourceType }) => IMPORTED.includes(resourceType))
    .map(withoutIds)
    .sort();

const known = ({ patient }: Chart) => ({ ...patient, sex: null });

describe('generated records, exported and imported', () => {
  it('are equal after ids when exported again', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (chart) => {
        const opened = openBundle(fileOf(chart));
        expect(patientFaults(opened.patient.resource, known(chart))).toEqual({});
        const read = await readRecord(opened, ON);
        expect(formFaults(opened.patient.resource, read.answers)).toEqual({});
        const before = withoutDecisions(chart);
        expect(importable(imported(before, read))).toEqual(importable(before));
      }),
      { numRuns: PATIENTS, seed: 7 },
    );
  }, 600_000);

  it('account for every resource once, and understand all that is imported', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (chart) => {
        const file = fileOf(chart) as { entry: unknown[] };
        const { report } = (await readRecord(openBundle(file), ON)).tally;
        const count = (list: readonly { type: string; count: number }[]): number =>
          list.filter(({ type }) => !type.includes('.')).reduce((sum, one) => sum + one.count, 0);
        expect(count(report.understood) + count(report.left_out) + report.not_understood_total).toBe(
          file.entry.length,
        );
        expect(report.understood.filter(({ type }) => !IMPORTED.includes(type))).toEqual([]);
        const clinic = new Set(chart.cases.map(({ id, diagnosis }) => diagnosis && `Condition/${id}`));
        expect(report.not_understood.filter(({ resource }) => !clinic.has(resource))).toEqual([]);
      }),
      { numRuns: PATIENTS, seed: 11 },
    );
  }, 600_000);
});
