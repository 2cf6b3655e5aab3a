import { describe, expect, it } from '@jest/globals';
import { EMPTY_DRAFT, readLabDraft, withOffset, type LabDraft } from './labEntry.js';

const now = new Date('2026-03-10T12:00:00');
const draft = (more: Partial<LabDraft>): LabDraft => ({
  ...EMPTY_DRAFT,
  collected: '2026-03-09T08:15',
  ...more,
});
const read = (more: Partial<LabDraft>) => readLabDraft(draft(more), 'p1', now);

describe('readLabDraft', () => {
  it('makes the request, with the time as it stood on the wall', () => {
    const answer = read({ values: { tt_ng_dl: '245', hct_percent: '44,1', psa_ng_ml: ' ' }, hours: '84' });
    expect(answer).toEqual({
      request: {
        patient_id: 'p1',
        collected_at: expect.stringMatching(/^2026-03-09T08:15:00[+-]\d\d:\d\d$/),
        results: { tt_ng_dl: 245, hct_percent: 44.1 },
        since_last_dose_h: 84,
      },
    });
  });
  it.each([
    ['no time', { collected: '', values: { tt_ng_dl: '245' } }, 'collected_at'],
    ['a time to come', { collected: '2026-03-11T08:00', values: { tt_ng_dl: '245' } }, 'collected_at'],
    ['no result', {}, 'results'],
    ['words for a number', { values: { tt_ng_dl: 'low' } }, 'results.tt_ng_dl'],
    ['nmol/L for ng/dL', { values: { tt_ng_dl: '8.5' } }, 'results.tt_ng_dl'],
    ['words for hours', { hours: 'soon', values: { tt_ng_dl: '245' } }, 'since_last_dose_h'],
  ] as [string, Partial<LabDraft>, string][])('refuses %s', (_name, more, field) => {
    const answer = read(more);
    expect('problems' in answer && Object.keys(answer.problems)).toEqual([field]);
  });
});

it('withOffset names the same instant', () => {
  expect(new Date(withOffset('2026-03-09T08:15')).getTime()).toBe(new Date('2026-03-09T08:15').getTime());
});
