import type {
  ListedPrescription,
  OrderRequest,
  Prescription,
  PrescriptionFields,
} from '#common/api/index.js';
import { addDays, daysBetween } from '#common/clinical/dates.js';
import { namesProduct } from '#common/clinical/drug-names.js';
import {
  FORMULATIONS,
  FORMULATION_LIST,
  isFormulationId,
  type FormulationId,
} from '#common/clinical/formulations.js';
import { parseDoseMg, parseFrequency, parseRoute } from '#common/clinical/order-words.js';
import { weeklyMg } from '#common/clinical/frequency-words.js';
import {
  directionsText,
  drugName,
  lastLegalFillOn,
  lastPlannedFillOn,
  maxRefills,
  possibleDaysSupply,
} from '#common/clinical/supply.js';
import type { VialKind } from '#common/clinical/facts.js';
import { formatDate } from '../../shared/ui/format.js';
import { quantityText } from '../../shared/ui/quantity.js';
import { EDIT_TEXT, ORDER_TEXT, RX_TEXT } from './text/en.js';

/** Pending approval, as the specification defines it: only these can be selected. */
export const isPending = (rx: Pick<Prescription, 'prescription_state' | 'status'>): boolean =>
  rx.prescription_state === 'draft' || rx.status === 'draft' || rx.status === 'submitted';

/** An order of a case does not say who may act: anyone who can open the case may. */
export type Order = Prescription & Partial<Pick<ListedPrescription, 'provider_only'>>;

export const isSelectable = (rx: Order): boolean => isPending(rx) && !rx.provider_only;

export const isApproved = (rx: Pick<Prescription, 'prescription_state' | 'status'>): boolean =>
  rx.prescription_state === 'current' && (rx.status === 'accepted' || rx.status === 'filled');

/** Why this one cannot be selected for approval. */
export const whyNot = (rx: Order): string =>
  isPending(rx) ? RX_TEXT.providerOnly : (RX_TEXT.why[rx.status] ?? rx.status);

/** The form as typed. */
export type OrderForm = Record<keyof PrescriptionFields, string> & { vial: VialKind | '' };
export const ORDER_FIELDS = Object.keys(EDIT_TEXT.fields) as (keyof PrescriptionFields)[];
const NUMERIC = new Set<keyof PrescriptionFields>(['quantity', 'refills', 'days_supply']);
export const isNumeric = (name: keyof PrescriptionFields): boolean => NUMERIC.has(name);

export const EMPTY_ORDER: OrderForm = {
  drug: '',
  dose: '',
  frequency: '',
  route: '',
  quantity: '',
  refills: '',
  days_supply: '',
  vial: '',
};

export const toOrderForm = (fields: OrderRequest): OrderForm => ({
  ...(Object.fromEntries(ORDER_FIELDS.map((name) => [name, String(fields[name])])) as Record<
    keyof PrescriptionFields,
    string
  >),
  vial: fields.vial ?? '',
});

const numberOf = (text: string): number =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
const whole = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high;

/** No reason passes a dose that cannot be read. */
export const unreadableDose = (dose: string): string | null =>
  dose.trim() && parseDoseMg(dose) === null ? EDIT_TEXT.doseInMg : null;

/** The order, or what is missing or wrong by field; all seven are required. */
export function readOrder(form: OrderForm): { fields: OrderRequest } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  for (const name of ['drug', 'dose', 'frequency', 'route'] as const)
    if (!form[name].trim()) problems[name] = ORDER_TEXT.enter(EDIT_TEXT.fields[name].toLowerCase());
  const dose = unreadableDose(form.dose);
  if (dose) problems['dose'] = dose;
  const quantity = numberOf(form.quantity);
  const refills = numberOf(form.refills);
  const days = numberOf(form.days_supply);
  if (!(quantity > 0)) problems['quantity'] = ORDER_TEXT.enterQuantityAsNumberAbove;
  if (!whole(refills, 0, 5)) problems['refills'] = ORDER_TEXT.enter0To5Refills;
  if (!whole(days, 1, Infinity)) problems['days_supply'] = ORDER_TEXT.enterDaysOfSupply;
  if (Object.keys(problems).length > 0) return { problems };
  return {
    fields: {
      drug: form.drug.trim(),
      dose: form.dose.trim(),
      frequency: form.frequency.trim(),
      route: form.route.trim(),
      quantity,
      refills,
      days_supply: days,
      vial: form.vial || null,
    },
  };
}

/** The formulary's products; a plan without a drug is not an order. */
export const FORMULARY = FORMULATION_LIST.filter(({ id }) => id !== 'non_testosterone_option');

/** The product that the drug names; null if it names none or more than one. */
export const productOf = (drug: string): FormulationId | null =>
  drug.trim() ? (FORMULARY.find(({ id }) => namesProduct(id, drug))?.id ?? null) : null;

/** Whether it is drawn from vials, which are single-dose or multi-dose. */
export const comesInVials = (id: FormulationId | null): boolean =>
  id !== null && FORMULATIONS[id].supply.kind === 'vial';

/** The name with the strength for this dose. */
const nameAt = (id: FormulationId, dose: string): string => drugName(id, parseDoseMg(dose) ?? 0);

/** Switches the order to another product: fields that do not fit it are set to its usual values. */
export function withProduct(form: OrderForm, id: FormulationId): OrderForm {
  const { routes, frequencies } = FORMULATIONS[id];
  const route = parseRoute(form.route);
  const frequency = parseFrequency(form.frequency);
  return {
    ...form,
    drug: nameAt(id, form.dose),
    vial: comesInVials(id) ? form.vial : '',
    route: route && routes.includes(route) ? form.route : routes[0],
    frequency: frequency && frequencies.includes(frequency) ? form.frequency : frequencies[0],
  };
}

