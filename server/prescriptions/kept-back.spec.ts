import { describe, expect, it } from '@jest/globals';
import { appliesSince, appliesToFill, assertReasonHelps } from './kept-back.js';

describe('what keeps an order back', () => {
  it.each([
    ['hct_on_therapy_over_54', /Override it with a reason, or cancel the order\.$/],
    [
      'pdmp_not_checked',
      /Record a PDMP query on the case, override it with a reason, or cancel the order\.$/,
    ],
    ['license_missing_in_state', /licensed in the patient’s state write a new order, or cancel the order\.$/],
    ['therapy_on_hold', /Resume the therapy on the case, or cancel the order\.$/],
    ['rx_past_six_months', /It cannot be overridden: resolve it on the case, or cancel the order\.$/],
  ])('by %s names a way out that is open', (rule, words) => {
    expect(appliesSince(rule)).toMatch(/^New since approval: /);
    expect(appliesSince(rule)).toMatch(words);
  });

  it.each([
    ['hct_on_therapy_over_54', /record the fill with a reason that names the rule/],
    ['license_missing_in_state', /write a new order first\. If the medicine was handed over/],
  ])('by %s does not ask to cancel what was handed over', (rule, words) => {
    expect(appliesToFill(rule)).toMatch(words);
    expect(appliesToFill(rule)).not.toContain('cancel');
  });

  it('names it where a reason was tried in vain, too', () => {
    expect(() => assertReasonHelps(['license_missing_in_state'])).toThrow(
      /cannot be overridden.*licensed in the patient’s state write a new order\.$/,
    );
  });
});
