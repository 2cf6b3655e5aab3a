import { Injectable } from '@nestjs/common';
import type { ArticleAudience } from '#common/api/admin.js';
import type { ChatOutcome, ChatSource } from '#common/api/assistant.js';
import { EMERGENCIES, emergencyKinds, type EmergencyKind } from '#common/emergency/emergency.js';
import { emergencyKindsByPattern } from '#common/emergency/emergency-patterns.js';
import { mayTellOfOneself, statesOfOneself, tellsOfOneself } from '#common/assistant/own-history.js';
import { refusalIn } from '#common/assistant/refusals.js';
import { SMALL_TALK, smallTalkIn } from '#common/assistant/small-talk.js';
import { saysMoreThanErrands } from '#common/clinical/index.js';
import { ArticlesRepository } from './articles.repository.js';
import { everydayWords } from './everyday-words.js';
import { KnownQuestionsService } from './known-questions.service.js';
import { conceptsOf, doubtful, respelt } from './question.js';
import { RetrievalRepository, type Quoted } from './retrieval.repository.js';
import { Rewording } from './rewording.service.js';
import { ASK_TEAM, DISCLAIMER, NOTHING, OUT_OF_ROLE, PASSED_ON, TELL_TEAM } from './text/answers.js';

/** The weight of closeness to the known questions, relative to the search. */
const CLOSENESS = 0.7;
/**
 * At this score the best article answers, and also if the search alone puts it first with as much. From the lower one on
 * it answers only if it is well ahead of the next.
 */
const THRESHOLD = 0.5;
const LOW_THRESHOLD = 0.32;
const WELL_AHEAD = 1.15;
/** If the question has only small words, only a known question matches. */
const SAME_WORDS = 0.55;
/** Offered instead of an answer: as many articles, each at least this close. */
const OFFERED = 3;
const MOST_CANDIDATES = 12;
const WORTH_OFFERING = 0.2;
/** A second article is quoted too if it fits as well as the first. */
const AS_GOOD = 0.97;
/** A question that depends on the previous one. */
const FOLLOW_UP =
  /^(and|but|so|what about|how about|why|how long|how often|is (it|that|this)|does (it|that|this)|can (it|that)|tell me more|more)\b|\b(it|that|this|they|them|those)\b/i;

export interface Answer {
  outcome: ChatOutcome;
  message: string;
  sources: ChatSource[];
  /** Articles that may be meant, where there is no answer. */
  suggestions: ChatSource[];
  /** It may tell of something that the care team must know. */
  tellCareTeam: boolean;
  /** It says so: the words go to the care team by themselves. */
  passOn: boolean;
  /** Every kind the question mentions; the first one is answered. */
  emergencies: readonly EmergencyKind[];
}

type Chosen = Omit<Answer, 'tellCareTeam' | 'passOn'>;

interface Candidate {
  slug: string;
  /** Of both kinds of evidence. */
  score: number;
  searched: number;
  close: number;
}

interface Found {
  candidates: Candidate[];
  /** The best of them is an answer; otherwise they are guesses. */
  answers: boolean;
}

const blended = (slug: string, searched: number, close: number): Candidate => ({
  slug,
  score: (1 - CLOSENESS) * searched + CLOSENESS * close,
  searched,
  close,
});

function isAnswer(candidates: readonly Candidate[], words: { sure: boolean; many: boolean }): boolean {
  const [best, next] = candidates;
  if (!best) return false;
  if (!words.sure) return best.close >= SAME_WORDS;
  if (best.score >= THRESHOLD) return true;
  const first = candidates.every((c) => best.searched >= AS_GOOD * c.searched);
  if (words.many && first && best.searched >= THRESHOLD) return true;
  return best.score >= LOW_THRESHOLD && best.score >= WELL_AHEAD * (next?.score ?? 0);
}

const closed = (...parts: string[]): string => [...parts, DISCLAIMER].join('\n\n');

const asSource = ({ slug, title, awaiting_review: awaits }: Quoted): ChatSource => ({
  slug,
  title,
  ...(awaits && { awaiting_review: true as const }),
});

const withTeam = (body: string): string[] => (/care team/i.test(body) ? [body] : [body, ASK_TEAM]);

/** Also what a short answer to the question before says: "Mine did". */
function kindsOf(message: string, before: string | null): readonly EmergencyKind[] {
  const told = emergencyKinds(message);
  if (told.length || before === null || emergencyKinds(before).length) return told;
  return emergencyKindsByPattern(`${before}\n${message}`);
}

/** How an answer is chosen: emergencies, then refusals, then small talk, then the reviewed articles, else an honest "I don't have that". */
@Injectable()
export class Answers {
  constructor(
    private readonly articles: ArticlesRepository,
    private readonly retrieval: RetrievalRepository,
    private readonly rewording: Rewording,
    private readonly known: KnownQuestionsService,
  ) {}

