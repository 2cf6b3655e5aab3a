/** What a patient reads most often, as tables for a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import type { CheckIn, ProgressSeries, TakenDose } from '#common/api/index.js';
import { ANALYTE_BY_KEY } from '#common/clinical/index.js';

export const analyteName = (analyte: string): string => ANALYTE_BY_KEY.get(analyte)?.name ?? analyte;

type Cell = string | number | null;

/** A cell that begins like a formula is text to a spreadsheet. */
const table = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  stringify([header, ...rows] as Cell[][], { bom: true, escape_formulas: true });

export const labTable = (labs: readonly ProgressSeries[]): string =>
  table(
    ['Drawn', 'Test', 'Value', 'Unit', 'Flag', 'Reference low', 'Reference high'],
    labs
      .flatMap(({ analyte, unit, reference_low: low, reference_high: high, points }) =>
        points.map(({ collected_at: at, value, flag }) => [
          at,
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

export const doseTable = (doses: readonly TakenDose[]): string =>
  table(
    ['Taken', 'Dose', 'Unit', 'Site', 'Note'],
    doses.map(({ taken_at: at, dose, unit, site, note }) => [at, dose, unit, site, note]),
  );

export const checkInTable = (checkIns: readonly CheckIn[]): string =>
  table(
    ['Date', 'Symptoms of 10', 'Severity of 100', 'qADAM of 50', 'IIEF-5 of 25', 'AMS of 85', 'Weight (lb)'],
    checkIns.map((one) => [
      one.at,
      one.adam_count,
      one.adam_severity,
      one.qadam_total,
      one.iief_total,
      one.ams_total,
      one.weight,
    ]),
  );
