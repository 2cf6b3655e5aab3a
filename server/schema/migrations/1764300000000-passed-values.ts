import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** The values on which an order passed rules by name: a worse one was not passed. */
export class PassedValues1764300000000 implements MigrationInterface {
  name = 'PassedValues1764300000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE prescriptions ADD IF NOT EXISTS override_values_enc text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE prescriptions DROP COLUMN override_values_enc');
  }
}
