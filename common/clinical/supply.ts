import { addDays, dayNumber, daysBetween } from './dates.js';
import { dispensedMgPerMl, mgPerMl } from './drug-names.js';
import type { ClinicalPolicy, PlanFacts, PrescriptionFacts, VialKind } from './facts.js';
import { FORMULATIONS, INTERVAL_DAYS, isFormulationId, quantityUnit, routeOf } from './formulations.js';
import { pieces } from './pieces.js';
import { doseText, parseDoseMg, parseFrequency, parseRoute } from './order-words.js';
import type { FormulationId, Frequency, Route, SupplyForm } from './formulations.js';
import { MAX_REFILLS, lastLegalFillOn } from './supply-clock.js';
import type { PrescriptionDraft } from './types.js';

export * from './supply-clock.js';

const RENEWAL_DAYS = 14;
/** The number of days an automatic draft aims for. */
const WEEKLY_FILL_DAYS = 28;
const DAILY_FILL_DAYS = 30;
/** An opened multi-dose vial is discarded after 28 days (USP; not checked). */
const OPEN_VIAL_DAYS = 28;
const SINGLE_VIAL_ML = 1;
const EPSILON = 1e-9;

const floor = (value: number): number => Math.floor(value + EPSILON);
const ceil = (value: number): number => Math.ceil(value - EPSILON);
const tidy = (value: number): number => Number(value.toFixed(4));

/** Date of the last planned fill: issue + refills x days of supply. */
export const lastPlannedFillOn = (issuedOn: string, refills: number, daysSupply: number): string =>
  addDays(issuedOn, Math.round(refills * daysSupply));

/** The most refills the law allows: min(5, floor(days from issue to issue + 6 months / days of supply)). */
export function maxRefills(issuedOn: string, daysSupply: number): number {
  if (!(daysSupply >= 1)) throw new RangeError('Days of supply are 1 or more');
  return Math.min(MAX_REFILLS, Math.floor(daysBetween(issuedOn, lastLegalFillOn(issuedOn)) / daysSupply));
}

/** Date on which a fill runs out: the fill + its days; with `refillsLeft`, all later fills too. */
export const runOutOn = (filledOn: string, daysSupply: number, refillsLeft = 0): string =>
  addDays(filledOn, Math.round(daysSupply * (1 + refillsLeft)));

/** When to request a renewal: 14 days before the supply ends or before the last legal fill, whichever is earlier. */
export function renewalDueOn(rx: {
  issued_on: string;
  filled_on: string;
  days_supply: number;
  refills: number;
}): string {
  const end = runOutOn(rx.filled_on, rx.days_supply, rx.refills);
  const legal = lastLegalFillOn(rx.issued_on);
  return addDays(dayNumber(end) < dayNumber(legal) ? end : legal, -RENEWAL_DAYS);
}

export interface DosesPerVial {
  readonly vial_ml: number;
  readonly vol_ml: number;
  /** Lost in needle and hub with each dose. */
  readonly waste_ml?: number;
  /** A single-dose vial: the rest is discarded. */
  readonly single_use?: boolean;
  /** Days after opening when the rest is discarded; needs `interval`, the days between two doses. */
  readonly open_days?: number;
  readonly interval?: number;
}

/**
 * Doses per vial: one if single-dose, as many as its volume holds if multi-dose, limited by how long it may stay open.
 * mL and days. Throws RangeError on a volume, interval or days that are not above 0, and on negative waste.
 * Source: USP (an opened multi-dose vial; not checked), otherwise arithmetic.
 */
export function dosesPerVial({ vial_ml, vol_ml, waste_ml = 0, ...vial }: DosesPerVial): number {
  if (!(vial_ml > 0 && vol_ml > 0 && waste_ml >= 0) || !(vial.interval === undefined || vial.interval > 0))
    throw new RangeError('Volumes and intervals are above 0');
  const byVolume = floor(vial_ml / (vol_ml + waste_ml));
  if (vial.single_use) return Math.min(1, byVolume);
  if (vial.open_days === undefined || vial.interval === undefined) return byVolume;
  return Math.min(byVolume, floor(vial.open_days / vial.interval) + 1);
}

