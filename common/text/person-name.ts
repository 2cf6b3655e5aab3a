/** Letters that are no base letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Said of people, and no part of their names. */
const TITLES: ReadonlySet<string> = new Set(['dr', 'mr', 'mrs', 'ms', 'jr', 'sr', 'ii', 'iii', 'iv', 'md']);

/** The parts of a name as they are compared: without accents, case, apostrophes and titles. */
const partsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’]+/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðæœı]/g, (letter) => LETTERS[letter]!)
    .split(/[\p{P}\p{S}\p{Z}\s]+/u)
    .filter((part) => part && !TITLES.has(part));

const isWithin = (few: readonly string[], many: readonly string[]): boolean =>
  few.length >= 2 && few.every((part) => many.includes(part));

/**
 * Whether two spellings can be one person's name: "José  Muñoz-Díaz", "jose munoz diaz", "Munoz Diaz, José" and "José A. Muñoz".
 * A single letter may stand for a name.
 */
export const isSameName = (one: string, other: string): boolean => {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.length === 0 || b.length === 0) return false;
  const [first, second] = [a, b].map((parts) => parts.filter((part) => part.length > 1));
  return a.join('') === b.join('') || isWithin(first!, second!) || isWithin(second!, first!);
};
