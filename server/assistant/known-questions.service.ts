import { Injectable } from '@nestjs/common';
import type { ArticleAudience } from '#common/api/admin.js';
import { KnownQuestions } from './likeness.js';
import { RetrievalRepository } from './retrieval.repository.js';

/** The known questions of the articles, read again when an article has changed. */
@Injectable()
export class KnownQuestionsService {
  private read: {
    stamp: string;
    byAudience: Map<string, KnownQuestions>;
    articles: Awaited<ReturnType<RetrievalRepository['askedAs']>>;
  } | null = null;

  constructor(private readonly retrieval: RetrievalRepository) {}

  async of(audiences: readonly ArticleAudience[]): Promise<KnownQuestions> {
    const stamp = await this.retrieval.stamp();
    if (this.read?.stamp !== stamp)
      this.read = { stamp, byAudience: new Map(), articles: await this.retrieval.askedAs() };
    const { articles, byAudience } = this.read;
    const key = [...audiences].sort().join(' ');
    let known = byAudience.get(key);
    if (!known)
      byAudience.set(
        key,
        (known = new KnownQuestions(articles.filter((a) => audiences.includes(a.audience)))),
      );
    return known;
  }
}
