/** Laboratories' names for the tests of the analyte table. */
import { ANALYTES, isAnalyteKey, type AnalyteKey } from './labs.js';

const SYNONYMS: Readonly<Record<AnalyteKey, readonly string[]>> = {
  tt_ng_dl: [
    'testosterone',
    'testosterone total',
    'testosterone total ms',
    'testosterone serum',
    'total t',
    'tt',
    '14913-8',
  ],
  free_t_pg_ml: ['testosterone free', 'free t', 'free testosterone direct', 'testosterone free direct'],
  shbg_nmol_l: ['sex hormone binding glob', 'sex horm binding glob serum', 'shbg serum'],
  estradiol_pg_ml: ['e2', 'estradiol sensitive', 'estradiol ultrasensitive', 'estradiol serum', '14715-7'],
  lh_miu_ml: ['luteinizing hormone lh', 'lh serum'],
  fsh_miu_ml: ['follicle stimulating hormone fsh', 'fsh serum'],
  prolactin_ng_ml: ['prl', 'prolactin serum'],
  psa_ng_ml: [
    'psa total',
    'prostate specific ag',
    'prostate specific ag serum',
    'prostate specific antigen psa',
  ],
  hct_percent: ['hct', 'packed cell volume', 'pcv', '20570-8'],
  hgb_g_dl: ['hgb', 'hb', 'haemoglobin'],
  tsh_miu_l: ['thyrotropin'],
  hba1c_percent: ['a1c', 'hemoglobin a1c', 'hgb a1c', 'glycated hemoglobin'],
  cholesterol_mg_dl: ['cholesterol', 'cholesterol total'],
  hdl_mg_dl: ['hdl cholesterol', 'cholesterol hdl'],
  ldl_mg_dl: ['ldl cholesterol', 'cholesterol ldl', 'ldl chol calc nih', 'ldl calculated'],
  triglycerides_mg_dl: ['triglyceride', 'trig'],
  glucose_mg_dl: ['glucose fasting', 'glucose serum', 'blood glucose'],
  creatinine_mg_dl: ['creat', 'creatinine serum'],
  bun_mg_dl: ['bun', 'blood urea nitrogen'],
  sodium_mmol_l: ['na', 'sodium serum'],
  potassium_mmol_l: ['k', 'potassium serum'],
  calcium_mg_dl: ['ca', 'calcium total', 'calcium serum'],
  albumin_g_dl: ['alb', 'albumin serum'],
  bilirubin_mg_dl: ['bilirubin', 'bilirubin total'],
  alt_u_l: ['sgpt', 'alt sgpt', 'alanine transaminase'],
  ast_u_l: ['sgot', 'ast sgot', 'aspartate transaminase'],
  alp_u_l: ['alk phos', 'alkaline phosphatase serum'],
};

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const BY_NAME: ReadonlyMap<string, AnalyteKey> = new Map(
  ANALYTES.flatMap(({ key, name, short, loinc }) =>
    [key, name, short, loinc, ...SYNONYMS[key]].map((one) => [plain(one), key] as const),
  ),
);

/** A code of this portal, a LOINC code, or a name as printed on reports; null if none matches. */
export const analyteNamed = (name: string): AnalyteKey | null =>
  isAnalyteKey(name) ? name : (BY_NAME.get(plain(name)) ?? null);
