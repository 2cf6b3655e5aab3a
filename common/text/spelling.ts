/** Letters added, left out, replaced or swapped with their neighbour (optimal string alignment); stops past `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** How many slips a word of this length may hold and still be recognised. */
export const slipsAllowed = (length: number): number =>
  length < 4 ? 0 : length < 8 ? 1 : length < 12 ? 2 : 3;

const consonants = (word: string): string => word.replace(/[aeiouy]/g, '');

/**
 * The known word that was most likely meant, or null. The first letter is rarely the wrong one, and of two words as near
 * the one with the same consonants was meant: "rase" is "raise", not "rash".
 */
export function closest(word: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = slipsAllowed(word.length) + 1;
  const bones = consonants(word);
  for (const candidate of known) {
    if (candidate[0] !== word[0] && candidate[1] !== word[0]) continue;
    const distance = editDistance(word, candidate, Math.ceil(least));
    const unlike = distance + (consonants(candidate) === bones ? 0 : 0.5);
    if (distance > slipsAllowed(word.length) || unlike >= least) continue;
    best = candidate;
    least = unlike;
  }
  return best;
}

/** Fewer than for a word among articles: what is read as another word here is read so by every rule. */
const slipsOfKnown = (length: number): number => (length < 9 ? 1 : length < 12 ? 2 : 3);
const LONGEST_WORD = 20;

/**
 * Replaces each word that is a slip away from one of the known words, and is no word of its own. Time grows with the text:
 * a word is compared only with those of its first letter and about its length.
 * @param real words that are near a known one and mean what they say
 */
export function respeller(known: readonly string[], real: ReadonlySet<string>): (text: string) => string {
  const shortest = Math.min(...known.map((word) => word.length)) - 1;
  const byLetter = new Map<string, string[]>();
  for (const word of known) byLetter.set(word[0]!, [...(byLetter.get(word[0]!) ?? []), word]);
  const isSlipOf = (word: string, one: string): boolean => {
    const slips = slipsOfKnown(one.length);
    // The stem of a long word is a word: "prolactin" is no "prolactinoma".
    return !(one.startsWith(word) && one.length > word.length + 1) && editDistance(word, one, slips) <= slips;
  };
  const meant = (word: string): string => {
    if (real.has(word)) return word;
    const near = byLetter.get(word[0]!) ?? [];
    if (near.some((one) => word.startsWith(one))) return word;
    return near.find((one) => isSlipOf(word, one)) ?? word;
  };
  const long = new RegExp(`(?<![a-z])[a-z]{${shortest},${LONGEST_WORD}}(?![a-z])`, 'g');
  return (text) => text.replace(long, meant);
}
