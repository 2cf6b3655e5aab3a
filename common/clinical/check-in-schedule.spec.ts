import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { canCallToday, nextCheckIn, type CheckInClock } from './check-in-schedule.js';
import { addDays } from './dates.js';

const STARTED = '2027-09-01';
const day = (n: number): string => addDays(STARTED, n);
const next = (today: number, check_ins: number[] = [], more: Partial<CheckInClock> = {}) =>
  nextCheckIn({ today: day(today), started_on: STARTED, check_ins: check_ins.map(day), ...more });

describe('the next check-in', () => {
  it.each<[number, number[], string, number]>([
    [0, [], 'week_4', 28],
    [13, [5], 'week_4', 28],
    [14, [14], 'week_12', 84],
    [40, [], 'week_4', 28],
    [69, [], 'week_4', 28],
    [70, [], 'week_12', 84],
    [100, [28, 84], 'week_26', 182],
    [349, [180], 'week_52', 364],
    [350, [180], 'week_52', 364],
    [400, [360], 'half_year', 546],
    [600, [360], 'half_year', 546],
    [720, [540], 'half_year', 728],
    [720, [540, 715], 'half_year', 910],
  ])('on day %i after %p is %s on day %i', (today, before, reason, due) =>
    expect(next(today, before)).toEqual({ reason, due_on: day(due), opens_on: day(due - 14) }),
  );

  it('comes before each renewal, unless there was one in the four weeks before', () => {
    const renewal_on = day(150);
    expect(next(100, [84], { renewal_on })).toEqual({
      reason: 'renewal',
      due_on: renewal_on,
      opens_on: day(136),
    });
    expect(next(130, [84, 122], { renewal_on })?.reason).toBe('week_26');
    expect(next(130, [84, 121], { renewal_on })?.reason).toBe('renewal');
    expect(next(30, [], { renewal_on })?.reason).toBe('week_4');
  });

  it('counts nothing from before the treatment or from days to come, and needs a treatment', () => {
    expect(next(20, [-3, 0, 21])?.reason).toBe('week_4');
    expect(nextCheckIn({ today: STARTED, started_on: null, check_ins: [] })).toBeNull();
    expect(() => next(1, [], { today: '2027-02-30' })).toThrow(RangeError);
  });

  it('ends with a check-in on its day: the next one is later, over leap days too', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), (today) => {
        const before = next(today)!;
        const after = next(today, [today])!;
        const isOpen = before.opens_on <= day(today) && today > 0;
        expect(after.due_on > before.due_on).toBe(isOpen);
        expect(after.opens_on > day(today) || today === 0).toBe(true);
      }),
    ));
});

describe('a call on the same day', () => {
  it.each<[string, number, boolean]>([
    ['2026-11-23', 9, true],
    ['2026-11-27', 15, true],
    ['2026-11-27', 16, false],
    ['2026-11-28', 9, false],
    ['2026-11-29', 9, false],
  ])('on %s at %i: %p', (today, hour, can) => expect(canCallToday(today, hour)).toBe(can));
});
