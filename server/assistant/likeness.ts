import { wordsOf } from '#common/text/normalise.js';
import { CHATTER, CONTEXT, EMPTY } from '#common/assistant/small-words.js';
import { inArticleWords, synonymsOf } from '#common/assistant/vocabulary.js';

/** What a small word weighs relative to a telling one of the same rarity. */
const SMALL = { empty: 0.3, chatter: 0.5, context: 0.7 };
/** The closest known questions of an article, and what each counts. */
const CLOSEST = [0.7, 0.2, 0.1] as const;

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

/** What a text asks: the stem of each word's meaning, with its share of a full word's weight. */
export function meaningOf(text: string): Map<string, number> {
  const meant = new Map<string, number>();
  for (const word of wordsOf(inArticleWords(text))) {
    const root = stem(synonymsOf(word)[0] ?? word);
    if (!root || meant.has(root)) continue;
    if (EMPTY.has(word)) meant.set(root, SMALL.empty);
    else if (CHATTER.has(word)) meant.set(root, SMALL.chatter);
    else meant.set(root, CONTEXT.has(word) ? SMALL.context : 1);
  }
  return meant;
}

export interface AskedAs {
  slug: string;
  title: string;
  asked_as: readonly string[];
}

interface Line {
  slug: string;
  weight: number;
}

/** Every way of asking that the articles know. A word weighs more the fewer of them have it. */
export class KnownQuestions {
  private readonly lines: Line[] = [];
  /** The lines that have a word, and what it weighs in each. */
  private readonly having = new Map<string, Map<number, number>>();

  constructor(articles: readonly AskedAs[]) {
    const read = articles.flatMap(({ slug, title, asked_as: asked }) =>
      [title, ...asked].map((text) => ({ slug, meant: meaningOf(text) })),
    );
    for (const [at, { meant }] of read.entries())
      for (const [word, share] of meant) {
        const lines = this.having.get(word) ?? new Map<number, number>();
        this.having.set(word, lines.set(at, share));
      }
    for (const { slug, meant } of read) {
      let weight = 0;
      for (const [word, share] of meant) weight += share * this.rarity(word, read.length);
      this.lines.push({ slug, weight });
    }
  }

  /** How close each article's known questions come to this one, 0 to 1; an article without a common word has no entry. */
  closeTo(question: string): Map<string, number> {
    const common = new Map<number, number>();
    let asked = 0;
    for (const [word, share] of meaningOf(question)) {
      const rarity = this.rarity(word, this.lines.length);
      asked += share * rarity;
      for (const [at, there] of this.having.get(word) ?? [])
        common.set(at, (common.get(at) ?? 0) + (share + there) * rarity);
    }
    const bySlug = new Map<string, number[]>();
    for (const [at, weight] of common) {
      const line = this.lines[at]!;
      const scores = bySlug.get(line.slug) ?? [];
      scores.push(weight / (asked + line.weight));
      bySlug.set(line.slug, scores);
    }
    return new Map([...bySlug].map(([slug, scores]) => [slug, ofClosest(scores)]));
  }

  private rarity(word: string, lines: number): number {
    return Math.log(1 + lines / (1 + (this.having.get(word)?.size ?? 0)));
  }
}

const ofClosest = (scores: number[]): number => {
  scores.sort((a, b) => b - a);
  return CLOSEST.reduce((sum, weight, place) => sum + weight * (scores[place] ?? 0), 0);
};
