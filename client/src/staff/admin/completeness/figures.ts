import type { ClinicCase, ClinicCompletenessResponse } from '#common/api/index.js';
import { MEASURES } from '#common/clinical/completeness/measures.js';
import { formatNumber } from '#client/shared/ui/number.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { CLINIC_COMPLETENESS_TEXT as words } from './text/en.js';

export type Share = ClinicCompletenessResponse['measures'][string];
/** One measure, now and at the ends of the quarters before. */
export interface MeasureRow {
  id: string;
  title: string;
  source: string;
  critical: boolean;
  now: Share;
  /** Oldest first, the present day last. */
  over: { on: string; share: Share }[];
}

const TITLES = new Map(MEASURES.map(({ id, title }) => [id, title]));
/** An unknown measure, of a newer server, by its id. */
export const titleOfMeasure = (id: string): string => TITLES.get(id) ?? id;

/** The measures in their order, each with its quarters. */
export function measureRows({ measures, quarters, as_of: asOf }: ClinicCompletenessResponse): MeasureRow[] {
  return MEASURES.flatMap(({ id, title, source, critical }) => {
    const now = measures[id];
    if (!now) return [];
    const past = quarters.toReversed().flatMap(({ on, measures: then }) => {
      const share = then[id];
      return share ? [{ on, share }] : [];
    });
    return [{ id, title, source, critical, now, over: [...past, { on: asOf, share: now }] }];
  });
}

/** "48% (34 to 62)"; with too few patients, or none, in words. */
export function shareSaid({ of, percent, low, high }: Share): string {
  if (of === 0) return words.notDue;
  if (percent === null || low === null || high === null) return words.tooFew;
  return words.share(formatNumber(percent), formatNumber(low), formatNumber(high));
}

export const countSaid = ({ met, of }: Share): string => (of === 0 ? '–' : words.metOf(met, of));

/** "21 of 44, 47.7%" */
export function figureSaid(share: Share): string {
  const percent = share.percent === null ? '' : `, ${words.percent(formatNumber(share.percent))}`;
  return `${countSaid(share)}${percent}`;
}

/** Which patients are listed: those who miss one measure, a critical one or any; or all. */
export const CASE_CHOICES = ['any', 'critical', 'all'] as const;
export const isChoice = (value: string | null): value is string =>
  value !== null && ((CASE_CHOICES as readonly string[]).includes(value) || TITLES.has(value));

export function casesFor(cases: readonly ClinicCase[], choice: string): ClinicCase[] {
  if (choice === 'all') return [...cases];
  if (choice === 'any') return cases.filter(({ overdue }) => overdue > 0);
  if (choice === 'critical') return cases.filter(({ critical_overdue: critical }) => critical.length > 0);
  return cases.filter(({ overdue_measures: missing }) => missing.includes(choice));
}

interface CsvMeasure {
  row: MeasureRow;
  on: string;
  share: Share;
}
export const csvMeasures = (rows: readonly MeasureRow[]): CsvMeasure[] =>
  rows.flatMap((row) => row.over.map(({ on, share }) => ({ row, on: on.slice(0, 10), share })));

const { csv, columns, caseColumns } = words;
export const MEASURE_CSV: CsvColumns<CsvMeasure> = {
  [csv.day]: ({ on }) => on,
  [csv.id]: ({ row }) => row.id,
  [columns.measure]: ({ row }) => row.title,
  [csv.met]: ({ share }) => share.met,
  [csv.of]: ({ share }) => share.of,
  [csv.percent]: ({ share }) => share.percent,
  [csv.low]: ({ share }) => share.low,
  [csv.high]: ({ share }) => share.high,
};
export const CASE_CSV: CsvColumns<ClinicCase> = {
  [caseColumns.patient]: (row) => row.patient_name,
  [caseColumns.mrn]: (row) => row.mrn,
  [caseColumns.done]: (row) => row.done,
  [csv.overdueCount]: (row) => row.overdue,
  [csv.criticalCount]: (row) => row.critical_overdue.length,
  [csv.overdue]: (row) => row.overdue_measures.map(titleOfMeasure).join('; '),
};
