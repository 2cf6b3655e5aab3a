/** Products changed one after the other, faster than any of them can be judged. */
import type { ClinicalCase } from '../case.js';
import { addDays } from '../dates.js';
import type { ApprovedProduct } from '../facts.js';
import { FORMULATIONS, type FormulationId } from '../formulations.js';
import { formulation, input } from './inputs.js';
import { rule } from './rule.js';
import type { Rule } from './rule.js';

/** One fill: with a second switch inside it, up to three products are at home. */
export const SWITCH_WINDOW_DAYS = 28;
const MAX_SWITCHES = 1;

/** The product of the plan or order that is judged. */
const judged = (c: ClinicalCase): FormulationId | null =>
  c.facts.candidate_plan?.formulation ?? c.facts.prescription?.formulation ?? null;

/** Changes of product within the window, the one that is judged included; a stop and a start between them undo none. */
function switches(c: ClinicalCase): ApprovedProduct[] | null {
  const approved = c.facts.approved_products;
  const wanted = judged(c);
  if (!approved || !wanted) return null;
  const since = addDays(c.today, -SWITCH_WINDOW_DAYS);
  return [...approved, { formulation: wanted, on: c.today }].filter(
    ({ formulation: id, on }, at, all) => at > 0 && all[at - 1]!.formulation !== id && on >= since,
  );
}

export const productSwitchRules = [
  rule({
    key: 'product_switched_again',
    phases: ['BE', 'TI', 'RX'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    threshold: `the product judged makes more than ${MAX_SWITCHES} change of product within ${SWITCH_WINDOW_DAYS} days`,
    recommendation:
      'Second change of product within 28 days: no product was taken long enough to be judged, and the patient may hold several. Ask what is left at home and when each was last taken, and say why.',
    source: 'labels V (no level before 14 d on a gel, later on injections); 28 d = one fill P safety',
    sources: ['LBL', 'PRODUCT'],
    inputs: [
      formulation,
      input(
        'changes_of_product',
        (c) =>
          switches(c)
            ?.map(({ formulation: id, on }) => `${FORMULATIONS[id].name} (${on})`)
            .join('; '),
        `more than ${MAX_SWITCHES} in ${SWITCH_WINDOW_DAYS} days`,
      ),
    ],
    applies: (c) => switches(c) !== null,
    test: (c) => (switches(c)?.length ?? 0) > MAX_SWITCHES,
  }),
] satisfies readonly Rule[];
