import { randomUUID } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EVERYDAY_ARTICLES } from '../../assistant/everyday-articles.js';
import { STARTER_ARTICLES } from '../../assistant/starter-articles.js';
import { STARTER_QUESTIONS } from '../../assistant/starter-questions.js';

const SEARCH = `setweight(to_tsvector('english', a.title), 'A') || setweight(to_tsvector('english', array_to_string(a.tags, ' ')), 'B')
  || setweight(to_tsvector('english', a.body), 'C') || to_tsvector('english', array_to_string(a.asked_as, ' '))`;

/** Answers to everyday questions, marked until a clinician has reviewed them; the first articles as they read now. */
export class EverydayArticles1764050000001 implements MigrationInterface {
  name = 'EverydayArticles1764050000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE articles ADD awaiting_review boolean NOT NULL DEFAULT false,
      ADD reviewed_at timestamptz, ADD reviewed_by uuid`);
    await runner.query(
      'ALTER TABLE articles ADD CONSTRAINT articles_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users (id)',
    );
    await this.mend(runner);
    await this.add(runner);
    await runner.query(
      `INSERT INTO article_words (word) SELECT DISTINCT w[1] FROM articles,
          regexp_matches(lower(concat_ws(' ', title, array_to_string(tags, ' '), body, array_to_string(asked_as, ' '))), '[a-z]{4,}', 'g') w
        ON CONFLICT DO NOTHING`,
    );
  }

  /** What an administrator has edited is left as it is. */
  private async mend(runner: QueryRunner): Promise<void> {
    const now = STARTER_ARTICLES.map(({ slug, body }) => ({
      slug,
      body,
      asked_as: STARTER_QUESTIONS[slug] ?? [],
    }));
    await runner.query(
      `WITH mended AS (
          UPDATE articles a SET body = n.body, asked_as = n.asked_as, version = a.version + 1, updated_at = now()
          FROM jsonb_to_recordset($1) AS n (slug text, body text, asked_as text[])
          WHERE a.slug = n.slug AND (a.body, a.asked_as) IS DISTINCT FROM (n.body, n.asked_as)
            AND NOT EXISTS (SELECT 1 FROM article_versions v WHERE v.article_id = a.id AND v.author_id IS NOT NULL)
          RETURNING a.*)
        INSERT INTO article_versions (article_id, version, slug, title, body, tags, sources, asked_as, audience)
          SELECT id, version, slug, title, body, tags, sources, asked_as, audience FROM mended`,
      [JSON.stringify(now)],
    );
    await runner.query(`UPDATE articles a SET search = ${SEARCH} WHERE a.version > 1`);
  }

  private async add(runner: QueryRunner): Promise<void> {
    const added = EVERYDAY_ARTICLES.map((article) => ({ id: randomUUID(), ...article }));
    await runner.query(
      `WITH added AS (
          INSERT INTO articles (id, slug, title, body, tags, sources, asked_as, audience, awaiting_review, search)
            SELECT a.id, a.slug, a.title, a.body, a.tags, a.sources, a.asked_as, 'all', true, ${SEARCH}
            FROM jsonb_to_recordset($1) AS a (id uuid, slug text, title text, body text, tags text[], sources text[], asked_as text[])
          ON CONFLICT (slug) DO NOTHING
          RETURNING *)
        INSERT INTO article_versions (article_id, version, slug, title, body, tags, sources, asked_as, audience)
          SELECT id, version, slug, title, body, tags, sources, asked_as, audience FROM added`,
      [JSON.stringify(added)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DELETE FROM article_versions WHERE article_id IN (SELECT id FROM articles WHERE awaiting_review)',
    );
    await runner.query('DELETE FROM articles WHERE awaiting_review');
    await runner.query(
      'ALTER TABLE articles DROP COLUMN awaiting_review, DROP COLUMN reviewed_at, DROP COLUMN reviewed_by',
    );
  }
}
