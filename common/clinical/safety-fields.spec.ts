import { describe, expect, it } from '@jest/globals';
import { FIELDS, type Field } from '../intake/index.js';
import { SCANNED_TEXT_FIELDS, scannedTexts, wordsInHistory } from './history.js';
import { SAFETY_FIELDS, isSafetyAnswer } from './safety-fields.js';

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
    'location_state',
  ] as const)('includes %s', (field) => {
    expect(SAFETY_FIELDS.has(field)).toBe(true);
  });

  it.each(['phone', 'mailing_address', 'occupation', 'race', 'preferred_contact'] as const)(
    'leaves out %s',
    (field) => {
      expect(SAFETY_FIELDS.has(field)).toBe(false);
    },
  );
});

describe('scannedTexts', () => {
  it('scans questions added later, in any section', () => {
    const added: Field<'hobbies' | 'nickname' | 'other_phone' | 'shoe_size'>[] = [
      { name: 'hobbies', label: 'Hobbies', type: 'longtext' },
      { name: 'nickname', label: 'Nickname', type: 'text', autocomplete: 'name' },
      { name: 'other_phone', label: 'Phone', type: 'text', format: 'phone' },
      { name: 'shoe_size', label: 'Shoe size', type: 'number', min: 1, max: 60 },
    ];
    expect(scannedTexts(added)).toEqual(['hobbies']);
  });

  it('leaves out only names and contact details', () => {
    const left = FIELDS.filter(
      ({ name, type }) => ['text', 'longtext'].includes(type) && !SCANNED_TEXT_FIELDS.includes(name),
    ).map(({ name }) => name);
    expect(left.toSorted()).toEqual([
      'email',
      'emergency_contact_name',
      'emergency_contact_phone',
      'full_name',
      'mailing_address',
      'phone',
    ]);
  });

  it.each(SCANNED_TEXT_FIELDS)('finds a danger in %s', (field) => {
    // Texts about cancer have their own rules.
    expect(wordsInHistory({ [field]: 'DVT left leg' }, 'clotting')).toEqual(['dvt']);
    expect(isSafetyAnswer(field, 'DVT left leg')).toBe(true);
  });

  it('does not treat a street as history', () => {
    expect(isSafetyAnswer('mailing_address', '12 Bypass Road')).toBe(false);
    expect(isSafetyAnswer('occupation', 'baker')).toBe(false);
  });
});
