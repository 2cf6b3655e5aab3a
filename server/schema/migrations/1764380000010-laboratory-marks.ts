import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A result that the laboratory marked as critical keeps the mark. */
export class LaboratoryMarks1764380000010 implements MigrationInterface {
  name = 'LaboratoryMarks1764380000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_results ADD marked boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_results DROP COLUMN marked');
  }
}
