import { setImmediate as turn } from 'node:timers/promises';
import type { LeftOutWhy } from '#common/api/fhir-import.js';
import type { LabNote } from '#common/api/labs.js';
import type { IntakeData } from '#common/intake/index.js';
import type { Draw } from '../../labs/lab-import-draws.js';
import type { Entry, OpenedBundle } from './bundle.js';
import { compareWithForm, mergeClaims, type Claimed } from './claims.js';
import { dateFault, type ReadOn } from './dates.js';
import { Draws } from './draws.js';
import { readAllergy, readCondition, readRequest, readStatement } from './history.js';
import { corrects, isLaboratory, measuredAt, readLaboratory, WITHDRAWN } from './laboratory.js';
import { readMeasurement } from './measurements.js';
import { leftOut, notUnderstood, type Outcome } from './outcome.js';
import { isIntakeForm, readForm } from './questionnaire.js';
import { isReport, readReports, ReportFaults } from './reports.js';
import { Tally } from './tally.js';

/** What a file would bring into an empty record. */
export interface RecordRead {
  answers: IntakeData;
  draws: ReadonlyMap<number, Draw>;
  specimens: ReadonlyMap<number, string>;
  notes: ReadonlyMap<number, readonly LabNote[]>;
  tally: Tally;
}

/** Between them everybody else gets a turn. */
const ENTRIES_A_TURN = 500;

/** What an import must never make: these are decisions, signatures and acts of another clinic. */
const NOT_IMPORTED: ReadonlyMap<string, LeftOutWhy> = new Map([
  ['CarePlan', 'clinic_decision'],
  ['DetectedIssue', 'clinic_decision'],
  ['Provenance', 'clinic_decision'],
  ['ServiceRequest', 'clinic_decision'],
  ['Consent', 'signature'],
  ['MedicationDispense', 'prescription'],
]);

/** Resources that are read, and so must say whose they are. */
const READ = ['Observation', 'Condition', 'AllergyIntolerance', 'MedicationStatement', 'MedicationRequest'];
const isOwned = ({ resource }: Entry): boolean =>
  resource.references('subject').length + resource.references('patient').length > 0;

interface Reading extends ReadOn {
  hasForm: boolean;
  find: OpenedBundle['find'];
  reports: ReportFaults;
}

/** What keeps a resource from being read at all. */
function refusalOf(entry: Entry, on: ReadOn): Outcome | null {
  const { resource, modifier } = entry;
  if (modifier !== null) return notUnderstood('modifierExtension', modifier, 'modifier');
  if (!isOwned(entry)) return notUnderstood('subject', '', 'no_patient');
  // Of a mother's record, what is measured may be her child's.
  if (resource.has('focus'))
    return notUnderstood('focus', resource.references('focus').join(' '), 'of_other');
  return dateFault(resource, on);
}

function outcomeOf(entry: Entry, row: number, reading: Reading): Outcome {
  const { type, resource } = entry;
  const { hasForm, find, now, today, reports } = reading;
  const medicine = (said: string) => soundOf(find(said));
  if (READ.includes(type)) {
    const refusal = reports.of(entry) ?? refusalOf(entry, reading);
    if (refusal) return refusal;
  }
  switch (type) {
    case 'Observation':
      return isLaboratory(resource)
        ? readLaboratory(resource, row, now, find)
        : readMeasurement(resource, today);
    case 'Condition':
      return readCondition(resource);
    case 'AllergyIntolerance':
      return readAllergy(resource);
    case 'MedicationStatement':
      return readStatement(resource, medicine);
    case 'MedicationRequest':
      return readRequest(resource, medicine, hasForm);
    default:
      return leftOut(NOT_IMPORTED.get(type) ?? 'not_imported');
  }
}

/** A medicine by its name, unless something may change what it says. */
const soundOf = (entry: Entry | undefined) => (entry?.modifier === null ? entry.resource : undefined);

const authoredAt = ({ resource }: Entry): number => Date.parse(resource.text('authored')) || 0;

/** The newest intake form of the file; older ones, and other questionnaires, are left out. */
function formOf(entries: readonly Entry[], on: ReadOn, tally: Tally): Entry | null {
  const forms = entries
    .filter((entry) => isIntakeForm(entry) && isOwned(entry))
    .sort((a, b) => authoredAt(b) - authoredAt(a));
  let newest: Entry | null = null;
  for (const form of forms) {
    const isWithdrawn = WITHDRAWN.includes(form.resource.text('status'));
    const refusal = isWithdrawn ? leftOut('withdrawn') : refusalOf(form, on);
    if (refusal) count(form, refusal, tally);
    else if (newest) tally.leftOut(form.type, 'superseded');
    else newest = form;
  }
  return newest;
}

function count(entry: Entry, outcome: Outcome, tally: Tally): void {
  if (outcome.is === 'left_out') tally.leftOut(entry.type, outcome.why);
  else if (outcome.is === 'not_understood')
    tally.notUnderstood(entry, outcome.path, outcome.said, outcome.why);
}

/** Which results of each draw count; those that do. */
function settle(draws: Draws, tally: Tally): ReadonlySet<Entry> {
  const { taken, corrected, unclear } = draws.settle();
  for (const { entry } of taken) tally.understood(entry.type);
  for (const { entry } of corrected) tally.leftOut(entry.type, 'corrected');
  for (const { entry, result } of unclear)
    tally.notUnderstood(entry, 'valueQuantity', String(result.value.value), 'two_values');
  return new Set(taken.map(({ entry }) => entry));
}

/** Reads a file resource by resource: codes and units by table, never guessed. */
export async function readRecord({ entries, empty, find }: OpenedBundle, on: ReadOn): Promise<RecordRead> {
  const tally = new Tally();
  const draws = new Draws();
  const claimed: Claimed[] = [];
  tally.understood('Patient');
  for (const name of empty) tally.notUnderstood({ name }, 'resource', '', 'no_resource');
  const formEntry = formOf(entries, on, tally);
  const form = formEntry && readForm(formEntry, on.today);
  const reports = entries.filter(isReport);
  const reading: Reading = { ...on, hasForm: form !== null, find, reports: new ReportFaults(reports, find) };
  for (const [row, entry] of entries.entries()) {
    if (row % ENTRIES_A_TURN === 0) await turn();
    if (isReport(entry) || (isIntakeForm(entry) && isOwned(entry))) continue;
    const outcome = outcomeOf(entry, row, reading);
    if (outcome.is === 'claim') claimed.push({ entry, claim: outcome.claim });
    else if (outcome.is === 'result') draws.add({ entry, result: outcome.result });
    else {
      count(entry, outcome, tally);
      if (outcome.is === 'not_understood' && entry.type === 'Observation')
        for (const analyte of corrects(entry.resource)) draws.doubt(analyte, measuredAt(entry.resource));
    }
  }
  readReports(reports, find, settle(draws, tally), tally);
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
