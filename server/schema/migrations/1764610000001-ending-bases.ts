import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last day on which a basis for telemedicine counts, where it ends. */
export class EndingBases1764610000001 implements MigrationInterface {
  name = 'EndingBases1764610000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE telemed_bases ADD IF NOT EXISTS until_day date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE telemed_bases DROP COLUMN until_day');
  }
}
