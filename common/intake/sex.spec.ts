import { describe, expect, it } from '@jest/globals';
import { sexOf } from './sex.js';

describe('sexOf', () => {
  it.each([
    ['female', true, 'female'],
    ['male', false, 'male'],
    ['intersex', true, 'intersex'],
    ['prefer_not_to_say', true, 'prefer_not_to_say'],
    [undefined, true, 'male'],
    ['', true, 'male'],
    [undefined, false, null],
    [undefined, undefined, null],
  ] as const)('of %s and "male: %s" is %s', (sex_assigned_at_birth, stopbang_male, sex) => {
    expect(sexOf({ sex_assigned_at_birth, stopbang_male })).toBe(sex);
  });
});
