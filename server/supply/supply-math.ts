import type { OpenRest, PrescriptionSupply } from '../../common/api/index.js';
import {
  refillSigns,
  supplyClock,
  weeklyMg,
  type RefillSigns,
  type SupplyClock,
} from '../../common/clinical/index.js';
import { fillsOf, type StoredDispense } from './records/dispenses.repository.js';
import type { SupplyOrder } from './supply.repository.js';

/** The old weekly dose divided by the new one, from the day the new order counts. */
function changeFrom(before: SupplyOrder, order: SupplyOrder): readonly [string, number] | null {
  const [old, now] = [before, order].map(({ dose, frequency }) => weeklyMg(dose, frequency));
  return old && now && old !== now ? [order.issued_on, old / now] : null;
}

/** What earlier orders of the same product left. */
function carriedTo(order: SupplyOrder, orders: readonly SupplyOrder[], dispenses: readonly StoredDispense[]) {
  const before = orders.filter(
    (one) =>
      one.id !== order.id &&
      one.patient_id === order.patient_id &&
      one.formulation === order.formulation &&
      one.ended &&
      one.issued_on <= order.issued_on,
  );
  const [newest] = before;
  const fills = before.flatMap(({ id }) => fillsOf(dispenses, id));
  return newest && fills.length ? { fills, change: changeFrom(newest, order) } : null;
}

export function clockOf(
  order: SupplyOrder,
  orders: readonly SupplyOrder[],
  dispenses: readonly StoredDispense[],
  today: string,
): SupplyClock {
  const { issued_on, refills, days_supply } = order;
  return supplyClock({
    issued_on,
    refills,
    days_supply,
    fills: fillsOf(dispenses, order.id),
    today,
    carried: carriedTo(order, orders, dispenses),
  });
}

/** For all orders of the same product: it does not matter which one a patient used. */
export function signsOf(
  order: SupplyOrder,
  orders: readonly SupplyOrder[],
  dispenses: readonly StoredDispense[],
  requestedOn: string,
): RefillSigns {
  const same = orders.filter(
    (one) => one.patient_id === order.patient_id && one.formulation === order.formulation,
  );
  return refillSigns({
    fills: same.flatMap(({ id }) => fillsOf(dispenses, id)),
    request_on: requestedOn,
    prescriptions_alive: same.filter((one) => !one.ended).length,
  });
}

export function supplyWire(
  order: SupplyOrder,
  clock: SupplyClock,
  rest: OpenRest | null,
): Omit<PrescriptionSupply, 'gates' | 'refill_request_id'> {
  const { stockpile_days: _stock, ...told } = clock;
  return { prescription_id: order.id, drug: order.drug, ...told, open_rest: rest, on_hold: order.on_hold };
}
