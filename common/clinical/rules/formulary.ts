/** The order against the formulary. */
import type { ClinicalCase } from '../case.js';
import { isPlainName, mgPerMl, namesMore } from '../drug-names.js';
import { possibleDaysSupply } from '../supply.js';
import { FORMULATIONS, weeklyDose, weeklyMaximum } from '../formulations.js';
import { doseTextAgrees, parseDoseMg, parseFrequency, parseRoute } from '../order-words.js';
import { isReadableFrequency, weeklyMg } from '../frequency-words.js';
import { formulation, input } from './inputs.js';
import { above } from './logic.js';
import { hasPrescription, rule } from './rule.js';
import type { Rule } from './rule.js';

/** Weekly mg of the order; where the frequency cannot be read, at the product's shortest interval. null = no dose to read. */
export function weeklyOrdered(c: ClinicalCase): number | null {
  const order = c.facts.prescription;
  const dose = order ? parseDoseMg(order.dose) : null;
  if (!order || dose === null) return null;
  const written = weeklyMg(order.dose, order.frequency);
  if (written !== null) return written;
  const read = c.product ? FORMULATIONS[c.product.id].frequencies : [];
  return read.length ? Math.max(...read.map((one) => weeklyDose(dose, one))) : null;
}

export const maximumWeekly = (c: ClinicalCase): number | null => c.product && weeklyMaximum(c.product.id);

export const aboveMaximum = (c: ClinicalCase, times: number): boolean | null => {
  const maximum = maximumWeekly(c);
  return maximum === null ? null : above(weeklyOrdered(c), maximum * times + 0.001);
};

/** The option without testosterone has no maximum of its own: no tablet of it is stronger. */
const MOST_WITHOUT_LIMIT_MG = 100;

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
    // Vials of one drug come in two strengths: twice the dose for the same volume.
    ...(order.drug && FORMULATIONS[id].supply.kind === 'vial' && !/\d/.test(order.drug) ? ['strength'] : []),
    ...(order.route && (route === null || !routes.includes(route)) ? ['route'] : []),
    ...(frequency === null || !frequencies.includes(frequency) ? ['frequency'] : []),
    ...(id === 'non_testosterone_option' && (parseDoseMg(order.dose) ?? 0) > MOST_WITHOUT_LIMIT_MG
      ? ['dose']
      : []),
  ];
}

/** An amount, or leave to take more than the dose, where only "how often" belongs. */
const MORE_THAN_OFTEN =
  /\d\s*(mg|mcg|g|ml|cc|units?|iu|pumps?|clicks?|vials?|shots?)\b|\b(milligrams?|milliliters?|double|twice the dose|triple|extra|additional|as needed|prn|if (needed|tired))\b/i;

/** The fields in which the order says more than one thing. */
function saysMore(c: ClinicalCase): string[] {
  const order = c.facts.prescription;
  if (!order) return [];
  return [
    ...(order.drug && namesMore(c.product?.id ?? null, order.drug) ? ['drug'] : []),
    ...(MORE_THAN_OFTEN.test(order.frequency) ? ['frequency'] : []),
    ...(c.product && !doseTextAgrees(c.product.id, order.dose, order.frequency) ? ['dose'] : []),
  ];
}

const FAR_TOO_MANY = 10;
/** Beyond one multi-dose vial less is too much: a whole vial is dispensed even where 28 days use a part of it. */
const TOO_MANY_VIALS = 3;
const LARGEST_VIAL_ML = 10;

function mostTimes(c: ClinicalCase): number {
  const inVials = c.product && FORMULATIONS[c.product.id].supply.kind === 'vial';
  const many = (c.facts.prescription?.quantity ?? 0) > LARGEST_VIAL_ML;
  return inVials && many ? TOO_MANY_VIALS : FAR_TOO_MANY;
}

/** How many days the quantity lasts at least; at the product's shortest interval where the frequency cannot be read. */
function daysAtLeast(c: ClinicalCase): number | null {
  const order = c.facts.prescription;
  if (!order || !c.product) return null;
  const { id } = c.product;
  const asked = parseFrequency(order.frequency) ? [order.frequency] : FORMULATIONS[id].frequencies;
  const days = asked.flatMap((frequency) => possibleDaysSupply(id, { ...order, frequency }));
  return days.length ? Math.min(...days) : null;
}

/** Directions round to a hundredth. */
const SAME_ML = 0.0051;
const VOLUME = /(\d+(?:\.\d+)?|\.\d+)\s*(?:ml|cc)\b/gi;

