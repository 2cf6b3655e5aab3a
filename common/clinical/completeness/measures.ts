/** The 21 measures: what each requires, and by which day. Day 0 is the start of treatment. */
import { HCT } from '../limits.js';
import type { Answered, CompletenessInput, ProductForm } from './input.js';

export const MEASURE_STATUSES = ['done', 'due', 'overdue', 'not_due', 'excluded'] as const;
export type MeasureStatus = (typeof MEASURE_STATUSES)[number];

export interface Finding {
  readonly status: MeasureStatus;
  /** Last day on which it is on time; null if it does not apply or the day is unknown. */
  readonly due_day: number | null;
  /** Day it was met; null if it was not, or has no day. */
  readonly done_day: number | null;
  /** Day of the entry it rests on: of the last one, or of the finding that asks for a response. */
  readonly evidence_day: number | null;
}

export interface Measure {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  /** Listed first when overdue: treatment is not safe without it. */
  readonly critical: boolean;
  /** The part of the input it uses. */
  readonly evidence: readonly (keyof CompletenessInput)[];
  readonly judge: (input: CompletenessInput) => Finding;
}

const YEAR = 365;
/** A yearly PSA may be a month late. */
const PSA_YEAR = 395;
/** Days before the deadline from which a measure is due. */
const AHEAD = 30;
/** First level after the start, by product (clinical milestone table). */
const FIRST_LEVEL_DAY: Readonly<Record<ProductForm, number>> = {
  injection: 42,
  gel: 28,
  oral: 14,
  patch: 14,
  nasal: 30,
  implant: 90,
};
/** Blood pressure after the start: oral product labels require it at three weeks. */
const pressureDay = ({ form }: CompletenessInput): number => (form === 'oral' ? 21 : 42);
const [EARLY, LATE] = [14, 42];
const PSA_AGE = 40;
const LOW_NG_DL = 300;
const LH_BY = 28;
/** From here on the yearly hematocrit is required; before, the one at three months is. */
const HCT_FIRST_UNTIL = 135;

const EXCLUDED: Finding = { status: 'excluded', due_day: null, done_day: null, evidence_day: null };

/** Met on any day from `from` to `until`; due in the last month of that period. */
function within(days: readonly number[], from: number, until: number, today: number): Finding {
  const met = days.filter((day) => day >= from && day <= until);
  if (met.length) {
    const last = Math.max(...met);
    return { status: 'done', due_day: until, done_day: last, evidence_day: last };
  }
  const status = today > until ? 'overdue' : today >= until - AHEAD ? 'due' : 'not_due';
  return { status, due_day: until, done_day: null, evidence_day: null };
}

/** Yes or no, asked before the start. */
const answered = (yes: boolean, today: number): Finding => ({
  status: yes ? 'done' : today > 0 ? 'overdue' : 'due',
  due_day: 0,
  done_day: null,
  evidence_day: null,
});

/** After `from`, never more than `every` days since the last one. */
function repeated(days: readonly number[], from: number, every: number, today: number): Finding {
  const past = days.filter((day) => day <= today);
  const last = past.length ? Math.max(...past) : null;
  const due = Math.max(from, last === null ? from : last + every);
  if (today <= from) return { status: 'not_due', due_day: due, done_day: null, evidence_day: last };
  const recent = last !== null && today - last <= every;
  return {
    status: recent ? 'done' : 'overdue',
    due_day: due,
    done_day: recent ? last : null,
    evidence_day: last,
  };
}

/** Every finding answered within the given days; a late response stays late. */
function answers(found: readonly Answered[], limit: number, today: number): Finding {
  const known = found.filter(([day]) => day <= today);
  if (!known.length) return EXCLUDED;
  const answeredOn = ([, done]: Answered): number | null => (done !== null && done <= today ? done : null);
  const dueOf = ([day]: Answered): number => day + limit;
  const first = (list: readonly Answered[]): Answered => list.reduce((a, b) => (b[0] < a[0] ? b : a));
  const late = known.filter((one) => (answeredOn(one) ?? today) - one[0] > limit);
  const waiting = late.length ? late : known.filter((one) => answeredOn(one) === null);
  if (waiting.length) {
    const one = first(waiting);
    const status = late.length ? 'overdue' : 'due';
    return { status, due_day: dueOf(one), done_day: null, evidence_day: one[0] };
  }
  const last = known.reduce((a, b) => (answeredOn(b)! > answeredOn(a)! ? b : a));
  return { status: 'done', due_day: null, done_day: answeredOn(last), evidence_day: last[0] };
}

/** Two morning totals below 300 ng/dL on different days, and the day of the second. */
function twoLow({ tt_pre, today }: CompletenessInput): Finding {
  const low = tt_pre.filter(
    ([day, value, morning]) => morning && value < LOW_NG_DL && day <= Math.min(0, today),
  );
  const days = [...new Set(low.map(([day]) => day))].toSorted((a, b) => a - b);
  const [, second = null] = days;
  if (second !== null) return { status: 'done', due_day: 0, done_day: second, evidence_day: second };
  return { status: today > 0 ? 'overdue' : 'due', due_day: 0, done_day: null, evidence_day: days[0] ?? null };
}

const wantsPsa = ({ age, psa_declined: declined }: CompletenessInput): boolean => age >= PSA_AGE && !declined;
const ofPsa =
  (judge: (input: CompletenessInput) => Finding) =>
  (input: CompletenessInput): Finding =>
    wantsPsa(input) ? judge(input) : EXCLUDED;

