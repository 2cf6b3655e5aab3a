import { describe, expect, it } from '@jest/globals';
import type { Dispense } from '#common/api/index.js';
import { addDays } from '#common/clinical/dates.js';
import { todayIn } from '../../shared/ui/zones.js';
import { clockOfOrder } from './order-clock.js';

const zone = 'America/New_York';
const today = todayIn(zone);
const fill = (filled_on: string, completes: string | null = null): Dispense => ({
  id: filled_on,
  prescription_id: 'one',
  n: 1,
  quantity: 4,
  days: 28,
  source: 'pharmacy',
  completes,
  filled_on,
  recorded_at: `${filled_on}T15:00:00Z`,
  shipment: null,
});
const order = { approved_at: `${addDays(today, -60)}T15:00:00Z`, refills: 3, days_supply: 28 };

describe('the clock in the dialog of a fill', () => {
  it('counts refills by the whole fills of the order, and days by those of others in use too', () => {
    const own = [fill(addDays(today, -30)), fill(addDays(today, -2))];
    const alone = clockOfOrder(order, { own, others: [], pauses: [], zone });
    expect(alone).toMatchObject({ refills_left: 2, earliest_fill_on: addDays(today, 22) });
    const shared = clockOfOrder(order, { own, others: [fill(today)], pauses: [], zone });
    expect([shared!.refills_left, shared!.days_left]).toEqual([2, alone!.days_left! + 28]);
    expect(shared!.earliest_fill_on! > alone!.earliest_fill_on!).toBe(true);
  });

  it('is not there before the order is approved', () =>
    expect(
      clockOfOrder({ ...order, approved_at: null }, { own: [], others: [], pauses: [], zone }),
    ).toBeNull());
});