/** The volume of one dose at the strength of the order; null for what is not drawn up. */
function volumeOrdered(c: ClinicalCase): number | null {
  const order = c.facts.prescription;
  const dose = order ? parseDoseMg(order.dose) : null;
  const strength = order && c.product ? mgPerMl(c.product.id, order.drug) : null;
  return dose === null || !strength ? null : dose / strength;
}

const rounded = (volume: number | null): number | null =>
  volume === null ? null : Number(volume.toFixed(4));

/** Volumes in the directions that are not that of the dose. */
function otherVolumes(c: ClinicalCase): number[] | null {
  const volume = volumeOrdered(c);
  if (volume === null) return null;
  return [...(c.facts.prescription?.sig ?? '').matchAll(VOLUME)]
    .map(([, ml]) => Number(ml))
    .filter((ml) => Math.abs(ml - volume) > SAME_ML);
}

export const formularyRules = [
  rule({
    key: 'order_not_in_formulary',
    phases: ['RX'],
    severity: 'warning',
    effect: 'CONFIRM',
    version: 3,
    threshold: `drug, strength, route or frequency of the order is not one the formulary knows for the product; without testosterone: any other drug, or more than ${MOST_WITHOUT_LIMIT_MG} mg at once`,
    recommendation:
      'The order is not in the formulary: choose drug, dose, route and frequency from it, or give the reason.',
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
    key: 'order_says_more',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    version: 4,
    threshold:
      'a second drug or a word that the formulary does not know for the product, a strength no pharmacy makes, an amount in the frequency, or a dose that adds another "per day" or number of pieces than frequency and product have; testosterone or another anabolic steroid under a plan without testosterone',
    recommendation:
      'Write one drug, one dose and one frequency: what else is written could be dispensed too. Testosterone needs a plan with its product.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      formulation,
      input('order_frequency', (c) => c.facts.prescription?.frequency),
      input('order_drug', (c) => c.facts.prescription?.drug),
      input('fields_saying_more', (c) => saysMore(c).join(', ') || 'none'),
    ],
    applies: hasPrescription,
    test: (c) => saysMore(c).length > 0,
  }),
  rule({
    key: 'sig_volume_mismatch',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    threshold: 'the directions name a volume that is not the dose divided by the strength of the drug',
    recommendation:
      'The directions name a volume that is not this dose at this strength: the patient would draw up another dose. Save the order again, so that its directions are written again.',
    source: 'P arithmetic',
    sources: ['PRODUCT'],
    inputs: [
      formulation,
      input('order_drug', (c) => c.facts.prescription?.drug),
      input('order_directions', (c) => c.facts.prescription?.sig),
      input('volume_of_the_dose', (c) => rounded(volumeOrdered(c)), undefined, { unit: 'mL' }),
    ],
    applies: (c) => Boolean(c.facts.prescription?.sig),
    test: (c) => {
      const others = otherVolumes(c);
      return others && others.length > 0;
    },
  }),
  rule({
    key: 'order_frequency_unreadable',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    threshold: 'the frequency of the order cannot be read as a number of doses a week',
    recommendation:
      'The frequency cannot be read, so no limit can be checked: choose one from the formulary, or write it as in "every 5 days".',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [formulation, input('order_frequency', (c) => c.facts.prescription?.frequency)],
    applies: hasPrescription,
    test: (c) => !isReadableFrequency(c.facts.prescription?.frequency ?? ''),
  }),
  rule({
    key: 'quantity_implausible',
    phases: ['RX'],
    severity: 'critical',
    effect: 'RXBLOCK',
    overridable: false,
    version: 3,
    threshold:
      'the quantity lasts more than ten times the days of supply; of vials with more than 10 mL, more than three times',
    recommendation: 'The quantity is many times what the days need: check for a slip of a digit.',
    source: 'P arithmetic',
    sources: ['PRODUCT'],
    inputs: [
      formulation,
      input('quantity', (c) => c.facts.prescription?.quantity),
      input('days_supply', (c) => c.facts.prescription?.days_supply, undefined, { unit: 'd' }),
      input(
        'lasts_at_least',
        daysAtLeast,
        'over ten (more than 10 mL in vials: three) times the days of supply',
        { unit: 'd' },
      ),
    ],
    applies: hasPrescription,
    test: (c) => above(daysAtLeast(c), (c.facts.prescription?.days_supply ?? 0) * mostTimes(c)),
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
