import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline, together } from './online.js';

/** The reason of a refill request reads as history, as that of a visit does. */
export class ReasonsAsHistory1764230000030 implements MigrationInterface {
  name = 'ReasonsAsHistory1764230000030';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE refill_requests ADD IF NOT EXISTS reads_as_history boolean NOT NULL DEFAULT false',
    );
    await indexOnline(
      runner,
      'refill_requests_history',
      'refill_requests (patient_id) WHERE reads_as_history',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX refill_requests_history');
    await runner.query('ALTER TABLE refill_requests DROP COLUMN reads_as_history');
  }
}
