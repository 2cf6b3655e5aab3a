import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refill request that waited for labs says which draw brought it back. */
export class RefillResults1764550000010 implements MigrationInterface {
  name = 'RefillResults1764550000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refill_requests ADD IF NOT EXISTS results_on date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refill_requests DROP COLUMN results_on');
  }
}
