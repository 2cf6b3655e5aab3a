import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a clinician entered the last blood pressure: its reminder closes by it. */
export class BloodPressureDate1763600050000 implements MigrationInterface {
  name = 'BloodPressureDate1763600050000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases ADD bp_recorded_on date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases DROP COLUMN bp_recorded_on');
  }
}
