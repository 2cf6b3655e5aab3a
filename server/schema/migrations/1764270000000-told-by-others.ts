import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** A patient's own acts are judged by them too. */
const SCOPE = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text)
  AND current_setting('trt.patient', true) IN ('*', patient_id::text) THEN true ELSE false END`;

/** Words against treatment that come from staff notes, and which messages the assistant passed words on in. */
export class ToldByOthers1764270000000 implements MigrationInterface {
  name = 'ToldByOthers1764270000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `CREATE TABLE IF NOT EXISTS staff_notes (
        id uuid NOT NULL,
        org_id uuid NOT NULL,
        patient_id uuid NOT NULL,
        place text NOT NULL,
        text_enc text NOT NULL,
        written_by uuid NOT NULL,
        written_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT staff_notes_pkey PRIMARY KEY (id),
        CONSTRAINT staff_notes_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
        CONSTRAINT staff_notes_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id),
        CONSTRAINT staff_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES users (id)
      )`,
      'CREATE INDEX IF NOT EXISTS staff_notes_patient_id_written_at_idx ON staff_notes (patient_id, written_at)',
      'DROP POLICY IF EXISTS scope ON staff_notes',
      `CREATE POLICY scope ON staff_notes USING (${SCOPE})`,
      'ALTER TABLE staff_notes ENABLE ROW LEVEL SECURITY',
    );
    await together(runner, 'ALTER TABLE assistant_conversations ADD IF NOT EXISTS told_thread_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE staff_notes');
    await runner.query('ALTER TABLE assistant_conversations DROP COLUMN told_thread_id');
  }
}
