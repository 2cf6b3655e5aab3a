import { randomInt } from 'node:crypto';
import { ORDER_DIGITS } from '#common/order-number.js';
import { checkDigit } from '#common/mrn.js';

/** Random, so that no number tells of another; two clinics may have the same. */
export function randomOrderNumber(): string {
  const digits = Array.from({ length: ORDER_DIGITS }, () => randomInt(10)).join('');
  return digits + checkDigit(digits);
}
