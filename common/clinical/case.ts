import { effectiveAnswers } from '../intake/index.js';
import type { IntakeData, IntakeValue } from '../intake/index.js';
import { adam, bmi, iief5, stopBang } from '../scores/index.js';
import type { AdamScore, Iief5Score, StopBangScore } from '../scores/index.js';
import { DEFAULT_TARGET_RANGE } from '../vocabulary/index.js';
import { addDays, ageOn, daysBetween, isCalendarDate, wallTime } from './dates.js';
import { DEFAULT_POLICY } from './facts.js';
import type { ClinicalFacts, ClinicalPolicy, PlanFacts } from './facts.js';
import { FORMULATIONS, drawWindowHours, routeOf } from './formulations.js';
import type { FormulationId, Route } from './formulations.js';
import { mayBeDosed } from './history.js';
import { freeTOf, judgedResults, newestOf, undecidedOf } from './lab-facts.js';
import type { CalculatedFreeT } from './lab-facts.js';
import type { Comparator } from './lab-units.js';
import type { AnalyteKey } from './labs.js';
import { MEDICINES } from './medicines.js';
import { pressureInEffect } from './pressure-entry.js';
import { reportedPressures, withReported } from './reported.js';
import { toldAnswers } from './told-facts.js';

/** "<0.1": the value lies beyond this number. */
export interface LabLimit {
  readonly comparator: Comparator;
  readonly value: number;
}

/** One value with the local date of its draw. */
export interface Measured {
  /** As rules judge it: of a limit the laboratory gave, just beyond it. */
  readonly value: number;
  /** What the laboratory gave in place of a value. */
  readonly limit?: LabLimit;
  readonly date: string;
  readonly age_days: number;
  /** As sent. */
  readonly collected_at: string;
  readonly since_h: number | null;
}

/** As the laboratory gave it: "56.2", ">54". */
export const asGiven = ({ value, limit }: Pick<Measured, 'value' | 'limit'>): string =>
  limit ? `${limit.comparator}${limit.value}` : String(value);

export interface Draw extends Measured {
  readonly since_from_log: boolean;
  /** Local time in seconds from midnight; null when only a date is known. */
  readonly seconds: number | null;
}

/** What a recommendation is about: nothing started, on treatment, on hold, or stopped. */
export type TherapyState = 'before' | 'on' | 'held' | 'after';

/** Facts plus everything the rules share, derived once. Internal: callers pass `ClinicalFacts`. */
export interface ClinicalCase {
  readonly facts: ClinicalFacts;
  readonly today: string;
  readonly policy: Required<ClinicalPolicy>;
  readonly answers: IntakeData;
  readonly onTherapy: boolean;
  readonly state: TherapyState;
  readonly startedOn: string | null;
  /** Days since the start of therapy; null when not on therapy. */
  readonly therapyDay: number | null;
  readonly lastChangeOn: string | null;
  readonly age: number | null;
  readonly bmi: number | null;
  readonly weightKg: number | null;
  readonly adam: AdamScore | null;
  readonly iief: Iief5Score | null;
  readonly stopBang: StopBangScore | null;
  /** Every testosterone drawn before treatment, newest first. */
  readonly pretreatmentTotals: readonly Draw[];
  /** Those that count toward the diagnosis: morning, one per date, at most 365 days old. */
  readonly morningTotals: readonly Draw[];
  readonly latestTwo: readonly Draw[];
  /** On therapy, and a dose may have been taken. */
  readonly dosed: boolean;
  /** On therapy: morning totals drawn before the first plan was approved. */
  readonly morningsAtApproval: readonly Draw[];
  readonly hct: Measured | null;
  readonly psa: Measured | null;
  readonly estradiol: Measured | null;
  /** Newest value of each analyte. */
  readonly newest: ReadonlyMap<AnalyteKey, Measured>;
  /** Date of the newest draw after the start, by analyte. */
  readonly drawnSinceStart: ReadonlyMap<AnalyteKey, string>;
  /** Newest first. */
  readonly psaDraws: readonly Measured[];
  readonly hctDraws: readonly Measured[];
  /** 2 on a 5-alpha-reductase inhibitor, which halves PSA; else 1. */
  readonly psaFactor: number;
  /** The hematocrit and PSA that counted when therapy began (or count now). */
  readonly hctQualifies: boolean;
  readonly psaQualifies: boolean;
  readonly freeT: CalculatedFreeT | null;
  /** The newest results that are limits no rule can judge, by analyte. */
  readonly undecided: ReadonlyMap<AnalyteKey, Measured>;
  readonly lastTestosteroneOn: string | null;
  readonly psaBaseline: Measured | null;
  readonly hctSinceStart: Measured | null;
  readonly psaSinceStart: Measured | null;
  /** Latest testosterone drawn after the start of therapy. */
  readonly treatmentTotal: Draw | null;
  /** Whether the hours since the last dose suit the product; null = hours or plan unknown. */
  readonly timingValid: boolean | null;
  /** The newest total after a dose: also one of the first day, which decides no dose. */
  readonly dosedTotal: Draw | null;
  readonly dosedTimingValid: boolean | null;
  /** Days from the last change to that draw, and whether that is long enough. */
  readonly daysSinceChange: number | null;
  readonly steadyState: boolean | null;
  readonly systolic: number | null;
  readonly diastolic: number | null;
  /** When blood pressure was measured; null = unknown. */
  readonly bpOn: string | null;
  /** The blood pressure is the patient’s own answer. */
  readonly bpReported: boolean;
  /** Medicines and supplements, lower case; null if neither was answered. */
  readonly meds: string | null;
  /** The product being evaluated, if any. */
  readonly product: { readonly id: FormulationId; readonly route: Route } | null;
  readonly plan: PlanFacts | null;
  readonly targetLow: number;
  readonly targetHigh: number;
  /** Dates of panels with testosterone or hematocrit, oldest first: all of them, and those after the start. */
  readonly drawDates: readonly string[];
  readonly completedDraws: readonly string[];
}

