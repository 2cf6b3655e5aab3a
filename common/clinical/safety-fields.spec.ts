import { describe, expect, it } from '@jest/globals';
import { SAFETY_FIELDS } from './safety-fields.js';

describe('SAFETY_FIELDS', () => {
  it.each([
    'current_medications',
    'supplements',
    'allergies',
    'other_conditions',
    'desire_fertility',
    'prostate_details',
    'vte_history',
    'vte_details',
    'blood_pressure_systolic',
    'sadness_mood_severity',
    'surgeries',
    'weight',
  ] as const)('holds %s', (field) => {
    expect(SAFETY_FIELDS.has(field)).toBe(true);
  });

  it.each(['phone', 'mailing_address', 'occupation', 'race', 'preferred_contact'] as const)(
    'leaves out %s',
    (field) => {
      expect(SAFETY_FIELDS.has(field)).toBe(false);
    },
  );
});
