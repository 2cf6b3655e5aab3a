import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EVERYDAY_ARTICLES } from '../../assistant/everyday-articles.js';
import { addArticles, learnWords, mendArticles } from '../../assistant/seeded-articles.js';
import { STARTER_ARTICLES } from '../../assistant/starter-articles.js';
import { STARTER_QUESTIONS } from '../../assistant/starter-questions.js';

/** Answers to everyday questions, marked until a clinician has reviewed them; the first articles as they read now. */
export class EverydayArticles1764050000001 implements MigrationInterface {
  name = 'EverydayArticles1764050000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE articles ADD awaiting_review boolean NOT NULL DEFAULT false,
      ADD reviewed_at timestamptz, ADD reviewed_by uuid`);
    await runner.query(
      'ALTER TABLE articles ADD CONSTRAINT articles_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users (id)',
    );
    await mendArticles(
      runner,
      STARTER_ARTICLES.map(({ slug, body }) => ({ slug, body, asked_as: STARTER_QUESTIONS[slug] ?? [] })),
    );
    await addArticles(runner, EVERYDAY_ARTICLES);
    await learnWords(runner);
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
