import { describe, expect, it } from '@jest/globals';
import { extrasErrors } from './extras.js';
import { TODAY } from './fixtures/facts.js';

describe('clinician-entered facts', () => {
  it('accepts valid and cleared facts', () =>
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
    ['therapy_started_on', '1900-01-01'],
    ['therapy_started_on', '2030-01-01'],
  ])('%s = %p is reported', (name, value) =>
    expect(Object.keys(extrasErrors({ [name]: value }, TODAY))).toEqual([name]),
  );

  it('accepts both ends of a range', () =>
    expect([
      extrasErrors({ ipss_total: 35, bp_systolic: 70 }, TODAY),
      extrasErrors({ bp_systolic: 250 }, TODAY),
    ]).toEqual([{}, {}]));

  it.each<[string, object, object, string[]]>([
    ['upside down', { bp_systolic: 80, bp_diastolic: 120 }, {}, ['bp_systolic', 'bp_diastolic']],
    ['alike', { bp_systolic: 100, bp_diastolic: 100 }, {}, ['bp_systolic', 'bp_diastolic']],
    ['against the stored one', { bp_systolic: 80 }, { bp_diastolic: 90 }, ['bp_systolic']],
    ['without the other', { bp_systolic: 80 }, {}, []],
    ['with the other cleared', { bp_systolic: 80, bp_diastolic: null }, { bp_diastolic: 90 }, []],
    ['left as it was', { ipss_total: 3 }, { bp_systolic: 80, bp_diastolic: 90 }, []],
  ])('a blood pressure %s', (_, changes, stored, told) =>
    expect(Object.keys(extrasErrors({ ...changes }, TODAY, stored))).toEqual(told),
  );

  it('accepts a change on the day of the start', () =>
    expect(extrasErrors({ therapy_started_on: '2026-05-01', last_change_on: '2026-05-01' }, TODAY)).toEqual(
      {},
    ));

  it('rejects a change before the start', () =>
    expect(
      extrasErrors({ therapy_started_on: '2026-05-01', last_change_on: '2026-04-30' }, TODAY),
    ).toHaveProperty('last_change_on'));
});
