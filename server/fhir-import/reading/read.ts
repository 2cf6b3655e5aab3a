import { setImmediate as turn } from 'node:timers/promises';
import type { LeftOutWhy } from '#common/api/fhir-import.js';
import type { LabNote } from '#common/api/labs.js';
import type { IntakeData } from '#common/intake/index.js';
import type { Draw } from '../../labs/lab-import-draws.js';
import type { Entry, OpenedBundle } from './bundle.js';
import { compareWithForm, mergeClaims, type Claimed } from './claims.js';
import { Draws } from './draws.js';
import { readAllergy, readCondition, readRequest, readStatement } from './history.js';
import { isLaboratory, readLaboratory, WITHDRAWN } from './laboratory.js';
import { readMeasurement } from './measurements.js';
import { leftOut, notUnderstood, type Outcome } from './outcome.js';
import type { Part } from './part.js';
import { isIntakeForm, readForm } from './questionnaire.js';
import { Tally } from './tally.js';

/** What a file would bring into an empty record. */
export interface RecordRead {
  answers: IntakeData;
  draws: ReadonlyMap<number, Draw>;
  specimens: ReadonlyMap<number, string>;
  notes: ReadonlyMap<number, readonly LabNote[]>;
  tally: Tally;
}

export interface ReadOn {
  now: number;
  /** In the patient's calendar. */
  today: string;
}

/** Between them everybody else gets a turn. */
const ENTRIES_A_TURN = 500;

/** What an import must never make: these are decisions, signatures and acts of another clinic. */
const NOT_IMPORTED: Readonly<Record<string, LeftOutWhy>> = {
  CarePlan: 'clinic_decision',
  DetectedIssue: 'clinic_decision',
  Provenance: 'clinic_decision',
  ServiceRequest: 'clinic_decision',
  Consent: 'signature',
  MedicationDispense: 'prescription',
};

/** Resources that are read, and so must say whose they are. */
const READ = ['Observation', 'Condition', 'AllergyIntolerance', 'MedicationStatement', 'MedicationRequest'];
const isOwned = ({ resource }: Entry): boolean =>
  resource.references('subject').length + resource.references('patient').length > 0;

interface Reading extends ReadOn {
  hasForm: boolean;
  find: (reference: string) => Part | undefined;
}

function outcomeOf({ type, resource }: Entry, row: number, { hasForm, find, now, today }: Reading): Outcome {
  switch (type) {
    case 'Observation':
      return isLaboratory(resource) ? readLaboratory(resource, row, now) : readMeasurement(resource, today);
    case 'Condition':
      return readCondition(resource);
    case 'AllergyIntolerance':
      return readAllergy(resource);
    case 'MedicationStatement':
      return readStatement(resource, find);
    case 'MedicationRequest':
      return hasForm ? leftOut('prescription') : readRequest(resource, find);
    default:
      return leftOut(NOT_IMPORTED[type] ?? 'not_imported');
  }
}

const authoredAt = ({ resource }: Entry): number => Date.parse(resource.text('authored')) || 0;

/** The newest intake form of the file; older ones, and other questionnaires, are left out. */
function formOf(entries: readonly Entry[], tally: Tally): Entry | null {
  const forms = entries
    .filter((entry) => isIntakeForm(entry) && isOwned(entry))
    .sort((a, b) => authoredAt(b) - authoredAt(a));
  const sound = forms.filter(({ resource }) => !WITHDRAWN.includes(resource.text('status')));
  for (const form of forms)
    if (!sound.includes(form)) tally.leftOut(form.type, 'withdrawn');
    else if (form !== sound[0]) tally.leftOut(form.type, 'superseded');
  return sound[0] ?? null;
}

const isReport = ({ type }: Entry): boolean => type === 'DiagnosticReport';

/** A report is its results, each of which is read by itself; what a clinician concluded stays there. */
function readReports(
  reports: readonly Entry[],
  find: OpenedBundle['find'],
  taken: ReadonlySet<Entry>,
  tally: Tally,
): void {
  for (const report of reports) {
    const { resource, type } = report;
    const results = resource.references('result');
    const absent = results.find((one) => !find(one));
    if (WITHDRAWN.includes(resource.text('status'))) tally.leftOut(type, 'withdrawn');
    else if (absent) tally.notUnderstood(report, 'result', absent, 'not_in_file');
    else if (results.some((one) => taken.has(find(one)!))) tally.understood(type);
    else tally.leftOut(type, 'not_imported');
    if (resource.text('conclusion')) tally.leftOut(`${type}.conclusion`, 'clinic_decision');
  }
}

/** Reads a file resource by resource: codes and units by table, never guessed. */
export async function readRecord({ entries, empty, find }: OpenedBundle, on: ReadOn): Promise<RecordRead> {
  const tally = new Tally();
  const draws = new Draws();
  const claimed: Claimed[] = [];
  const taken = new Set<Entry>();
  tally.understood('Patient');
  for (const name of empty) tally.notUnderstood({ name }, 'resource', '', 'no_resource');
  const formEntry = formOf(entries, tally);
  const form = formEntry && readForm(formEntry, on.today);
  const reading: Reading = { ...on, hasForm: form !== null, find: (said) => find(said)?.resource };
  for (const [row, entry] of entries.entries()) {
    if (row % ENTRIES_A_TURN === 0) await turn();
    if (isReport(entry) || (isIntakeForm(entry) && isOwned(entry))) continue;
    const isNobodys = READ.includes(entry.type) && !isOwned(entry);
    const outcome = isNobodys ? notUnderstood('subject', '', 'no_patient') : outcomeOf(entry, row, reading);
    if (outcome.is === 'left_out') tally.leftOut(entry.type, outcome.why);
    else if (outcome.is === 'not_understood')
      tally.notUnderstood(entry, outcome.path, outcome.said, outcome.why);
    else if (outcome.is === 'claim') claimed.push({ entry, claim: outcome.claim });
    else if (draws.take(outcome.result)) {
      taken.add(entry);
      tally.understood(entry.type);
    } else tally.notUnderstood(entry, 'valueQuantity', String(outcome.result.value.value), 'two_values');
  }
  readReports(entries.filter(isReport), find, taken, tally);
  if (form) {
    tally.understood('QuestionnaireResponse');
    for (const { resource, path, said, why } of form.faults)
      tally.notUnderstood({ name: resource }, path, said, why);
    for (const why of form.leftOut) tally.leftOut('QuestionnaireResponse.item', why);
    compareWithForm(form.answers, claimed, tally);
  }
  const answers = form ? form.answers : mergeClaims(claimed, on.today, tally);
  return { answers, draws: draws.values, specimens: draws.specimens, notes: draws.notes, tally };
}
