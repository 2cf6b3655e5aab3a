/** The dose with which a therapy goes on that a hematocrit rule had paused. */
import type { ClinicalCase, Measured } from '../case.js';
import { addDays, daysBetween } from '../dates.js';
import { nextDose } from '../dispensing.js';
import { equivalentWeekly } from '../exposure.js';
import type { ClinicalFacts, EarlierDose, EndedPause, PlanFacts } from '../facts.js';
import { FORMULATIONS, isGel, weeklyDose } from '../formulations.js';
import { weeklyMg } from '../frequency-words.js';
import { HCT, tenths } from '../limits.js';
import { formulation, input, measured } from './inputs.js';
import { rule } from './rule.js';
import type { Rule } from './rule.js';

/** So long after the pause, and so far back for the hematocrit that led to it. */
const YEAR_DAYS = 365;
const SAME_WEEKLY_MG = 0.001;

/** The highest hematocrit up to the end of a pause; null without any. */
function hctBehind({ hctDraws }: ClinicalCase, { since, ended_on }: EndedPause): Measured | null {
  const from = addDays(since, -YEAR_DAYS);
  const draws = hctDraws.filter(({ date }) => date >= from && date <= ended_on);
  return draws.toSorted((a, b) => b.value - a.value)[0] ?? null;
}

/** As corrected, no value was ever above the stop limit. */
const wasMistyped = (c: ClinicalCase, pause: EndedPause): boolean =>
  (hctBehind(c, pause)?.value ?? Infinity) <= HCT.stop;

/** mg a week one step below that plan; just below it where the product has no lower step. */
function oneStepLower({ formulation: id, dose, frequency }: PlanFacts): number {
  const step = nextDose({ formulation: id, frequency }, dose, -1);
  return step < dose ? weeklyDose(step, frequency) : weeklyDose(dose, frequency) - 2 * SAME_WEEKLY_MG;
}

/** At least one step lower than the plan that was paused, or a gel in its place. */
function isLower(wanted: EarlierDose, before: PlanFacts): boolean {
  const id = wanted.formulation ?? before.formulation;
  if (id === 'non_testosterone_option' || (isGel(id) && !isGel(before.formulation))) return true;
  const weekly = weeklyMg(wanted.dose, wanted.frequency);
  // An unreadable dose may be a higher one.
  if (weekly === null) return false;
  return weekly <= equivalentWeekly(oneStepLower(before), before.formulation, id) + SAME_WEEKLY_MG;
}

/** The plan or order that is judged. */
function judgedDose({ facts, product }: ClinicalCase): EarlierDose | null {
  const { prescription: order, candidate_plan: candidate } = facts;
  if (!order) return candidate ?? null;
  return { formulation: product?.id ?? null, dose: order.dose, frequency: order.frequency };
}

/** Approved before the pause ended: a lower plan since then is an order of its own, and does not make this one good. */
const isFromBefore = ({ facts }: ClinicalCase, { ended_at: at }: EndedPause): boolean => {
  const approved = facts.prescription?.approved_at;
  return Boolean(approved && at && Date.parse(approved) < Date.parse(at));
};

/** The newest pause of the last year after which no lower plan was approved, if this dose is not lower either. */
export function pauseAgainst(c: ClinicalCase, wanted: EarlierDose): EndedPause | null {
  const pauses = (c.facts.ended_pauses ?? []).filter(
    (pause) =>
      daysBetween(pause.ended_on, c.today) <= YEAR_DAYS &&
      !wasMistyped(c, pause) &&
      ![...(isFromBefore(c, pause) ? [] : pause.approved_since), wanted].some((dose) =>
        isLower(dose, pause.plan),
      ),
  );
  return pauses[0] ?? null;
}

const against = (c: ClinicalCase): EndedPause | null => {
  const wanted = judgedDose(c);
  return wanted && pauseAgainst(c, wanted);
};

/** Whether the active plan is the lower one that a pause for hematocrit asks for. */
export const lowerPlanInForce = ({ plan, ended_pauses: pauses = [] }: ClinicalFacts): boolean =>
  Boolean(plan && pauses[0] && isLower(plan, pauses[0].plan));

export const RESTART_AT_FULL_DOSE = 'restart_at_full_dose' as const;

const doseThen = ({ plan }: EndedPause): string =>
  `${FORMULATIONS[plan.formulation].name} ${plan.dose} mg ${plan.frequency}`;
const newestPause = (c: ClinicalCase): EndedPause | null => against(c) ?? c.facts.ended_pauses?.[0] ?? null;

export const restartDoseRules = [
  rule({
    key: RESTART_AT_FULL_DOSE,
    phases: ['BE', 'MO', 'RX'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    version: 2,
    threshold: `a plan or order within ${YEAR_DAYS} d after a pause for an hct_percent >${tenths(HCT.stop)}, neither one step lower than the plan paused nor a gel in its place, while no such plan was approved since the pause began; an order approved before the pause ended, also after that`,
    recommendation: `Therapy was paused for a hematocrit above ${HCT.stop} %: restart with a plan of its own, one step lower than before, or with a gel.`,
    source: 'ES18 V (restart at a lower dose); step and days P',
    sources: ['ES18', 'PRODUCT'],
    inputs: [
      formulation,
      input('pause_ended_on', (c) => newestPause(c)?.ended_on),
      input('dose_at_the_pause', (c) => {
        const pause = newestPause(c);
        return pause && doseThen(pause);
      }),
      measured(
        'hct_percent_at_the_pause',
        '%',
        (c) => {
          const pause = newestPause(c);
          return pause && hctBehind(c, pause);
        },
        `> ${tenths(HCT.stop)} %`,
      ),
    ],
    applies: (c) => Boolean(c.facts.ended_pauses?.length && judgedDose(c)),
    test: (c) => against(c) !== null,
  }),
] satisfies readonly Rule[];
