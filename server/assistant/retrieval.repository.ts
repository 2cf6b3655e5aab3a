import { Injectable } from '@nestjs/common';
import type { ArticleAudience } from '../../common/api/admin.js';
import { Db } from '../database/db.js';

export interface Candidate {
  slug: string;
  title: string;
  body: string;
  tags: string[];
  version: number;
  /** How much of what was asked the article speaks of, 0 to 1. */
  score: number;
}

/** A match in the title counts whole, one in the tags nearly, one in the text half. */
const WEIGHTS = { title: 1, tags: 0.9, body: 0.5 };
/** Emergencies and refusals have patterns of their own; by search they come second. */
const SET_APART = 0.7;
/** What a word weighs that no article holds. */
const UNKNOWN = 0.5;

@Injectable()
export class RetrievalRepository {
  constructor(private readonly db: Db) {}

  /** Words of the articles that look like these, by word; a word that is known has none. */
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

  /**
   * The best articles for what was asked. Each concept is a tsquery of its words; a concept weighs the more the fewer
   * articles speak of it, and an article scores the share of that weight it covers.
   */
  search(
    concepts: readonly string[],
    audiences: readonly ArticleAudience[],
    asked: string,
  ): Promise<Candidate[]> {
    const classes = (label: string) => concepts.map((c) => c.replace(/([a-z0-9]+)/g, `$1:${label}`));
    return this.db.rows<Candidate>(
      {
        name: 'article-search',
        text: `WITH concept AS MATERIALIZED (
            SELECT n, to_tsquery('english', q) AS anywhere, to_tsquery('english', t) AS in_title, to_tsquery('english', g) AS in_tags
            FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS c(q, t, g, n) WHERE numnode(to_tsquery('english', q)) > 0),
          hit AS MATERIALIZED (
            SELECT c.n, a.id, CASE WHEN a.search @@ c.in_title THEN ${WEIGHTS.title} WHEN a.search @@ c.in_tags THEN ${WEIGHTS.tags} ELSE ${WEIGHTS.body} END AS weight,
              count(*) OVER (PARTITION BY c.n) AS found
            FROM concept c JOIN articles a ON a.search @@ c.anywhere AND a.audience = ANY($4)),
          rarity AS MATERIALIZED (
            SELECT c.n, COALESCE(ln(1 + (SELECT count(*) FROM articles)::float8 / max(h.found)) / ln(1 + (SELECT count(*) FROM articles)), ${UNKNOWN}) AS rare
            FROM concept c LEFT JOIN hit h USING (n) GROUP BY c.n),
          best AS (
            SELECT h.id, sum(r.rare * h.weight) / (SELECT sum(rare) FROM rarity) AS score
            FROM hit h JOIN rarity r USING (n) GROUP BY h.id ORDER BY score DESC LIMIT 12)
          SELECT a.slug, a.title, a.body, a.tags, a.version, LEAST(1, b.score + 0.15 * similarity(lower(a.title), $5)) * CASE WHEN a.tags && '{emergency,refuse}' THEN ${SET_APART} ELSE 1 END AS score
          FROM best b JOIN articles a USING (id) ORDER BY score DESC, a.slug LIMIT 5`,
      },
      [concepts, classes('A'), classes('B'), audiences, asked],
    );
  }
}
