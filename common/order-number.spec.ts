import { describe, expect, it } from '@jest/globals';
import { isOrderNumber, orderNumberText, readOrderNumber } from './order-number.js';
import { checkDigit } from './mrn.js';

const numbered = (digits: string): string => digits + checkDigit(digits);

describe('the number of a laboratory order', () => {
  it('has twelve digits, of which the last checks the others', () => {
    const number = numbered('48210937662');
    expect(isOrderNumber(number)).toBe(true);
    for (let at = 0; at < number.length; at++)
      for (let digit = 0; digit <= 9; digit++) {
        const other = number.slice(0, at) + String(digit) + number.slice(at + 1);
        expect([other, isOrderNumber(other)]).toEqual([other, other === number]);
      }
    for (const wrong of ['', number.slice(1), `${number}0`, `${number.slice(0, 11)}x`])
      expect(isOrderNumber(wrong)).toBe(false);
  });

  it('is printed in groups of four and read back with spaces or hyphens', () => {
    const number = numbered('00000000001');
    expect(orderNumberText(number)).toMatch(/^0000-0000-001\d$/);
    for (const written of [number, orderNumberText(number), ` ${number.slice(0, 6)} ${number.slice(6)} `])
      expect(readOrderNumber(written)).toBe(number);
    expect(readOrderNumber('1234-5678-9012-3')).toBeNull();
  });
});
