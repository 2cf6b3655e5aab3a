/** What counts as a typed reason: one rule for the screens and the API. */
export const FEWEST_REASON_CHARACTERS = 10;
/** For a reason against a rule that stops treatment, or for a dose above the maximum. */
export const FEWEST_NAMED_CHARACTERS = 20;
export const REASON_TOO_SHORT = `Say why, in at least ${FEWEST_REASON_CHARACTERS} characters and two words.`;

const FEWEST_WORDS = 2;
const FEWEST_LETTERS = 4;

/** "aaaa aaaa" is not a reason. */
const isFiller = (text: string): boolean =>
  new Set(text.toLowerCase().match(/\p{L}/gu)).size < FEWEST_LETTERS;

const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Whether a typed reason tells its later readers anything. */
export function saysWhy(typed: string, fewest = FEWEST_REASON_CHARACTERS): boolean {
  const text = typed.trim();
  return text.length >= fewest && wordsIn(text) >= FEWEST_WORDS && !isFiller(text);
}
