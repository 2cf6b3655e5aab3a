import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STARTER_QUESTIONS } from '../../assistant/starter-questions.js';

/** How people ask for an article, in their words: searched as a fourth class beside title, tags and text. */
export class ArticleQuestions1763820000000 implements MigrationInterface {
  name = 'ArticleQuestions1763820000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['articles', 'article_versions'])
      await runner.query(`ALTER TABLE ${table} ADD asked_as text array NOT NULL DEFAULT '{}'`);
    // Kept in the row: a search reads this of many articles, and the texts of a few.
    await runner.query('ALTER TABLE articles ALTER search SET STORAGE MAIN');
    // Articles change seldom: no list of pending changes that every search would read.
    for (const index of ['articles_search', 'article_words_similar'])
      await runner.query(`ALTER INDEX ${index} SET (fastupdate = off)`);
    const given = JSON.stringify(STARTER_QUESTIONS);
    await runner.query(
      `UPDATE articles a SET asked_as = ARRAY(SELECT jsonb_array_elements_text(q.value)),
          search = search || to_tsvector('english', (SELECT string_agg(line, ' ') FROM jsonb_array_elements_text(q.value) line))
        FROM jsonb_each($1::jsonb) q WHERE q.key = a.slug`,
      [given],
    );
    await runner.query(
      `UPDATE article_versions v SET asked_as = a.asked_as FROM articles a WHERE a.id = v.article_id AND a.version = v.version`,
    );
    await runner.query(
      `INSERT INTO article_words (word) SELECT DISTINCT w[1] FROM articles,
          regexp_matches(lower(array_to_string(asked_as, ' ')), '[a-z]{4,}', 'g') w ON CONFLICT DO NOTHING`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE articles SET search = ts_filter(search, '{a,b,c}')`);
    for (const index of ['articles_search', 'article_words_similar'])
      await runner.query(`ALTER INDEX ${index} RESET (fastupdate)`);
    await runner.query('ALTER TABLE articles ALTER search SET STORAGE EXTENDED');
    for (const table of ['articles', 'article_versions'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN asked_as`);
  }
}
