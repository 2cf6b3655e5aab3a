/** What a patient reads most often, as tables for a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import type { CheckIn, ProgressSeries, TakenDose } from '#common/api/index.js';
import { ANALYTE_BY_KEY, wallClockIn } from '#common/clinical/index.js';

export const analyteName = (analyte: string): string => ANALYTE_BY_KEY.get(analyte)?.name ?? analyte;

type Cell = string | number | null;

/** A moment as the patient's own clock showed it, and the zone of that clock. */
const local = (at: string, zone: string): [string, string] => [
  wallClockIn(new Date(at), zone).slice(0, 16).replace('T', ' '),
  zone,
];

/** A cell that begins like a formula is text to a spreadsheet. */
const table = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  stringify([header, ...rows] as Cell[][], { bom: true, escape_formulas: true });

export const labTable = (labs: readonly ProgressSeries[], zone: string): string =>
  table(
    ['Drawn', 'Time zone', 'Test', 'Value', 'Unit', 'Flag', 'Reference low', 'Reference high'],
    labs
      .flatMap(({ analyte, unit, reference_low: low, reference_high: high, points }) =>
        points.map(({ collected_at: at, value, flag }) => [
          ...local(at, zone),
          analyteName(analyte),
          value,
          unit,
          flag,
          low,
          high,
        ]),
      )
      .toSorted(([a], [b]) => String(b).localeCompare(String(a))),
  );

export const doseTable = (doses: readonly TakenDose[], zone: string): string =>
  table(
    ['Taken', 'Time zone', 'Dose', 'Unit', 'Site', 'Note'],
    doses.map(({ taken_at: at, dose, unit, site, note }) => [...local(at, zone), dose, unit, site, note]),
  );

export const checkInTable = (checkIns: readonly CheckIn[], zone: string): string =>
  table(
    [
      'Date',
      'Time zone',
      'Symptoms of 10',
      'Severity of 100',
      'qADAM of 50',
      'IIEF-5 of 25',
      'AMS of 85',
      'Weight (lb)',
    ],
    checkIns.map((one) => [
      ...local(one.at, zone),
      one.adam_count,
      one.adam_severity,
      one.qadam_total,
      one.iief_total,
      one.ams_total,
      one.weight,
    ]),
  );
