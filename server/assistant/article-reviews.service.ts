import { Injectable } from '@nestjs/common';
import type { HelpArticle } from '#common/api/assistant.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, versionConflict } from '../platform/errors/errors.js';
import type { ArticleReviewDto } from './assistant.dto.js';
import { ArticlesRepository } from './articles.repository.js';
import { Assistant } from './assistant.service.js';
import { TEXT } from './text/en.js';

/** A clinician or administrator has reviewed an article: clears its mark, with who and when. */
@Injectable()
export class ArticleReviews {
  constructor(
    private readonly articles: ArticlesRepository,
    private readonly assistant: Assistant,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async review(actor: Actor, slug: string, { version }: ArticleReviewDto): Promise<HelpArticle> {
    const { id } = await this.assistant.visible(actor, slug);
    await this.uow.run(async () => {
      const article = await this.articles.lock(id);
      if (!article) throw notFound();
      if (article.version !== version) throw versionConflict(article);
      if (!article.awaiting_review) throw invalidState(TEXT.articleNotWaitingForReview);
      await this.articles.reviewed(id, actor.userId);
      await this.audit.record(actor, {
        action: 'article.review',
        target: { type: 'article', id },
        detail: { version },
        as: STAFF_ROLES,
      });
    });
    return this.assistant.help(actor, slug);
  }
}
