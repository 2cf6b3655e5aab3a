import { Injectable } from '@nestjs/common';
import type { ArticleAudience } from '../../common/api/admin.js';
import type { ChatOutcome, ChatSource } from '../../common/api/assistant.js';
import { EMERGENCIES, emergencyKinds, type EmergencyKind } from '../../common/assistant/emergency.js';
import { refusalIn } from '../../common/assistant/refusals.js';
import { SMALL_TALK, smallTalkIn } from '../../common/assistant/small-talk.js';
import { ArticlesRepository } from './articles.repository.js';
import { everydayWords } from './everyday-words.js';
import { mostAlike } from './likeness.js';
import { conceptsOf, doubtful, respelt } from './question.js';
import { RetrievalRepository, type Candidate } from './retrieval.repository.js';
import { Rewording } from './rewording.service.js';

export const DISCLAIMER = 'General education, not medical advice.';
const ASK_TEAM = 'Message your care team: they know you and can answer.';
const OUT_OF_ROLE =
  'I can only explain this program from its reviewed articles, and nothing changes that. For anything else, message your care team.';
const NOTHING = [
  'If this could be an emergency, call 911.',
  `I don't have that in the reviewed articles. Please message your care team; they answer during office hours.`,
];

/** Below this score an answer would be a guess. */
const THRESHOLD = 0.5;
/** The weight of similarity to a known question, relative to the search. */
const LIKENESS = 0.5;
/** If the question has only small words, only a known question matches. */
const SAME_WORDS = 0.75;
/** A second article is quoted too if it fits as well as the first. */
const AS_GOOD = 0.97;
/** A question that depends on the previous one. */
const FOLLOW_UP =
  /^(and|but|so|what about|how about|why|how long|how often|is (it|that|this)|does (it|that|this)|can (it|that)|tell me more|more)\b|\b(it|that|this|they|them|those)\b/i;

export interface Answer {
  outcome: ChatOutcome;
  message: string;
  sources: ChatSource[];
  /** Every kind the question mentions; the first one is answered. */
  emergencies: readonly EmergencyKind[];
}

const blend = ({ score, like }: { score: number; like: number }): number =>
  (1 - LIKENESS) * score + LIKENESS * like;

const closed = (...parts: string[]): string => [...parts, DISCLAIMER].join('\n\n');

const withTeam = (body: string): string[] => (/care team/i.test(body) ? [body] : [body, ASK_TEAM]);

/** How an answer is chosen: emergencies, then refusals, then small talk, then the reviewed articles, else an honest "I don't have that". */
@Injectable()
export class Answers {
  constructor(
    private readonly articles: ArticlesRepository,
    private readonly retrieval: RetrievalRepository,
    private readonly rewording: Rewording,
  ) {}

  /** @param before the previous question in the same conversation, if any */
  async answer(
    message: string,
    audiences: readonly ArticleAudience[],
    before: string | null = null,
  ): Promise<Answer> {
    const kinds = emergencyKinds(message);
    if (kinds[0]) return this.emergency(kinds[0], kinds, audiences);
    const refusal = refusalIn(message);
    if (refusal) return this.refused(refusal.slug, audiences);
    const smallTalk = smallTalkIn(message);
    if (smallTalk)
      return {
        outcome: 'answered',
        message: closed(...SMALL_TALK[smallTalk]),
        sources: [],
        emergencies: [],
      };
    let found = await this.find(message, audiences);
    if (!found.length && before && FOLLOW_UP.test(message.trim()))
      found = await this.find(`${before} ${message}`, audiences);
    const [best] = found;
    if (!best) return { outcome: 'no_answer', message: closed(...NOTHING), sources: [], emergencies: [] };
    if (best.tags.includes('refuse')) return this.refused(best.slug, audiences);
    const quoted = found
      .filter((c) => c.score >= best.score * AS_GOOD && !c.tags.includes('refuse'))
      .slice(0, 2);
    return {
      outcome: 'answered',
      message: closed(await this.rewording.of(quoted)),
      sources: quoted.map(({ slug, title, awaiting_review: awaits }) => ({
        slug,
        title,
        ...(awaits && { awaiting_review: true as const }),
      })),
      emergencies: [],
    };
  }

  private async find(message: string, audiences: readonly ArticleAudience[]): Promise<Candidate[]> {
    const everyday = await everydayWords();
    const text = respelt(message, await this.retrieval.similarWords(doubtful(message, everyday)));
    const { concepts, sure } = conceptsOf(text, everyday);
    if (!concepts.length) return [];
    const found = await this.retrieval.search(concepts, audiences, text.slice(0, 200));
    return found
      .map((c) => ({ ...c, like: mostAlike(text, [c.title, ...c.asked_as]) }))
      .filter((c) => {
        if (!sure) return c.like >= SAME_WORDS;
        return blend(c) >= THRESHOLD || (concepts.length > 1 && c.score >= THRESHOLD);
      })
      .map((c) => ({ ...c, score: blend(c) }))
      .sort((a, b) => b.score - a.score);
  }

  private async emergency(
    kind: EmergencyKind,
    emergencies: readonly EmergencyKind[],
    audiences: readonly ArticleAudience[],
  ): Promise<Answer> {
    const { text, slug } = EMERGENCIES[kind];
    return {
      outcome: 'emergency',
      message: closed(text),
      sources: await this.sources(slug, audiences),
      emergencies,
    };
  }

  private async refused(slug: string | null, audiences: readonly ArticleAudience[]): Promise<Answer> {
    const article = slug && (await this.articles.visible(slug, audiences));
    return {
      outcome: 'refused',
      message: article ? closed(...withTeam(article.body)) : closed(OUT_OF_ROLE),
      sources: article ? [{ slug: article.slug, title: article.title }] : [],
      emergencies: [],
    };
  }

  private async sources(slug: string | null, audiences: readonly ArticleAudience[]) {
    const article = slug && (await this.articles.visible(slug, audiences));
    return article ? [{ slug: article.slug, title: article.title }] : [];
  }
}
