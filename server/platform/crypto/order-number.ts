import { randomInt } from 'node:crypto';
import { LAB_ORDER_DIGITS } from '#common/lab-order-number.js';
import { checkDigit } from '#common/mrn.js';

/** Random, so that no number tells of another; two clinics may have the same. */
export function randomOrderNumber(): string {
  const digits = Array.from({ length: LAB_ORDER_DIGITS }, () => randomInt(10)).join('');
  return digits + checkDigit(digits);
}
