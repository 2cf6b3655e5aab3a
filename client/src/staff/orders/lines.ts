import type { Prescription, PrescriptionFields } from '#common/api/index.js';
import { lastLegalFillOn, lastPlannedFillOn } from '#common/clinical/supply.js';
import { formatDate } from '../../shared/ui/format.js';
import { quantityText } from '../../shared/ui/quantity.js';
import { localToday } from '../kit/localToday.js';
import { ORDER_TEXT as words } from './text/en.js';

/** Its plan is not approved: it can be sent and filled once that is done. */
export const planWaits = (rx: Pick<Prescription, 'plan_status'>): boolean =>
  rx.plan_status === 'pending_review';

export const orderLine = (rx: PrescriptionFields): string => `${rx.drug}, ${rx.dose} ${rx.frequency}`;
export const supplyLine = (rx: PrescriptionFields & { formulation: string }): string =>
  `${quantityText(rx.quantity, rx.formulation)} for ${rx.days_supply} days, ${rx.refills} refill${rx.refills === 1 ? '' : 's'}`;

/** The date of the last fill, and the last date one is legal, if the order is approved today. */
export function lastFillLine(
  rx: Pick<Prescription, 'refills' | 'days_supply'>,
  today = localToday(),
): string {
  const last = formatDate(lastPlannedFillOn(today, rx.refills, rx.days_supply));
  return words.lastFill(last, formatDate(lastLegalFillOn(today)));
}

type Dosed = Pick<PrescriptionFields, 'drug' | 'dose' | 'frequency'>;
type Standing = Dosed &
  Pick<Prescription, 'prescription_id' | 'status' | 'prescription_state' | 'plan_status'>;

/** The step from the current order to this one: "80 mg → 120 mg once weekly", with the drug where that changes; null without one before. */
export function orderChange(
  order: Dosed & { prescription_id: string },
  all: readonly Standing[],
): string | null {
  const before = all.find(
    (one) =>
      one.prescription_id !== order.prescription_id &&
      one.prescription_state === 'current' &&
      !planWaits(one) &&
      ['accepted', 'filled'].includes(one.status),
  );
  if (!before) return null;
  const switched = before.drug !== order.drug;
  const side = ({ drug, dose, frequency }: Dosed, frequent: boolean) =>
    [switched && drug, dose, frequent && frequency].filter(Boolean).join(' ');
  return `${side(before, before.frequency !== order.frequency || switched)} → ${side(order, true)}`;
}