/** A different dose may need a different strength of the same product. */
export function withDose(form: OrderForm, dose: string): OrderForm {
  const id = productOf(form.drug);
  const named = id !== null && form.drug === nameAt(id, form.dose) && parseDoseMg(dose) !== null;
  return { ...form, dose, ...(named && { drug: nameAt(id, dose) }) };
}

export interface Finding {
  ok: boolean;
  text: string;
}
const WITHIN = 0.1;

function drugFinding(form: OrderForm, formulation: string): Finding | null {
  if (!isFormulationId(formulation) || !form.drug.trim()) return null;
  const { name } = FORMULATIONS[formulation];
  return namesProduct(formulation, form.drug)
    ? { ok: true, text: ORDER_TEXT.sameProductAsPlan }
    : { ok: false, text: ORDER_TEXT.planFor(name) };
}

function routeFinding(form: OrderForm, formulation: string): Finding | null {
  if (!isFormulationId(formulation) || !form.route.trim()) return null;
  const { routes } = FORMULATIONS[formulation];
  const route = parseRoute(form.route);
  if (route && routes.includes(route)) return null;
  return {
    ok: false,
    text: ORDER_TEXT.productGivenByRoute(routes.join(' or ')),
  };
}

function daysFinding(form: OrderForm, formulation: string): Finding | null {
  const quantity = numberOf(form.quantity);
  const entered = numberOf(form.days_supply);
  if (!isFormulationId(formulation) || !(quantity > 0)) return null;
  const possible = possibleDaysSupply(formulation, {
    drug: form.drug,
    dose: form.dose,
    frequency: form.frequency,
    quantity,
    vial_ml: null,
    vial: form.vial || undefined,
  });
  if (possible.length === 0) return null;
  const fits =
    Number.isNaN(entered) || possible.some((days) => days > 0 && Math.abs(entered - days) / days <= WITHIN);
  const lasts = [...new Set(possible)].join(' or ');
  return {
    ok: fits,
    text: `${quantityText(quantity, formulation)} at ${form.dose.trim()} ${form.frequency.trim()} lasts ${lasts} days${
      fits ? '.' : `, not ${entered}.`
    }`,
  };
}

function refillFinding(form: OrderForm, today: string): Finding | null {
  const days = numberOf(form.days_supply);
  const refills = numberOf(form.refills);
  if (!whole(days, 1, 3660) || !whole(refills, 0, 99)) return null;
  const most = maxRefills(today, days);
  const last = lastPlannedFillOn(today, refills, days);
  const limit = lastLegalFillOn(today);
  return {
    ok: refills <= most,
    text: ORDER_TEXT.refills(most, days, formatDate(last), formatDate(limit)),
  };
}

function coverage(form: OrderForm, today: string): Finding | null {
  const days = numberOf(form.days_supply);
  const refills = numberOf(form.refills);
  if (!whole(days, 1, 3660) || !whole(refills, 0, 99)) return null;
  const end = addDays(today, days * (1 + refills));
  return {
    ok: true,
    text: ORDER_TEXT.withAllRefillsLastsDays(daysBetween(today, end), formatDate(end)),
  };
}

function doseFindings(form: OrderForm, formulation: string, plan: PlanDose): Finding[] {
  const dose = parseDoseMg(form.dose);
  const frequency = parseFrequency(form.frequency);
  const weekly = weeklyMg(form.dose, form.frequency);
  // The field says it of the dose.
  if (dose === null) return [];
  if (weekly === null)
    return form.frequency.trim()
      ? [
          {
            ok: false,
            text: ORDER_TEXT.frequencyCannotRead,
          },
        ]
      : [];
  const findings: Finding[] = [];
  const limit = isFormulationId(formulation) ? FORMULATIONS[formulation].hard_max : null;
  if (limit) {
    const most = (limit.mg * 7) / limit.per_days;
    const tidy = (mg: number) => Number(mg.toFixed(2));
    findings.push({
      ok: weekly <= most + 0.001,
      text: `${tidy(weekly)} mg a week; the product's maximum is ${tidy(most)} mg.`,
    });
  }
  if (plan.plan_dose !== null && plan.plan_frequency !== null) {
    const same =
      Math.abs(dose - plan.plan_dose) <= 0.001 && frequency === parseFrequency(plan.plan_frequency);
    findings.push({
      ok: same,
      text: same
        ? ORDER_TEXT.sameDoseAndFrequency
        : ORDER_TEXT.planSaysMg(plan.plan_dose, plan.plan_frequency),
    });
  }
  return findings;
}

/** As the order will say it: the volume follows dose and strength. */
function directionsFinding(form: OrderForm, formulation: string): Finding | null {
  const written = (['drug', 'dose', 'frequency', 'route'] as const).every((name) => form[name].trim());
  return written && formulation
    ? { ok: true, text: ORDER_TEXT.directions(directionsText(formulation, form)) }
    : null;
}

export type PlanDose = Pick<Prescription, 'plan_dose' | 'plan_frequency'>;

/** The totals of the typed numbers, using the server rules' arithmetic and limits. */
export function checkOrder(form: OrderForm, formulation: string, plan: PlanDose, today: string): Finding[] {
  return [
    drugFinding(form, formulation),
    routeFinding(form, formulation),
    daysFinding(form, formulation),
    refillFinding(form, today),
    coverage(form, today),
    directionsFinding(form, formulation),
    ...doseFindings(form, formulation, plan),
  ].filter((finding) => finding !== null);
}
