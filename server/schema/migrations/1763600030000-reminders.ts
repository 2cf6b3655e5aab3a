import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** What became of reminders, and whether a patient wants them by mail. */
export class Reminders1763600030000 implements MigrationInterface {
  name = 'Reminders1763600030000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `CREATE TABLE IF NOT EXISTS reminders (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      patient_id uuid NOT NULL,
      kind text NOT NULL,
      title text NOT NULL,
      due_on date NOT NULL,
      acknowledged_at timestamptz,
      completed_at timestamptz,
      last_notice_on date,
      skip_reason text,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT reminders_pkey PRIMARY KEY (id),
      CONSTRAINT reminders_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
      CONSTRAINT reminders_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id)
    )`,
      'CREATE INDEX IF NOT EXISTS reminders_patient_id_due_on_idx ON reminders (patient_id, due_on)',
    );
    await runner.query(
      'ALTER TABLE patients ADD IF NOT EXISTS reminder_mails boolean NOT NULL DEFAULT true, ADD IF NOT EXISTS reminders_run_on date',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE patients DROP COLUMN reminders_run_on');
    await runner.query('ALTER TABLE patients DROP COLUMN reminder_mails');
    await runner.query('DROP TABLE reminders');
  }
}
