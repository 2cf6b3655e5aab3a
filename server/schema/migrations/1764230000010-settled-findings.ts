import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** What a clinician decided about told words stands in the review that read them. */
export class SettledFindings1764230000010 implements MigrationInterface {
  name = 'SettledFindings1764230000010';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE history_reviews ADD IF NOT EXISTS settled_enc text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE history_reviews DROP COLUMN settled_enc');
  }
}
