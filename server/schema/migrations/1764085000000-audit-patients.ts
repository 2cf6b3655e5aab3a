import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline, together } from './online.js';

/** A list names the patients whose content it returned, so that each finds the reading in the log of the record. */
export class AuditPatients1764085000000 implements MigrationInterface {
  name = 'AuditPatients1764085000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE audit_events ADD IF NOT EXISTS patient_ids uuid[]');
    await indexOnline(
      runner,
      'audit_events_patients_idx',
      'audit_events USING gin (patient_ids) WHERE patient_ids IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_events DROP COLUMN patient_ids');
  }
}
