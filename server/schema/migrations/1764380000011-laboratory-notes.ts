import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The laboratory's comments stay with the panel. */
export class LaboratoryNotes1764380000011 implements MigrationInterface {
  name = 'LaboratoryNotes1764380000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_panels ADD laboratory_notes_enc text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_panels DROP COLUMN laboratory_notes_enc');
  }
}
