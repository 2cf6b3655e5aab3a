import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline } from './online.js';

/** One scheduled draw a patient at most. */
export class LabSchedule1763600040000 implements MigrationInterface {
  name = 'LabSchedule1763600040000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexOnline(
      runner,
      'lab_panels_one_scheduled',
      `lab_panels (patient_id) WHERE status = 'scheduled'`,
      'UNIQUE INDEX',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX lab_panels_one_scheduled');
  }
}
