import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** When answers of the draft came from another clinic's record. */
export class ImportedAnswers1764530000001 implements MigrationInterface {
  name = 'ImportedAnswers1764530000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE intakes ADD IF NOT EXISTS imported_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intakes DROP COLUMN imported_at');
  }
}
