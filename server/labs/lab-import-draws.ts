import type { LabImportRow, LabResult } from '../../common/api/index.js';
import { ANALYTE_BY_KEY, flagOf, type AnalyteKey } from '../../common/clinical/index.js';
import type { PatientRow } from '../patients/patients.repository.js';
import type { ImportPlace, ImportValue, Wrong } from './lab-import.js';
import { criticalOf, type Results } from './lab-results.js';
import type { StoredDraw } from './labs.repository.js';

/** The values of one patient and moment. */
export type Draw = [ImportValue, ...ImportValue[]];
export interface Share {
  patient: PatientRow;
  /** By the moment in ms. */
  draws: Map<number, Draw>;
}
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
  const share = shares.get(patient.id) ?? { patient, draws: new Map<number, Draw>() };
  shares.set(patient.id, share);
  const at = Date.parse(value.collectedAsSent);
  const draw = share.draws.get(at);
  const twin = draw?.find((v) => v.analyte === value.analyte && v.corrects === value.corrects);
  const since = value.sinceLastDoseH;
  const other = draw?.find((v) => since !== null && v.sinceLastDoseH !== null && v.sinceLastDoseH !== since);
  if (twin && twin.value !== value.value)
    report.set(
      value.row,
      refused(value, {
        column: 'value',
        error: `Line ${twin.line} of the file gives another value for the same draw.`,
      }),
    );
  else if (other)
    report.set(
      value.row,
      refused(value, {
        column: 'since_last_dose_h',
        error: `Line ${other.line} of the file gives ${other.sinceLastDoseH} hours for the same draw.`,
      }),
    );
  else if (draw) draw.push(value);
  else share.draws.set(at, [value]);
}

/** What the file says of this test in the end: a correction wins over the value before it, in whichever order they come. */
const lastWord = (values: Draw, { analyte }: ImportValue): ImportValue =>
  values.find((v) => v.analyte === analyte && v.corrects) ?? values.find((v) => v.analyte === analyte)!;

/** A row that says something else than what is on file for its draw. */
function contradiction(value: ImportValue, values: Draw, existing: StoredDraw): Wrong | null {
  const { [value.analyte]: before } = existing.results;
  if (before !== undefined && !lastWord(values, value).corrects && before !== value.value)
    return {
      column: 'value',
      error: `${before} is on file for this draw. If the laboratory corrected it, write corrected in the column status.`,
    };
  const hours = existing.since_last_dose_h;
  return value.sinceLastDoseH !== null && hours !== null && value.sinceLastDoseH !== hours
    ? { column: 'since_last_dose_h', error: `${hours} hours are on file for this draw.` }
    : null;
}

function resultOf({ analyte, value, entered }: ImportValue): [AnalyteKey, LabResult] {
  const { unit, reference_low, reference_high } = ANALYTE_BY_KEY.get(analyte)!;
  return [
    analyte,
    { value, unit, flag: flagOf(analyte, value), reference_low, reference_high, ...(entered && { entered }) },
  ];
}

export function workOf(values: Draw, at: number, existing: StoredDraw | undefined): Work {
  const sound = existing ? values.filter((v) => !contradiction(v, values, existing)) : values;
  const said = sound.filter((v) => lastWord(values, v) === v);
  const before = (v: ImportValue): number | undefined => existing?.results[v.analyte];
  const results = (wanted: (v: ImportValue) => boolean): Results =>
    new Map(said.filter(wanted).map(resultOf));
  return {
    at,
    values,
    existing,
    fresh: results((v) => before(v) === undefined),
    corrections: results((v) => before(v) !== undefined && before(v) !== v.value),
    interval: existing && existing.since_last_dose_h === null ? intervalOf(sound) : null,
    labId: existing?.id ?? null,
  };
}

export const bringsNews = ({ fresh, corrections, interval }: Work): boolean =>
  fresh.size > 0 || corrections.size > 0 || interval !== null;

/** What became of each row of a draw. */
export function tell({ values, existing, interval, labId, fresh, corrections }: Work, report: Report): void {
  const told = new Set<AnalyteKey>();
  for (const value of values) {
    const { row, line, analyte } = value;
    const wrong = existing && contradiction(value, values, existing);
    if (wrong) {
      report.set(row, refused(value, wrong));
      continue;
    }
    const news =
      lastWord(values, value) === value &&
      !told.has(analyte) &&
      (fresh.has(analyte) || corrections.has(analyte));
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