  /** @param before the previous question in the same conversation, if any */
  async answer(
    message: string,
    audiences: readonly ArticleAudience[],
    before: string | null = null,
  ): Promise<Answer> {
    const answer = await this.chosen(message, audiences, before);
    const patient = audiences.includes('patient');
    // Whatever the outcome: what the assistant answers, no clinician has read.
    const states = tellsOfOneself(message) || statesOfOneself(message);
    // What it cannot answer or refuses, of whatever person: no one else would read it.
    const unanswered = ['no_answer', 'refused'].includes(answer.outcome) && saysMoreThanErrands(message);
    const passOn = patient && (states || unanswered || answer.outcome === 'emergency');
    if (answer.outcome === 'emergency' || !patient || !(mayTellOfOneself(message) || passOn))
      return { ...answer, tellCareTeam: false, passOn };
    const said = answer.message.slice(0, -DISCLAIMER.length);
    const team = closed(passOn ? PASSED_ON : TELL_TEAM);
    return { ...answer, tellCareTeam: true, passOn, message: `${said}${team}` };
  }

  private async chosen(
    message: string,
    audiences: readonly ArticleAudience[],
    before: string | null,
  ): Promise<Chosen> {
    const kinds = kindsOf(message, before);
    if (kinds[0]) return this.emergency(kinds[0], kinds, audiences);
    const refusal = refusalIn(message);
    if (refusal) return this.refused(refusal.slug, audiences);
    const smallTalk = smallTalkIn(message);
    if (smallTalk)
      return {
        outcome: 'answered',
        message: closed(...SMALL_TALK[smallTalk]),
        sources: [],
        suggestions: [],
        emergencies: [],
      };
    let found = await this.find(message, audiences);
    if (!found.answers && before && FOLLOW_UP.test(message.trim())) {
      const together = await this.find(`${before} ${message}`, audiences);
      if (together.answers) found = together;
    }
    return found.answers ? this.answered(found.candidates, audiences) : this.offered(found.candidates);
  }

  private async answered(
    candidates: readonly Candidate[],
    audiences: readonly ArticleAudience[],
  ): Promise<Chosen> {
    const best = candidates[0]!.score;
    const fitting = await this.inOrder(candidates.filter((c) => c.score >= best * AS_GOOD));
    if (!fitting[0] || fitting[0].tags.includes('refuse'))
      return this.refused(fitting[0]?.slug ?? null, audiences);
    const quoted = fitting.filter((a) => !a.tags.includes('refuse')).slice(0, 2);
    return {
      outcome: 'answered',
      message: closed(await this.rewording.of(quoted)),
      sources: quoted.map(asSource),
      suggestions: [],
      emergencies: [],
    };
  }

  /** No answer, but the articles that may be meant. */
  private async offered(candidates: readonly Candidate[]): Promise<Chosen> {
    const near = candidates.filter((c) => c.score >= WORTH_OFFERING);
    const suggestions = (await this.inOrder(near)).filter((a) => !a.tags.includes('refuse'));
    return {
      outcome: 'no_answer',
      message: closed(...NOTHING),
      sources: [],
      suggestions: suggestions.slice(0, OFFERED).map(asSource),
      emergencies: [],
    };
  }

  private async inOrder(candidates: readonly Candidate[]): Promise<Quoted[]> {
    const place = new Map(candidates.map((c, i) => [c.slug, i]));
    const articles = await this.retrieval.bySlug([...place.keys()]);
    return articles.sort((a, b) => place.get(a.slug)! - place.get(b.slug)!);
  }

  /** The articles that come closest, best first. */
  private async find(message: string, audiences: readonly ArticleAudience[]): Promise<Found> {
    const everyday = await everydayWords();
    const text = respelt(message, await this.retrieval.similarWords(doubtful(message, everyday)));
    const { concepts, sure } = conceptsOf(text, everyday);
    if (!concepts.length) return { candidates: [], answers: false };
    const close = (await this.known.of(audiences)).closeTo(text);
    const found = await this.retrieval.search(concepts, audiences, text.slice(0, 200));
    const scores = new Map(found.map((f) => [f.slug, f.score]));
    const candidates = [...new Set([...close.keys(), ...scores.keys()])]
      .map((slug) => blended(slug, scores.get(slug) ?? 0, close.get(slug) ?? 0))
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_CANDIDATES);
    return { candidates, answers: isAnswer(candidates, { sure, many: concepts.length > 1 }) };
  }

  private async emergency(
    kind: EmergencyKind,
    emergencies: readonly EmergencyKind[],
    audiences: readonly ArticleAudience[],
  ): Promise<Chosen> {
    const { text, slug } = EMERGENCIES[kind];
    return {
      outcome: 'emergency',
      message: closed(text),
      sources: await this.sources(slug, audiences),
      suggestions: [],
      emergencies,
    };
  }

  private async refused(slug: string | null, audiences: readonly ArticleAudience[]): Promise<Chosen> {
    const article = slug && (await this.articles.visible(slug, audiences));
    return {
      outcome: 'refused',
      message: article ? closed(...withTeam(article.body)) : closed(OUT_OF_ROLE),
      sources: article ? [{ slug: article.slug, title: article.title }] : [],
      suggestions: [],
      emergencies: [],
    };
  }

  private async sources(slug: string | null, audiences: readonly ArticleAudience[]) {
    const article = slug && (await this.articles.visible(slug, audiences));
    return article ? [{ slug: article.slug, title: article.title }] : [];
  }
}
