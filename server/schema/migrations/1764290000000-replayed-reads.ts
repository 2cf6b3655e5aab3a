import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Whose records a kept answer shows, so that each replay of it leaves a line there. */
export class ReplayedReads1764290000000 implements MigrationInterface {
  name = 'ReplayedReads1764290000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE idempotency_keys ADD IF NOT EXISTS patient_ids uuid[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys DROP COLUMN patient_ids');
  }
}
