import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Accounts are closed, records are erased after their time, and legal holds keep them. */
export class EndOfRecords1764150000001 implements MigrationInterface {
  name = 'EndOfRecords1764150000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `ALTER TABLE patients ADD IF NOT EXISTS release_reason_enc text, ADD IF NOT EXISTS erased_at timestamptz`,
      `CREATE TABLE IF NOT EXISTS account_closings (
        id uuid NOT NULL,
        org_id uuid NOT NULL,
        patient_id uuid NOT NULL,
        user_id uuid NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT now(),
        due_at timestamptz NOT NULL,
        ended_at timestamptz,
        outcome text,
        CONSTRAINT account_closings_pkey PRIMARY KEY (id),
        CONSTRAINT account_closings_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
        CONSTRAINT account_closings_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id),
        CONSTRAINT account_closings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
      )`,
      `CREATE UNIQUE INDEX IF NOT EXISTS account_closings_open_key ON account_closings (patient_id) WHERE ended_at IS NULL`,
      'CREATE INDEX IF NOT EXISTS account_closings_org_id_requested_at_idx ON account_closings (org_id, requested_at)',
      `CREATE TABLE IF NOT EXISTS legal_holds (
        id uuid NOT NULL,
        org_id uuid NOT NULL,
        patient_id uuid NOT NULL,
        reason_enc text NOT NULL,
        placed_by uuid NOT NULL,
        placed_at timestamptz NOT NULL DEFAULT now(),
        release_reason_enc text,
        released_by uuid,
        released_at timestamptz,
        CONSTRAINT legal_holds_pkey PRIMARY KEY (id),
        CONSTRAINT legal_holds_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
        CONSTRAINT legal_holds_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id),
        CONSTRAINT legal_holds_placed_by_fkey FOREIGN KEY (placed_by) REFERENCES users(id),
        CONSTRAINT legal_holds_released_by_fkey FOREIGN KEY (released_by) REFERENCES users(id)
      )`,
      `CREATE UNIQUE INDEX IF NOT EXISTS legal_holds_open_key ON legal_holds (patient_id) WHERE released_at IS NULL`,
      'CREATE INDEX IF NOT EXISTS legal_holds_org_id_placed_at_idx ON legal_holds (org_id, placed_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE legal_holds');
    await runner.query('DROP TABLE account_closings');
    await runner.query('ALTER TABLE patients DROP COLUMN release_reason_enc, DROP COLUMN erased_at');
  }
}
