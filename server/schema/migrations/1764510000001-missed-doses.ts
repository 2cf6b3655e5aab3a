import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A missed dose is an answer too: it is asked about once. */
export class MissedDoses1764510000001 implements MigrationInterface {
  name = 'MissedDoses1764510000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE doses ADD missed boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE doses DROP COLUMN missed');
  }
}
