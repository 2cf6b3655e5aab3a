import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Article, ArticleVersion } from '#common/api/admin.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { notFound, validationFailed, versionConflict } from '../platform/errors/errors.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import type { ArticleDto, ArticlePatchDto } from './assistant.dto.js';
import { ArticlesRepository } from './articles.repository.js';
import { TEXT } from './text/en.js';

const taken = () => validationFailed({ slug: TEXT.anotherArticleAddress });

/** The knowledge base for its editors. Every earlier version is kept. */
@Injectable()
export class ArticlesAdmin {
  constructor(
    private readonly articles: ArticlesRepository,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  list(query: ListQuery): Promise<Page<Article>> {
    return this.articles.list(query);
  }

  create(actor: Actor, content: ArticleDto): Promise<Article> {
    return this.uow.run(async () => {
      const article = await this.articles.insert(randomUUID(), { audience: 'all', asked_as: [], ...content });
      if (!article) throw taken();
      await this.keep(actor, 'article.create', article);
      return article;
    });
  }

  update(actor: Actor, id: string, { version, ...change }: ArticlePatchDto): Promise<Article> {
    return this.uow.run(async () => {
      const before = await this.articles.lock(id);
      if (!before) throw notFound();
      if (version !== undefined && version !== before.version) throw versionConflict(before);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const after = await this.articles.store(id, { ...before, ...given });
      if (!after) throw taken();
      await this.keep(actor, 'article.update', after);
      return after;
    });
  }

  async versions(id: string): Promise<ArticleVersion[]> {
    const versions = await this.articles.versions(id);
    if (!versions.length) throw notFound();
    return versions;
  }

  private async keep(actor: Actor, action: string, article: Article): Promise<void> {
    await this.articles.remember(article, actor.userId);
    await this.audit.record(actor, {
      action,
      target: { type: 'article', id: article.id },
      detail: { version: article.version },
      as: ['system_admin'],
    });
  }
}
