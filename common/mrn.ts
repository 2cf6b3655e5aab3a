/** The medical record number: seven digits and a check digit by ISO 7064 MOD 11,10. */
const MRN = /^\d{8}$/;

/** Detects every single wrong digit and nearly every swapped pair, which Luhn's does not. */
export function checkDigit(digits: string): string {
  let product = 10;
  for (const digit of digits) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return String((11 - product) % 10);
}

export const isMrn = (text: string): boolean => MRN.test(text) && checkDigit(text.slice(0, 7)) === text[7];
