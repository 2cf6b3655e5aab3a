import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One scheduled draw a patient at most. */
export class LabSchedule1763600040000 implements MigrationInterface {
  name = 'LabSchedule1763600040000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE UNIQUE INDEX lab_panels_one_scheduled ON lab_panels (patient_id) WHERE status = 'scheduled'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX lab_panels_one_scheduled');
  }
}
