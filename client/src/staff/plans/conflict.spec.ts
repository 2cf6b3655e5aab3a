import { describe, expect, it } from '@jest/globals';
import type { StaffPlan } from '#common/api/index.js';
import { whatChanged } from './conflict.js';

const plan = {
  status: 'pending_review',
  plan_state: 'current',
  flagged: false,
  flag_reason: null,
  formulation: 'testosterone_cypionate_im',
  dose: 80,
  frequency: 'once weekly',
  route: 'intramuscular',
} as StaffPlan;

describe('whatChanged', () => {
  it.each([
    [
      { status: 'approved', approved_by: 'Dr. Ann Beck, MD', approved_at: '2026-03-02T15:00:00Z' },
      /approved by Dr\. Ann Beck, MD on Mar 2, 2026/,
    ],
    [
      { status: 'approved', approved_by_email: 'b@demo.test', approved_at: '2026-03-02T15:00:00Z' },
      /approved by b@demo\.test on Mar 2, 2026/,
    ],
    [{ plan_state: 'previous' }, /replaced by another plan/],
    [{ flagged: true, flag_reason: 'psa_missing' }, /flagged now: Baseline PSA missing/],
    [{}, /not flagged now: .*80 mg/],
  ] as const)('%j', (change, text) => {
    expect(whatChanged({ ...plan, ...change })).toMatch(text);
  });
});
