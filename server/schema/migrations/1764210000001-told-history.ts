import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline, together } from './online.js';

/** Visit requests and dose notes that read as history, as messages do. */
export class ToldHistory1764210000001 implements MigrationInterface {
  name = 'ToldHistory1764210000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['appointments', 'doses']) {
      await together(
        runner,
        `ALTER TABLE ${table} ADD IF NOT EXISTS reads_as_history boolean NOT NULL DEFAULT false`,
      );
      await indexOnline(runner, `${table}_history`, `${table} (patient_id) WHERE reads_as_history`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['appointments', 'doses']) {
      await runner.query(`DROP INDEX ${table}_history`);
      await runner.query(`ALTER TABLE ${table} DROP COLUMN reads_as_history`);
    }
  }
}
