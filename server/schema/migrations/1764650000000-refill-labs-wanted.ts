import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refill request that labs were asked for keeps which tests. */
export class RefillLabsWanted1764650000000 implements MigrationInterface {
  name = 'RefillLabsWanted1764650000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refill_requests ADD IF NOT EXISTS labs_wanted text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refill_requests DROP COLUMN labs_wanted');
  }
}
