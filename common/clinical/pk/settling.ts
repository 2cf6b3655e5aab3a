/** How long a change of dose or product takes to show its full effect. */
import { firstTroughDays } from '../clinic-doses.js';
import { OWN_HALF_LIFE_DAYS } from './model.js';
import { PK_PRODUCTS, type PkFormulation } from './products.js';

/** After five half-lives 97% of the change has happened. */
const HALF_LIVES = 5;

export interface Change {
  readonly formulation: PkFormulation;
  /** The product until then, which has to leave; null: none, so that endogenous production falls. */
  readonly before: PkFormulation | null;
  /** What the patient's draws say: ln of the half-life against the population's. */
  readonly ln_half_life?: number;
}

/** Whole weeks until steady state: where the second dose comes sooner, that of the third one. Source: half-lives of products.ts; label. */
export function settlingWeeks({ formulation, before, ln_half_life = 0 }: Change): number {
  const slowest = (id: PkFormulation): number => {
    const { rise_half_life, decline_half_life } = PK_PRODUCTS[id];
    return Math.max(rise_half_life, decline_half_life);
  };
  const third = firstTroughDays(formulation);
  if (third !== null && before !== formulation) return Math.ceil(third / 7);
  const halfLives = [
    slowest(formulation) * Math.exp(ln_half_life),
    ...(before === formulation ? [] : [OWN_HALF_LIFE_DAYS, ...(before ? [slowest(before)] : [])]),
  ];
  return Math.max(1, Math.ceil((HALF_LIVES * Math.max(...halfLives)) / 7));
}