/** The kind of vial on an order: as stated, otherwise single-dose for 1 mL and multi-dose for larger ones. */
export const vialKind = ({ vial, vial_ml: size }: Pick<PrescriptionFacts, 'vial' | 'vial_ml'>): VialKind =>
  vial ?? ((size ?? SINGLE_VIAL_ML) > SINGLE_VIAL_ML ? 'multi' : 'single');

type Vials = Pick<PrescriptionFacts, 'quantity' | 'vial' | 'vial_ml'>;

/** Doses from vials. A dose larger than a single-dose vial uses several. */
function dosesFromVials(order: Vials, volume: number, interval: number, sizes: readonly number[]): number {
  const { quantity } = order;
  if (vialKind(order) === 'single') {
    const size = order.vial_ml ?? SINGLE_VIAL_ML;
    return floor(floor(quantity / size) / ceil(volume / size));
  }
  const largest = sizes.filter((one) => one <= quantity).at(-1);
  const size = order.vial_ml ?? largest ?? quantity;
  const each = dosesPerVial({ vial_ml: size, vol_ml: volume, open_days: OPEN_VIAL_DAYS, interval });
  return each > 0 ? floor(quantity / size) * each : floor(quantity / volume);
}

/** Doses in a quantity; null if the catalog counts nothing or no strength makes the dose. */
function dosesIn(
  id: FormulationId,
  dose: number,
  order: Vials & Pick<PrescriptionFacts, 'drug'>,
  interval: number,
): number | null {
  const { supply } = FORMULATIONS[id];
  const { quantity } = order;
  if (!(dose > 0) || !(quantity > 0)) return null;
  switch (supply.kind) {
    case 'vial':
      return dosesFromVials(
        order,
        dose / (dispensedMgPerMl(id, order.drug) ?? supply.mg_per_ml),
        interval,
        supply.vials_ml,
      );
    case 'count': {
      const made = pieces(supply.strengths_mg, dose);
      return made ? floor(quantity / made.count) : null;
    }
    case 'metered': {
      const perContainer = supply.actuations / (dose / supply.mg_per_actuation);
      // A pump weighs 75 g: a number that large is a weight, a smaller one counts pumps.
      if (supply.grams !== null && quantity >= supply.grams)
        return floor((quantity / supply.grams) * perContainer);
      return floor(quantity * perContainer);
    }
    case 'gram':
      return floor(quantity / (dose / supply.mg_per_g));
    case 'none':
      return null;
  }
}

const mayBeMultiDose = (supply: SupplyForm, { vial, vial_ml: size, quantity }: Vials): boolean =>
  supply.kind === 'vial' &&
  (vial ?? size ?? null) === null &&
  supply.vials_ml.some((one) => one > SINGLE_VIAL_ML && quantity >= one);

/**
 * Days a prescription lasts: floor(doses x interval), by its kind of vial; two readings if an order that
 * names no vial uses a large one. Empty when dose, frequency or
 * product cannot be read. Source: product arithmetic; 28 days for an opened vial: USP.
 */
export function possibleDaysSupply(
  id: FormulationId,
  rx: Pick<PrescriptionFacts, 'drug' | 'dose' | 'frequency' | 'quantity' | 'vial_ml' | 'vial'>,
): number[] {
  const dose = parseDoseMg(rx.dose);
  const frequency = parseFrequency(rx.frequency);
  if (dose === null || frequency === null) return [];
  const interval = INTERVAL_DAYS[frequency];
  const { supply } = FORMULATIONS[id];
  const readings = mayBeMultiDose(supply, rx) ? [rx, { ...rx, vial: 'multi' as const }] : [rx];
  const doses = readings.map((one) => dosesIn(id, dose, one, interval)).filter((one) => one !== null);
  return [...new Set(doses.map((one) => floor(one * interval)))];
}

/** Whole multi-dose vials of the largest size; null if the product has none. */
function multiDoseQuantity(
  doses: number,
  volume: number,
  interval: number,
  sizes: readonly number[],
): number | null {
  const size = sizes.filter((one) => one > SINGLE_VIAL_ML).at(-1);
  if (size === undefined) return null;
  const each = dosesPerVial({ vial_ml: size, vol_ml: volume, open_days: OPEN_VIAL_DAYS, interval });
  return each > 0 ? ceil(doses / each) * size : null;
}

