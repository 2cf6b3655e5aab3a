import type { CurveDraw, CurveFreeTestosterone, CurveLevels, CurveResponse } from '#common/api/care-chart.js';
import type { Plan } from '#common/api/index.js';
import {
  INTERVAL_DAYS,
  addDays,
  FORMULATIONS,
  dateIn,
  drawAfterChange,
  isFormulationId,
  isFrequency,
  isGivenInClinic,
  moreThanOne,
  secondDoseDays,
  simulate,
  type FitInput,
  type LoggedDose,
  type Simulation,
} from '#common/clinical/index.js';
import type { ClinicalCase } from '#common/clinical/case.js';
import type { PlanFacts } from '#common/clinical/facts.js';
import type { FormulationId } from '#common/clinical/formulations.js';
import {
  PK_PRODUCTS,
  hasPkModel,
  settlingWeeks,
  type DoseHistory,
  type FitDraw,
  type PkFormulation,
} from '#common/clinical/pk/index.js';
import { suggestNextLab } from '#common/clinical/schedule.js';
import { DEFAULT_TARGET_RANGE } from '#common/vocabulary/index.js';
import type { TreatmentPeriod } from '../plans/treatment-periods.js';
import { freeT } from './free-t.js';
import { TEXT } from './text/en.js';

const DAY_MS = 86_400_000;
const MOST_DOSES = 900;
const MOST_DRAWS = 40;
const [LIGHTEST_KG, HEAVIEST_KG, USUAL_KG] = [30, 300, 85];
const OLD_SHBG_DAYS = 180;

export interface Regimen {
  formulation: PkFormulation & FormulationId;
  dose: number;
  frequency: keyof typeof INTERVAL_DAYS;
}
export interface CurveFacts {
  known: ClinicalCase;
  periods: readonly TreatmentPeriod[];
  current: Regimen;
  /** While no plan is in effect: the one that waits for review, which `current` is of. */
  pending?: PlanFacts | null;
  /** What the patient logged; a log without entries says nothing. */
  log: DoseLog;
}
export interface DoseLog {
  doses: readonly LoggedDose[];
  missed: readonly { due_at: string }[];
}

const honest = (): string[] => [
  TEXT.modelNotMeasurementNotValidatedClinically,
  TEXT.assumesEveryDoseTakenAsPlanned,
  TEXT.everyLevelOneAtSteadyState,
  TEXT.bandsAndChanceOfBeing,
  TEXT.doesNotPredictNaturalProductionAfter,
];

const intervalOf = (frequency: string): number => (isFrequency(frequency) ? INTERVAL_DAYS[frequency] : 7);

/** Days of treatment, including fractions, from noon of the day it began. */
const dayOf = (at: number, startedOn: string): number => (at - Date.parse(`${startedOn}T12:00:00Z`)) / DAY_MS;

/** The active plan on a day of treatment; before the first plan, the first one. */
function periodAt({ periods, known }: CurveFacts, day: number): TreatmentPeriod | undefined {
  const on = dateIn(new Date(Date.parse(`${known.startedOn}T12:00:00Z`) + day * DAY_MS), 'UTC');
  return periods.findLast((period) => period.from <= on) ?? periods[0];
}

/** Doses before the draw, from the last one back to the first, each an interval of its plan apart. */
function historyBefore(facts: CurveFacts, lastDay: number): DoseHistory {
  const history: [number, number][] = [];
  for (let day = lastDay; day > -0.01 && history.length < MOST_DOSES;) {
    const period = periodAt(facts, day);
    if (!period || period.plan.formulation !== facts.current.formulation) break;
    history.push([day, period.plan.dose]);
    const before = day - intervalOf(period.plan.frequency);
    // Before the third dose comes the second, which followed the first one sooner.
    const second = secondDoseDays(period.plan.formulation);
    const began =
      second === null
        ? 0
        : Math.max(0, dayOf(Date.parse(`${period.from}T12:00:00Z`), facts.known.startedOn!));
    if (second !== null && before < began + second / 2) {
      if (day > began + second / 2) history.push([began, period.plan.dose]);
      break;
    }
    day = before;
  }
  return history;
}

