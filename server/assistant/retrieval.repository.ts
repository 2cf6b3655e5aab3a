import { Injectable } from '@nestjs/common';
import type { ArticleAudience } from '#common/api/admin.js';
import { Db } from '../database/db.js';
import type { AskedAs } from './likeness.js';
import type { Asked } from './question.js';

/** What an answer quotes. */
export interface Quoted {
  slug: string;
  title: string;
  body: string;
  tags: string[];
  version: number;
  awaiting_review: boolean;
}

export interface Found {
  slug: string;
  /** How much of the question the article covers, 0 to 1. */
  score: number;
}

/** A match in the title counts fully, one in the tags or "also asked as" nearly, one in the text half. */
const WEIGHTS = { title: 1, tags: 0.9, asked: 0.7, body: 0.5 };
/** A question of words that many articles contain says too little: below this sum of rarity it is never fully covered. */
const LEAST_TOLD = 0.7;
/** Emergencies and refusals have their own patterns; in the search they come second. */
const SET_APART = 0.7;

@Injectable()
export class RetrievalRepository {
  constructor(private readonly db: Db) {}

  /** The articles' words that resemble these, by word; a known word has none. */
  async similarWords(words: readonly string[]): Promise<Map<string, string[]>> {
    if (!words.length) return new Map();
    const rows = await this.db.rows<{ asked: string; known: boolean; similar: string[] }>(
      {
        name: 'article-words-similar',
        text: `SELECT asked, EXISTS (SELECT 1 FROM article_words k WHERE k.word = asked) AS known,
            ARRAY(SELECT s.word FROM article_words s WHERE s.word % asked ORDER BY similarity(s.word, asked) DESC, s.word LIMIT 8) AS similar
          FROM unnest($1::text[]) AS asked`,
      },
      [words],
    );
    return new Map(rows.map((r) => [r.asked, r.known ? [] : r.similar]));
  }

  /** Changes whenever an article is added, edited or removed. */
  async stamp(): Promise<string> {
    const row = await this.db.one<{ stamp: string }>({
      name: 'articles-stamp',
      text: `SELECT count(*) || ' ' || COALESCE(max(updated_at), 'epoch') AS stamp FROM articles`,
    });
    return row!.stamp;
  }

  askedAs(): Promise<(AskedAs & { audience: ArticleAudience })[]> {
    return this.db.rows({
      name: 'articles-asked-as',
      text: 'SELECT slug, title, asked_as, audience FROM articles',
    });
  }

  bySlug(slugs: readonly string[]): Promise<Quoted[]> {
    return this.db.rows(
      {
        name: 'articles-by-slug',
        text: 'SELECT slug, title, body, tags, version, awaiting_review FROM articles WHERE slug = ANY($1)',
      },
      [slugs],
    );
  }

  /**
   * The best articles for a question. Each concept is a tsquery of its words; the fewer articles contain a concept, the more
   * it weighs, and an article's score is the share of that weight it covers.
   */
  search(
    concepts: Asked['concepts'],
    audiences: readonly ArticleAudience[],
    asked: string,
  ): Promise<Found[]> {
    const queries = concepts.map((c) => c.query);
    const classes = (label: string) =>
      queries.map((q) => q.replace(/([a-z0-9]+)(?::(\*))?/g, `$1:$2${label}`));
    return this.db.rows<Found>(
      {
        name: 'article-search',
        text: `WITH concept AS MATERIALIZED (
            SELECT n, unknown, to_tsquery('english', q) AS anywhere, to_tsquery('english', t) AS in_title, to_tsquery('english', g) AS in_tags, to_tsquery('english', w) AS in_asked
            FROM unnest($1::text[], $2::text[], $3::text[], $6::text[], $7::float8[]) WITH ORDINALITY AS c(q, t, g, w, unknown, n) WHERE numnode(to_tsquery('english', q)) > 0),
          hit AS MATERIALIZED (
            SELECT c.n, a.id, CASE WHEN a.search @@ c.in_title THEN ${WEIGHTS.title} WHEN a.search @@ c.in_tags THEN ${WEIGHTS.tags}
              WHEN a.search @@ c.in_asked THEN ${WEIGHTS.asked} ELSE ${WEIGHTS.body} END AS weight
            FROM concept c JOIN articles a ON a.search @@ c.anywhere AND a.audience = ANY($4)),
          size AS MATERIALIZED (SELECT count(*)::float8 AS total FROM articles),
          rarity AS MATERIALIZED (
            SELECT c.n, COALESCE(ln(1 + total / NULLIF(count(h.id), 0)) / ln(1 + total), c.unknown) AS rare
            FROM size CROSS JOIN concept c LEFT JOIN hit h USING (n) GROUP BY c.n, c.unknown, total),
          best AS (
            SELECT h.id, sum(r.rare * h.weight) / (SELECT GREATEST(sum(rare), ${LEAST_TOLD}) FROM rarity) AS score
            FROM hit h JOIN rarity r USING (n) GROUP BY h.id ORDER BY score DESC LIMIT 12)
          SELECT a.slug, LEAST(1, b.score + 0.15 * similarity(lower(a.title), $5)) * CASE WHEN a.tags && '{emergency,refuse}' THEN ${SET_APART} ELSE 1 END AS score
          FROM best b JOIN articles a USING (id) ORDER BY score DESC, a.slug`,
      },
      [queries, classes('A'), classes('B'), audiences, asked, classes('D'), concepts.map((c) => c.unknown)],
    );
  }
}
