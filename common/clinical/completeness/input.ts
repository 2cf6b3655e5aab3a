/** The input for completeness. Every day is a whole number of days since the start of treatment, day 0. */
export const PRODUCT_FORMS = ['injection', 'gel', 'oral', 'patch', 'nasal', 'implant'] as const;
export type ProductForm = (typeof PRODUCT_FORMS)[number];

/** A finding and the response to it; null: none yet. */
export type Answered = readonly [found: number, answered: number | null];

export interface CompletenessInput {
  /** Years. */
  readonly age: number;
  readonly form: ProductForm;
  readonly today: number;
  /** Total testosterone before the start: day, ng/dL, drawn in the morning. */
  readonly tt_pre: readonly (readonly [day: number, ng_dl: number, morning: boolean])[];
  readonly lh: readonly number[];
  readonly hct: readonly number[];
  readonly psa: readonly number[];
  readonly psa_declined: boolean;
  readonly bp: readonly number[];
  readonly fertility: boolean;
  readonly stopbang_complete: boolean;
  /** Sleep apnea is known or treated: no screen is needed. */
  readonly apnea_known: boolean;
  readonly symptoms: boolean;
  readonly education: boolean;
  readonly pdmp_first: boolean;
  /** Total testosterone on treatment: day, drawn at an hour that is valid for the product. */
  readonly tt: readonly (readonly [day: number, valid_hour: boolean])[];
  readonly checkins: readonly number[];
  /** Abnormal labs and their review, hematocrits above the stop limit and the response, PSA alarms and the referral. */
  readonly abnormal: readonly Answered[];
  readonly hct54: readonly Answered[];
  readonly psa_alarm: readonly Answered[];
}

const DAYS = ['lh', 'hct', 'psa', 'bp', 'checkins'] as const;
const FOUND = ['abnormal', 'hct54', 'psa_alarm'] as const;
const isDay = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 36_525;

/** Throws RangeError on an invalid day, age or form. */
export function assertInput(input: CompletenessInput): void {
  if (!(input.age >= 0 && input.age <= 130)) throw new RangeError('An age is 0 to 130 years');
  if (!PRODUCT_FORMS.includes(input.form)) throw new RangeError(`Not a product form: ${String(input.form)}`);
  const days = [
    input.today,
    ...DAYS.flatMap((key) => input[key]),
    ...input.tt_pre.map(([day]) => day),
    ...input.tt.map(([day]) => day),
    ...FOUND.flatMap((key) =>
      input[key].flatMap(([found, done]) => (done === null ? [found] : [found, done])),
    ),
  ];
  if (!days.every(isDay)) throw new RangeError('Days are counted from the start of treatment');
}

/** What was known on an earlier day of treatment. Answers without a day are kept. */
export function asOf(input: CompletenessInput, day: number): CompletenessInput {
  const known = (days: readonly number[]): number[] => days.filter((one) => one <= day);
  const then = (found: readonly Answered[]): Answered[] =>
    found
      .filter(([at]) => at <= day)
      .map(([at, done]): Answered => [at, done !== null && done <= day ? done : null]);
  return {
    ...input,
    today: day,
    tt_pre: input.tt_pre.filter(([at]) => at <= day),
    tt: input.tt.filter(([at]) => at <= day),
    lh: known(input.lh),
    hct: known(input.hct),
    psa: known(input.psa),
    bp: known(input.bp),
    checkins: known(input.checkins),
    abnormal: then(input.abnormal),
    hct54: then(input.hct54),
    psa_alarm: then(input.psa_alarm),
  };
}
