import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Every reason for which an order passed rules; the columns beside it keep the last one. */
export class OverrideHistory1764310000001 implements MigrationInterface {
  name = 'OverrideHistory1764310000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE prescriptions ADD IF NOT EXISTS override_history_enc text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE prescriptions DROP COLUMN override_history_enc');
  }
}
