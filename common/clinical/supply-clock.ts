/** When a supply ends, when it may be refilled, and which signs in a request the prescriber should check. */
import { addDays, addMonths, dayNumber, daysBetween } from './dates.js';
import { treatmentDays, type Hold, type TreatmentDays } from './held-days.js';

export type { Hold } from './held-days.js';

/** 21 CFR 1306.22: at most five refills, none later than six months after issue. */
export const MAX_REFILLS = 5;
export const LEGAL_MONTHS = 6;
/** A refill is early before 85% of the last fill's days have passed (product default). */
const EARLY_SHARE = 0.85;
/** Days a pharmacy needs, and extra days for a new prescription. */
const PHARMACY_DAYS = 3;
const PRESCRIPTION_DAYS = 7;
/** Days in hand that are not yet a surplus: a week, or 15% of a fill. */
const STOCK_DAYS = 7;
const STOCK_SHARE = 0.15;
/** More than 115% of half a year's supply. */
const HALF_YEAR_DAYS = 183;
const TOO_MUCH = 1.15;
const EPSILON = 1e-9;

/** Last date on which a prescription may be filled: issue + 6 calendar months, inclusive. */
export const lastLegalFillOn = (issuedOn: string): string => addMonths(issuedOn, LEGAL_MONTHS);

/**
 * Last date on which a prescription issued on this date may be filled: six calendar months later, inclusive; the last day of
 * the month where that day does not exist. Dates as YYYY-MM-DD; throws RangeError on anything else.
 * Source: 21 CFR 1306.22(a).
 */
export const legalLastFill = (issued_on: string): string => lastLegalFillOn(issued_on);

/** Date of a fill and the days it lasts, 1-366; `rest` is a later part of the fill before it (21 CFR 1306.23), no further one. */
export type Fill = readonly [filled_on: string, days: number, part?: 'rest'];
/** Date of a dose change, and the old weekly dose divided by the new one. */
export type DoseChange = readonly [changed_on: string, old_over_new: number];

export interface SupplyClockInput {
  readonly issued_on: string;
  /** Refills on the prescription; more than five count as five. */
  readonly refills: number;
  /** Days of supply of one fill as prescribed. */
  readonly days_supply: number;
  /** In any order. */
  readonly fills: readonly Fill[];
  readonly today: string;
  readonly change?: DoseChange | null;
  /** Fills of the prescription this one replaced, and the dose change with it: supply in hand, but no refills. */
  readonly carried?: { readonly fills: readonly Fill[]; readonly change?: DoseChange | null } | null;
  /** Fills of other prescriptions in use for the same drug: the same supply in hand, but no refills. */
  readonly shared?: readonly Fill[];
  /** Holds of the therapy, in any order: the supply stands still in them. */
  readonly holds?: readonly Hold[];
}
export const SUPPLY_STATES = ['enough', 'can_refill', 'ask_now', 'past_run_out'] as const;
export type SupplyState = (typeof SUPPLY_STATES)[number];

export interface SupplyClock {
  /** First day without supply; null before the first fill, like everything derived from it. */
  readonly run_out_on: string | null;
  /** Negative once it has run out. */
  readonly days_left: number | null;
  readonly earliest_fill_on: string | null;
  readonly legal_last_fill_on: string;
  readonly refills_left: number;
  /** No refill is left, or none can be filled before the prescription expires. */
  readonly new_prescription_needed: boolean;
  readonly ask_by: string | null;
  readonly state: SupplyState;
  /** Days in hand today, 0 or more. */
  readonly stockpile_days: number;
}

function inOrder(fills: readonly Fill[]): readonly Fill[] {
  for (const [on, days] of fills) {
    dayNumber(on);
    if (!(days > 0 && days <= 366)) throw new RangeError('A fill lasts more than 0 and at most 366 days');
  }
  // If two are on the same day the longer one counts as the last, in any order.
  return fills.toSorted(([a, days], [b, more]) => (a === b ? days - more : a < b ? -1 : 1));
}

