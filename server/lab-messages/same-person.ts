const SUFFIX = /^(jr|sr|ii|iii|iv)$/;

/** The words of a name without accents, case and the marks within a word. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’ʼ`´.-]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !SUFFIX.test(word));

/** Whether a full name ends with this family name: "Juan De La Cruz" and "De la Cruz", "Liam O'Brien" and "OBrien". */
export function hasFamilyName(fullName: string | null, family: string): boolean {
  const said = wordsOf(family).join('');
  const words = wordsOf(fullName ?? '');
  if (!said) return false;
  // The first word is the given name.
  return words.some((_, i) => i > 0 && words.slice(i).join('') === said);
}

/** Whether a name as a whole ends with the family name of this person. */
export const sharesName = (fullName: string | null, said: string): boolean =>
  wordsOf(said).some((_, i, words) => i > 0 && hasFamilyName(fullName, words.slice(i).join(' ')));

/** Short forms that the letters do not give away; the rest are told by their sound. */
const SHORT_FORMS: readonly (readonly string[])[] = [
  ['robert', 'bob', 'bobby', 'bert'],
  ['william', 'bill', 'billy'],
  ['richard', 'dick'],
  ['edward', 'ted', 'ned'],
  ['theodore', 'ted'],
  ['john', 'jack'],
  ['henry', 'hank'],
  ['anthony', 'tony'],
  ['antonio', 'tony', 'tono'],
  ['gerald', 'jerry'],
  ['geoffrey', 'jeff'],
  ['andrew', 'drew'],
  ['alexander', 'sandy', 'xander'],
  ['albert', 'bert'],
  ['eugene', 'gene'],
  ['christopher', 'kit', 'topher'],
  ['jose', 'pepe'],
  ['francisco', 'paco', 'pancho', 'frank'],
  ['jesus', 'chuy'],
  ['roberto', 'beto'],
  ['alberto', 'beto'],
  ['ignacio', 'nacho'],
  ['guillermo', 'memo', 'william', 'bill'],
  ['eduardo', 'lalo', 'edward'],
  ['enrique', 'quique', 'kike', 'henry'],
];

/** How a name begins by its sound: its first letter and the next consonant. Jim and James, Mohammed and Muhammad begin alike; Marcus and Matthew do not. */
const beginning = (name: string): string => {
  const [first = '', ...rest] = name.replace(/ph/g, 'f').replace(/[cq]/g, 'k');
  const next = rest.find((letter) => !'aeiouyhw'.includes(letter) && letter !== first) ?? '';
  return first + next;
};

function isAlike(a: string, b: string): boolean {
  if (SHORT_FORMS.some((forms) => forms.includes(a) && forms.includes(b))) return true;
  const [one, two] = [beginning(a), beginning(b)].toSorted((x, y) => x.length - y.length);
  return two!.startsWith(one!);
}

/**
 * Whether a given name can be this person's. Family name and date of birth are compared already, so this is for twins: their
 * names often share the first letter, hardly ever the sound of the beginning. Someone known by the middle name passes; two
 * middle names alike, or an initial in the middle, say nothing. No name sent contradicts nothing.
 */
export function canHaveGivenName(fullName: string | null, given: string): boolean {
  const said = wordsOf(given);
  const record = wordsOf(fullName ?? '');
  if (!said[0] || !record[0]) return true;
  const known = record.slice(0, Math.max(1, record.length - 1));
  const whole = (word: string, i: number): boolean => i === 0 || word.length > 1;
  return (
    known.filter(whole).some((word) => isAlike(said[0]!, word)) ||
    said.filter(whole).some((word) => isAlike(word, known[0]!))
  );
}
