import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { ArticleAudience } from '#common/api/admin.js';
import type { Article } from '#common/api/admin.js';
import type { ChatResponse, HelpArticle } from '#common/api/assistant.js';
import { refersBack } from '#common/assistant/own-history.js';
import { detectEmergency } from '#common/emergency/emergency.js';
import { SOURCES } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { AppError, notFound } from '../platform/errors/errors.js';
import { KEPT_DAYS } from '../platform/time/kept-days.js';
import { ServiceProbes, type ServiceState } from '../platform/health/service-probes.js';
import { Limits } from '../limits/limits.service.js';
import { Messages } from '../messages/messages.service.js';
import { Emergencies } from '../rules/emergencies.service.js';
import { Answers, type Answer } from './answers.service.js';
import { ArticlesRepository, SLUG } from './articles.repository.js';
import type { ChatDto } from './assistant.dto.js';
import { ConversationsRepository, type OwnTurn } from './conversations.repository.js';
import { TEXT } from './text/en.js';

/** Which articles a user may read: those for everyone, and those for their role. */
const audiencesOf = (actor: Actor): ArticleAudience[] => [
  'all',
  ...(holds(actor, 'patient') ? (['patient'] as const) : []),
  ...(holds(actor, ...STAFF_ROLES) ? (['staff'] as const) : []),
];

@Injectable()
export class Assistant implements OnModuleInit {
  constructor(
    private readonly answers: Answers,
    private readonly articles: ArticlesRepository,
    private readonly conversations: ConversationsRepository,
    private readonly emergencies: Emergencies,
    private readonly messages: Messages,
    private readonly limits: Limits,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly jobs: Jobs,
    private readonly probes: ServiceProbes,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('assistant.retention', async () => {
      await this.forget();
    });
    this.probes.add('assistant', () => this.state());
  }

  async chat(actor: Actor, { message, conversation_id: id }: ChatDto): Promise<ChatResponse> {
    await this.notFlooding(actor);
    // A user in danger is never told to wait.
    if (!detectEmergency(message)) await this.count(actor);
    if (id && !(await this.conversations.isOwn(actor, id))) throw notFound();
    const before = id ? await this.conversations.lastQuestion(id) : null;
    const answer = await this.answers.answer(message, audiencesOf(actor), before);
    const conversationId = await this.uow.run(async () => {
      const conversation = id ?? (await this.conversations.open(actor));
      const { message: text, outcome } = answer;
      await this.conversations.append(conversation, { question: message, answer: text, outcome });
      const words = before !== null && refersBack(message) ? `${before}\n${message}` : message;
      const thread = answer.passOn ? await this.passOn(actor, conversation, words, answer) : undefined;
      await this.record(actor, conversation, answer, thread);
      return conversation;
    });
    const { outcome, sources, suggestions, tellCareTeam, passOn } = answer;
    return {
      ok: true,
      message: answer.message,
      conversation_id: conversationId,
      outcome,
      sources,
      suggestions,
      tell_care_team: tellCareTeam,
      passed_on: passOn,
      error: null,
    };
  }

  /** The actor's questions and answers, as long as they are kept; for the data export, which writes the audit row. */
  own(actor: Actor): Promise<OwnTurn[]> {
    return this.conversations.own(actor);
  }

  async help(actor: Actor, slug: string): Promise<HelpArticle> {
    const article = await this.visible(actor, slug);
    const review = await this.articles.reviewOf(article.id);
    return {
      slug: article.slug,
      title: article.title,
      body: article.body,
      sources: article.sources.map((code) => {
        const known = SOURCES.find((s) => s.id === code);
        return { id: code, citation: known?.citation ?? null, url: known?.url ?? null };
      }),
      version: article.version,
      awaiting_review: article.awaiting_review,
      reviewed: review && { by: review.by, at: review.at.toISOString() },
      updated_at: article.updated_at,
    };
  }

  /** An article this user may read. */
  async visible(actor: Actor, slug: string): Promise<Article> {
    const article = SLUG.test(slug) && (await this.articles.visible(slug, audiencesOf(actor)));
    if (!article) throw notFound();
    return article;
  }

  /** @returns how many questions had expired */
  forget(): Promise<number> {
    return this.conversations.forget(KEPT_DAYS.chats);
  }

  /** Even over the rate limit, say what to do in an emergency. */
  private async notFlooding(actor: Actor): Promise<void> {
    try {
      await this.limits.take('assistant-emergency.account.minute', actor.userId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(429, 'too_many_requests', TEXT.tooManyMessagesAtOnce, error.parts);
    }
  }

  private async count(actor: Actor): Promise<void> {
    await this.limits.take('assistant.account.minute', actor.userId);
    await this.limits.take('assistant.account.day', actor.userId);
  }

  /** @returns the conversation with the care team */
  private async passOn(
    actor: Actor,
    conversation: string,
    words: string,
    { emergencies }: Answer,
  ): Promise<string> {
    const before = await this.conversations.toldIn(conversation);
    const emergency = emergencies.length > 0;
    const thread = await this.messages.passOn(actor, words, { threadId: before, emergency });
    if (thread !== before) await this.conversations.tellIn(conversation, thread);
    return thread;
  }

  private async record(
    actor: Actor,
    conversation: string,
    { outcome, emergencies }: Answer,
    threadId: string | undefined,
  ): Promise<void> {
    const [kind] = emergencies;
    const alerted = await this.emergencies.report(actor, emergencies, 'assistant', { threadId });
    await this.audit.record(actor, {
      action: kind ? 'assistant.emergency' : 'assistant.ask',
      target: { type: 'assistant_conversation', id: conversation },
      patientId: actor.patientId,
      detail: kind ? { kind, alerted } : { outcome },
    });
  }

  private async state(): Promise<ServiceState> {
    const articles = await this.articles.count();
    const how = this.config.assistantModel ? 'reworded by a language model' : 'no outside service';
    return articles
      ? {
          status: 'ok',
          message: TEXT.answersFromReviewedArticles,
          detail: `${articles} articles, ${how}`,
        }
      : { status: 'degraded', message: TEXT.noArticlesToAnswer, detail: null };
  }
}
