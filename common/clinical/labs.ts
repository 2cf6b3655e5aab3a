/** The analyte table: names, LOINC codes, UCUM units, reference ranges for adult men, plausibility bounds. */

export interface Analyte {
  readonly key: string;
  readonly name: string;
  /** Short name used in lab schedule sentences. */
  readonly short: string;
  /** LOINC code; the last digit is the Luhn check digit. */
  readonly loinc: string;
  /** Display unit. */
  readonly unit: string;
  /** The same unit in UCUM. */
  readonly ucum: string;
  /** Reference range; a value equal to a limit is normal. Null = no limit on that side. */
  readonly reference_low: number | null;
  readonly reference_high: number | null;
  /** Values outside these bounds are rejected as typos; both bounds are accepted. */
  readonly plausible_low: number;
  readonly plausible_high: number;
  readonly decimals: number;
  /** A unit often used by mistake: this many of the stated units make one of it. */
  readonly slip?: { readonly unit: string; readonly factor: number };
}

type Limits = readonly [number | null, number | null];

function analyte<const Key extends string>(
  key: Key,
  name: string,
  loinc: string,
  [unit, ucum]: readonly [string, string],
  [reference_low, reference_high]: Limits,
  [plausible_low, plausible_high]: readonly [number, number],
  more: { short?: string; decimals?: number; slip?: { unit: string; factor: number } } = {},
): Analyte & { readonly key: Key } {
  return {
    key,
    name,
    short: more.short ?? name.toLowerCase(),
    loinc,
    unit,
    ucum,
    reference_low,
    reference_high,
    plausible_low,
    plausible_high,
    decimals: more.decimals ?? 0,
    ...(more.slip ? { slip: more.slip } : {}),
  };
}

const MG_DL = ['mg/dL', 'mg/dL'] as const;
const G_DL = ['g/dL', 'g/dL'] as const;
const NG_ML = ['ng/mL', 'ng/mL'] as const;
const PG_ML = ['pg/mL', 'pg/mL'] as const;
const MIU_ML = ['mIU/mL', 'm[IU]/mL'] as const;
const MMOL_L = ['mmol/L', 'mmol/L'] as const;
const U_L = ['U/L', 'U/L'] as const;
const PERCENT = ['%', '%'] as const;

const TABLE = [
  analyte('tt_ng_dl', 'Total testosterone', '2986-8', ['ng/dL', 'ng/dL'], [264, 916], [1, 5000], {
    short: 'testosterone',
  }),
  analyte('free_t_pg_ml', 'Free testosterone', '2991-8', PG_ML, [50, 210], [1, 1500], { decimals: 1 }),
  analyte(
    'shbg_nmol_l',
    'Sex hormone binding globulin',
    '13967-5',
    ['nmol/L', 'nmol/L'],
    [10, 57],
    [1, 300],
    {
      short: 'SHBG',
      decimals: 1,
    },
  ),
  analyte('estradiol_pg_ml', 'Estradiol', '2243-4', PG_ML, [10, 40], [1, 500], { decimals: 1 }),
  analyte('lh_miu_ml', 'Luteinizing hormone', '10501-5', MIU_ML, [1.7, 8.6], [0, 200], {
    short: 'LH',
    decimals: 1,
  }),
  analyte('fsh_miu_ml', 'Follicle stimulating hormone', '15067-2', MIU_ML, [1.5, 12.4], [0, 250], {
    short: 'FSH',
    decimals: 1,
  }),
  analyte('prolactin_ng_ml', 'Prolactin', '2842-3', NG_ML, [4, 15.2], [0, 10000], { decimals: 1 }),
  analyte('psa_ng_ml', 'Prostate specific antigen', '2857-1', NG_ML, [0, 4], [0, 5000], {
    short: 'PSA',
    decimals: 2,
  }),
  analyte('hct_percent', 'Hematocrit', '4544-3', PERCENT, [38.5, 50], [15, 75], {
    decimals: 1,
    slip: { unit: 'a fraction', factor: 100 },
  }),
  analyte('hgb_g_dl', 'Hemoglobin', '718-7', G_DL, [13, 17.5], [4, 25], {
    decimals: 1,
    slip: { unit: 'g/L', factor: 0.1 },
  }),
  analyte('tsh_miu_l', 'Thyroid stimulating hormone', '3016-3', ['mIU/L', 'm[IU]/L'], [0.4, 4.5], [0, 500], {
    short: 'TSH',
    decimals: 2,
  }),
  analyte('hba1c_percent', 'Hemoglobin A1c', '4548-4', PERCENT, [null, 5.6], [3, 20], {
    short: 'HbA1c',
    decimals: 1,
  }),
  analyte('cholesterol_mg_dl', 'Total cholesterol', '2093-3', MG_DL, [null, 199], [30, 1000], {
    slip: { unit: 'mmol/L', factor: 38.67 },
  }),
  analyte('hdl_mg_dl', 'HDL cholesterol', '2085-9', MG_DL, [40, null], [5, 200], { short: 'HDL' }),
  analyte('ldl_mg_dl', 'LDL cholesterol', '13457-7', MG_DL, [null, 129], [5, 800], { short: 'LDL' }),
  analyte('triglycerides_mg_dl', 'Triglycerides', '2571-8', MG_DL, [null, 149], [10, 10000]),
  analyte('glucose_mg_dl', 'Glucose', '2345-7', MG_DL, [70, 99], [20, 1500], {
    slip: { unit: 'mmol/L', factor: 18.02 },
  }),
  analyte('creatinine_mg_dl', 'Creatinine', '2160-0', MG_DL, [0.7, 1.3], [0.1, 30], { decimals: 2 }),
  analyte('bun_mg_dl', 'Urea nitrogen', '3094-0', MG_DL, [7, 20], [1, 250]),
  analyte('sodium_mmol_l', 'Sodium', '2951-2', MMOL_L, [135, 145], [90, 200]),
  analyte('potassium_mmol_l', 'Potassium', '2823-3', MMOL_L, [3.5, 5.1], [1, 10], { decimals: 1 }),
  analyte('calcium_mg_dl', 'Calcium', '17861-6', MG_DL, [8.6, 10.3], [4, 20], { decimals: 1 }),
  analyte('albumin_g_dl', 'Albumin', '1751-7', G_DL, [3.5, 5], [0.5, 8], { decimals: 1 }),
  analyte('bilirubin_mg_dl', 'Total bilirubin', '1975-2', MG_DL, [0.1, 1.2], [0, 60], { decimals: 1 }),
  analyte('alt_u_l', 'Alanine aminotransferase', '1742-6', U_L, [7, 55], [0, 10000], { short: 'ALT' }),
  analyte('ast_u_l', 'Aspartate aminotransferase', '1920-8', U_L, [8, 48], [0, 10000], { short: 'AST' }),
  analyte('alp_u_l', 'Alkaline phosphatase', '6768-6', U_L, [40, 129], [5, 5000], { short: 'ALP' }),
] as const;

