import { describe, expect, it } from '@jest/globals';
import type { LabSuggestion } from '#common/clinical/index.js';
import { REFILL_LABEL } from '#common/clinical/lab-labels.js';
import { countedFrom } from './counted-from.js';

const due: LabSuggestion = {
  instruction: 'Quarterly check: TT, HCT.',
  suggested_in_days: 0,
  draw_timing: 'In the morning.',
  status: 'scheduled',
  due_in_days: 0,
  due_on: '2026-03-10',
  label: 'Quarterly check',
  analytes: ['tt_ng_dl', 'hct_percent'],
};
const late: LabSuggestion = {
  ...due,
  instruction: 'Quarterly check overdue: TT, HCT.',
  status: 'overdue',
  due_in_days: -1,
  due_on: '2026-03-09',
};

describe("a draw counted in the patient's time zone", () => {
  it('is overdue in words, number and status once the day is over there', () => {
    expect(countedFrom('2026-03-11', due)).toEqual({
      ...due,
      instruction: 'Quarterly check overdue: TT, HCT.',
      status: 'overdue',
      due_in_days: -1,
      suggested_in_days: 0,
    });
  });
  it('is still today until then', () => {
    expect(countedFrom('2026-03-09', late)).toEqual({
      ...late,
      instruction: 'Quarterly check: TT, HCT.',
      status: 'scheduled',
      due_in_days: 0,
      suggested_in_days: 1,
    });
  });
  it('is due now where a refill waits for it, although the clinic asked for it tomorrow', () => {
    const asked = { ...due, label: REFILL_LABEL, suggested_in_days: 0 };
    expect(countedFrom('2026-03-09', asked)).toMatchObject({
      due_on: '2026-03-09',
      due_in_days: 0,
      suggested_in_days: 0,
    });
  });
  it('is due on each of the days of a refill that waits for it, and late after them', () => {
    const days = { ...due, label: REFILL_LABEL, draw_from: '2026-03-10', draw_until: '2026-03-11' };
    const on = (today: string) => countedFrom(today, days).due_on;
    expect(['2026-03-09', '2026-03-11', '2026-03-12'].map(on)).toEqual([
      '2026-03-10',
      '2026-03-11',
      '2026-03-11',
    ]);
  });
  it('is unchanged on the same day', () => {
    expect(countedFrom('2026-03-10', due)).toEqual(due);
  });
});
