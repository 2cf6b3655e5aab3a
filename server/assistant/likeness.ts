import { wordsOf } from '../../common/assistant/normalise.js';
import { CHATTER, CONTEXT, EMPTY } from '../../common/assistant/small-words.js';
import { inArticleWords, synonymsOf } from '../../common/assistant/vocabulary.js';

/** The weight of a small word relative to a content word. */
const SMALL = 0.3;

/** A rough stem: enough to match "shots" with "shot" and "injecting" with "injection". */
export function stem(word: string): string {
  const bare = word.replace(/'s?$|'$/, '');
  const cut = bare
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=(?:ss|sh|ch|x))es$/, '')
    .replace(/(?<=..[^s])s$/, '');
  const root = cut.length > 5 ? cut.replace(/(?<=...)(ations?|ions?|ings?|ed|ly|er|ment)$/, '') : cut;
  return root.replace(/([^aeiouls])\1$/, '$1').replace(/(?<=...)e$/, '');
}

/** What a text asks, by the stem of each word's meaning, with its weight. */
export function meaningOf(text: string): Map<string, number> {
  const meant = new Map<string, number>();
  for (const word of wordsOf(inArticleWords(text))) {
    if (EMPTY.has(word)) continue;
    const small = CHATTER.has(word) || CONTEXT.has(word) || /^\d/.test(word);
    meant.set(stem(synonymsOf(word)[0] ?? word), small ? SMALL : 1);
  }
  return meant;
}

/** How similar two questions are: the share of their combined weight that they have in common, 0 to 1. */
export function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  let all = 0;
  for (const [word, weight] of a) {
    all += weight;
    const there = b.get(word);
    if (there) common += weight + there;
  }
  for (const weight of b.values()) all += weight;
  return all ? common / all : 0;
}

/** The parsed known questions, cached: parsing one costs more than comparing it. */
const read = new Map<string, Map<string, number>>();
const MOST_READ = 20_000;
function known(line: string): Map<string, number> {
  let meant = read.get(line);
  if (!meant) {
    if (read.size >= MOST_READ) read.clear();
    read.set(line, (meant = meaningOf(line)));
  }
  return meant;
}

/** The similarity of a question to the closest of these lines. */
export function mostAlike(asked: string, lines: readonly string[]): number {
  const meant = meaningOf(asked);
  return Math.max(0, ...lines.map((line) => likeness(meant, known(line))));
}