const onDays = (days: TreatmentDays, fills: readonly Fill[]): Fill[] =>
  fills.map(([on, lasts, ...part]): Fill => [days.of(on), lasts, ...part]);
const changeOn = (days: TreatmentDays, change: DoseChange | null | undefined): DoseChange | null =>
  change ? [days.of(change[0]), change[1]] : null;

/** A fill while supply is left starts when that runs out. */
const covered = (fills: readonly Fill[], from: number): number =>
  fills.reduce((end, [on, days]) => Math.max(end, dayNumber(on)) + days, from);

/** First day not covered, as a day number. */
function endOf(fills: readonly Fill[], change: DoseChange | null, from = -Infinity): number {
  if (!change) return covered(fills, from);
  const [on, ratio] = change;
  if (!(ratio > 0 && ratio <= 100)) throw new RangeError('A dose change is above 0 and at most 100-fold');
  const day = dayNumber(on);
  const before = covered(
    fills.filter(([filled]) => filled <= on),
    from,
  );
  const end = before > day ? day + Math.floor((before - day) * ratio + EPSILON) : before;
  return covered(
    fills.filter(([filled]) => filled > on),
    end,
  );
}

const ceil = (value: number): number => Math.ceil(value - EPSILON);
const dateOf = (day: number): string => addDays('1970-01-01', Math.floor(day));

/** Earliest day of the next fill: after 85% of the last fill's days, all its parts together. */
function earliestAfter(fills: readonly Fill[]): string {
  const parts = lastParts(fills);
  const days = lastFillDays(fills);
  return dateOf(covered(parts, -Infinity) - days + ceil(EARLY_SHARE * days));
}
const isWhole = ([, , part]: Fill): boolean => part !== 'rest';
const lastParts = (fills: readonly Fill[]): readonly Fill[] =>
  fills.slice(Math.max(0, fills.findLastIndex(isWhole)));
const lastFillDays = (fills: readonly Fill[]): number =>
  lastParts(fills).reduce((sum, [, part]) => sum + part, 0);

/** The same where other prescriptions add to the supply: 85% of the last fill counts from when the rest is used up. */
function earliestOf(own: readonly Fill[], all: readonly Fill[], runOut: number): string | null {
  if (all.length === own.length) return own.length ? earliestAfter(own) : null;
  const days = lastFillDays(all);
  return dateOf(runOut - days + ceil(EARLY_SHARE * days));
}
/** Refills left: none after the last legal day; the first fill is not a refill, and the rest of a fill is none either. */
const refillsLeft = (input: Pick<SupplyClockInput, 'issued_on' | 'refills' | 'fills' | 'today'>): number =>
  input.today > lastLegalFillOn(input.issued_on)
    ? 0
    : Math.max(0, Math.min(input.refills, MAX_REFILLS) - Math.max(0, input.fills.filter(isWhole).length - 1));

/** Whether no refill can be filled before the legal limit; a supply that lasts beyond it leaves no time to wait. */
function needsPrescription(
  { today, issued_on: issued }: SupplyClockInput,
  runOut: string,
  left: number,
  /** The day of the next fill by the fills of the order itself; null before the first. */
  next: string | null,
): boolean {
  const legal = lastLegalFillOn(issued);
  if (next === null) return today > legal;
  const tooLate = legal < runOut && today > addDays(legal, -PHARMACY_DAYS);
  return left === 0 || next > legal || tooLate;
}

/** If a supply outlasts its prescription, ask while a refill may still be filled, or early enough for a new one. */
function askByOf(runOut: string, legal: string, renew: boolean): string {
  const forPrescription = addDays(runOut, -PHARMACY_DAYS - PRESCRIPTION_DAYS);
  if (renew) return forPrescription;
  if (runOut <= legal) return addDays(runOut, -PHARMACY_DAYS);
  const forRefill = addDays(legal, -PHARMACY_DAYS);
  return forRefill > forPrescription ? forRefill : forPrescription;
}

