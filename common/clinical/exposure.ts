/** Doses of different products, made comparable by what they add to the average level. */
import type { FormulationId } from './formulations.js';
import { averageLevel } from './pk/model.js';
import { PK_PRODUCTS, hasPkModel } from './pk/products.js';

const KG = 85;
const WEEK_DAYS = 7;
/** ng/dL that 1 mg a week adds on average; 0 without testosterone. */
const perMg = (id: FormulationId): number =>
  hasPkModel(id) ? averageLevel(PK_PRODUCTS[id], KG, { mg: 1, interval_days: WEEK_DAYS }) : 0;

/** The same dose of two products: what they give differs by more than this share from man to man. */
export const SAME_EXPOSURE = 0.1;

/**
 * The mg a week of one product that add as much to the average level as `weekly` mg (0 or more) of another, in a man of 85 kg;
 * Infinity where `to` has no testosterone. Source: apparent clearances of the simulator's products (care-over-time, section 1).
 */
export function equivalentWeekly(weekly: number, from: FormulationId, to: FormulationId): number {
  if (from === to) return weekly;
  const level = weekly * perMg(from);
  return perMg(to) === 0 ? Infinity : level / perMg(to);
}
