import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hours since the last dose that were confirmed against what the dose log says. */
export class ConfirmedHours1764680000000 implements MigrationInterface {
  name = 'ConfirmedHours1764680000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE lab_panels ADD IF NOT EXISTS hours_confirmed boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_panels DROP COLUMN hours_confirmed');
  }
}
