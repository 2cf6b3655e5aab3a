import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** When an order last passed rules by name: what the patient told later was not passed. */
export class PassedWhen1764220000000 implements MigrationInterface {
  name = 'PassedWhen1764220000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE prescriptions ADD IF NOT EXISTS overridden_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE prescriptions DROP COLUMN overridden_at');
  }
}
