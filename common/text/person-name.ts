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

/** A name as it is compared: without accents, case, hyphens, apostrophes, dots and spaces. */
const compared = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{P}\p{S}\p{Z}\s]+/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðæœı]/g, (letter) => LETTERS[letter]!);

/** Whether two spellings are one name: "José  Muñoz-Díaz" and "jose munoz diaz". */
export const isSameName = (one: string, other: string): boolean => {
  const name = compared(one);
  return name !== '' && name === compared(other);
};
