/** Other units that laboratories report, and the values that must be checked against the report. */
import { ANALYTE_BY_KEY, isUnitOf, plainUnit, type AnalyteKey } from './labs.js';

interface OtherUnit {
  readonly unit: string;
  /** One of this unit equals this many of the table's. */
  readonly factor: number;
}

const OTHER_UNITS: Readonly<Partial<Record<AnalyteKey, readonly OtherUnit[]>>> = {
  tt_ng_dl: [{ unit: 'nmol/L', factor: 28.84 }],
  free_t_pg_ml: [{ unit: 'ng/dL', factor: 10 }],
  estradiol_pg_ml: [{ unit: 'pmol/L', factor: 0.2724 }],
};

/** The units a result may be entered in, the table's own first. */
export const unitsOf = (key: AnalyteKey): readonly string[] => [
  ANALYTE_BY_KEY.get(key)!.unit,
  ...(OTHER_UNITS[key] ?? []).map(({ unit }) => unit),
];

/** A value in the table's unit, and as entered if that was another unit. */
export interface ReadValue {
  readonly value: number;
  readonly entered?: { readonly value: number; readonly unit: string };
}

/** One more decimal than the table shows, so that a converted value stays on its side of a limit. */
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals + 1));

/** null: this analyte is not reported in that unit. */
export function inOwnUnit(key: AnalyteKey, value: number, unit: string): ReadValue | null {
  if (isUnitOf(key, unit)) return { value };
  const other = OTHER_UNITS[key]?.find((one) => plainUnit(one.unit) === plainUnit(unit));
  if (!other) return null;
  const { decimals } = ANALYTE_BY_KEY.get(key)!;
  return { value: rounded(value * other.factor, decimals), entered: { value, unit: other.unit } };
}

/** Possible, but more often a value in another unit: accepted once checked against the laboratory's report. */
const RARE: Readonly<Partial<Record<AnalyteKey, { readonly below?: number; readonly above?: number }>>> = {
  tt_ng_dl: { below: 50 },
  // In ng/dL a healthy man's free testosterone is 5 to 21.
  free_t_pg_ml: { below: 25 },
  // In pmol/L a healthy man's estradiol is 40 to 150.
  estradiol_pg_ml: { above: 80 },
};

/** @param value in the table's unit */
export function needsConfirmation(key: AnalyteKey, value: number): boolean {
  const { below, above } = RARE[key] ?? {};
  return (below !== undefined && value < below) || (above !== undefined && value > above);
}

export const CHECK_THE_REPORT = 'Check this value against the lab report, then confirm it.';
