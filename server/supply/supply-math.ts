import type { OpenRest, StaffRefillRequest } from '#common/api/index.js';
import {
  FORMULATIONS,
  INTERVAL_DAYS,
  dispensedMgPerMl,
  dosesInHand,
  isFormulationId,
  isFrequency,
  isGivenInClinic,
  parseDoseMg,
  plannedDoses,
  possibleDaysSupply,
  productOfDose,
  refillSigns,
  secondDoseDays,
  supplyClock,
  treatmentDays,
  weeklyMg,
  type DosesInHand,
  type Fill,
  type FollowedProduct,
  type Hold,
  type RefillSigns,
  type SupplyClock,
} from '#common/clinical/index.js';
import type { LoggedOn } from '../doses/records/doses.repository.js';
import { fillsOf, type StoredDispense } from './records/dispenses.repository.js';
import type { SupplyOrder } from './supply.repository.js';

/** Single-dose vials that one dose takes, of which what is left is thrown away; null for what is no vial. */
function vialsADose(formulation: string, { drug, dose }: SupplyOrder): number | null {
  if (!isFormulationId(formulation)) return null;
  const { supply } = FORMULATIONS[formulation];
  const mg = parseDoseMg(dose);
  if (supply.kind !== 'vial' || mg === null) return null;
  const strength = dispensedMgPerMl(formulation, drug) ?? supply.mg_per_ml;
  return Math.ceil(mg / (strength * Math.min(...supply.vials_ml)) - 1e-9);
}

/** The same in a week. */
function vialsAWeek(formulation: string, order: SupplyOrder): number | null {
  const perDose = vialsADose(formulation, order);
  return perDose && isFrequency(order.frequency) ? (perDose * 7) / INTERVAL_DAYS[order.frequency] : null;
}

/** Days that multi-dose vials last by the new dose, divided by those of the old one: an opened vial is discarded after its days, however much is in it. */
function multiDoseRatio(before: SupplyOrder, { dose, frequency }: SupplyOrder): number | null {
  const { formulation } = before;
  if (before.vial !== 'multi' || !isFormulationId(formulation)) return null;
  const lasts = (one: Pick<SupplyOrder, 'dose' | 'frequency'>) =>
    possibleDaysSupply(formulation, { ...before, ...one })[0];
  const [old, now] = [lasts(before), lasts({ dose, frequency })];
  return old && now ? now / old : null;
}

/** Whether each dose may have a vial of its own, where the order names no kind. */
const oneVialEach = ({ quantity, days_supply: days, frequency }: SupplyOrder): boolean =>
  isFrequency(frequency) && quantity >= Math.floor(days / INTERVAL_DAYS[frequency]);

/** What a week took by the old order divided by what it takes by the new one, from the day the new order counts. */
function changeFrom(before: SupplyOrder, order: SupplyOrder): readonly [string, number] | null {
  const share = (weekly: (one: SupplyOrder) => number | null): number[] => {
    const [old, now] = [before, order].map(weekly);
    return old && now ? [old / now] : [];
  };
  const byAmount = share((one) => weeklyMg(one.dose, one.frequency));
  const byVial = share((one) => vialsAWeek(before.formulation, one));
  const single = byVial.length > 0 && before.vial === 'single';
  const unclear = before.vial === null && oneVialEach(before);
  // Where the kind of vial is unknown, what lasts shorter.
  const ratio =
    multiDoseRatio(before, order) ??
    Math.min(...(single ? byVial : [...byAmount, ...(unclear ? byVial : [])]));
  return Number.isFinite(ratio) && ratio !== 1 ? [order.issued_on, ratio] : null;
}

const sameProduct = (order: SupplyOrder, orders: readonly SupplyOrder[]): SupplyOrder[] =>
  orders.filter((one) => one.patient_id === order.patient_id && one.formulation === order.formulation);

