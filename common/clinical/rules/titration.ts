/** Testosterone on treatment: level, timing, steady state. */
import type { ClinicalCase } from '../case.js';
import { FORMULATIONS, drawWindowHours, isAboveBand, isEnanthate, weeklyDose } from '../formulations.js';
import { nextDose } from '../dispensing.js';
import { equivalentWeekly } from '../exposure.js';
import { weeklyMg } from '../frequency-words.js';
import type { ActionBand, FormulationId } from '../formulations.js';
import {
  dosedHours,
  dosedTotal,
  formulation,
  input,
  onTherapyInput,
  sinceLastDose,
  treatmentTotal,
} from './inputs.js';
import type { InputUse } from './inputs.js';
import { above, all, below, not } from './logic.js';
import type { Tri } from './logic.js';
import { onTherapy, rule } from './rule.js';
import type { Rule } from './rule.js';

const STEADY: readonly InputUse[] = [
  // Without a change since, the start of therapy is the last change.
  input('last_change_on', (c) => c.lastChangeOn),
  input(
    'days_since_change',
    (c) => c.daysSinceChange && Math.max(c.daysSinceChange, 0),
    '>= the minimum of the product',
    { unit: 'd' },
  ),
  input('steady_state_days', (c) => c.plan && FORMULATIONS[c.plan.formulation].steady_state_days, undefined, {
    unit: 'd',
  }),
];
const TIMING: readonly InputUse[] = [formulation, sinceLastDose('inside the draw window'), ...STEADY];

const target = (end: 'low' | 'high'): InputUse =>
  input(`target_range_${end}`, (c) => (end === 'low' ? c.targetLow : c.targetHigh), undefined, {
    unit: 'ng/dL',
  });

const actionBand = (c: ClinicalCase): ActionBand | null =>
  c.plan && FORMULATIONS[c.plan.formulation].action_band;
const band = (end: 'low' | 'high'): InputUse =>
  input(`action_band_${end}`, (c) => actionBand(c)?.[end], undefined, { unit: 'ng/dL' });
/** Without a band the product has no automatic step, and the rule is not about it. */
const hasBand = (c: ClinicalCase): Tri =>
  c.plan === null ? onTherapy(c) : all(onTherapy(c), actionBand(c) !== null);

/** Only a draw at the right hour and in steady state says anything about the dose. */
const judgeable = (c: ClinicalCase): Tri => all(c.timingValid, c.steadyState);

const isShortEster = (id: FormulationId): boolean => id === 'testosterone_cypionate_im' || isEnanthate(id);
/** Milligrams a week mean the same of one product, and among the short-acting injections. */
const comparable = (a: FormulationId, b: FormulationId): boolean =>
  a === b || (isShortEster(a) && isShortEster(b));

/** Weekly mg of the plan or order that is judged; null = none, or unreadable. */
function weeklyJudged(c: ClinicalCase): number | null {
  const judged = c.facts.candidate_plan ?? c.facts.prescription;
  return judged ? weeklyMg(judged.dose, judged.frequency) : null;
}
/** The same, where its product can be compared with the active plan's. */
const weeklyWanted = (c: ClinicalCase): number | null =>
  c.plan && c.product && comparable(c.product.id, c.plan.formulation) ? weeklyJudged(c) : null;
const weeklyInForce = (c: ClinicalCase): number | null => c.plan && weeklyDose(c.plan.dose, c.plan.frequency);
const SAME_WEEKLY_MG = 0.001;
/** What a product starts with, a week; null where nothing is counted out. */
function startOf(id: FormulationId): number | null {
  const { starting_dose: start, frequencies } = FORMULATIONS[id];
  return start === null ? null : weeklyDose(start, frequencies[0]!);
}
/** The most a week that needs no extra look: half as much again, or one step or, after a switch, the start of the product where that is more. */
const LARGE_RAISE = 1.5;
function usualRaise(c: ClinicalCase): number | null {
  const now = weeklyInForce(c);
  if (!c.plan || now === null) return null;
  if (c.product && !comparable(c.product.id, c.plan.formulation)) {
    const same = equivalentWeekly(now, c.plan.formulation, c.product.id);
    return Math.max(same * LARGE_RAISE, startOf(c.product.id) ?? 0);
  }
  return Math.max(now * LARGE_RAISE, weeklyDose(nextDose(c.plan, c.plan.dose, 1), c.plan.frequency));
}
const usualStart = (c: ClinicalCase): number | null => {
  const start = c.product && startOf(c.product.id);
  return start === null ? null : start * LARGE_RAISE;
};
const hasLevelSinceChange = (c: ClinicalCase): boolean =>
  c.treatmentTotal !== null && c.lastChangeOn !== null && c.treatmentTotal.date > c.lastChangeOn;

