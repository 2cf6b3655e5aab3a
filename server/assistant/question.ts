import { normalise, wordsOf } from '#common/text/normalise.js';
import { CHATTER, CONTEXT, ELSEWHERE, EMPTY } from '#common/assistant/small-words.js';
import { closest } from '#common/text/spelling.js';
import { inArticleWords, KNOWN_WORDS, synonymsOf } from '#common/assistant/vocabulary.js';
import type { EverydayWords } from './everyday-words.js';
import { stem } from './likeness.js';

/** More words than a question has; the rest of a long message only adds work. */
const MOST_WORDS = 40;

/** Words that may be misspelled: in no list of known ones, and long enough to tell. */
export const doubtful = (message: string, everyday: EverydayWords): string[] => [
  ...new Set(
    wordsOf(message).filter((w) => /^[a-z]{4,}$/.test(w) && !KNOWN_WORDS.has(w) && !everyday.has(w)),
  ),
];

/** @param similar the articles' words that resemble a doubtful one; none if the word itself is among them */
export function respelt(message: string, similar: ReadonlyMap<string, readonly string[]>): string {
  return normalise(message).replace(/[a-z]{4,}/g, (word) => {
    const candidates = similar.get(word);
    // Another form of a known word needs no correction either: the search knows word stems.
    if (!candidates || candidates.some((c) => stem(c) === stem(word))) return word;
    return closest(word, [...KNOWN_WORDS, ...candidates]) ?? word;
  });
}

/** The weight of a concept that no article mentions: high for an unrelated subject, low for a common word. */
function unknownWeight(word: string, everyday: EverydayWords): number {
  if (ELSEWHERE.has(word)) return 1.5;
  if (/^\d/.test(word)) return 0.1;
  const place = everyday.get(word) ?? Infinity;
  if (place < 1_000) return 0.15;
  if (place < 4_000) return 0.3;
  return 0.6;
}

export interface Asked {
  concepts: { query: string; unknown: number }[];
  /** False if there are only small words to go by. */
  sure: boolean;
}

/** What is asked, as one tsquery per concept: the word itself or the articles' term for it. */
export function conceptsOf(text: string, everyday: EverydayWords): Asked {
  const words = wordsOf(inArticleWords(text)).filter((w) => !EMPTY.has(w) && /^[a-z0-9]{2,40}$/.test(w));
  const matter = words.filter((w) => !CHATTER.has(w));
  const telling = matter.filter((w) => !CONTEXT.has(w));
  const told = [telling, matter, words].find((list) => list.length) ?? [];
  const concepts = new Map<string, Set<string>>();
  for (const word of told.slice(0, MOST_WORDS)) {
    const alternatives = synonymsOf(word);
    const concept = alternatives.join(' ') || stem(word);
    concepts.set(concept, new Set([...(concepts.get(concept) ?? []), word, ...alternatives]));
  }
  return {
    concepts: [...concepts.values()].map((alternatives) => {
      const [word = ''] = alternatives;
      return { query: queryOf(alternatives, everyday), unknown: unknownWeight(word, everyday) };
    }),
    sure: matter.length > 0,
  };
}

function queryOf(alternatives: ReadonlySet<string>, everyday: EverydayWords): string {
  const parts = [...alternatives].map((w) => (w.includes('-') ? `(${w.replace(/-/g, ' <-> ')})` : w));
  const [word = ''] = alternatives;
  // A word of the same family: "smokers" finds "smoking"; but "heading" does not find "headache".
  const family = stem(word);
  const ofItsOwn = everyday.has(family) && family.length < 5;
  if (alternatives.size === 1 && !ofItsOwn && family.length >= 4 && word.length - family.length >= 2)
    parts.push(`${family}:*`);
  return parts.join(' | ');
}
