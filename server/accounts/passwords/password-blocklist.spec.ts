import { describe, expect, it } from '@jest/globals';
import { dictionary } from '@zxcvbn-ts/language-common';
import { buildBlocklist, isCommon } from './password-blocklist.js';

const list = buildBlocklist(dictionary['passwords-common']);

describe('the list of common passwords', () => {
  it('has at least 3,000 entries, all of 12 or more characters, and is the same every time', () => {
    expect(list.size).toBeGreaterThan(3000);
    expect([...list].every((w) => w.length >= 12)).toBe(true);
    expect(buildBlocklist(dictionary['passwords-common'])).toEqual(list);
  });

  it.each([
    'password1234',
    'Password1234!',
    'P@$$W0RD1234',
    'testosterone1!',
    'foundersclinic',
    'qwertyqwerty',
    'letmein123456',
  ])('contains %s in any case', (password) => {
    expect(isCommon(password, list, [])).toBe(true);
  });

  it('compares whole passwords: one that only contains a common one is not common', () => {
    expect(isCommon('password1234 velvet otter', list, [])).toBe(false);
    expect(isCommon('velvet otter mountain quarry', list, [])).toBe(false);
  });

  it("recognizes the user's own details, with common additions", () => {
    expect(isCommon('Quimby123456', list, [])).toBe(false);
    expect(isCommon('Quimby123456', list, ['Quimby'])).toBe(true);
    expect(isCommon('ab1234567890', list, ['ab'])).toBe(false);
  });
});
