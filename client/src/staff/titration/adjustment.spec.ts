import { describe, expect, it } from '@jest/globals';
import type { Plan, TitrateResponse } from '#common/api/index.js';
import {
  changesSince,
  fromPlan,
  rangeLeft,
  readAdjustment,
  usualRange,
  wantsReason,
  withFormulation,
} from './adjustment.js';

const plan: Plan = {
  id: 'p1',
  plan_id: 'p1',
  version: 2,
  plan_state: 'current',
  status: 'approved',
  flagged: false,
  flag_reason: null,
  formulation: 'testosterone_cypionate_im',
  dose: 80,
  starting_dose: 80,
  frequency: 'once weekly',
  route: 'intramuscular',
  blood_draw_timing: 'Midway',
  target_range_low: 450,
  target_range_high: 600,
  next_review_at: null,
  approved_at: '2026-01-01T00:00:00Z',
  approved_by_email: 'a@demo.test',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const advice = {
  suggested_dose: 100,
  frequency: 'once weekly',
  route: 'intramuscular',
} as TitrateResponse;

describe('readAdjustment', () => {
  it('sends what was typed, without empty texts', () => {
    expect(readAdjustment({ ...fromPlan(plan), dose: ' 100,5 ', timing: ' ' })).toEqual({
      wish: {
        formulation: 'testosterone_cypionate_im',
        dose: 100.5,
        frequency: 'once weekly',
        route: 'intramuscular',
      },
    });
  });
  it.each(['', '0', '-5', 'ten', '1e3'])('rejects the dose "%s"', (dose) => {
    expect(readAdjustment({ ...fromPlan(plan), dose })).toHaveProperty('problems.dose');
  });
});

it('never carries the old dose over to another product', () => {
  const gel = withFormulation(fromPlan(plan), 'testosterone_gel_1_62');
  expect(gel).toMatchObject({ dose: '', frequency: 'once daily', route: 'topical' });
  expect(usualRange(gel)).toBe('20.25 to 81 mg');
});

it('requires a reason only when it differs from the recommendation or leaves the range', () => {
  const form = fromPlan(plan);
  expect(wantsReason({ ...form, dose: '100' }, advice, plan)).toBe(false);
  expect(wantsReason(form, advice, plan)).toBe(true);
  expect(wantsReason({ ...form, dose: '300' }, { ...advice, suggested_dose: 300 }, plan)).toBe(true);
});

it.each([
  ['150', null],
  ['40', null],
  ['151', '40 to 150 mg'],
  ['39', '40 to 150 mg'],
  ['', null],
])('a dose of "%s" leaves the range: %p', (dose, range) => {
  expect(rangeLeft({ ...fromPlan(plan), dose })).toBe(range);
});

describe('changesSince', () => {
  const basis = { version: 1, inForce: plan, waiting: null };
  it('is empty while nothing changed', () => expect(changesSince(basis, { ...basis })).toEqual([]));
  it('says which plan is active now, and who approved it', () => {
    const now = { ...plan, plan_id: 'p2', dose: 100, approved_by_email: 'b@demo.test' };
    expect(changesSince(basis, { ...basis, version: 2, inForce: now })[0]).toContain(
      '100 mg once weekly, intramuscular, approved by b@demo.test',
    );
  });
  it('says which plan is pending now', () => {
    const [line] = changesSince(basis, { ...basis, waiting: { ...plan, plan_id: 'p3', dose: 60 } });
    expect(line).toContain('Pending review now');
    expect(line).toContain('60 mg');
  });
});
