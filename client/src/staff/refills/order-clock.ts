import type { Dispense, DispensesResponse, Prescription } from '#common/api/index.js';
import { supplyClock, type Fill, type SupplyClock } from '#common/clinical/supply-clock.js';
import { dateIn, todayIn } from '../../shared/ui/zones.js';

const asFill = ({ filled_on: on, days, completes }: Dispense): Fill =>
  completes ? [on, days, 'rest'] : [on, days];

/** The supply of an order by its fills, and by those of other orders in use for the same medicine. */
export function clockOfOrder(
  order: Pick<Prescription, 'approved_at' | 'refills' | 'days_supply'>,
  {
    own,
    others,
    pauses,
    zone,
  }: {
    own: readonly Dispense[];
    others: readonly Dispense[];
    pauses: DispensesResponse['pauses'];
    zone: string;
  },
): SupplyClock | null {
  if (!order.approved_at) return null;
  const { refills, days_supply } = order;
  return supplyClock({
    issued_on: dateIn(new Date(order.approved_at), zone),
    refills,
    days_supply,
    fills: own.map(asFill),
    shared: others.map(asFill),
    today: todayIn(zone),
    holds: pauses.map(({ since, until }) => [since, until]),
  });
}
