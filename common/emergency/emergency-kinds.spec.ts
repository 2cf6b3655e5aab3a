import { expect, it } from '@jest/globals';
import { EMERGENCY_ALERT_KEYS, emergencyAlertTitle } from './emergency-kinds.js';

it('every alert of an emergency has a title in words, other alerts none', () => {
  expect(emergencyAlertTitle('emergency_stroke')).toBe('Emergency: signs of a stroke');
  expect(emergencyAlertTitle('hct_on_therapy_over_54')).toBeNull();
  for (const key of EMERGENCY_ALERT_KEYS) expect(emergencyAlertTitle(key)).toMatch(/^Emergency(: [^_]+)?$/);
});
