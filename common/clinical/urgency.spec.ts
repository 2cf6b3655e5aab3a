import { describe, expect, it } from '@jest/globals';
import { RULES } from './rules/registry.js';
import { urgencyOf } from './urgency.js';

describe('urgencyOf', () => {
  it('puts what must be stopped or called about today before a preference', () => {
    expect(urgencyOf('hct_on_therapy_over_54', true)).toBe(2);
    expect(urgencyOf('mood_severe', true)).toBe(2);
    expect(urgencyOf('psa_on_therapy_over_4', true)).toBe(1);
    expect(urgencyOf('vte_history', true)).toBe(1);
    expect(urgencyOf('fertility_desired', true)).toBe(0);
    expect(urgencyOf('labs_overdue_30', true)).toBe(0);
    expect(urgencyOf('order_canceled', false)).toBe(2);
  });
  it('puts an emergency before everything else', () => {
    expect(urgencyOf('emergency_self_harm', false)).toBe(3);
    expect(urgencyOf('assistant_emergency', false)).toBe(3);
  });
  it('covers every rule', () => {
    for (const { key } of RULES) expect([0, 1, 2]).toContain(urgencyOf(key, true));
  });
});
