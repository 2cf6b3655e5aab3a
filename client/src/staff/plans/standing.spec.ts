import { describe, expect, it } from '@jest/globals';
import { goesInBulk, standing } from './standing.js';

it.each([
  ['current', 'approved', 'active', 'success'],
  ['current', 'pending_review', 'pending review', 'warning'],
  ['previous', 'approved', 'approved', 'neutral'],
  ['previous', 'pending_review', 'replaced before approval', 'neutral'],
] as const)('a %s plan, %s, reads "%s"', (plan_state, status, label, tone) => {
  expect(standing({ plan_state, status })).toEqual({ label, tone });
});

describe('goesInBulk', () => {
  const plan = { flagged: false, reason_needed_for: [], rules: [{ severity: 'warning' as const }] };
  it('leaves out what is flagged, asks for a reason or has a critical finding', () =>
    expect(
      [
        plan,
        { ...plan, flagged: true },
        { ...plan, reason_needed_for: ['license_expired'] },
        { ...plan, rules: [{ severity: 'critical' as const }] },
      ].map(goesInBulk),
    ).toEqual([true, false, false, false]));
});
