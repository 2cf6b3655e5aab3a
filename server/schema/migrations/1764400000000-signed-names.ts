import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** The name that a patient types as a signature, with the document it signs. */
export class SignedNames1764400000000 implements MigrationInterface {
  name = 'SignedNames1764400000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE documents ADD IF NOT EXISTS signed_name_enc text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE documents DROP COLUMN signed_name_enc');
  }
}
