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
