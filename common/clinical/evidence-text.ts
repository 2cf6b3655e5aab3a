/** The wording of a value a rule read, shared by screens and the printed plan. */
import { isCalendarDate } from './dates.js';
import { FORMULATIONS, isFormulationId, quantityUnit as unitOf } from './formulations.js';
import type { Evidence } from './evidence.js';
import { ANALYTES } from './labs.js';
import { titleOf } from './rules/titles.js';

/** What the abbreviations in a value's name stand for. */
const SPOKEN: Record<string, string> = {
  adam: 'ADAM',
  bmi: 'BMI',
  ed: 'erectile dysfunction',
  es: 'Endocrine Society',
  iief: 'IIEF',
  iief5: 'IIEF-5',
  ipss: 'IPSS',
  bp: 'blood pressure',
  ddi: 'interaction:',
  dea: 'DEA',
  hct: 'hematocrit',
  osa: 'sleep apnea',
  pdmp: 'PDMP',
  psa: 'PSA',
  rx: 'prescription',
  t: 'testosterone',
  trt: 'TRT',
};

/** Names that a key's parts would describe badly. */
const NAMED: Record<string, string> = {
  phq2_total: 'PHQ-2',
  phq9_total: 'PHQ-9',
  call_owner: 'Calls today',
  psa_ng_ml: 'PSA',
  psa_ng_ml_baseline: 'Baseline PSA',
  psa_ng_ml_since_start: 'PSA since start',
  psa_ng_ml_disputed: 'PSA in dispute',
  hct_percent_at_the_stop: 'Hematocrit at the stop',
  hct_percent_at_the_pause: 'Hematocrit at the pause',
  hct_percent_disputed: 'Hematocrit in dispute',
  psa_rise_over_baseline: 'PSA rise over baseline',
  psa_rise_before_treatment: 'PSA rise before treatment',
  messages_to_review: 'Messages not reviewed',
  lab_reports_waiting_since: 'Lab report waiting since',
  other_mrn: 'Other MRN',
  psa_factor: 'PSA counted with the factor',
  psa_agreed: 'PSA testing',
  since_last_dose_h: 'Time since last dose',
  computed_days_supply: 'Days the quantity lasts',
  other_order_filled_on: 'Other order filled',
  vials_last_days: 'Days all the medicine in the vials lasts',
  days_since_change: 'Time since last dose change',
  steady_state_days: 'Minimum before judging a dose',
  target_range_low: 'Target minimum',
  target_range_high: 'Target maximum',
  'current_medications+supplements': 'Medicines and supplements',
  blood_pressure_systolic: 'Systolic blood pressure',
  blood_pressure_diastolic: 'Diastolic blood pressure',
};

/** A value a rule read: "tt_ng_dl_morning_latest" reads "Total testosterone, morning latest". */
export function inputName(name: string): string {
  const named = NAMED[name];
  if (named) return named;
  const analyte = ANALYTES.find(({ key }) => name === key || name.startsWith(`${key}_`));
  if (!analyte) {
    const words = name
      .split('_')
      .map((word) => SPOKEN[word] ?? word)
      .join(' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  }
  const rest = name.slice(analyte.key.length + 1).replaceAll('_', ' ');
  return rest ? `${analyte.name}, ${rest}` : analyte.name;
}

/** Keys within a value's text: of a rule, an analyte, a question, or a safety check change. */
const CODE = /\bchanges\.[a-z]+\b|\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;

function codeInWords(code: string): string {
  const kind = code.startsWith('changes.') ? code.slice('changes.'.length) : null;
  if (kind === 'message') return kind;
  if (kind === 'withdrawn') return 'answers taken back later';
  if (kind) return `${kind} (safety check)`;
  const analyte = ANALYTES.find(({ key }) => key === code);
  return (
    analyte?.name ??
    titleOf(code) ??
    inputName(code).replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase())
  );
}

const DAY = /\b\d{4}-\d{2}-\d{2}\b/g;
const dayInWords = (day: string): string =>
  isCalendarDate(day)
    ? new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    : day;

const inWords = (text: string): string =>
  text.replace(CODE, codeInWords).replace(DAY, dayInWords).replaceAll('>=', '≥').replaceAll('<=', '≤');

/** Limits whose stored form only the rule's author would understand. */
const SAID: Record<string, string> = {
  '>= the minimum of the product': 'at least the minimum of the product is needed',
  '< target_range_low': 'below the target minimum',
  '> target_range_high': 'above the target maximum',
  '2 on a 5-alpha-reductase inhibitor': 'on a 5-alpha-reductase inhibitor',
  'within 10 %': 'differs by more than 10 % from the days supply entered',
  '< 85 % of the previous days supply': 'before 85 % of the previous supply',
};

/** A word pattern, or the value an answer is compared with, is not a limit a person can read. */
const NO_LIMIT = /^(\/|= |not |absent$|any$|no$|present$|yes$)/;

/** A limit with two ends. */
const BETWEEN = /^> (\S+) and <= (.+)$/;

const limitText = (threshold: string | null | undefined): string | null => {
  if (!threshold || NO_LIMIT.test(threshold)) return null;
  const [, above, upTo] = BETWEEN.exec(threshold) ?? [];
  if (above && upTo) return `above ${above} and up to ${upTo}`;
  const limit = SAID[threshold] ?? inWords(threshold);
  return /^[<>≤≥]/.test(limit) ? `limit ${limit}` : limit;
};

export type EvidenceValue = Partial<
  Pick<Evidence, 'name' | 'comparator' | 'unit' | 'threshold' | 'age_days' | 'since_last_dose_h'>
> &
  Pick<Evidence, 'value'>;

const said = (value: string | number | boolean): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (isFormulationId(value)) return FORMULATIONS[value].name;
  return inWords(value);
};

/** Whether it says nothing: a factor of 1 changes no value. */
export const isIdle = ({ name, value }: Pick<Evidence, 'name' | 'value'>): boolean =>
  name === 'psa_factor' && value === 1;

/** Answers that "yes" or "no" would not tell. */
const ANSWERS: Record<string, { yes: string; no: string }> = {
  psa_agreed: { yes: 'agreed to by the patient', no: 'declined by the patient' },
};

function valueOf({ name = '', value, comparator }: EvidenceValue): string {
  const text = `${comparator ?? ''}${said(value ?? '')}`;
  return (text === 'yes' || text === 'no') && ANSWERS[name] ? ANSWERS[name][text] : text;
}

/** "55.2 %, limit > 54.0 %, 2 days old"; says so when nothing was measured. */
export function evidenceText(evidence: EvidenceValue): string {
  const { value, unit, threshold, age_days: age, since_last_dose_h: hours } = evidence;
  if (value === null) return 'not on file';
  return [
    `${valueOf(evidence)}${unit ? ` ${unit === 'd' ? 'days' : unit}` : ''}`,
    limitText(threshold),
    age != null && (age === 0 ? 'today' : `${age} day${age === 1 ? '' : 's'} old`),
    hours != null && `${hours} h after dose`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The unit of a quantity in the API, without the product's name. */
export const quantityUnit = (formulation: string): string =>
  isFormulationId(formulation) ? unitOf(formulation) : '';

/** "80 mg", "1 injection", "30 patches": a unit as it is counted, in the plural. */
export function amountText(amount: number, unit: string): string {
  const named = amount === 1 ? unit.replace(/(ch)es$|s$/, '$1') : unit;
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: 4 })} ${named}`.trim();
}

/** "4 mL", "1 pump bottle", "30 patches". */
export const quantityText = (quantity: number, formulation: string): string =>
  amountText(quantity, quantityUnit(formulation));