function stateOf(today: string, runOut: string, askBy: string, refillFrom: string | null): SupplyState {
  if (today >= runOut) return 'past_run_out';
  if (today >= askBy) return 'ask_now';
  return refillFrom !== null && today >= refillFrom ? 'can_refill' : 'enough';
}

/**
 * The clock of one prescription: dates as YYYY-MM-DD, whole days. Before the first fill only the legal limit is known and the
 * state is `can_refill`. Throws RangeError on an invalid date, a negative count of refills, a fill of 0 or more than 366 days
 * and a dose change not above 0. While therapy is on hold everything counts as on its first day, and moves on by its length
 * when therapy is resumed. Source: 21 CFR 1306.22; 85% and the days to ask ahead are product defaults.
 */
export function supplyClock(input: SupplyClockInput): SupplyClock {
  const { today, issued_on: issued, refills } = input;
  dayNumber(today);
  if (!(Number.isInteger(refills) && refills >= 0))
    throw new RangeError('Refills are a whole number, 0 or more');
  const days = treatmentDays(input.holds ?? []);
  const inTreatment = (some: readonly Fill[]): readonly Fill[] => onDays(days, inOrder(some));
  const fills = inTreatment(input.fills);
  const legal = lastLegalFillOn(issued);
  const left = refillsLeft(input);
  const carried = inTreatment(input.carried?.fills ?? []);
  const all = input.shared?.length ? inTreatment([...input.fills, ...input.shared]) : fills;
  if (!all.length && !carried.length)
    return {
      run_out_on: null,
      days_left: null,
      earliest_fill_on: null,
      legal_last_fill_on: legal,
      refills_left: left,
      new_prescription_needed: today > legal,
      ask_by: null,
      state: 'can_refill',
      stockpile_days: 0,
    };
  const before = endOf(carried, changeOn(days, input.carried?.change));
  const end = endOf(all, changeOn(days, input.change), before);
  const runOut = days.back(dateOf(end));
  const back = (date: string | null): string | null => date && days.back(date);
  const earliest = back(earliestOf(fills, all, Math.floor(end)));
  const next = fills.length ? days.back(earliestAfter(fills)) : null;
  const renew = needsPrescription(input, runOut, left, next);
  const askBy = askByOf(runOut, legal, renew);
  const now = days.standing(today);
  const daysLeft = daysBetween(now, runOut);
  return {
    run_out_on: runOut,
    days_left: daysLeft,
    earliest_fill_on: earliest,
    legal_last_fill_on: legal,
    refills_left: left,
    new_prescription_needed: renew,
    ask_by: askBy,
    state: stateOf(now, runOut, askBy, renew ? null : earliest),
    stockpile_days: Math.max(0, daysLeft),
  };
}

/** The same clock where the doses in hand end before the days: they were taken sooner than planned. */
export function endsSooner(
  clock: SupplyClock,
  { out_on: out, today }: { out_on: string; today: string },
): SupplyClock {
  const { run_out_on: runOut, legal_last_fill_on: legal, new_prescription_needed: renew } = clock;
  if (runOut === null || out >= runOut) return clock;
  const askBy = askByOf(out, legal, renew);
  return {
    ...clock,
    run_out_on: out,
    days_left: daysBetween(today, out),
    ask_by: askBy,
    // What is earlier than a refill by the days is none by the doses.
    state: stateOf(today, out, askBy, renew ? null : today),
  };
}

/** What was prescribed as one fill, and the parts of it that were dispensed. */
export interface PartsInput {
  readonly quantity: number;
  readonly days: number;
  readonly parts: readonly { readonly quantity: number; readonly days: number }[];
}
/** What may still be dispensed of one fill. */
export interface FillRest {
  readonly quantity: number;
  readonly days: number;
}