/** Whether the log shows extra, larger or missed doses in the time that a level takes to settle. */
function isIrregular(facts: CurveFacts, at: number): boolean {
  const settles = FORMULATIONS[facts.current.formulation].steady_state_days ?? 0;
  const before = (moment: string): boolean => {
    const age = at - Date.parse(moment);
    return age >= 0 && age <= settles * DAY_MS;
  };
  const doses = facts.log.doses.filter(({ taken_at }) => before(taken_at));
  return (
    facts.log.missed.some(({ due_at }) => before(due_at)) ||
    doses.some((taken) => {
      const plan = periodAt(facts, dayOf(Date.parse(taken.taken_at), facts.known.startedOn!))?.plan;
      if (!plan || !isFormulationId(plan.formulation) || !isFrequency(plan.frequency)) return false;
      const { formulation, dose, frequency } = plan;
      return moreThanOne(taken, { formulation, dose, frequency }, doses);
    })
  );
}

interface Draw extends Omit<CurveDraw, 'z' | 'used'> {
  fit: FitDraw | null;
}

/** Totals drawn on treatment, oldest first. */
function drawsOf(facts: CurveFacts): Draw[] {
  const { known } = facts;
  const { startedOn } = known;
  if (startedOn === null) return [];
  const drawn = known.facts.labs.flatMap(
    ({
      collected_at,
      since_last_dose_h: hours,
      since_from_log: logged,
      contradicted_by_log_h: other,
      results,
      limits,
    }) => {
      const { tt_ng_dl: value } = results;
      const at = Date.parse(collected_at);
      const onTreatment = dayOf(at, startedOn) > 0;
      return typeof value === 'number' && value > 0 && onTreatment
        ? [
            {
              collected_at,
              at,
              value,
              comparator: limits?.tt_ng_dl,
              hours: hours ?? null,
              logged,
              contradicted: other !== undefined,
            },
          ]
        : [];
    },
  );
  return drawn
    .slice(-MOST_DRAWS)
    .map(({ collected_at, at, value, comparator, hours, logged, contradicted }) => {
      const told = {
        collected_at,
        hours_after_dose: hours,
        ...(logged && { hours_from_log: true as const }),
        value,
        ...(comparator && { comparator }),
      };
      // A limit is no value to fit a curve to.
      if (hours === null || comparator) return { ...told, fit: null };
      if (contradicted) return { ...told, not_used: 'hours_contradict_log', fit: null };
      if (isIrregular(facts, at)) return { ...told, not_used: 'irregular_doses', fit: null };
      // The first dose is at the latest the one before the draw.
      const day = Math.max(dayOf(at, startedOn), hours / 24);
      const history = historyBefore(facts, day - hours / 24);
      return { ...told, fit: history.length ? ([day, value, history] as const) : null };
    });
}

/** The target of the plan; a waiting plan is not yet among the facts. */
const targetOf = ({ known, pending }: CurveFacts): CurveLevels['target'] =>
  pending
    ? {
        low: pending.target_range_low ?? DEFAULT_TARGET_RANGE.low,
        high: pending.target_range_high ?? DEFAULT_TARGET_RANGE.high,
      }
    : { low: known.targetLow, high: known.targetHigh };

/** Of the plan in effect, what is due; of any other, what is due if it began today. */
function nextDraw(facts: CurveFacts, regimen: Regimen): CurveLevels['next_draw'] {
  const { known, current, pending } = facts;
  if (regimen === current && !pending) {
    const due = suggestNextLab(known);
    return due && { due_on: due.due_on, draw_timing: due.draw_timing };
  }
  const { draw_timing } = FORMULATIONS[regimen.formulation];
  const startedOn = regimen.formulation === current.formulation ? known.startedOn : null;
  const due_on = drawAfterChange(regimen, known.today, startedOn);
  return due_on === null ? null : { due_on, draw_timing };
}

