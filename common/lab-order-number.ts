import { checkDigit } from './mrn.js';

/** The number of a laboratory order: eleven random digits and a check digit by ISO 7064 MOD 11,10. */
const NUMBER = /^\d{12}$/;
export const LAB_ORDER_DIGITS = 11;

export const isLabOrderNumber = (text: string): boolean =>
  NUMBER.test(text) && checkDigit(text.slice(0, LAB_ORDER_DIGITS)) === text[LAB_ORDER_DIGITS];

/** In groups of four, as it is read aloud and printed. */
export const labOrderNumberText = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1-');

/** A number as others write it: laboratories and people add spaces and hyphens. null: it is none of ours. */
export function readLabOrderNumber(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return isLabOrderNumber(digits) ? digits : null;
}
