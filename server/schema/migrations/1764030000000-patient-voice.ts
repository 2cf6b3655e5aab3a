import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alerts keep when and where a patient wrote of an emergency; a conversation can need no reply. */
export class PatientVoice1764030000000 implements MigrationInterface {
  name = 'PatientVoice1764030000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE case_alerts ADD reports jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE case_alerts DROP COLUMN reports');
  }
}
