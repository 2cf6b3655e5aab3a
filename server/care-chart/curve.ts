import type {
  CurveDraw,
  CurveFreeTestosterone,
  CurveLevels,
  CurveResponse,
} from '../../common/api/care-chart.js';
import type { TakenDose } from '../../common/api/doses.js';
import {
  INTERVAL_DAYS,
  dateIn,
  daysBetween,
  freeTestosterone,
  isFrequency,
  simulate,
  type FitInput,
  type Simulation,
} from '../../common/clinical/index.js';
import type { ClinicalCase } from '../../common/clinical/case.js';
import {
  PK_PRODUCTS,
  type DoseHistory,
  type FitDraw,
  type PkFormulation,
} from '../../common/clinical/pk/index.js';
import type { TreatmentPeriod } from '../plans/treatment-periods.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MOST_DOSES = 900;
const MOST_DRAWS = 40;
/** A logged dose says how long ago the last dose was only while no later one can have been forgotten. */
const FORGOTTEN_AFTER = 1.5;
const [LIGHTEST_KG, HEAVIEST_KG, USUAL_KG] = [30, 300, 85];
const OLD_SHBG_DAYS = 180;

export interface Regimen {
  formulation: PkFormulation;
  dose: number;
  frequency: keyof typeof INTERVAL_DAYS;
}
export interface CurveFacts {
  known: ClinicalCase;
  periods: readonly TreatmentPeriod[];
  doses: readonly TakenDose[];
  current: Regimen;
}

const HONEST = [
  'This is a model, not a measurement. It has not been validated clinically.',
  'It assumes that every dose was taken as planned. Immunoassays and mass spectrometry differ by 10 to 15%.',
  'It does not predict natural production after stopping, and does not decide about hematocrit or estradiol.',
];
const SHAPE =
  'Read the average: the shape between two doses of gels, patches, capsules, nasal gel and pellets is not validated. No peak is claimed; published peaks of capsules are up to twice as high as this curve.';

const intervalOf = (frequency: string): number => (isFrequency(frequency) ? INTERVAL_DAYS[frequency] : 7);

/** Days of treatment, including fractions, from noon of the day it began. */
const dayOf = (at: number, startedOn: string): number => (at - Date.parse(`${startedOn}T12:00:00Z`)) / DAY_MS;

/** Hours since the last dose: as entered with the draw, otherwise from the patient's log. */
function hoursBefore(at: number, entered: number | null, { doses, current }: CurveFacts): number | null {
  if (entered !== null) return entered;
  const times = doses.map((dose) => Date.parse(dose.taken_at)).filter((taken) => taken <= at);
  if (!times.length) return null;
  const hours = (at - Math.max(...times)) / HOUR_MS;
  return hours <= 24 * FORGOTTEN_AFTER * intervalOf(current.frequency) ? Math.round(hours * 10) / 10 : null;
}

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
    day -= intervalOf(period.plan.frequency);
  }
  return history;
}

interface Draw extends Omit<CurveDraw, 'z' | 'used'> {
  fit: FitDraw | null;
}

/** Totals drawn on treatment, oldest first. */
function drawsOf(facts: CurveFacts): Draw[] {
  const { known } = facts;
  const { startedOn } = known;
  if (startedOn === null) return [];
  const drawn = known.facts.labs.flatMap(({ collected_at, since_last_dose_h: entered, results }) => {
    const { tt_ng_dl: value } = results;
    const at = Date.parse(collected_at);
    const onTreatment = dayOf(at, startedOn) > 0;
    return typeof value === 'number' && value > 0 && onTreatment
      ? [{ collected_at, at, value, hours: hoursBefore(at, entered ?? null, facts) }]
      : [];
  });
  return drawn.slice(-MOST_DRAWS).map(({ collected_at, at, value, hours }) => {
    const told = { collected_at, hours_after_dose: hours, value };
    if (hours === null) return { ...told, fit: null };
    // The first dose is at the latest the one before the draw.
    const day = Math.max(dayOf(at, startedOn), hours / 24);
    const history = historyBefore(facts, day - hours / 24);
    return { ...told, fit: history.length ? ([day, value, history] as const) : null };
  });
}

function levels(formulation: PkFormulation, simulated: Simulation['current']): CurveLevels {
  const { p_450_600: _share, ...told } = simulated;
  return { average_only: PK_PRODUCTS[formulation].average_only, ...told, points: [...told.points] };
}

/** The population's curve if another product is proposed: one product's fit says little about another. */
function proposedLevels(input: FitInput, result: Simulation, proposed: Regimen | null): CurveLevels | null {
  if (result.proposed) return levels(input.formulation, result.proposed);
  if (!proposed) return null;
  const { formulation, dose: mg, frequency } = proposed;
  const other = {
    ...input,
    formulation,
    mg,
    interval_days: INTERVAL_DAYS[frequency],
    draws: [],
    proposed: null,
  };
  return levels(formulation, simulate(other).current);
}

/** Calculated from the newest total and SHBG; nothing without both. */
export function freeT({ facts, newest }: ClinicalCase): CurveFreeTestosterone | null {
  const [total, shbg, albumin] = [
    newest.get('tt_ng_dl'),
    newest.get('shbg_nmol_l'),
    newest.get('albumin_g_dl'),
  ];
  if (!total || !shbg || !(total.value > 0) || !(shbg.value > 0)) return null;
  const result = freeTestosterone({
    tt_ng_dl: total.value,
    shbg_nmol_l: shbg.value,
    albumin_g_dl: albumin && albumin.value > 0 ? albumin.value : null,
  });
  return {
    pg_ml: result.free_pg_ml,
    percent: result.free_percent,
    shbg_age_days: daysBetween(shbg.date, facts.today),
    albumin_assumed: result.albumin_assumed,
  };
}

function limitsOf(parts: {
  weight: number | null;
  fitted: boolean;
  otherProduct: boolean;
  averageOnly: boolean;
  free: CurveFreeTestosterone | null;
}): string[] {
  const when = (said: boolean, sentence: string): string[] => (said ? [sentence] : []);
  return [
    ...HONEST,
    ...when(parts.averageOnly, SHAPE),
    ...when(
      !parts.fitted,
      'Not fitted: no draw with the hours since the dose is usable. This is the average patient’s curve.',
    ),
    ...when(parts.weight === null, `The weight is unknown; ${USUAL_KG} kg is assumed.`),
    ...when(
      parts.otherProduct,
      'The proposed product is a different one, so its curve is the average patient’s.',
    ),
    ...when(parts.free?.albumin_assumed ?? false, 'Free testosterone assumes an albumin of 4.3 g/dL.'),
    ...when(
      (parts.free?.shbg_age_days ?? 0) > OLD_SHBG_DAYS,
      `Free testosterone uses an SHBG of ${parts.free?.shbg_age_days} days ago.`,
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
    target: { low: known.targetLow, high: known.targetHigh },
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
  const free = freeT(known);
  return {
    ...current,
    fitted: result.used,
    clearance_factor: result.clearance_factor,
    draws: draws.map(({ fit, ...told }) => {
      const judgement = fit && judged.get(fit);
      return { ...told, z: judgement?.z ?? null, used: judgement?.used ?? false };
    }),
    current: levels(current.formulation, result.current),
    proposed: proposedLevels(input, result, proposed),
    free_t: free,
    limits: limitsOf({
      weight: known.weightKg,
      fitted: result.used,
      otherProduct: proposed !== null && same === null,
      averageOnly: [current, ...(proposed ? [proposed] : [])].some(
        ({ formulation }) => PK_PRODUCTS[formulation].average_only,
      ),
      free,
    }),
  };
}