type Claims = Pick<CurveLevels, 'peak' | 'middle' | 'trough' | 'peak_over_1000'>;
/** Nothing about the shape between two doses where only the average is known. */
function claimed(simulated: Simulation['current'], formulation: Regimen['formulation']): Claims {
  if (PK_PRODUCTS[formulation].average_only)
    return { peak: null, middle: null, trough: null, peak_over_1000: null };
  const { peak, middle, trough, peak_over_1000 } = simulated;
  return { peak, middle, trough, peak_over_1000 };
}

type Steady = Pick<CurveLevels, 'steady_after_weeks' | 'steady_from'>;
const sameRegimen = (a: Pick<Plan, 'formulation' | 'dose' | 'frequency'>, b: Regimen): boolean =>
  a.formulation === b.formulation && a.dose === b.dose && a.frequency === b.frequency;

/** When the plan in effect reaches steady state: counted from its first dose, or from the last change. */
function steadyCurrent({ known, periods, current, pending }: CurveFacts, lnHalfLife: number): Steady {
  const other = periods.findLastIndex(({ plan }) => !sameRegimen(plan, current));
  const previous = pending ? null : periods[other]?.plan.formulation;
  const steady_after_weeks = settlingWeeks({
    formulation: current.formulation,
    before: hasPkModel(previous) ? previous : null,
    ln_half_life: lnHalfLife,
  });
  const changed = [periods[other + 1]?.from, known.startedOn]
    .filter((on) => typeof on === 'string')
    .toSorted();
  const since = changed.at(-1);
  if (pending || since === undefined) return { steady_after_weeks, steady_from: null };
  const on = addDays(since, 7 * steady_after_weeks);
  return { steady_after_weeks, steady_from: on > known.today ? on : null };
}

/** Of a dose that would begin today. */
const steadyProposed = (
  { current, pending }: CurveFacts,
  { formulation }: Regimen,
  lnHalfLife: number,
): Steady => ({
  steady_after_weeks: settlingWeeks({
    formulation,
    before: pending ? null : current.formulation,
    ln_half_life: lnHalfLife,
  }),
  steady_from: null,
});

function levels(
  facts: CurveFacts,
  regimen: Regimen,
  simulated: Simulation['current'],
  fitted: boolean,
  steady: Steady,
): CurveLevels {
  const { average, in_target, measured, points } = simulated;
  const { formulation, dose, frequency } = regimen;
  // The target is one for a draw of other products.
  const inClinic = isGivenInClinic(formulation);
  return {
    formulation,
    dose,
    frequency,
    fitted,
    average_only: PK_PRODUCTS[formulation].average_only,
    ...claimed(simulated, formulation),
    ...steady,
    judged_on: PK_PRODUCTS[formulation].judged_on,
    target: targetOf(facts),
    action_limits: FORMULATIONS[formulation].action_band,
    next_draw: nextDraw(facts, regimen),
    average,
    in_target: inClinic ? null : in_target,
    measured: inClinic ? { ...measured, in_target: null } : measured,
    points: [...points],
  };
}

/** The population's curve if another product is proposed: one product's fit says little about another. */
function proposedLevels(
  facts: CurveFacts,
  input: FitInput,
  result: Simulation,
  proposed: Regimen | null,
): CurveLevels | null {
  if (!proposed) return null;
  if (result.proposed)
    return levels(
      facts,
      proposed,
      result.proposed,
      result.used,
      steadyProposed(facts, proposed, result.ln_half_life),
    );
  const { formulation, dose: mg, frequency } = proposed;
  const other = {
    ...input,
    formulation,
    mg,
    interval_days: INTERVAL_DAYS[frequency],
    draws: [],
    proposed: null,
  };
  return levels(facts, proposed, simulate(other).current, false, steadyProposed(facts, proposed, 0));
}

