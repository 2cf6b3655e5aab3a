import type { MigrationInterface, QueryRunner } from 'typeorm';

const key = (column: string, table: string): string =>
  `CONSTRAINT record_openings_${column}_fkey FOREIGN KEY (${column}) REFERENCES ${table}(id)`;

/** Who opened a record outside their case load, why, and until when. */
export class RecordOpenings1764100000001 implements MigrationInterface {
  name = 'RecordOpenings1764100000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE record_openings (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      patient_id uuid NOT NULL,
      user_id uuid NOT NULL,
      clinician_id uuid NOT NULL,
      reason_enc text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      seen_at timestamptz,
      CONSTRAINT record_openings_pkey PRIMARY KEY (id),
      ${key('org_id', 'organisations')},
      ${key('patient_id', 'patients')},
      ${key('user_id', 'users')},
      ${key('clinician_id', 'users')}
    )`);
    await runner.query(
      'CREATE INDEX record_openings_patient_id_user_id_expires_at_idx ON record_openings (patient_id, user_id, expires_at)',
    );
    await runner.query(
      'CREATE INDEX record_openings_clinician_id_seen_at_idx ON record_openings (clinician_id, seen_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE record_openings');
  }
}
