import { expect, it } from '@jest/globals';
import { isNpi } from './npi.js';

// 1234567893 is the standard's example.
it.each([
  ['1234567893', true],
  ['1234567890', false],
  ['1234567839', false],
  ['123456789', false],
  ['3234567893', false],
  ['12345678931', false],
  ['', false],
])('isNpi %p: %p', (text, right) => expect(isNpi(text)).toBe(right));
