import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A lab report is not closed without values by someone who has not seen it. */
export class OpenedLabReports1764600000000 implements MigrationInterface {
  name = 'OpenedLabReports1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_reports ADD IF NOT EXISTS opened_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_reports DROP COLUMN opened_at');
  }
}
