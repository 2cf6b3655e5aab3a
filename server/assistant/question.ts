import { closest } from '../../common/assistant/spelling.js';
import { normalise, wordsOf } from '../../common/assistant/normalise.js';
import {
  CHATTER,
  CONTEXT,
  inArticleWords,
  KNOWN_WORDS,
  synonymsOf,
} from '../../common/assistant/vocabulary.js';

/** More words than a question has; the rest of a long message adds nothing but work. */
const MOST_WORDS = 40;

/** The words that may be misspelt: in no list of known ones, and long enough to tell. */
export const doubtful = (message: string): string[] => [
  ...new Set(wordsOf(message).filter((w) => /^[a-z]{4,}$/.test(w) && !KNOWN_WORDS.has(w))),
];

/** @param similar words of the articles that look like a doubtful one; none when the word itself is in them */
export function respelt(message: string, similar: ReadonlyMap<string, readonly string[]>): string {
  return normalise(message).replace(/[a-z]{4,}/g, (word) => {
    const candidates = similar.get(word);
    if (!candidates?.length && (candidates || KNOWN_WORDS.has(word))) return word;
    // The beginning or the plural of a known word needs no mending: the search knows word stems.
    if (candidates?.some((c) => c.startsWith(word) || word.startsWith(c))) return word;
    return closest(word, [...(candidates ?? []), ...KNOWN_WORDS]) ?? word;
  });
}

/** What is asked, as one tsquery a concept: the word itself or what the articles call it. */
export function conceptsOf(text: string): string[] {
  const words = wordsOf(inArticleWords(text)).filter((w) => !CHATTER.has(w) && /^[a-z0-9]{2,40}$/.test(w));
  const telling = words.filter((w) => !CONTEXT.has(w));
  const queries = [...new Set(telling.length ? telling : words)].slice(0, MOST_WORDS).map((word) => {
    const alternatives = synonymsOf(word).map((s) => s.replace(/-/g, ' <-> '));
    return [...new Set([word, ...alternatives])].map((q) => (q.includes(' ') ? `(${q})` : q)).join(' | ');
  });
  return [...new Set(queries)];
}