/** Whole days that a part of a fill lasts; at least one. */
export const daysOfPart = (quantity: number, whole: FillRest): number =>
  Math.max(1, Math.floor((quantity / whole.quantity) * whole.days + EPSILON));

/**
 * What is left of a fill dispensed in parts: together they are never more than one fill as prescribed. Null if nothing is.
 * Source: 21 CFR 1306.23 (Schedule III: until six months after issue).
 */
export function restOfFill({ quantity, days, parts }: PartsInput): FillRest | null {
  const given = parts.reduce(
    (sum, part) => ({ quantity: sum.quantity + part.quantity, days: sum.days + part.days }),
    {
      quantity: 0,
      days: 0,
    },
  );
  const rest = { quantity: Number((quantity - given.quantity).toFixed(4)), days: days - given.days };
  return rest.quantity > 0 && rest.days > 0 ? rest : null;
}

export const REFILL_SIGNS = [
  'rx_early_refill',
  'stock_in_hand',
  'more_than_115_percent',
  'two_prescriptions',
] as const;
export type RefillSign = (typeof REFILL_SIGNS)[number];

export interface RefillSignsInput {
  /** Of every prescription for the drug, in any order. */
  readonly fills: readonly Fill[];
  readonly request_on: string;
  readonly change?: DoseChange | null;
  /** Prescriptions for the drug that could be filled today; absent: one. */
  readonly prescriptions_alive?: number;
  /** Holds of the therapy, in any order: what was not taken in them is still in hand. */
  readonly holds?: readonly Hold[];
}
export interface RefillSigns {
  /** Days since the last fill, and their share of its days to three decimals; null without a fill. */
  readonly elapsed: number | null;
  readonly share: number | null;
  readonly days_in_hand: number;
  readonly signs: RefillSign[];
}

/** Days dispensed in the half year up to a date. */
const dispensedIn = (fills: readonly Fill[], until: string): number =>
  fills.reduce((sum, [on, days]) => {
    const ago = daysBetween(on, until);
    return ago >= 0 && ago <= HALF_YEAR_DAYS ? sum + days : sum;
  }, 0);

/**
 * What the prescriber should look at in a request: less than 85% of the last fill gone, more than a week (or 15%
 * of a fill) in hand, more than 115% of 183 days dispensed in 183 days, two active prescriptions. Dates as YYYY-MM-DD, whole
 * days. Throws RangeError as `supplyClock` does. Source: product defaults; they are signs, not a judgment of the patient.
 */
export function refillSigns(input: RefillSignsInput): RefillSigns {
  const { request_on: on } = input;
  dayNumber(on);
  const dispensed = inOrder(input.fills).filter(([filled]) => filled <= on);
  const treatment = treatmentDays(input.holds ?? []);
  const fills = onDays(treatment, dispensed);
  const now = treatment.of(on);
  const last = fills.at(-1);
  const second = (input.prescriptions_alive ?? 1) > 1;
  if (!last)
    return { elapsed: null, share: null, days_in_hand: 0, signs: second ? ['two_prescriptions'] : [] };
  const [filledOn, days] = last;
  const elapsed = daysBetween(filledOn, now);
  const end = Math.floor(endOf(fills, changeOn(treatment, input.change)));
  const inHand = Math.max(0, end - dayNumber(now));
  const signs: Record<RefillSign, boolean> = {
    rx_early_refill: elapsed < EARLY_SHARE * days - EPSILON,
    stock_in_hand: inHand > Math.max(STOCK_DAYS, STOCK_SHARE * days),
    more_than_115_percent: dispensedIn(dispensed, on) > TOO_MUCH * HALF_YEAR_DAYS,
    two_prescriptions: second,
  };
  return {
    elapsed,
    share: Number((elapsed / days).toFixed(3)),
    days_in_hand: inHand,
    signs: REFILL_SIGNS.filter((sign) => signs[sign]),
  };
}
