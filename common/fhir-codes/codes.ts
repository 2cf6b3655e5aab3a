import type { FieldName, Sex } from '../intake/index.js';
import type { Route } from '../clinical/index.js';

/** The code systems, by their FHIR URLs. */
export const SYSTEM = {
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
  rxnorm: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  ucum: 'http://unitsofmeasure.org',
  npi: 'http://hl7.org/fhir/sid/us-npi',
  icd10: 'http://hl7.org/fhir/sid/icd-10-cm',
} as const;
export type CodeSystem = Exclude<keyof typeof SYSTEM, 'ucum' | 'npi' | 'icd10'>;

/** A code with its name in its system, and its source. Analytes have theirs in common/clinical/labs.ts. */
export interface Code {
  readonly system: CodeSystem;
  readonly code: string;
  readonly display: string;
  readonly source: string;
}

const from =
  (system: CodeSystem, source: string) =>
  (code: string, display: string): Code => ({ system, code, display, source });

const loinc = from('loinc', 'loinc.org');
const vitals = from('loinc', 'FHIR R4, vital signs profiles');
const snomed = from('snomed', 'SNOMED CT, US edition');
const smoking = from('snomed', 'US Core 6.1, smoking status value set');

/** What is measured, asked or written besides laboratory results. */
export const CODES = {
  bloodPressure: vitals('85354-9', 'Blood pressure panel with all children optional'),
  systolic: vitals('8480-6', 'Systolic blood pressure'),
  diastolic: vitals('8462-4', 'Diastolic blood pressure'),
  heartRate: vitals('8867-4', 'Heart rate'),
  height: vitals('8302-2', 'Body height'),
  weight: vitals('29463-7', 'Body weight'),
  bmi: vitals('39156-5', 'Body mass index (BMI) [Ratio]'),
  smokingStatus: from('loinc', 'US Core 6.1, smoking status profile')('72166-2', 'Tobacco smoking status'),
  laboratoryProcedure: from('snomed', 'US Core 6.1, ServiceRequest category')(
    '108252007',
    'Laboratory procedure',
  ),
  labReport: loinc('11502-2', 'Laboratory report'),
  consent: from('loinc', 'FHIR R4, Consent')('59284-0', 'Consent Document'),
  smoker: smoking('77176002', 'Smoker'),
  formerSmoker: smoking('8517006', 'Ex-smoker'),
  neverSmoked: smoking('266919005', 'Never smoked tobacco'),
  noKnownAllergy: from('snomed', 'US Core 6.1, allergy example')('716186003', 'No known allergy'),
  testosterone: from('rxnorm', 'RxNav, ingredient')('10379', 'testosterone'),
} as const satisfies Record<string, Code>;

/** us-core-sex: SNOMED CT and data-absent-reason codes. It has none for intersex. */
export const SEX_CODES: Readonly<Record<Sex, string | null>> = {
  male: '248153007',
  female: '248152002',
  intersex: null,
  prefer_not_to_say: 'asked-declined',
};

export const ROUTE_CODES: Readonly<Record<Route, Code>> = {
  intramuscular: snomed('78421000', 'Intramuscular route'),
  subcutaneous: snomed('34206005', 'Subcutaneous route'),
  topical: snomed('6064005', 'Topical route'),
  oral: snomed('26643006', 'Oral route'),
  nasal: snomed('46713006', 'Nasal route'),
};

/** Conditions the intake asks about. Null: no certain code, so only the text is sent. */
export const CONDITION_CODES = {
  high_blood_pressure: snomed('38341003', 'Hypertensive disorder, systemic arterial'),
  heart_attack: snomed('22298006', 'Myocardial infarction'),
  stroke: snomed('230690007', 'Cerebrovascular accident'),
  heart_failure: snomed('84114007', 'Heart failure'),
  cardiovascular_other: snomed('49601007', 'Disorder of cardiovascular system'),
  diabetes: snomed('73211009', 'Diabetes mellitus'),
  thyroid_issues: snomed('14304000', 'Disorder of thyroid gland'),
  prior_low_testosterone: null,
  sleep_apnea: snomed('73430006', 'Sleep apnea'),
  asthma: snomed('195967001', 'Asthma'),
  copd: snomed('13645005', 'Chronic obstructive lung disease'),
  prostate_issues: snomed('30281009', 'Disorder of prostate'),
  urinary_problems: null,
  erectile_dysfunction: null,
  gynecomastia: snomed('4754008', 'Gynecomastia'),
  depression: snomed('35489007', 'Depressive disorder'),
  anxiety: snomed('197480006', 'Anxiety disorder'),
  psychiatric_other: snomed('74732009', 'Mental disorder'),
  cancer: snomed('363346000', 'Malignant neoplastic disease'),
  liver_disease: snomed('235856003', 'Disorder of liver'),
  kidney_disease: snomed('90708001', 'Kidney disease'),
  bleeding_disorders: null,
  osteoporosis: snomed('64859006', 'Osteoporosis'),
  polycythemia: null,
  thrombophilia: snomed('234467004', 'Thrombophilia'),
} as const satisfies Partial<Record<FieldName, Code | null>>;

/** Units of measurements other than laboratory results: for display, and in UCUM. */
export const UNITS = {
  mmHg: ['mmHg', 'mm[Hg]'],
  perMinute: ['beats/minute', '/min'],
  inch: ['in', '[in_i]'],
  pound: ['lb', '[lb_av]'],
  bmi: ['kg/m2', 'kg/m2'],
  score: ['points', '{score}'],
  milligram: ['mg', 'mg'],
  day: ['days', 'd'],
} as const satisfies Record<string, readonly [string, string]>;
