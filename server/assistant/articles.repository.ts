import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Article, ArticleAudience, ArticleRequest, ArticleVersion } from '#common/api/admin.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Rows } from '../database/unit-data-source.js';
import { Article as ArticleRow, ArticleVersion as VersionRow } from './article.entities.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';

export const ARTICLE_LIST: ListDialect = {
  unit: 'articles',
  sorts: { title: 'lower(a.title)', slug: 'a.slug', audience: 'a.audience', updated_at: 'a.updated_at' },
  defaultSort: ['title', 'ASC'],
  filters: { q: 'text', audience: ['all', 'patient', 'staff'] },
};

/** The format of an article's slug. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export type ArticleContent = Required<Omit<ArticleRequest, 'version'>>;
interface Row extends Omit<Article, 'updated_at'> {
  updated_at: Date;
}
const wire = (row: Row): Article => ({ ...row, updated_at: row.updated_at.toISOString() });

const COLUMNS =
  'a.id, a.slug, a.title, a.body, a.tags, a.sources, a.asked_as, a.audience, a.awaiting_review, a.version, a.updated_at';
/** $3 title, $4 body, $5 tags, $7 "also asked as". */
const SEARCH = `setweight(to_tsvector('english', $3), 'A') || setweight(to_tsvector('english', array_to_string($5::text[], ' ')), 'B')
  || setweight(to_tsvector('english', $4), 'C') || to_tsvector('english', array_to_string($7::text[], ' '))`;

@Injectable()
export class ArticlesRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(ArticleRow) private readonly articles: Rows<ArticleRow>,
    @InjectRepository(VersionRow) private readonly versionRows: Rows<VersionRow>,
  ) {}

  async list(query: ListQuery): Promise<Page<Article>> {
    const page = await listPage<Row>(
      this.db,
      {
        name: 'article-list',
        columns: COLUMNS,
        body: `FROM articles a WHERE ($1::uuid[] IS NULL OR a.id = ANY($1)) AND ($2::text IS NULL OR a.audience = $2)
          AND ($3::text IS NULL OR a.title ILIKE $3 OR a.slug ILIKE $3 OR a.body ILIKE $3 OR array_to_string(a.tags, ' ') ILIKE $3)`,
        values: [query.ids, query.filter.audience ?? null, searched(query.filter.q)],
      },
      query,
      'a.id',
    );
    return { ...page, rows: page.rows.map(wire) };
  }

  async lock(id: string): Promise<Article | null> {
    const row = await this.db.one<Row>(
      { name: 'article-lock', text: `SELECT ${COLUMNS} FROM articles a WHERE a.id = $1 FOR UPDATE` },
      [id],
    );
    return row && wire(row);
  }

  async visible(slug: string, audiences: readonly ArticleAudience[]): Promise<Article | null> {
    const row = await this.db.one<Row>(
      {
        name: 'article-visible',
        text: `SELECT ${COLUMNS} FROM articles a WHERE a.slug = $1 AND a.audience = ANY($2)`,
      },
      [slug, audiences],
    );
    return row && wire(row);
  }

  /** Who reviewed it and when; null before that. */
  reviewOf(id: string): Promise<{ by: string; at: Date } | null> {
    return this.db.one<{ by: string; at: Date }>(
      {
        name: 'article-review-of',
        text: `SELECT COALESCE(u.display_name, u.email) AS by, a.reviewed_at AS at FROM articles a JOIN users u ON u.id = a.reviewed_by
          WHERE a.id = $1 AND a.reviewed_at IS NOT NULL`,
      },
      [id],
    );
  }

  /** Prepared: a review is not a change of the article. */
  async reviewed(id: string, by: string): Promise<void> {
    await this.db.rows(
      {
        name: 'article-reviewed',
        text: 'UPDATE articles SET awaiting_review = false, reviewed_at = now(), reviewed_by = $2 WHERE id = $1',
      },
      [id, by],
    );
  }

  /** @returns null if another article has the slug */
  async insert(id: string, content: ArticleContent): Promise<Article | null> {
    const row = await this.db.one<Row>(
      {
        name: 'article-insert',
        text: `INSERT INTO articles AS a (id, slug, title, body, tags, sources, asked_as, audience, search)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${SEARCH}) ON CONFLICT (slug) DO NOTHING RETURNING ${COLUMNS}`,
      },
      valuesOf(id, content),
    );
    return row && wire(row);
  }

  /** @returns null if another article has the slug. The caller has locked this one. */
  async store(id: string, content: ArticleContent): Promise<Article | null> {
    const row = await this.db.one<Row>(
      {
        name: 'article-store',
        text: `UPDATE articles a SET slug = $2, title = $3, body = $4, tags = $5, sources = $6, asked_as = $7, audience = $8, search = ${SEARCH},
            version = version + 1, updated_at = now(),
            awaiting_review = awaiting_review OR (reviewed_at IS NOT NULL AND (title, body) IS DISTINCT FROM ($3, $4)),
            reviewed_at = CASE WHEN (title, body) IS DISTINCT FROM ($3, $4) THEN NULL ELSE reviewed_at END
          WHERE a.id = $1 AND NOT EXISTS (SELECT 1 FROM articles o WHERE o.slug = $2 AND o.id <> $1) RETURNING ${COLUMNS}`,
      },
      valuesOf(id, content),
    );
    return row && wire(row);
  }

  /** The saved version, and its words for recognizing misspelled ones. */
  async remember(article: Article, authorId: string): Promise<void> {
    const { id, version, slug, title, body, tags, sources, asked_as, audience } = article;
    const content = { slug, title, body, tags, sources, asked_as, audience };
    await this.versionRows.insert({ article_id: id, version, ...content, author_id: authorId });
    const words = new Set(
      [title, body, ...tags, ...asked_as]
        .join(' ')
        .toLowerCase()
        .match(/[a-z]{4,}/g) ?? [],
    );
    await this.db.rows(
      {
        name: 'article-words',
        text: 'INSERT INTO article_words (word) SELECT unnest($1::text[]) ORDER BY 1 ON CONFLICT DO NOTHING',
      },
      [[...words]],
    );
  }

  /** Newest first. */
  async versions(id: string): Promise<ArticleVersion[]> {
    const rows = await this.db.rows<Omit<ArticleVersion, 'at'> & { at: Date }>(
      {
        name: 'article-versions',
        text: `SELECT v.version, v.slug, v.title, v.body, v.tags, v.sources, v.asked_as, v.audience, v.created_at AS at,
            COALESCE(u.display_name, u.email) AS author
          FROM article_versions v LEFT JOIN users u ON u.id = v.author_id
          WHERE v.article_id = $1 ORDER BY v.version DESC LIMIT 200`,
      },
      [id],
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }

  count(): Promise<number> {
    return this.articles.countBy({});
  }
}

const valuesOf = (
  id: string,
  { slug, title, body, tags, sources, asked_as, audience }: ArticleContent,
): unknown[] => [id, slug, title, body, tags, sources, asked_as, audience];
