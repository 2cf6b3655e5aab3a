import type { LabImportRow, LabResult } from '#common/api/index.js';
import { ANALYTE_BY_KEY, resultFlag, type AnalyteKey } from '#common/clinical/index.js';
import type { PatientRow } from '../patients/patients.repository.js';
import type { ImportPlace, ImportValue, Wrong } from './lab-import.js';
import { criticalOf, type Results } from './lab-results.js';
import type { StoredDraw } from './labs.repository.js';
import { TEXT } from './text/en.js';

/** The values of one patient and moment. */
export type Draw = [ImportValue, ...ImportValue[]];
export interface Share {
  patient: PatientRow;
  /** By the moment in ms. */
  draws: Map<number, Draw>;
  /** The first value of each test of a draw, and the first that has the hours: a file may repeat them thousands of times. */
  first: Map<string, ImportValue>;
}
const testAt = (at: number, { analyte, corrects }: ImportValue): string => `${at} ${analyte} ${corrects}`;
const hoursAt = (at: number): string => `${at} hours`;
export type Report = Map<number, LabImportRow>;

/** One draw of the file beside what is on file for it. */
export interface Work {
  at: number;
  values: Draw;
  existing: StoredDraw | undefined;
  /** What is not on file yet. */
  fresh: Results;
  /** What the laboratory corrected. */
  corrections: Results;
  /** Hours since the last dose that a draw on file came without. */
  interval: number | null;
  labId: string | null;
}

export const refused = ({ row, line, named }: ImportPlace, { column, error }: Wrong): LabImportRow => ({
  row,
  line,
  ok: false,
  error,
  ...(column && { column }),
  ...named,
});

/** The hours since the last dose, wherever in the rows of one draw they are. */
export const intervalOf = (values: readonly ImportValue[]): number | null =>
  values.find((v) => v.sinceLastDoseH !== null)?.sinceLastDoseH ?? null;

/** Adds a value to its draw, or says which row of the file contradicts it. */
export function group(
  shares: Map<string, Share>,
  patient: PatientRow,
  value: ImportValue,
  report: Report,
): void {
  const share = shares.get(patient.id) ?? { patient, draws: new Map<number, Draw>(), first: new Map() };
  shares.set(patient.id, share);
  const at = Date.parse(value.collectedAsSent);
  const draw = share.draws.get(at);
  const twin = share.first.get(testAt(at, value));
  const since = value.sinceLastDoseH;
  const timed = since === null ? undefined : share.first.get(hoursAt(at));
  const other = timed && timed.sinceLastDoseH !== since ? timed : undefined;
  if (twin && !isSame(twin, value))
    report.set(
      value.row,
      refused(value, {
        column: 'value',
        error: TEXT.lineOfFileGivesAnotherValue(twin.line),
      }),
    );
  else if (other)
    report.set(
      value.row,
      refused(value, {
        column: 'since_last_dose_h',
        error: TEXT.lineOfFileGivesHours(other.line, other.sinceLastDoseH),
      }),
    );
  else {
    if (draw) draw.push(value);
    else share.draws.set(at, [value]);
    if (!twin) share.first.set(testAt(at, value), value);
    if (since !== null && !timed) share.first.set(hoursAt(at), value);
  }
}

/** What the file says of this test in the end: a correction wins over the value before it, in whichever order they come. */
function lastWords(values: Draw): (value: ImportValue) => ImportValue {
  const said = new Map<AnalyteKey, ImportValue>();
  for (const value of values) {
    const before = said.get(value.analyte);
    if (!before || (value.corrects && !before.corrects)) said.set(value.analyte, value);
  }
  return ({ analyte }) => said.get(analyte)!;
}

type Said = Pick<LabResult, 'value' | 'comparator'>;
const isSame = (a: Said, b: Said): boolean => a.value === b.value && a.comparator === b.comparator;
function onFile(existing: StoredDraw | undefined, analyte: AnalyteKey): Said | undefined {
  const value = existing?.results[analyte];
  const comparator = existing?.limits?.[analyte];
  return value === undefined ? undefined : { value, ...(comparator && { comparator }) };
}

/** A row that says something else than what is on file for its draw. */
function contradiction(
  value: ImportValue,
  lastWord: (value: ImportValue) => ImportValue,
  existing: StoredDraw,
): Wrong | null {
  const before = onFile(existing, value.analyte);
  if (before && !lastWord(value).corrects && !isSame(before, value))
    return {
      column: 'value',
      error: TEXT.onFileForDraw(before.comparator ?? '', before.value),
    };
  const hours = existing.since_last_dose_h;
  return value.sinceLastDoseH !== null && hours !== null && value.sinceLastDoseH !== hours
    ? { column: 'since_last_dose_h', error: TEXT.hoursOnFileForDraw(hours) }
    : null;
}

function resultOf({ analyte, value, entered, comparator, marked }: ImportValue): [AnalyteKey, LabResult] {
  const { unit, reference_low, reference_high } = ANALYTE_BY_KEY.get(analyte)!;
  return [
    analyte,
    {
      value,
      unit,
      flag: resultFlag(analyte, value, comparator),
      reference_low,
      reference_high,
      ...(entered && { entered }),
      ...(comparator && { comparator }),
      ...(marked && { marked }),
    },
  ];
}

export function workOf(values: Draw, at: number, existing: StoredDraw | undefined): Work {
  const lastWord = lastWords(values);
  const sound = existing ? values.filter((v) => !contradiction(v, lastWord, existing)) : values;
  const said = sound.filter((v) => lastWord(v) === v);
  const before = ({ analyte }: ImportValue): Said | undefined => onFile(existing, analyte);
  const corrects = (v: ImportValue): boolean => {
    const stored = before(v);
    return stored !== undefined && !isSame(stored, v);
  };
  const results = (wanted: (v: ImportValue) => boolean): Results =>
    new Map(said.filter(wanted).map(resultOf));
  return {
    at,
    values,
    existing,
    fresh: results((v) => before(v) === undefined),
    corrections: results(corrects),
    interval: existing && existing.since_last_dose_h === null ? intervalOf(sound) : null,
    labId: existing?.id ?? null,
  };
}

export const bringsNews = ({ fresh, corrections, interval }: Work): boolean =>
  fresh.size > 0 || corrections.size > 0 || interval !== null;

/** What became of each row of a draw. */
export function tell({ values, existing, interval, labId, fresh, corrections }: Work, report: Report): void {
  const told = new Set<AnalyteKey>();
  const lastWord = lastWords(values);
  for (const value of values) {
    const { row, line, analyte } = value;
    const wrong = existing && contradiction(value, lastWord, existing);
    if (wrong) {
      report.set(row, refused(value, wrong));
      continue;
    }
    const news =
      lastWord(value) === value && !told.has(analyte) && (fresh.has(analyte) || corrections.has(analyte));
    told.add(analyte);
    const brings = news || (interval !== null && value.sinceLastDoseH !== null);
    const critical = news ? criticalOf([[analyte, value]]) : [];
    report.set(row, {
      row,
      line,
      ok: true,
      ...(labId && { lab_id: labId }),
      ...(!brings && { duplicate: true as const }),
      ...(news && corrections.has(analyte) && { corrected: true as const }),
      ...(critical.length > 0 && { critical }),
    });
  }
}
