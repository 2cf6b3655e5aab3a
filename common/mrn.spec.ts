import { describe, expect, it } from '@jest/globals';
import { checkDigit, isMrn } from './mrn.js';

describe('isMrn', () => {
  it("uses the standard's check digit", () => expect(checkDigit('0794')).toBe('5'));
  it('detects every single wrong digit', () => {
    const right = `1000123${checkDigit('1000123')}`;
    expect(isMrn(right)).toBe(true);
    for (let at = 0; at < 8; at++)
      for (const digit of '0123456789')
        if (digit !== right[at]) expect(isMrn(right.slice(0, at) + digit + right.slice(at + 1))).toBe(false);
  });
  it.each(['', '1234567', '123456789', '1234567a', ' 12345678'])('rejects %p', (text) =>
    expect(isMrn(text)).toBe(false),
  );
});