/** The quantity of one fill of about four weeks (30 days for daily products) in whole packages. */
function fillQuantity(id: FormulationId, dose: number, frequency: Frequency, vial: VialKind): number | null {
  const { supply } = FORMULATIONS[id];
  const interval = INTERVAL_DAYS[frequency];
  const days = interval <= 1 ? DAILY_FILL_DAYS : Math.max(WEEKLY_FILL_DAYS, interval);
  const doses = ceil(days / interval);
  switch (supply.kind) {
    case 'vial': {
      const volume = dose / supply.mg_per_ml;
      if (vial === 'multi') return multiDoseQuantity(doses, volume, interval, supply.vials_ml);
      return doses * ceil(volume / SINGLE_VIAL_ML) * SINGLE_VIAL_ML;
    }
    case 'count': {
      const made = pieces(supply.strengths_mg, dose);
      return made && doses * made.count;
    }
    case 'metered':
      return ceil((doses * dose) / supply.mg_per_actuation / supply.actuations);
    case 'gram':
      return tidy((doses * dose) / supply.mg_per_g);
    case 'none':
      return null;
  }
}

/** Name and strength of the dispensed product: 'Testosterone cypionate injection 200 mg/mL'. */
export function drugName(id: FormulationId, dose: number): string {
  const { name, strength, supply } = FORMULATIONS[id];
  if (supply.kind !== 'count') return strength ? `${name} ${strength}` : name;
  const made = pieces(supply.strengths_mg, dose);
  return made ? `${name} ${doseText(made.strength)}` : `${name} ${strength ?? ''}`.trim();
}

const SITE: Record<Route, string> = {
  intramuscular: 'into the muscle',
  subcutaneous: 'under the skin',
  topical: 'to the skin',
  oral: 'by mouth',
  nasal: 'in the nose',
};

const INJECTION_RHYTHM: Partial<Record<Frequency, string>> = {
  'once weekly': 'once every 7 days',
  'every 14 days': 'once every 14 days',
  'twice weekly': 'every 3.5 days (for example Monday morning and Thursday evening)',
};

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Directions for the patient. `dose` in mg per administration; `drug`: the name on the order, which may give another strength. */
export function sigText(
  id: FormulationId,
  dose: number,
  frequency: Frequency,
  route?: Route | null,
  drug?: string,
): string {
  const product = FORMULATIONS[id];
  const { supply } = product;
  const mg = doseText(dose);
  const site = SITE[routeOf(id, route)];
  if (supply.kind === 'vial')
    return `Inject ${tidy(dose / (mgPerMl(id, drug) ?? supply.mg_per_ml))} mL (${mg}) ${site} ${INJECTION_RHYTHM[frequency] ?? frequency}`;
  if (id === 'testosterone_enanthate_sc_auto') return `Inject ${mg} under the abdominal skin every 7 days`;
  if (id === 'testosterone_gel_1_62')
    return `Apply ${plural(Math.round(dose / 20.25), 'pump')} (${mg}) each morning to clean, dry skin of the shoulders and upper arms`;
  if (id === 'testosterone_gel_1')
    return `Apply ${tidy(dose / 10)} g (${mg}) each morning to clean, dry skin of the shoulders and upper arms`;
  if (id === 'testosterone_nasal') return `One actuation (5.5 mg) in each nostril ${frequency}`;
  // Label: a second dose after 4 weeks, then the interval of the plan.
  if (id === 'testosterone_undecanoate_im')
    return `${mg} given in the clinic, with 30 minutes of observation: the second dose 4 weeks after the first, then ${frequency}`;
  if (product.in_clinic_only) return `${mg} given in the clinic ${frequency}`;
  const made = supply.kind === 'count' ? pieces(supply.strengths_mg, dose) : null;
  const amount = made ? `${made.count} x ${doseText(made.strength)}` : mg;
  if (id === 'testosterone_patch')
    return `Put on ${amount} each evening for 24 hours, on a new place every day`;
  return routeOf(id, route) === 'oral' && supply.kind === 'count'
    ? `Take ${amount} ${site} ${frequency} with food`
    : `Use ${mg} ${frequency}, as your clinician says`;
}

