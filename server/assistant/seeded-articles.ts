import { randomUUID } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import type { EverydayArticle } from './everyday-articles.js';

const SEARCH = `setweight(to_tsvector('english', a.title), 'A') || setweight(to_tsvector('english', array_to_string(a.tags, ' ')), 'B')
  || setweight(to_tsvector('english', a.body), 'C') || to_tsvector('english', array_to_string(a.asked_as, ' '))`;

/** Updates articles that come with the portal; what an administrator has edited is left as it is, and a new text is reviewed again. */
export async function mendArticles(
  runner: QueryRunner,
  articles: readonly { slug: string; body: string; asked_as: readonly string[] }[],
): Promise<void> {
  await runner.query(
    `WITH mended AS (
        UPDATE articles a SET body = n.body, asked_as = n.asked_as, version = a.version + 1, updated_at = now(),
          awaiting_review = a.awaiting_review OR (a.reviewed_at IS NOT NULL AND a.body <> n.body),
          reviewed_at = CASE WHEN a.body = n.body THEN a.reviewed_at END
        FROM jsonb_to_recordset($1) AS n (slug text, body text, asked_as text[])
        WHERE a.slug = n.slug AND (a.body, a.asked_as) IS DISTINCT FROM (n.body, n.asked_as)
          AND NOT EXISTS (SELECT 1 FROM article_versions v WHERE v.article_id = a.id AND v.author_id IS NOT NULL)
        RETURNING a.*)
      INSERT INTO article_versions (article_id, version, slug, title, body, tags, sources, asked_as, audience)
        SELECT id, version, slug, title, body, tags, sources, asked_as, audience FROM mended`,
    [JSON.stringify(articles.map(({ slug, body, asked_as }) => ({ slug, body, asked_as })))],
  );
  await runner.query(`UPDATE articles a SET search = ${SEARCH} WHERE a.version > 1`);
}

/** Adds articles that no clinician has reviewed yet. */
export async function addArticles(runner: QueryRunner, articles: readonly EverydayArticle[]): Promise<void> {
  const added = articles.map((article) => ({ id: randomUUID(), ...article }));
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

/** The words that misspelled ones are compared with. */
export const learnWords = (runner: QueryRunner): Promise<unknown> =>
  runner.query(
    `INSERT INTO article_words (word) SELECT DISTINCT w[1] FROM articles,
        regexp_matches(lower(concat_ws(' ', title, array_to_string(tags, ' '), body, array_to_string(asked_as, ' '))), '[a-z]{4,}', 'g') w
      ON CONFLICT DO NOTHING`,
  );
