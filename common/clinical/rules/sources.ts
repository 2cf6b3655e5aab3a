/** The sources the rules cite. Guidelines are cited, never reproduced. */
export interface Source {
  readonly id: string;
  readonly citation: string;
  readonly url: string | null;
  /** What was checked, and what was not. */
  readonly status: string;
}

const source = <const Id extends string>(
  id: Id,
  citation: string,
  url: string | null,
  status: string,
): Source & { readonly id: Id } => ({ id, citation, url, status });

const doi = (id: string): string => `https://doi.org/${id}`;

const TABLE = [
  source(
    'ES18',
    'Bhasin et al., Testosterone therapy in men with hypogonadism: an Endocrine Society guideline, J Clin Endocrinol Metab 2018',
    doi('10.1210/jc.2018-00229'),
    'Checked against the published summary; supersedes the 2010 version.',
  ),
  source(
    'ES10',
    'Bhasin et al., Endocrine Society guideline 2010 (monitoring and cut-off tables)',
    null,
    'Checked against the guideline pocket card.',
  ),
  source(
    'AUA18',
    'Mulhall et al., Evaluation and management of testosterone deficiency: AUA guideline, J Urol 2018;200:423',
    doi('10.1016/j.juro.2018.03.115'),
    'Checked against third-party summaries. 2018: check for a current amendment.',
  ),
  source(
    'ISSM15',
    'ISSM guidance on adult testosterone deficiency 2015, follow-up recommendations',
    null,
    'Checked.',
  ),
  source(
    'EAU',
    'EAU guideline on sexual and reproductive health, male hypogonadism chapter',
    'https://uroweb.org',
    'Page checked, thresholds not.',
  ),
  source(
    'LBL',
    'FDA labels on DailyMed: AndroGel 1.62%, testosterone cypionate and enanthate, Xyosted, Jatenzo, Kyzatrex, Tlando, Androderm, Natesto, Aveed, Testopel',
    'https://dailymed.nlm.nih.gov',
    'Checked where the catalog says so.',
  ),
  source(
    'FDA25',
    'FDA class-wide labeling change for testosterone products, 28 February 2025 (adds TRAVERSE, adds a blood pressure warning)',
    'https://www.fda.gov',
    'Checked.',
  ),
  source('FDA26', '91 FR 21002, 20 April 2026', null, 'Checked; no approval found so far.'),
  source(
    'DEA-1306.22',
    '21 CFR 1306.22: Schedule III and IV, at most five refills and none later than six months after issue',
    'https://www.ecfr.gov/current/title-21/section-1306.22',
    'Checked.',
  ),
  source(
    'DEA-TM26',
    '90 FR 61301, 31 December 2025: tele-prescribing flexibilities end on 31 December 2026',
    null,
    'Checked; no further extension found.',
  ),
  source(
    'DEA-1311',
    '21 CFR 1311: electronic prescriptions for controlled substances',
    'https://www.ecfr.gov/current/title-21/part-1311',
    'Checked (secondary).',
  ),
  source(
    'TRAVERSE',
    'Lincoff et al., Cardiovascular safety of testosterone-replacement therapy, N Engl J Med 2023',
    doi('10.1056/NEJMoa2215025'),
    'Checked.',
  ),
  source(
    'Travison17',
    'Travison et al., Harmonized reference range for circulating testosterone, J Clin Endocrinol Metab 2017 (264-916 ng/dL)',
    doi('10.1210/jc.2016-2935'),
    'Checked.',
  ),
  source(
    'Morley00',
    'Morley et al., ADAM questionnaire, Metabolism 2000;49:1239 (questions: Saint Louis University)',
    null,
    'Checked.',
  ),
  source(
    'Kroenke03',
    'Kroenke et al., PHQ-2, Med Care 2003;41:1284 (free to use)',
    'https://doi.org/10.1097/01.MLR.0000093487.78664.3C',
    'Threshold of 3 from the abstract.',
  ),
  source(
    'Rosen99',
    'Rosen et al., IIEF-5, Int J Impot Res 1999;11:319 (Pfizer, licensed through Mapi Research Trust)',
    null,
    'Checked.',
  ),
  source(
    'UHN',
    'Chung et al., STOP-Bang, Anesthesiology 2008;108:812 (proprietary to University Health Network)',
    null,
    'Checked.',
  ),
  source(
    'EAU-FT',
    'European Association of Urology, male hypogonadism chapter: calculated free testosterone below 225 pmol/L (65 pg/mL)',
    'https://uroweb.org',
    'General knowledge, not checked.',
  ),
  source(
    'VERMEULEN99',
    'Vermeulen et al., A critical evaluation of simple methods for the estimation of free testosterone in serum, J Clin Endocrinol Metab 1999',
    doi('10.1210/jcem.84.10.6079'),
    'Formula checked against published examples.',
  ),
  source(
    'KDIGO12',
    'KDIGO clinical practice guideline for acute kidney injury 2012 (stage 3: creatinine 4.0 mg/dL)',
    null,
    'General knowledge, not checked.',
  ),
  source(
    'CRITICAL-LISTS',
    'Adult critical-value lists of US reference laboratories',
    null,
    'General knowledge, not checked; set them to the limits of your laboratory.',
  ),
  source('ACC-AHA', 'ACC/AHA guideline on high blood pressure', null, 'General knowledge, not checked.'),
  source(
    'STATE',
    'State law on prescription monitoring, telemedicine and consent',
    null,
    'Differs by state; not checked.',
  ),
  source('SPEC', 'Specification of this portal', null, 'Binding for the product.'),
  source(
    'PRODUCT',
    'Product default chosen inside guideline limits',
    null,
    'Open for review by a licensed clinician.',
  ),
] as const;

export type SourceId = (typeof TABLE)[number]['id'];
export const SOURCES: readonly (Source & { readonly id: SourceId })[] = TABLE;
export const SOURCE_BY_ID: ReadonlyMap<string, Source> = new Map(TABLE.map((entry) => [entry.id, entry]));

/** 'Endocrine Society 2018 ... (checked)': the citation with what was checked of it. */
export function citationOf(id: SourceId): string {
  const { citation = id, status = '' } = SOURCE_BY_ID.get(id) ?? {};
  return `${citation} (${status.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())})`;
}
