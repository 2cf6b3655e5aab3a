/** How blood is drawn for an order: at which hour, on which day of the dosing cycle, and what is skipped before. */

import type { PlanFacts } from './facts.js';
import { FORMULATIONS, isFormulationId, type FormulationId } from './formulations.js';
import { addDays } from './dates.js';
import type { AnalyteKey } from './labs.js';
import type { LabSuggestion } from './types.js';

export const DRAW_TIMINGS = [
  'any_hour',
  'before_10',
  'mid_interval',
  'before_weekly_injection',
  'before_gel',
  'patch_on',
  'oral_5_to_7_hours',
  'oral_3_to_5_hours',
  'oral_8_to_9_hours',
  'before_next_injection',
  'before_next_pellets',
  'clinician_says',
] as const;
export type DrawTiming = (typeof DRAW_TIMINGS)[number];

export const DRAW_STEPS = [
  'fast',
  'no_gel_before',
  'not_gel_arm',
  'no_injection_before',
  'keep_patch',
  'dose_with_food',
  'no_biotin',
  'psa_rest',
] as const;
/** What the patient does or skips before the draw. */
export type DrawStep = (typeof DRAW_STEPS)[number];

interface ProductDraw {
  readonly timing: DrawTiming;
  readonly steps: readonly DrawStep[];
}

const MID: ProductDraw = { timing: 'mid_interval', steps: [] };
const GEL: ProductDraw = { timing: 'before_gel', steps: ['no_gel_before', 'not_gel_arm'] };
const oral = (timing: DrawTiming): ProductDraw => ({ timing, steps: ['dose_with_food'] });

/** The draw windows of the products' labels, as in `draw_timing` of each. */
const BY_PRODUCT: Readonly<Record<FormulationId, ProductDraw>> = {
  testosterone_cypionate_im: MID,
  testosterone_enanthate_im: MID,
  testosterone_enanthate_sc_auto: { timing: 'before_weekly_injection', steps: ['no_injection_before'] },
  testosterone_gel_1_62: GEL,
  testosterone_gel_1: GEL,
  testosterone_patch: { timing: 'patch_on', steps: ['keep_patch'] },
  testosterone_undecanoate_oral_jatenzo: oral('oral_5_to_7_hours'),
  testosterone_undecanoate_oral_kyzatrex: oral('oral_3_to_5_hours'),
  testosterone_undecanoate_oral_tlando: oral('oral_8_to_9_hours'),
  testosterone_nasal: { timing: 'clinician_says', steps: [] },
  testosterone_undecanoate_im: { timing: 'before_next_injection', steps: ['no_injection_before'] },
  testosterone_pellet: { timing: 'before_next_pellets', steps: [] },
  non_testosterone_option: { timing: 'before_10', steps: [] },
};

/** Their level depends on the hour and on the last dose. */
const TIMED: ReadonlySet<string> = new Set<AnalyteKey>([
  'tt_ng_dl',
  'free_t_pg_ml',
  'estradiol_pg_ml',
  'lh_miu_ml',
  'fsh_miu_ml',
]);
const FASTING: ReadonlySet<string> = new Set<AnalyteKey>([
  'cholesterol_mg_dl',
  'ldl_mg_dl',
  'triglycerides_mg_dl',
  'glucose_mg_dl',
]);

/** Biotin falsifies them (FDA safety communication of November 2019). */
const IMMUNOASSAYS: ReadonlySet<string> = new Set<AnalyteKey>([
  'tt_ng_dl',
  'free_t_pg_ml',
  'estradiol_pg_ml',
  'lh_miu_ml',
  'fsh_miu_ml',
  'psa_ng_ml',
  'prolactin_ng_ml',
]);

/** Lipids and glucose ask for it, and so does testosterone before treatment: food lowers it for hours. */
export const asksForFasting = (analytes: readonly string[], formulation: string | null): boolean =>
  analytes.some((key) => FASTING.has(key)) ||
  (formulation === null && analytes.some((key) => key === 'tt_ng_dl' || key === 'free_t_pg_ml'));

export interface DrawPreparation {
  readonly timing: DrawTiming;
  readonly steps: readonly DrawStep[];
  /** The dose is taken with food, and other tests need an empty stomach: two visits. */
  readonly fasting_conflict: boolean;
}

/** @param formulation the product in use; null before treatment and after it */
export function drawPreparation(order: {
  analytes: readonly string[];
  fasting: boolean;
  formulation: string | null;
}): DrawPreparation {
  const timed = order.analytes.some((key) => TIMED.has(key));
  const product = isFormulationId(order.formulation) ? BY_PRODUCT[order.formulation] : null;
  const draw: ProductDraw = !timed
    ? { timing: 'any_hour', steps: [] }
    : (product ?? { timing: 'before_10', steps: [] });
  return {
    timing: draw.timing,
    steps: [
      ...(order.fasting ? (['fast'] as const) : []),
      ...draw.steps,
      ...(order.analytes.some((key) => IMMUNOASSAYS.has(key)) ? (['no_biotin'] as const) : []),
      ...(order.analytes.includes('psa_ng_ml') ? (['psa_rest'] as const) : []),
    ],
    fasting_conflict: order.fasting && draw.steps.includes('dose_with_food'),
  };
}

/** A draw this many days before the suggested one still counts for it. */
const EARLY_DAYS = 7;
/** At the least, so that there is time to go. */
const SHORTEST_DAYS = 14;
/** The longest that an order can wait for the draw. */
export const LONGEST_WINDOW_DAYS = 366;

/** The days on which an order can be drawn: until the day that the schedule suggests, or for two weeks if that is near. */
export function drawWindow(today: string, next: LabSuggestion | null): { from: string; until: string } {
  const days = next?.suggested_in_days ?? 0;
  if (days < EARLY_DAYS) return { from: today, until: addDays(today, SHORTEST_DAYS) };
  return { from: addDays(today, days - EARLY_DAYS), until: addDays(today, days) };
}

/** The product whose doses the draw depends on. */
export const drawnProduct = (plan: PlanFacts | null, today: string, endedOn: string | null): string | null =>
  plan && !(endedOn && endedOn <= today) ? FORMULATIONS[plan.formulation].id : null;
