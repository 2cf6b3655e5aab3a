import { describe, expect, it } from '@jest/globals';
import type { Lab } from '#common/api/index.js';
import { draftOf, EMPTY_DRAFT, readCorrection, readLabDraft, withOffset, type LabDraft } from './labEntry.js';

const now = new Date('2026-03-10T12:00:00');
const draft = (more: Partial<LabDraft>): LabDraft => ({
  ...EMPTY_DRAFT,
  collected: '2026-03-09T08:15',
  ...more,
});
const read = (more: Partial<LabDraft>) => readLabDraft(draft(more), 'p1', now);

describe('readLabDraft', () => {
  it('builds the request, with the local time as typed', () => {
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
  it('sends the units chosen, and asks to check a rare value against the report', () => {
    const rare = {
      values: { tt_ng_dl: '1,2', free_t_pg_ml: '9.5' },
      units: { tt_ng_dl: 'nmol/L', free_t_pg_ml: 'ng/dL' },
    };
    expect(read(rare)).toEqual({
      problems: { 'results.tt_ng_dl': 'Check this value against the lab report, then confirm it.' },
    });
    expect(read({ ...rare, confirmed: { tt_ng_dl: true } })).toMatchObject({
      request: {
        results: { tt_ng_dl: 1.2, free_t_pg_ml: 9.5 },
        units: { tt_ng_dl: 'nmol/L', free_t_pg_ml: 'ng/dL' },
        confirmed: ['tt_ng_dl'],
      },
    });
  });
  it('sends a limit with its sign', () => {
    const limits = { hct_percent: '>54', psa_ng_ml: '< 0,1', tt_ng_dl: '<600' };
    expect(read({ values: limits })).toMatchObject({
      request: { results: { hct_percent: '>54', psa_ng_ml: '<0.1', tt_ng_dl: '<600' } },
    });
    expect(read({ values: { psa_ng_ml: '<low' } })).toHaveProperty(['problems', 'results.psa_ng_ml']);
  });
  it.each([
    ['no time', { collected: '', values: { tt_ng_dl: '245' } }, 'collected_at'],
    ['a future time', { collected: '2026-03-11T08:00', values: { tt_ng_dl: '245' } }, 'collected_at'],
    ['no result', {}, 'results'],
    ['words instead of a number', { values: { tt_ng_dl: 'low' } }, 'results.tt_ng_dl'],
    ['nmol/L instead of ng/dL', { values: { tt_ng_dl: '8.5' } }, 'results.tt_ng_dl'],
    ['words instead of hours', { hours: 'soon', values: { tt_ng_dl: '245' } }, 'since_last_dose_h'],
  ] as [string, Partial<LabDraft>, string][])('refuses %s', (_name, more, field) => {
    const answer = read(more);
    expect('problems' in answer && Object.keys(answer.problems)).toEqual([field]);
  });
});

it('withOffset keeps the same instant', () => {
  expect(new Date(withOffset('2026-03-09T08:15')).getTime()).toBe(new Date('2026-03-09T08:15').getTime());
});

describe('readCorrection', () => {
  const lab = {
    results: {
      tt_ng_dl: { value: 245.1, unit: 'ng/dL', entered: { value: 8.5, unit: 'nmol/L' } },
      hct_percent: { value: 54.5, unit: '%' },
    },
  } as unknown as Lab;
  const change = (values: LabDraft['values'], units = {}) => {
    const draft = draftOf(lab);
    return readCorrection(
      { values: { ...draft.values, ...values }, units: { ...draft.units, ...units } },
      lab,
    );
  };
  it('reads a limit on file, and sends nothing of it unless it changes', () => {
    const limited = {
      results: {
        psa_ng_ml: { value: 0.1, comparator: '<', unit: 'ng/mL' },
        hct_percent: { value: 45, unit: '%' },
      },
    } as unknown as Lab;
    const draft = draftOf(limited);
    expect(draft.values.psa_ng_ml).toBe('<0.1');
    const to = (values: LabDraft['values']) =>
      readCorrection({ ...draft, values: { ...draft.values, ...values } }, limited).request.results;
    expect(to({ hct_percent: '46' })).toEqual({ hct_percent: 46 });
    expect(to({ psa_ng_ml: '0.1' })).toEqual({ psa_ng_ml: 0.1 });
  });
  it('sends what changed, and null for what was removed', () => {
    expect(change({ hct_percent: '45.4' })).toEqual({
      problems: {},
      request: { results: { hct_percent: 45.4 } },
    });
    expect(change({ hct_percent: ' ' })).toEqual({
      problems: {},
      request: { results: { hct_percent: null } },
    });
    expect(change({ psa_ng_ml: '0.9' }).request).toEqual({ results: { psa_ng_ml: 0.9 } });
    expect(change({ tt_ng_dl: '300' }, { tt_ng_dl: 'ng/dL' }).request).toEqual({
      results: { tt_ng_dl: 300 },
    });
    expect(change({ tt_ng_dl: '9' }).request).toEqual({
      results: { tt_ng_dl: 9 },
      units: { tt_ng_dl: 'nmol/L' },
    });
  });
  it.each([[{}], [{ tt_ng_dl: '', hct_percent: '' }]])('refuses %j', (values) =>
    expect(Object.keys(change(values).problems)).toEqual(['results']),
  );
});