function firstLevel({ tt, form, today }: CompletenessInput): Finding {
  const day = FIRST_LEVEL_DAY[form];
  const valid = tt.filter(([, hour]) => hour).map(([drawn]) => drawn);
  return within(valid, day - EARLY, day + LATE, today);
}

const GUIDELINES = 'AUA 2018, Endocrine Society 2018';
const LABELS = 'product labels, Endocrine Society 2018';
const DEFAULT = 'product default';
const measure = (
  id: string,
  title: string,
  source: string,
  evidence: readonly (keyof CompletenessInput)[],
  judge: Measure['judge'],
  critical = false,
): Measure => ({ id, title, source, critical, evidence, judge });
const CRITICAL = true;

const BEFORE: readonly Measure[] = [
  measure(
    'P1_two_morning_low_t',
    'Two low morning levels before the start',
    GUIDELINES,
    ['tt_pre'],
    twoLow,
    CRITICAL,
  ),
  measure('P2_lh', 'LH by day 28', GUIDELINES, ['lh'], ({ lh, today }) =>
    within(lh, -Infinity, LH_BY, today),
  ),
  measure(
    'P3_hct_before',
    'Hematocrit in the year before the start',
    GUIDELINES,
    ['hct'],
    ({ hct, today }) => within(hct, -YEAR, 0, today),
    CRITICAL,
  ),
  measure(
    'P4_psa_before',
    'PSA in the year before the start, from 40 years on',
    GUIDELINES,
    ['psa', 'age', 'psa_declined'],
    ofPsa(({ psa, today }) => within(psa, -YEAR, 0, today)),
  ),
  measure('P5_bp_before', 'Blood pressure in the 90 days before the start', LABELS, ['bp'], ({ bp, today }) =>
    within(bp, -90, 0, today),
  ),
  measure('P6_fertility_asked', 'Plans for children asked', GUIDELINES, ['fertility'], (i) =>
    answered(i.fertility, i.today),
  ),
  measure(
    'P7_sleep_apnea_screen',
    'Sleep apnea screened or known',
    GUIDELINES,
    ['stopbang_complete', 'apnea_known'],
    (i) => answered(i.stopbang_complete || i.apnea_known, i.today),
  ),
  measure('P8_symptoms', 'Symptoms recorded', GUIDELINES, ['symptoms'], (i) => answered(i.symptoms, i.today)),
  measure('P9_education', 'Education confirmed', DEFAULT, ['education'], (i) =>
    answered(i.education, i.today),
  ),
  measure('P10_pdmp_first', 'PDMP checked before the first order', 'law of the state', ['pdmp_first'], (i) =>
    answered(i.pdmp_first, i.today),
  ),
];

const AFTER: readonly Measure[] = [
  measure('M1_first_level', 'First level at a valid hour', GUIDELINES, ['tt', 'form'], firstLevel),
  measure(
    'M2_hct_3_months',
    'Hematocrit at three months',
    LABELS,
    ['hct'],
    ({ hct, today }) => within(hct, 42, HCT_FIRST_UNTIL, today),
    CRITICAL,
  ),
  measure(
    'M3_hct_12_months',
    'Hematocrit every 12 months',
    GUIDELINES,
    ['hct'],
    ({ hct, today }) => repeated(hct, HCT_FIRST_UNTIL, YEAR, today),
    CRITICAL,
  ),
  measure(
    'M4_psa_first_year',
    'PSA in the first year',
    GUIDELINES,
    ['psa', 'age', 'psa_declined'],
    ofPsa(({ psa, today }) => within(psa, 60, YEAR, today)),
  ),
  measure(
    'M5_psa_yearly',
    'PSA every 13 months',
    GUIDELINES,
    ['psa', 'age', 'psa_declined'],
    ofPsa(({ psa, today }) => repeated(psa, PSA_YEAR, PSA_YEAR, today)),
  ),
  measure('M6_bp_after_start', 'Blood pressure after the start', LABELS, ['bp', 'form'], (i) =>
    within(i.bp, pressureDay(i) - EARLY, pressureDay(i) + LATE, i.today),
  ),
  measure('M7_bp_yearly', 'Blood pressure every year', GUIDELINES, ['bp'], ({ bp, today }) =>
    repeated(bp, YEAR, YEAR, today),
  ),
  measure(
    'M8_symptoms_3_to_6_months',
    'Check-in at three to six months',
    GUIDELINES,
    ['checkins'],
    ({ checkins, today }) => within(checkins, 75, 195, today),
  ),
  measure(
    'M9_abnormal_reviewed_7_d',
    'Abnormal labs reviewed in 7 days',
    DEFAULT,
    ['abnormal'],
    ({ abnormal, today }) => answers(abnormal, 7, today),
  ),
  measure(
    'M10_hct_over_54_acted_14_d',
    `Hematocrit above ${HCT.stop} acted on in 14 days`,
    GUIDELINES,
    ['hct54'],
    ({ hct54, today }) => answers(hct54, 14, today),
    CRITICAL,
  ),
  measure(
    'M11_psa_alarm_referred_42_d',
    'PSA alarm referred in 42 days',
    GUIDELINES,
    ['psa_alarm'],
    ({ psa_alarm, today }) => answers(psa_alarm, 42, today),
    CRITICAL,
  ),
];

export const MEASURES: readonly Measure[] = [...BEFORE, ...AFTER];
