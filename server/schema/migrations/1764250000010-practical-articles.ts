import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DAILY_LIFE_ARTICLES } from '../../assistant/daily-life-articles.js';
import { EVERYDAY_ARTICLES } from '../../assistant/everyday-articles.js';
import { PORTAL_ARTICLES } from '../../assistant/portal-articles.js';
import { PRACTICAL_ARTICLES } from '../../assistant/practical-articles.js';
import { addArticles, learnWords, mendArticles } from '../../assistant/seeded-articles.js';
import { STARTER_ARTICLES } from '../../assistant/starter-articles.js';
import { STARTER_QUESTIONS } from '../../assistant/starter-questions.js';

/** Practical answers about supply, travel, visits and everyday use; more ways of asking for the others. */
export class PracticalArticles1764250000010 implements MigrationInterface {
  name = 'PracticalArticles1764250000010';

  async up(runner: QueryRunner): Promise<void> {
    await mendArticles(runner, [
      ...STARTER_ARTICLES.map((a) => ({ ...a, asked_as: STARTER_QUESTIONS[a.slug] ?? [] })),
      ...EVERYDAY_ARTICLES,
      ...DAILY_LIFE_ARTICLES,
      ...PORTAL_ARTICLES,
    ]);
    await addArticles(runner, PRACTICAL_ARTICLES);
    await learnWords(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    const added = `SELECT id FROM articles WHERE slug = ANY($1) AND awaiting_review`;
    const slugs = [PRACTICAL_ARTICLES.map((a) => a.slug)];
    await runner.query(`DELETE FROM article_versions WHERE article_id IN (${added})`, slugs);
    await runner.query('DELETE FROM articles WHERE slug = ANY($1) AND awaiting_review', slugs);
  }
}