/** What earlier orders of the same product left. */
function carriedTo(order: SupplyOrder, orders: readonly SupplyOrder[], dispenses: readonly StoredDispense[]) {
  const before = sameProduct(order, orders).filter(
    (one) =>
      one.id !== order.id &&
      one.ended &&
      one.issued_on <= order.issued_on &&
      fillsOf(dispenses, one.id).length > 0,
  );
  const [newest] = before;
  const fills = before.flatMap(({ id }) => fillsOf(dispenses, id));
  return newest ? { fills, change: changeFrom(newest, order) } : null;
}

/** What other orders in use for the same product were filled with: it is the same supply. */
const sharedWith = (
  order: SupplyOrder,
  orders: readonly SupplyOrder[],
  dispenses: readonly StoredDispense[],
): Fill[] =>
  sameProduct(order, orders)
    .filter((one) => one.id !== order.id && !one.ended)
    .flatMap(({ id }) => fillsOf(dispenses, id));

/** What was dispensed as it is used: the vial of the first dose of a product lasts until the second. */
function usedFrom(
  order: SupplyOrder,
  orders: readonly SupplyOrder[],
  dispenses: readonly StoredDispense[],
): readonly StoredDispense[] {
  const second = secondDoseDays(order.formulation);
  if (second === null) return dispenses;
  const ids = new Set(sameProduct(order, orders).map(({ id }) => id));
  const [first] = dispenses
    .filter((one) => ids.has(one.prescription_id))
    .toSorted((a, b) => (a.filled_on < b.filled_on ? -1 : 1));
  return dispenses.map((one) => (one === first ? { ...one, days: Math.min(one.days, second) } : one));
}

export function clockOf(
  order: SupplyOrder,
  orders: readonly SupplyOrder[],
  dispenses: readonly StoredDispense[],
  { today, holds }: { today: string; holds: readonly Hold[] },
): SupplyClock {
  const { issued_on, refills, days_supply } = order;
  const asUsed = usedFrom(order, orders, dispenses);
  return supplyClock({
    issued_on,
    refills,
    days_supply,
    fills: fillsOf(asUsed, order.id),
    today,
    carried: carriedTo(order, orders, asUsed),
    shared: sharedWith(order, orders, asUsed),
    holds,
  });
}

/** For all orders of the same product: it does not matter which one a patient used. */
export function signsOf(
  order: SupplyOrder,
  orders: readonly SupplyOrder[],
  dispenses: readonly StoredDispense[],
  { requestedOn, holds }: { requestedOn: string; holds: readonly Hold[] },
): RefillSigns {
  const same = sameProduct(order, orders);
  const asUsed = usedFrom(order, orders, dispenses);
  return refillSigns({
    fills: same.flatMap(({ id }) => fillsOf(asUsed, id)),
    request_on: requestedOn,
    prescriptions_alive: same.filter((one) => !one.ended).length,
    holds,
  });
}

export function supplyWire(
  order: SupplyOrder,
  clock: SupplyClock,
  {
    rest,
    last_fill_on,
    doses,
    today,
  }: { rest: OpenRest | null; last_fill_on: string | null; doses: DosesInHand | null; today: string },
): StaffRefillRequest['supply'] {
  const { stockpile_days: _stock, ...told } = clock;
  const { id, formulation, drug, dose, issued_on, on_hold } = order;
  return {
    prescription_id: id,
    formulation,
    drug,
    dose,
    issued_on,
    in_clinic: isGivenInClinic(formulation),
    last_fill_on,
    ...told,
    // None is left for the remaining days: the day to ask is today.
    ...(doses?.left === 0 && told.state !== 'past_run_out' && { state: 'ask_now' as const, ask_by: today }),
    // No one asks for what the clinic gives.
    ...(isGivenInClinic(formulation) && { state: 'enough' as const, ask_by: null }),
    doses_left: doses?.left ?? null,
    doses_short: doses?.short ?? false,
    open_rest: rest,
    on_hold,
  };
}

const lastOf = (fills: readonly Fill[]): string | null =>
  fills.reduce<string | null>((last, [on]) => (last !== null && last > on ? last : on), null);

/** The last fill of the order itself. */
export const lastFillOf = (order: SupplyOrder, dispenses: readonly StoredDispense[]): string | null =>
  lastOf(fillsOf(dispenses, order.id));