const LB_IN_KG = 0.45359237;
const DIAGNOSTIC_DAYS = 365;
/** Before this it is night, or the time is wrong: of another zone, or unknown and sent as 00:00. Source: product default. */
const MORNING_BEGINS = 5 * 3600;
/** 10:00 itself still counts as morning. */
const MORNING_ENDS = 10 * 3600;
const WASHOUT_DAYS = 90;
/** Depot products last longer: undecanoate injections and pellets. */
const DEPOT_WASHOUT: readonly (readonly [RegExp, number])[] = [
  [/aveed|undecanoate inj/, 210],
  [/pellet|testopel/, 180],
];

export function numberOf(value: IntakeValue | null | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

export const textOf = (value: IntakeValue | null | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.toLowerCase() : null;

const dateOf = (value: string | null | undefined): string | null => (isCalendarDate(value) ? value : null);

export interface Panel {
  readonly date: string;
  readonly collected_at: string;
  readonly seconds: number | null;
  readonly age_days: number;
  readonly since_h: number | null;
  readonly since_from_log: boolean;
  /** As rules judge them. */
  readonly results: { readonly [Key in AnalyteKey]?: number | null };
  readonly limits: { readonly [Key in AnalyteKey]?: LabLimit };
}

/** Panels with their local time, newest first; for equal times the later one in the list is newer. */
function panelsOf(facts: ClinicalFacts): Panel[] {
  const zone = facts.patient_timezone ?? facts.timezone;
  return facts.labs
    .map((panel) => {
      const { date, seconds } = wallTime(panel.collected_local ?? panel.collected_at, zone);
      return {
        date,
        collected_at: panel.collected_at,
        seconds,
        age_days: daysBetween(date, facts.today),
        since_h: panel.since_last_dose_h ?? null,
        since_from_log: panel.since_from_log === true,
        ...judgedResults(panel),
      };
    })
    .toReversed()
    .toSorted((a, b) => a.age_days - b.age_days || (b.seconds ?? 0) - (a.seconds ?? 0));
}

function drawsOf(panels: readonly Panel[], key: AnalyteKey): Draw[] {
  return panels.flatMap(({ results, limits, ...panel }) => {
    const value = results[key];
    const limit = limits[key];
    return typeof value === 'number' && Number.isFinite(value)
      ? [
          {
            value,
            ...(limit && { limit }),
            date: panel.date,
            collected_at: panel.collected_at,
            age_days: panel.age_days,
            seconds: panel.seconds,
            since_h: panel.since_h,
            since_from_log: panel.since_from_log,
          },
        ]
      : [];
  });
}

/** On therapy = a start date is set and no discontinuation took effect on or after it (C00). */
function therapyOf(facts: ClinicalFacts): { startedOn: string | null; endedOn: string | null } {
  const started = dateOf(facts.extras.therapy_started_on);
  const ended = dateOf(facts.therapy_ended_on);
  const over = started !== null && ended !== null && ended >= started && ended <= facts.today;
  return { startedOn: over ? null : started, endedOn: ended !== null && ended <= facts.today ? ended : null };
}

/** How many days an earlier product still shows in the blood. */
function washoutDays(answers: IntakeData, meds: string | null): number {
  const told = [textOf(answers.hormone_use_details), meds].filter((text) => text !== null).join('\n');
  return DEPOT_WASHOUT.find(([product]) => product.test(told))?.[1] ?? WASHOUT_DAYS;
}

/**
 * Testosterone before treatment: not after the start, not within 90 days of the end of an earlier treatment here (C02b),
 * and not around the last dose of a product from elsewhere.
 */
function pretreatment(facts: ClinicalFacts, totals: readonly Draw[], other: OtherTestosterone): Draw[] {
  const { startedOn, endedOn } = therapyOf(facts);
  const earlierStart = startedOn === null ? dateOf(facts.extras.therapy_started_on) : null;
  const washedOut = endedOn === null ? null : addDays(endedOn, WASHOUT_DAYS);
  return totals.filter((draw) => {
    if (startedOn !== null && (draw.date > startedOn || isOfFirstDay(draw, startedOn))) return false;
    if (other.lastOn !== null && Math.abs(daysBetween(other.lastOn, draw.date)) <= other.washoutDays)
      return false;
    if (washedOut === null || draw.date > washedOut) return true;
    return earlierStart !== null && draw.date <= earlierStart;
  });
}

/** On the first day of treatment, some hours after a dose: no level before treatment. */
const isOfFirstDay = ({ date, since_h: hours }: Draw, startedOn: string | null): boolean =>
  date === startedOn && hours !== null;

interface OtherTestosterone {
  readonly lastOn: string | null;
  readonly washoutDays: number;
}

/** A test's age is measured on the day therapy began, or today. */
function morningOf(totals: readonly Draw[], on: string): Draw[] {
  const dates = new Set<string>();
  return totals.filter((draw) => {
    if (isNotMorning(draw) !== false) return false;
    if (daysBetween(draw.date, on) > DIAGNOSTIC_DAYS || dates.has(draw.date)) return false;
    dates.add(draw.date);
    return true;
  });
}

/** What was on file when the first plan was approved: correcting the start date later removes nothing from it. */
function morningsAtApproval(facts: ClinicalFacts, totals: readonly Draw[], startedOn: string | null): Draw[] {
  const approvedOn = dateOf(facts.first_approved_on);
  if (startedOn === null || approvedOn === null) return [];
  return morningOf(
    totals.filter((draw) => draw.date <= approvedOn),
    approvedOn,
  );
}

/** null: only the date is known. */
export const isNotMorning = ({ seconds }: Draw): boolean | null =>
  seconds === null ? null : seconds < MORNING_BEGINS || seconds > MORNING_ENDS;

function productOf({ prescription, candidate_plan, plan }: ClinicalFacts): ClinicalCase['product'] {
  const judged = candidate_plan ?? plan;
  const id = prescription?.formulation ?? judged?.formulation;
  if (!id) return null;
  return { id, route: routeOf(id, judged?.formulation === id ? judged.route : null) };
}

function timingOf(plan: PlanFacts | null, draw: Draw | null): boolean | null {
  if (!plan || !draw) return null;
  const window = drawWindowHours(plan.formulation, plan.frequency);
  if (window === null) return true;
  const hours = draw.since_h;
  return hours === null ? null : window.some(([from, to]) => hours >= from && hours <= to);
}

/** The intake, with later safety check answers taking precedence. */
function currentAnswers(facts: ClinicalFacts): IntakeData {
  const { intake, safety_answers: later = {} } = facts;
  const given = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
  return effectiveAnswers({ ...intake, ...Object.fromEntries(given), ...toldAnswers(facts) });
}

function answersPart(facts: ClinicalFacts) {
  const { extras } = facts;
  const answers = currentAnswers(facts);
  const weight = numberOf(answers.weight);
  const dob = dateOf(typeof answers.dob === 'string' ? answers.dob : null);
  const newMedicines = (facts.safety_changes ?? []).filter(({ kind }) => kind === 'medicines');
  const texts = [
    textOf(answers.current_medications),
    textOf(answers.supplements),
    ...newMedicines.map(({ text }) => textOf(text)),
  ].filter((text) => text !== null);
  const meds = texts.length > 0 ? texts.join('\n') : null;
  const lastDose = facts.safety_answers?.last_testosterone_on ?? answers.last_testosterone_on;
  const pressure = pressureInEffect(answers, extras, reportedPressures(facts));
  return {
    answers,
    age: dob === null ? null : ageOn(dob, facts.today),
    bmi: bmi(numberOf(answers.height), weight) ?? numberOf(answers.bmi),
    weightKg: weight === null ? null : weight * LB_IN_KG,
    adam: adam(answers),
    iief: iief5(answers),
    stopBang: stopBang(answers),
    systolic: pressure.systolic,
    diastolic: pressure.diastolic,
    bpOn: dateOf(pressure.on),
    bpReported: pressure.reported,
    meds,
    psaFactor: meds !== null && MEDICINES.five_ari.test(meds) ? 2 : 1,
    lastTestosteroneOn: dateOf(typeof lastDose === 'string' ? lastDose : null),
  };
}

type AnswersPart = ReturnType<typeof answersPart>;

function labsPart(facts: ClinicalFacts, startedOn: string | null, plan: PlanFacts | null, told: AnswersPart) {
  const panels = panelsOf(facts);
  const totals = drawsOf(panels, 'tt_ng_dl');
  const hcts = drawsOf(panels, 'hct_percent');
  const psas = drawsOf(panels, 'psa_ng_ml');
  const afterStart = (draw: { date: string }): boolean => startedOn !== null && draw.date > startedOn;
  const latestTotal = totals.find(afterStart) ?? null;
  const treatmentTotal = latestTotal && {
    ...latestTotal,
    since_h:
      (latestTotal.since_from_log ? null : latestTotal.since_h) ??
      facts.extras.since_h ??
      latestTotal.since_h,
  };
  const firstDayTotal = totals.find((draw) => isOfFirstDay(draw, startedOn)) ?? null;
  const pretreatmentTotals = pretreatment(facts, totals, {
    lastOn: told.lastTestosteroneOn,
    washoutDays: washoutDays(told.answers, told.meds),
  });
  const judgedOn = startedOn ?? facts.today;
  const morningTotals = morningOf(pretreatmentTotals, judgedOn);
  const drawDates = [...new Set([...totals, ...hcts].map((draw) => draw.date))].toSorted();
  const qualifies = (draw: { date: string }): boolean =>
    afterStart(draw) || daysBetween(draw.date, judgedOn) <= DIAGNOSTIC_DAYS;
  return {
    pretreatmentTotals,
    morningTotals,
    latestTwo: morningTotals.slice(0, 2),
    morningsAtApproval: morningsAtApproval(facts, totals, startedOn),
    hct: hcts[0] ?? null,
    psa: psas[0] ?? null,
    estradiol: drawsOf(panels, 'estradiol_pg_ml')[0] ?? null,
    ...newestOf(panels, afterStart),
    psaDraws: psas,
    hctDraws: hcts,
    hctQualifies: hcts.some(qualifies),
    psaQualifies: psas.some(qualifies),
    freeT: freeTOf(panels, morningTotals[0], startedOn),
    undecided: undecidedOf(panels),
    psaBaseline: (startedOn !== null && psas.find((draw) => draw.date <= startedOn)) || null,
    hctSinceStart: hcts.find(afterStart) ?? null,
    psaSinceStart: psas.find(afterStart) ?? null,
    treatmentTotal,
    timingValid: timingOf(plan, treatmentTotal),
    dosedTotal: treatmentTotal ?? firstDayTotal,
    dosedTimingValid: timingOf(plan, treatmentTotal ?? firstDayTotal),
    drawDates,
    completedDraws: drawDates.filter(afterStartDate(startedOn)),
  };
}

const afterStartDate =
  (startedOn: string | null) =>
  (date: string): boolean =>
    startedOn !== null && date > startedOn;

/** The first dose was confirmed, or an order left for the pharmacy: from then on a result may be one on treatment. */
function stateOf(facts: ClinicalFacts): TherapyState {
  const { startedOn, endedOn } = therapyOf(facts);
  if (startedOn === null) return endedOn === null ? 'before' : 'after';
  return facts.hold ? 'held' : 'on';
}

/** Derives what the rules share. Throws RangeError when `today` or a draw's time is invalid. */
export function deriveCase(given: ClinicalFacts): ClinicalCase {
  const facts = { ...given, extras: withReported(given, currentAnswers(given)) };
  const { startedOn } = therapyOf(facts);
  const therapyDay = startedOn === null ? null : daysBetween(startedOn, facts.today);
  const plan = facts.plan ?? null;
  const told = answersPart(facts);
  const labs = labsPart(facts, startedOn, plan, told);
  const lastChangeOn = startedOn === null ? null : (dateOf(facts.extras.last_change_on) ?? startedOn);
  const daysSinceChange =
    lastChangeOn !== null && labs.treatmentTotal ? daysBetween(lastChangeOn, labs.treatmentTotal.date) : null;
  const minimum = plan ? FORMULATIONS[plan.formulation].steady_state_days : null;
  return {
    facts,
    today: facts.today,
    policy: { ...DEFAULT_POLICY, ...facts.policy },
    ...told,
    onTherapy: startedOn !== null,
    dosed: startedOn !== null && mayBeDosed(facts),
    state: stateOf(facts),
    startedOn,
    therapyDay,
    lastChangeOn,
    ...labs,
    daysSinceChange,
    steadyState: !plan || daysSinceChange === null ? null : minimum === null || daysSinceChange >= minimum,
    product: productOf(facts),
    plan,
    targetLow: plan?.target_range_low ?? DEFAULT_TARGET_RANGE.low,
    targetHigh: plan?.target_range_high ?? DEFAULT_TARGET_RANGE.high,
  };
}
