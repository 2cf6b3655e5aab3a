import { checkDigit } from './mrn.js';

/** The number of an order to a laboratory or a pharmacy: eleven random digits and a check digit by ISO 7064 MOD 11,10. */
const NUMBER = /^\d{12}$/;
export const ORDER_DIGITS = 11;

export const isOrderNumber = (text: string): boolean =>
  NUMBER.test(text) && checkDigit(text.slice(0, ORDER_DIGITS)) === text[ORDER_DIGITS];

/** In groups of four, as it is read aloud and printed. */
export const orderNumberText = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1-');

/** A number as others write it: laboratories and people add spaces and hyphens. null: it is none of ours. */
export function readOrderNumber(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return isOrderNumber(digits) ? digits : null;
}
