import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** The practitioner whom a basis for telemedicine rests on, where that is no one at the clinic. */
export class NamedBases1764520000001 implements MigrationInterface {
  name = 'NamedBases1764520000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE telemed_bases ADD IF NOT EXISTS practitioner_enc text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE telemed_bases DROP COLUMN practitioner_enc');
  }
}
