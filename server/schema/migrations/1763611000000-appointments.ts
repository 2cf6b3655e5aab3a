import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Appointments; one that was started is a visit. */
export class Appointments1763611000000 implements MigrationInterface {
  name = 'Appointments1763611000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE appointments (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      patient_id uuid NOT NULL,
      provider_id uuid,
      kind text NOT NULL,
      status text NOT NULL,
      reason_enc text,
      preferred timestamptz array NOT NULL DEFAULT '{}',
      starts_at timestamptz,
      ends_at timestamptz,
      started_at timestamptz,
      ended_at timestamptz,
      join_url text,
      note_enc text,
      cancel_reason_enc text,
      version integer NOT NULL DEFAULT '1',
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT appointments_pkey PRIMARY KEY (id),
      CONSTRAINT appointments_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
      CONSTRAINT appointments_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id),
      CONSTRAINT appointments_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES users (id)
    )`);
    await runner.query(
      'CREATE INDEX appointments_patient_id_created_at_idx ON appointments (patient_id, created_at)',
    );
    await runner.query('CREATE INDEX appointments_org_id_starts_at_idx ON appointments (org_id, starts_at)');
    await runner.query(
      'CREATE INDEX appointments_org_id_created_at_idx ON appointments (org_id, created_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE appointments');
  }
}
