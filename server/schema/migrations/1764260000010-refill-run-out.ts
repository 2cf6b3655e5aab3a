import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The day without supply, as known when a refill was requested or decided: the queue is sorted by it. */
export class RefillRunOut1764260000010 implements MigrationInterface {
  name = 'RefillRunOut1764260000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refill_requests ADD run_out_on date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refill_requests DROP COLUMN run_out_on');
  }
}
