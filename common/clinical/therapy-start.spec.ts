import { describe, expect, it } from '@jest/globals';
import { startedOn, withTherapyStart } from './therapy-start.js';

describe('the start of a therapy', () => {
  const approved = { therapy_started_on: '2026-11-02', last_change_on: '2026-11-02', ipss_total: 4 };
  it('is assumed 7 days after the approval, with the last change', () => {
    expect(withTherapyStart(approved, true)).toEqual({
      therapy_started_on: '2026-11-09',
      last_change_on: '2026-11-09',
      ipss_total: 4,
    });
  });
  it('is the recorded date once known, and empty without an approval', () => {
    expect(withTherapyStart(approved, false)).toEqual(approved);
    expect(withTherapyStart({}, true)).toEqual({});
  });
  it('leaves a later dose change in place', () => {
    expect(startedOn({ last_change_on: '2026-12-20' }, '2026-11-09')).toEqual({
      therapy_started_on: '2026-11-09',
      last_change_on: '2026-12-20',
    });
    // A dose confirmed earlier than assumed: a change on the approval day is not a later change.
    expect(startedOn({ last_change_on: '2026-11-02' }, '2026-11-05')).toEqual({
      therapy_started_on: '2026-11-05',
      last_change_on: '2026-11-05',
    });
  });
});
