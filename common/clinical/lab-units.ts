/** Other units that laboratories report, and the values that must be checked against the report. */
import { ANALYTE_BY_KEY, flagOf, isUnitOf, plainUnit, type AnalyteKey, type LabFlag } from './labs.js';

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

const MG_DL_AS_GRAMS: readonly OtherUnit[] = [{ unit: 'g/L', factor: 100 }];
const LIPID = { cholesterol: 38.67, triglycerides: 88.57 } as const;
const HORMONE_UNITS: readonly OtherUnit[] = ['IU/L', 'mU/mL', 'U/L'].map((unit) => ({ unit, factor: 1 }));
const ENZYME_UNITS: readonly OtherUnit[] = [
  { unit: 'IU/L', factor: 1 },
  { unit: 'ukat/L', factor: 60 },
];
const NG_ML_UNITS: readonly OtherUnit[] = [{ unit: 'ug/L', factor: 1 }];

/**
 * Units that laboratories send, beside those a result may be entered in. Where there is no fixed factor (prolactin in mIU/L,
 * HbA1c in mmol/mol), there is no unit.
 */
export const SENT_UNITS: Readonly<Partial<Record<AnalyteKey, readonly OtherUnit[]>>> = {
  tt_ng_dl: [
    { unit: 'ng/mL', factor: 100 },
    { unit: 'ug/L', factor: 100 },
    { unit: 'pg/mL', factor: 0.1 },
  ],
  free_t_pg_ml: [
    { unit: 'ng/L', factor: 1 },
    { unit: 'pmol/L', factor: 0.2884 },
  ],
  estradiol_pg_ml: [
    { unit: 'ng/L', factor: 1 },
    { unit: 'ng/dL', factor: 10 },
  ],
  lh_miu_ml: HORMONE_UNITS,
  fsh_miu_ml: HORMONE_UNITS,
  prolactin_ng_ml: NG_ML_UNITS,
  psa_ng_ml: NG_ML_UNITS,
  hct_percent: [{ unit: 'L/L', factor: 100 }],
  hgb_g_dl: [{ unit: 'g/L', factor: 0.1 }],
  tsh_miu_l: ['uIU/mL', 'mU/L', 'uU/mL'].map((unit) => ({ unit, factor: 1 })),
  cholesterol_mg_dl: [...MG_DL_AS_GRAMS, { unit: 'mmol/L', factor: LIPID.cholesterol }],
  hdl_mg_dl: [...MG_DL_AS_GRAMS, { unit: 'mmol/L', factor: LIPID.cholesterol }],
  ldl_mg_dl: [...MG_DL_AS_GRAMS, { unit: 'mmol/L', factor: LIPID.cholesterol }],
  triglycerides_mg_dl: [...MG_DL_AS_GRAMS, { unit: 'mmol/L', factor: LIPID.triglycerides }],
  glucose_mg_dl: [{ unit: 'mmol/L', factor: 18.02 }],
  creatinine_mg_dl: [{ unit: 'umol/L', factor: 1 / 88.42 }],
  bun_mg_dl: [{ unit: 'mmol/L', factor: 2.801 }],
  sodium_mmol_l: [{ unit: 'meq/L', factor: 1 }],
  potassium_mmol_l: [{ unit: 'meq/L', factor: 1 }],
  calcium_mg_dl: [{ unit: 'mmol/L', factor: 4.008 }],
  albumin_g_dl: [{ unit: 'g/L', factor: 0.1 }],
  bilirubin_mg_dl: [{ unit: 'umol/L', factor: 1 / 17.1 }],
  alt_u_l: ENZYME_UNITS,
  ast_u_l: ENZYME_UNITS,
  alp_u_l: ENZYME_UNITS,
};

/** The spellings of one unit, made one: µ and mc for micro, in UCUM's brackets or without. */
const spelled = (unit: string): string =>
  plainUnit(unit)
    .replace(/µ/g, 'u')
    .replace(/\bmc(?=g|iu|u|mol)/g, 'u')
    .replace(/^(percent|pct)$/, '%')
    .replace(/^mg%$|\/100ml$/, (part) => (part === 'mg%' ? 'mg/dl' : '/dl'));

/** A value as a laboratory sends it, in the table's unit. null: this analyte has no such unit. */
export function fromLaboratory(key: AnalyteKey, value: number, unit: string): ReadValue | null {
  const own = inOwnUnit(key, value, spelled(unit));
  if (own) return own;
  const sent = SENT_UNITS[key]?.find((one) => spelled(one.unit) === spelled(unit));
  if (!sent) return null;
  if (sent.factor === 1) return { value };
  const { decimals } = ANALYTE_BY_KEY.get(key)!;
  return { value: rounded(value * sent.factor, decimals), entered: { value, unit: sent.unit } };
}

export const COMPARATORS = ['<', '<=', '>=', '>'] as const;
/** How the value stands to the number that the laboratory gives: "<0.1" is below what its method can tell. */
export type Comparator = (typeof COMPARATORS)[number];
export const isComparator = (text: string): text is Comparator => COMPARATORS.some((one) => one === text);

/** For tests where a low value has no meaning of its own: a tenth of the upper limit. */
const FAR_BELOW = 10;

/**
 * Whether the number of "<0.1" or ">1500" can stand for the value: only where it lies beyond the reference range, so that
 * no limit is between the two. Source: product default.
 * @param value in the table's unit
 */
export function limitCanStandForValue(key: AnalyteKey, comparator: Comparator, value: number): boolean {
  const { reference_low: low, reference_high: high } = ANALYTE_BY_KEY.get(key)!;
  if (comparator === '>' || comparator === '>=') return high !== null && value >= high;
  return value <= Math.max(low ?? 0, (high ?? 0) / FAR_BELOW);
}

/** As it is typed or sent: "<0.1", "≥ 54". null: no limit. */
export function limitIn(text: string): { comparator: Comparator; number: string } | null {
  const [, sign, number] = /^\s*(<=|>=|[<>≤≥])\s*(\S+)\s*$/.exec(text) ?? [];
  const comparator = sign?.replace('≤', '<=').replace('≥', '>=') ?? '';
  return number && isComparator(comparator) ? { comparator, number } : null;
}

/** Far less than any test tells apart. */
const JUST = 1e-6;

/**
 * The value that rules read: ">54" is above 54, "<50" below 50, so that a rule with that very limit counts it as passed.
 * null: between the limit and the value there is another one, so that the limit decides nothing.
 * @param value in the table's unit
 */
export function judgedValue(key: AnalyteKey, value: number, comparator?: Comparator | null): number | null {
  if (!comparator) return value;
  if (!limitCanStandForValue(key, comparator, value)) return null;
  return comparator.startsWith('>') ? value + JUST : Math.max(0, value - JUST);
}

/** The place of a result in the reference range; what a limit leaves open is unclear. */
export function resultFlag(key: AnalyteKey, value: number, comparator?: Comparator | null): LabFlag {
  const judged = judgedValue(key, value, comparator);
  return judged === null ? 'unclear' : flagOf(key, judged);
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
