import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a clinician's blood pressure was entered: it answers what the patient reported earlier on that day. */
export class AnsweredPressure1764360000000 implements MigrationInterface {
  name = 'AnsweredPressure1764360000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases ADD bp_entered_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases DROP COLUMN bp_entered_at');
  }
}
