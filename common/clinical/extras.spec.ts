import { describe, expect, it } from '@jest/globals';
import { extrasErrors } from './extras.js';
import { TODAY } from './fixtures/facts.js';

describe('clinician-entered facts', () => {
  it('sound ones, and cleared ones, pass', () =>
    expect(
      extrasErrors(
        {
          ipss_total: 0,
          cv_event_on: '2026-01-02',
          hf_controlled: false,
          bp_systolic: 128,
          since_h: 84.5,
          pdmp_checked_on: TODAY,
          urology_cleared: null,
        },
        TODAY,
      ),
    ).toEqual({}));

  it.each([
    ['ipss_total', 36],
    ['ipss_total', -1],
    ['ipss_total', 3.5],
    ['ipss_total', '20'],
    ['cv_event_on', '2026-02-30'],
    ['pdmp_checked_on', '2026-11-21'],
    ['hf_controlled', 'yes'],
    ['bp_systolic', 20],
    ['since_h', -1],
    ['since_h', Number.NaN],
  ])('%s = %p is told', (name, value) =>
    expect(Object.keys(extrasErrors({ [name]: value }, TODAY))).toEqual([name]),
  );

  it('both ends of a range pass', () =>
    expect([
      extrasErrors({ ipss_total: 35, bp_systolic: 70 }, TODAY),
      extrasErrors({ bp_systolic: 250 }, TODAY),
    ]).toEqual([{}, {}]));

  it('a change may come on the day of the start', () =>
    expect(extrasErrors({ therapy_started_on: '2026-05-01', last_change_on: '2026-05-01' }, TODAY)).toEqual(
      {},
    ));

  it('a change cannot come before the start', () =>
    expect(
      extrasErrors({ therapy_started_on: '2026-05-01', last_change_on: '2026-04-30' }, TODAY),
    ).toHaveProperty('last_change_on'));
});
