import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reasons against treatment that a clinician wants to tell the patient in person. */
export class TellInPerson1764050000000 implements MigrationInterface {
  name = 'TellInPerson1764050000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE cases ADD tell_in_person jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases DROP COLUMN tell_in_person');
  }
}
