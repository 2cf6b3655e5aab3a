/** The order against the formulary. */
import type { ClinicalCase } from '../case.js';
import { isPlainName } from '../drug-names.js';
import {
  FORMULATIONS,
  parseDoseMg,
  parseFrequency,
  parseRoute,
  weeklyDose,
  weeklyMaximum,
} from '../formulations.js';
import { formulation, input } from './inputs.js';
import { above } from './logic.js';
import { hasPrescription, rule } from './rule.js';
import type { Rule } from './rule.js';

/** Weekly dose of the order; where the frequency cannot be read, at the product's shortest interval. null = no dose to read. */
export function weeklyOrdered(c: ClinicalCase): number | null {
  const order = c.facts.prescription;
  const dose = order ? parseDoseMg(order.dose) : null;
  if (!order || dose === null) return null;
  const frequency = parseFrequency(order.frequency);
  const read = frequency ? [frequency] : c.product ? FORMULATIONS[c.product.id].frequencies : [];
  return read.length ? Math.max(...read.map((one) => weeklyDose(dose, one))) : null;
}

export const maximumWeekly = (c: ClinicalCase): number | null => c.product && weeklyMaximum(c.product.id);

export const aboveMaximum = (c: ClinicalCase, times: number): boolean | null => {
  const maximum = maximumWeekly(c);
  return maximum === null ? null : above(weeklyOrdered(c), maximum * times + 0.001);
};

/** The fields of the order that the formulary does not know. */
function unknownToFormulary(c: ClinicalCase): string[] {
  const order = c.facts.prescription;
  if (!order || !c.product) return [];
  const { id } = c.product;
  const { frequencies, routes } = FORMULATIONS[id];
  const frequency = parseFrequency(order.frequency);
  const route = order.route ? parseRoute(order.route) : null;
  return [
    ...(order.drug && !isPlainName(id, order.drug) ? ['drug'] : []),
    ...(order.route && (route === null || !routes.includes(route)) ? ['route'] : []),
    ...(frequency === null || !frequencies.includes(frequency) ? ['frequency'] : []),
  ];
}

export const formularyRules = [
  rule({
    key: 'order_not_in_formulary',
    phases: ['RX'],
    severity: 'warning',
    effect: 'CONFIRM',
    threshold: 'drug, route or frequency of the order is not one the formulary knows for the product',
    recommendation:
      'The order is not in the formulary: choose drug, route and frequency from it, or give the reason.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      formulation,
      input('order_frequency', (c) => c.facts.prescription?.frequency),
      input('unknown_fields', (c) => unknownToFormulary(c).join(', ') || 'none'),
    ],
    applies: hasPrescription,
    test: (c) => (c.product === null ? null : unknownToFormulary(c).length > 0),
  }),
  rule({
    key: 'dose_implausible',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    threshold: 'weekly-equivalent dose above twice the catalogue hard max',
    recommendation:
      'More than twice the product maximum: this dose cannot be prescribed. Check for a slip of a digit.',
    source: 'labels V; factor P',
    sources: ['LBL', 'PRODUCT'],
    inputs: [
      formulation,
      input('weekly_dose', weeklyOrdered, 'above twice the maximum of the product', { unit: 'mg/wk' }),
      input('maximum_weekly_dose', maximumWeekly, undefined, { unit: 'mg/wk' }),
    ],
    applies: (c) =>
      c.product !== null && FORMULATIONS[c.product.id].hard_max === null ? false : hasPrescription(c),
    test: (c) => aboveMaximum(c, 2),
  }),
] satisfies readonly Rule[];