export const titrationRules = [
  rule({
    key: 'no_level_since_change',
    phases: ['TI', 'RX'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK+NO-INCREASE',
    threshold:
      'on therapy AND the weekly dose judged is above the one in force AND no testosterone was drawn after the last dose change',
    recommendation:
      'No testosterone level since the last dose change: draw one at the correct time before raising the dose again.',
    source: 'ES18 V (measure 3–6 months after starting or changing); labels V',
    sources: ['ES18', 'LBL'],
    inputs: [
      onTherapyInput,
      treatmentTotal('drawn after the last dose change'),
      STEADY[0]!,
      input('weekly_dose_in_force', weeklyInForce, undefined, { unit: 'mg/wk' }),
      input('weekly_dose', weeklyWanted, 'above the dose in force', { unit: 'mg/wk' }),
    ],
    applies: (c) => all(onTherapy(c), weeklyWanted(c) !== null),
    test: (c) => {
      const wanted = weeklyWanted(c);
      const inForce = weeklyInForce(c);
      if (wanted === null || inForce === null) return null;
      return wanted > inForce + SAME_WEEKLY_MG && !hasLevelSinceChange(c);
    },
  }),
  rule({
    key: 'dose_raised_by_half',
    phases: ['TI', 'RX'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK+NO-INCREASE',
    version: 2,
    threshold:
      'on therapy AND the weekly dose judged is >1.5× the current one AND more than one step of the product above it; of another product: >1.5× what gives the same average level AND above its starting dose',
    recommendation:
      'Raised by more than half at once: the product is titrated one step at a time. Choose the next step, or say why not.',
    source: 'labels V (one step at a time); factor P',
    sources: ['LBL', 'PRODUCT'],
    inputs: [
      onTherapyInput,
      input('weekly_dose_in_force', weeklyInForce, undefined, { unit: 'mg/wk' }),
      input('usual_raise_to', usualRaise, undefined, { unit: 'mg/wk' }),
      input('weekly_dose', weeklyJudged, 'above the usual raise', { unit: 'mg/wk' }),
    ],
    applies: (c) => all(onTherapy(c), weeklyJudged(c) !== null),
    test: (c) => {
      const wanted = weeklyJudged(c);
      const usual = usualRaise(c);
      return wanted === null || usual === null ? null : wanted > usual + SAME_WEEKLY_MG;
    },
  }),
  rule({
    key: 'starting_dose_high',
    phases: ['BE', 'RX'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    threshold:
      'not on therapy AND the weekly dose of the plan judged is >1.5× the starting dose of the product',
    recommendation:
      'The first dose is more than half as much again as the product starts with. Start lower, or say why not.',
    source: 'labels V (starting doses); factor P',
    sources: ['LBL', 'PRODUCT'],
    inputs: [
      onTherapyInput,
      formulation,
      input('usual_start_up_to', usualStart, undefined, { unit: 'mg/wk' }),
      input('weekly_dose', weeklyJudged, 'above the usual start', { unit: 'mg/wk' }),
    ],
    applies: (c) => all(not(onTherapy(c)), weeklyJudged(c) !== null),
    test: (c) => {
      const usual = usualStart(c);
      return usual === null ? null : above(weeklyJudged(c), usual + SAME_WEEKLY_MG);
    },
  }),
  rule({
    key: 't_below_target',
    phases: ['TI'],
    severity: 'warning',
    effect: 'TITRATE',
    version: 2,
    threshold: 'on therapy, valid timing + steady state, tt_ng_dl < plan.target_range_low (default 450)',
    recommendation: 'Below target at the correct time: check adherence/technique, then adjust the dose.',
    when: {
      held: 'Below target at the last draw: no dose change while therapy is held. After release: check adherence and technique, then judge the dose on a new draw.',
    },
    source: 'seed range; ES18/AUA18 V',
    sources: ['ES18', 'AUA18', 'SPEC'],
    inputs: [onTherapyInput, treatmentTotal('< target_range_low'), target('low'), ...TIMING],
    applies: onTherapy,
    test: (c) => all(judgeable(c), below(c.treatmentTotal?.value, c.targetLow)),
  }),
  rule({
    key: 't_above_target',
    phases: ['TI'],
    severity: 'warning',
    effect: 'TITRATE',
    version: 2,
    threshold: 'on therapy, valid timing + steady state, tt_ng_dl > plan.target_range_high (default 600)',
    recommendation: 'Above target at the correct time: adjust the dose; look for Hct/BP/estradiol effects.',
    when: {
      held: 'Above target at the last draw: no dose change while therapy is held. After release: look for Hct, BP and estradiol effects, then judge the dose on a new draw.',
    },
    source: 'seed range; ES18 K (IM mid-interval >600)',
    sources: ['ES18', 'SPEC'],
    inputs: [onTherapyInput, treatmentTotal('> target_range_high'), target('high'), ...TIMING],
    applies: onTherapy,
    test: (c) => all(judgeable(c), above(c.treatmentTotal?.value, c.targetHigh)),
  }),
  rule({
    key: 't_supraphysiologic',
    phases: ['TI'],
    severity: 'critical',
    effect: 'DOSE↓',
    version: 3,
    threshold: 'on therapy AND tt_ng_dl >1000 at valid timing, also on the first day after a dose',
    recommendation:
      'Well above normal: verify dose taken and (gel) arm contamination; lower two steps; recheck Hct.',
    when: {
      held: 'Well above normal at the last draw: verify the dose taken and (gel) arm contamination, recheck Hct, keep holding. After release: restart two steps lower.',
    },
    source: 'Travison17 upper 916 V; 1000 P',
    sources: ['Travison17', 'PRODUCT'],
    inputs: [onTherapyInput, dosedTotal('> 1000 ng/dL'), formulation, dosedHours('inside the draw window')],
    applies: onTherapy,
    test: (c) => all(c.dosedTimingValid, above(c.dosedTotal?.value, 1000)),
  }),
  rule({
    key: 'lab_timing_invalid',
    phases: ['TI'],
    severity: 'info',
    effect: 'HOLD',
    threshold: 'on therapy AND hours since last dose outside the draw window of the formulation (or unknown)',
    recommendation:
      'Sample timing does not fit the formulation: do not titrate on it; repeat with the draw instruction.',
    source: 'ES18 V(2010 table)/labels V',
    sources: ['ES18', 'LBL'],
    inputs: [
      onTherapyInput,
      treatmentTotal('present'),
      formulation,
      sinceLastDose('outside the draw window, or unknown'),
    ],
    applies: (c) =>
      c.plan === null
        ? onTherapy(c)
        : all(onTherapy(c), drawWindowHours(c.plan.formulation, c.plan.frequency) !== null),
    test: (c) => (c.treatmentTotal === null || c.plan === null ? null : c.timingValid !== true),
  }),
  rule({
    key: 'steady_state_not_reached',
    phases: ['TI'],
    severity: 'info',
    effect: 'HOLD',
    threshold:
      'days from last dose change to draw < minimum (cypionate 35, SC enanthate 42, gel 14, oral 7…)',
    recommendation: 'Too early after a change: wait for steady state.',
    source: 'labels V; 8-day half-life V',
    sources: ['LBL'],
    inputs: [onTherapyInput, treatmentTotal('present'), formulation, ...STEADY],
    applies: onTherapy,
    test: (c) => not(c.steadyState),
  }),
  rule({
    key: 'labs_stale',
    phases: ['TI'],
    severity: 'info',
    effect: 'HOLD',
    threshold: 'latest labs collected >90 d ago when titrating',
    recommendation: 'Labs too old for a dose decision: redraw.',
    source: 'P',
    sources: ['PRODUCT'],
    inputs: [onTherapyInput, treatmentTotal('> 90 d old', { max_age_days: 90 })],
    applies: onTherapy,
    test: (c) => above(c.treatmentTotal?.age_days, 90),
  }),
  rule({
    key: 't_below_action_band',
    phases: ['TI'],
    severity: 'warning',
    effect: 'TITRATE',
    version: 2,
    threshold: 'on therapy, valid timing + steady state, tt_ng_dl below the action band of the product',
    recommendation:
      'Below the action band of the product: check adherence and technique, then raise one step unless a safety signal speaks against it.',
    when: {
      held: 'Below the action band at the last draw: no dose change while therapy is held. After release: check adherence and technique, then judge the dose on a new draw.',
    },
    source: 'labels V; ES18 K',
    sources: ['LBL', 'ES18'],
    inputs: [onTherapyInput, treatmentTotal('below the action band'), band('low'), ...TIMING],
    applies: hasBand,
    test: (c) => {
      const limits = actionBand(c);
      return limits === null ? null : all(judgeable(c), below(c.treatmentTotal?.value, limits.low));
    },
  }),
  rule({
    key: 't_above_action_band',
    phases: ['TI'],
    severity: 'warning',
    effect: 'TITRATE',
    version: 2,
    threshold: 'on therapy, valid timing + steady state, tt_ng_dl above the action band of the product',
    recommendation:
      'Above the action band of the product: lower one step; look for hematocrit, blood pressure and estradiol effects.',
    when: {
      held: 'Above the action band at the last draw: no dose change while therapy is held. After release: restart one step lower; look for hematocrit, blood pressure and estradiol effects.',
    },
    source: 'labels V; ES18 K',
    sources: ['LBL', 'ES18'],
    inputs: [onTherapyInput, treatmentTotal('above the action band'), band('high'), ...TIMING],
    applies: hasBand,
    test: (c) => {
      const limits = actionBand(c);
      const level = c.treatmentTotal?.value;
      if (!limits || level === undefined) return null;
      return all(judgeable(c), isAboveBand(limits, level));
    },
  }),
] satisfies readonly Rule[];
