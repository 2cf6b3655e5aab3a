import { expect, it } from '@jest/globals';
import { standing } from './standing.js';

it.each([
  ['current', 'approved', 'active', 'success'],
  ['current', 'pending_review', 'pending review', 'warning'],
  ['previous', 'approved', 'approved', 'neutral'],
  ['previous', 'pending_review', 'replaced before approval', 'neutral'],
] as const)('a %s plan, %s, reads "%s"', (plan_state, status, label, tone) => {
  expect(standing({ plan_state, status })).toEqual({ label, tone });
});