export type AnalyteKey = (typeof TABLE)[number]['key'];

export const ANALYTES: readonly (Analyte & { readonly key: AnalyteKey })[] = TABLE;
export const ANALYTE_BY_KEY: ReadonlyMap<string, Analyte & { readonly key: AnalyteKey }> = new Map(
  TABLE.map((entry) => [entry.key, entry]),
);

export const isAnalyteKey = (key: unknown): key is AnalyteKey =>
  typeof key === 'string' && ANALYTE_BY_KEY.has(key);

function need(key: string): Analyte {
  const found = ANALYTE_BY_KEY.get(key);
  if (!found) throw new RangeError(`Unknown analyte: ${key}`);
  return found;
}

/** `unclear`: a limit that does not say on which side of the range the value is. */
export type LabFlag = 'low' | 'high' | 'normal' | 'unclear';

/** A value's position in the reference range; a limit itself is normal. Throws RangeError on an unknown analyte. */
export function flagOf(key: AnalyteKey, value: number): LabFlag {
  const { reference_low, reference_high } = need(key);
  if (reference_low !== null && value < reference_low) return 'low';
  if (reference_high !== null && value > reference_high) return 'high';
  return 'normal';
}

/** Why a value cannot be recorded, or null when it can. Units are the table's. */
export function labValueError(key: string, value: unknown): string | null {
  const entry = ANALYTE_BY_KEY.get(key);
  if (!entry) return 'This analyte is not known here.';
  if (typeof value !== 'number' || !Number.isFinite(value)) return `Enter a number in ${entry.unit}.`;
  if (value < 0) return `Enter ${entry.short} as a number of 0 or more.`;
  if (value >= entry.plausible_low && value <= entry.plausible_high) return null;
  const bounds = `Enter ${entry.short} in ${entry.unit}, between ${entry.plausible_low} and ${entry.plausible_high}.`;
  const converted = entry.slip && value > 0 ? value * entry.slip.factor : null;
  if (
    entry.slip &&
    converted !== null &&
    converted >= entry.plausible_low &&
    converted <= entry.plausible_high
  )
    return `${bounds} ${value} looks like ${entry.slip.unit}: that would be ${Number(converted.toFixed(entry.decimals))} ${entry.unit}.`;
  return bounds;
}

/** Normalizes a unit's spelling. */
export const plainUnit = (unit: string): string =>
  unit
    .trim()
    .toLowerCase()
    .replace(/[[\]\s]/g, '')
    .replace(/μ/g, 'µ');

/** Whether a typed unit is the analyte's own, in either notation; an empty unit is not. */
export function isUnitOf(key: AnalyteKey, unit: string): boolean {
  const entry = need(key);
  return [entry.unit, entry.ucum].some((own) => plainUnit(own) === plainUnit(unit));
}

/** Luhn check of a LOINC code such as '2986-8'. */
export function isLoincCode(code: string): boolean {
  const match = /^(\d{1,7})-(\d)$/.exec(code);
  if (!match) return false;
  let sum = 0;
  for (const [place, figure] of [...match[1]!].reverse().entries()) {
    const doubled = place % 2 === 0 ? Number(figure) * 2 : Number(figure);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10 === Number(match[2]);
}