function limitsOf(parts: {
  weight: number | null;
  fitted: boolean;
  otherProduct: boolean;
  averageOnly: boolean;
  cypionate: boolean;
  free: CurveFreeTestosterone | null;
}): string[] {
  const when = (said: boolean, sentence: string): string[] => (said ? [sentence] : []);
  return [
    ...honest(),
    ...when(parts.averageOnly, TEXT.ofGels),
    ...when(parts.cypionate, TEXT.cypionateHalfLife),
    ...when(!parts.fitted, TEXT.notFitted),
    ...when(parts.weight === null, TEXT.weightUnknown(USUAL_KG)),
    ...when(parts.otherProduct, TEXT.proposedProductDifferentOne),
    ...when(parts.free?.albumin_assumed ?? false, TEXT.freeTestosteroneAssumesAlbuminOf4),
    ...when(
      (parts.free?.shbg_age_days ?? 0) > OLD_SHBG_DAYS,
      TEXT.freeTestosteroneUsesShbgOfDays(parts.free?.shbg_age_days),
    ),
  ];
}

/** What the model reads of a patient, with the draws that are usable. */
export function fitInput(facts: CurveFacts, draws = usableDraws(facts)): FitInput & { kg: number } {
  const { known, current } = facts;
  const before = known.morningTotals.slice(0, 2).map((draw) => draw.value);
  return {
    formulation: current.formulation,
    mg: current.dose,
    interval_days: INTERVAL_DAYS[current.frequency],
    kg: Math.min(HEAVIEST_KG, Math.max(LIGHTEST_KG, known.weightKg ?? USUAL_KG)),
    c0: before.length ? before.reduce((sum, value) => sum + value, 0) / before.length : null,
    draws,
    target: targetOf(facts),
  };
}
const usableDraws = (facts: CurveFacts): FitDraw[] => drawsOf(facts).flatMap(({ fit }) => (fit ? [fit] : []));

/** The patient's own curve for the current and the proposed dose. Throws RangeError outside the model's bounds. */
export function curveOf(facts: CurveFacts, proposed: Regimen | null): CurveResponse {
  const { known, current } = facts;
  const draws = drawsOf(facts);
  const usable = draws.flatMap(({ fit }) => (fit ? [fit] : []));
  const same = proposed?.formulation === current.formulation ? proposed : null;
  const input: FitInput = {
    ...fitInput(facts, usable),
    proposed: same && { mg: same.dose, interval_days: INTERVAL_DAYS[same.frequency] },
  };
  const result = simulate(input);
  const judged = new Map(usable.map((fit, index) => [fit, result.draws[index]!]));
  const told = draws.map(({ fit, ...draw }): CurveDraw => {
    const judgement = fit && judged.get(fit);
    return {
      ...draw,
      z: judgement?.z ?? null,
      used: judgement?.used ?? false,
      ...(judgement?.too_early && { not_used: 'too_early' }),
    };
  });
  const free = freeT(known, told);
  return {
    ...current,
    basis: facts.pending ? 'pending_plan' : 'plan',
    fitted: result.used,
    clearance_factor: result.clearance_factor,
    draws: told,
    current: levels(facts, current, result.current, result.used, steadyCurrent(facts, result.ln_half_life)),
    proposed: proposedLevels(facts, input, result, proposed),
    ...free,
    limits: limitsOf({
      weight: known.weightKg,
      fitted: result.used,
      otherProduct: proposed !== null && same === null,
      cypionate: [current, ...(proposed ? [proposed] : [])].some(
        ({ formulation }) => formulation === 'testosterone_cypionate_im',
      ),
      averageOnly: [current, ...(proposed ? [proposed] : [])].some(
        ({ formulation }) => PK_PRODUCTS[formulation].average_only,
      ),
      free: free.free_t,
    }),
  };
}