/** What a patient's orders said to follow. */
const followedOf = (
  { patient_id: patientId }: SupplyOrder,
  orders: readonly SupplyOrder[],
  dispenses: readonly StoredDispense[],
): FollowedProduct[] =>
  orders.flatMap(({ id, patient_id, formulation, dose, approved_at }) => {
    if (patient_id !== patientId || !isFormulationId(formulation)) return [];
    const fills = isGivenInClinic(formulation) ? [] : fillsOf(dispenses, id);
    const [filled_on = null] = fills.map(([on]) => on).toSorted();
    return [{ formulation, dose: parseDoseMg(dose), approved_at, filled_on }];
  });

/** Whether multi-dose vials are discarded before they are empty. */
function endsByDays(
  { vial, quantity, drug }: SupplyOrder,
  { dose, frequency, formulation }: SupplyOrder,
): boolean {
  if (vial !== 'multi' || !isFormulationId(formulation) || !isFrequency(frequency)) return false;
  const { supply } = FORMULATIONS[formulation];
  const mg = parseDoseMg(dose);
  const [days] = possibleDaysSupply(formulation, { vial, quantity, drug, dose, frequency });
  if (supply.kind !== 'vial' || !mg || days === undefined) return false;
  const strength = dispensedMgPerMl(formulation, drug) ?? supply.mg_per_ml;
  return days / INTERVAL_DAYS[frequency] + 1 <= (quantity * strength) / mg;
}

/** How many of the order's doses a logged one took: of vials that give so many doses whatever is in them, one as it was taken; otherwise by its mg. */
function dosesTaken(one: LoggedOn, order: SupplyOrder, orders: readonly SupplyOrder[]): number {
  const { formulation } = order;
  const dose = parseDoseMg(order.dose);
  if (dose === null || !isFormulationId(formulation)) return 1;
  const then = sameProduct(order, orders)
    .filter(({ approved_at: at }) => Date.parse(at) <= Date.parse(one.taken_at))
    .toSorted((a, b) => Date.parse(b.approved_at) - Date.parse(a.approved_at))[0];
  const doseThen = then && parseDoseMg(then.dose);
  const ordered = { formulation, dose, mg_per_ml: dispensedMgPerMl(formulation, order.drug) };
  if (!doseThen) return plannedDoses(one, ordered);
  const asThen = plannedDoses(one, {
    formulation,
    dose: doseThen,
    mg_per_ml: dispensedMgPerMl(formulation, then.drug),
  });
  const [vialsThen, vials] = [then, order].map((by) => vialsADose(formulation, by));
  if (then.vial === 'single' && vialsThen && vials) return (asThen * vialsThen) / vials;
  return endsByDays(then, order) ? asThen : plannedDoses(one, ordered);
}

/** Doses in hand of the order's drug, whichever order it was filled on; a logged dose of another product took none of them. */
export function dosesLeftOf(
  order: SupplyOrder,
  { orders, dispenses }: { orders: readonly SupplyOrder[]; dispenses: readonly StoredDispense[] },
  {
    days_left,
    today,
    zone,
    logged,
    holds,
  }: {
    days_left: number | null;
    today: string;
    zone: string;
    logged: readonly LoggedOn[];
    holds: readonly Hold[];
  },
): DosesInHand | null {
  const filled_on = lastOf(sameProduct(order, orders).flatMap(({ id }) => fillsOf(dispenses, id)));
  if (filled_on === null || days_left === null || !isFrequency(order.frequency)) return null;
  const { formulation } = order;
  const followed = followedOf(order, orders, dispenses);
  const days = treatmentDays(holds);
  const taken = logged
    .filter((one) => [null, formulation].includes(productOfDose(one, followed, zone)))
    .map((one) => ({
      on: days.of(one.on),
      doses: dosesTaken(one, order, orders),
    }));
  const { out_on: out, ...inHand } = dosesInHand({
    today: days.of(today),
    filled_on: days.of(filled_on),
    days_left,
    interval: INTERVAL_DAYS[order.frequency],
    taken,
  });
  return { ...inHand, out_on: out && days.back(out) };
}