/** The directions of an order in words, from what was typed where it can be read. */
export function directionsText(
  formulation: string,
  {
    drug,
    dose,
    frequency,
    route,
  }: Pick<PrescriptionDraft, 'drug' | 'dose'> & { frequency: string; route: string },
): string {
  const mg = parseDoseMg(dose);
  const often = parseFrequency(frequency);
  const known = isFormulationId(formulation) ? formulation : null;
  if (known === null || mg === null || often === null || !FORMULATIONS[known].frequencies.includes(often))
    return `${dose} ${frequency}, ${route}`;
  return sigText(known, mg, often, parseRoute(route), drug);
}

/**
 * A draft prescription from a plan: one fill in whole packages, its days, the refills the law allows.
 * Null if the catalog counts nothing (non-testosterone options, a dose no strength makes).
 */
export function draftPrescription(
  plan: PlanFacts,
  issuedOn: string,
  kind: VialKind = 'single',
): PrescriptionDraft | null {
  const { formulation, dose, frequency } = plan;
  const quantity = fillQuantity(formulation, dose, frequency, kind);
  if (quantity === null || !(quantity > 0)) return null;
  const { supply } = FORMULATIONS[formulation];
  const vial = supply.kind === 'vial' ? kind : null;
  const days = possibleDaysSupply(formulation, { dose, frequency, quantity, vial })[0];
  if (days === undefined || days < 1) return null;
  return {
    formulation,
    drug: drugName(formulation, dose),
    dose: doseText(dose),
    frequency,
    route: routeOf(formulation, plan.route),
    quantity,
    quantity_unit: quantityUnit(formulation),
    vial,
    refills: maxRefills(issuedOn, days),
    days_supply: days,
    sig: sigText(formulation, dose, frequency, plan.route),
  };
}

function vialWarnings(
  { dose, frequency }: PlanFacts,
  order: Vials,
  { mg_per_ml, vials_ml }: SupplyForm & { kind: 'vial' },
): string[] {
  const volume = dose / mg_per_ml;
  if (vialKind(order) === 'single')
    return Number.isInteger(volume / (order.vial_ml ?? SINGLE_VIAL_ML))
      ? []
      : ['Single-dose vial: discard unused portion.'];
  const size = order.vial_ml ?? vials_ml.filter((one) => one <= order.quantity).at(-1) ?? order.quantity;
  const holds = dosesPerVial({ vial_ml: size, vol_ml: volume });
  const interval = INTERVAL_DAYS[frequency];
  const usable = dosesPerVial({ vial_ml: size, vol_ml: volume, open_days: OPEN_VIAL_DAYS, interval });
  return usable < holds
    ? [
        `Discard an opened multi-dose vial after ${OPEN_VIAL_DAYS} days: it gives ${usable} of its ${holds} doses.`,
      ]
    : [];
}

/** Notes a prescriber should read with a draft. */
export function supplyWarnings(
  plan: PlanFacts,
  rx: Pick<PrescriptionFacts, 'quantity' | 'days_supply' | 'vial_ml' | 'vial'>,
  policy: ClinicalPolicy = {},
): string[] {
  const product = FORMULATIONS[plan.formulation];
  const warnings: string[] = [];
  if (product.in_clinic_only) warnings.push('Given in the clinic only: do not send it to the patient.');
  const { supply } = product;
  if (supply.kind === 'vial') warnings.push(...vialWarnings(plan, rx, supply));
  const cap = policy.max_days_supply ?? null;
  if (cap !== null && rx.days_supply > cap)
    warnings.push(`The state allows ${cap} days a fill; this one lasts ${rx.days_supply}.`);
  return warnings;
}

export interface PrescriptionAssist {
  readonly draft: PrescriptionDraft;
  readonly max_refills: number;
  readonly run_out_on: string;
  /** Last legal fill date. */
  readonly refill_by: string;
  readonly warnings: string[];
}

/** A prefilled draft for the prescriber, with its limits and warnings; null if there is nothing to count. */
export function assistPrescription(
  plan: PlanFacts,
  issuedOn: string,
  policy: ClinicalPolicy = {},
  kind?: VialKind,
): PrescriptionAssist | null {
  const draft = draftPrescription(plan, issuedOn, kind);
  if (!draft) return null;
  return {
    draft,
    max_refills: maxRefills(issuedOn, draft.days_supply),
    run_out_on: runOutOn(issuedOn, draft.days_supply),
    refill_by: lastLegalFillOn(issuedOn),
    warnings: supplyWarnings(plan, draft, policy),
  };
}
