import { describe, expect, it } from '@jest/globals';
import { isDeaNumber } from './dea.js';

describe('isDeaNumber', () => {
  it.each(['AB1234563', 'fr1234563', 'A91234563', 'FR1111119'])('accepts %s', (text) =>
    expect(isDeaNumber(text)).toBe(true),
  );
  it.each(['AB1234567', '9B1234563', 'AB123456', 'AB12345630', 'AB 1234563', ''])('rejects "%s"', (text) =>
    expect(isDeaNumber(text)).toBe(false),
  );
});
