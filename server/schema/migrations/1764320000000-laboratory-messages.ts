import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Staff of the organization; a message of an unknown laboratory is no organization's yet. */
const STAFF = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text) AND current_setting('trt.patient', true) = '*'
  THEN true ELSE false END`;
const UNKNOWN = `CASE WHEN current_setting('trt.org', true) = '*' AND current_setting('trt.patient', true) = '*'
  THEN true ELSE false END`;

/** Laboratories that send results, and each message of theirs. */
export class LaboratoryMessages1764320000000 implements MigrationInterface {
  name = 'LaboratoryMessages1764320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE lab_connections (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      name text NOT NULL,
      sending_application text NOT NULL,
      sending_facility text NOT NULL,
      receiving_facility text NOT NULL,
      timezone text NOT NULL,
      codes jsonb NOT NULL,
      paused boolean NOT NULL DEFAULT false,
      last_message_at timestamptz,
      created_by uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      version integer NOT NULL DEFAULT 1,
      CONSTRAINT lab_connections_pkey PRIMARY KEY (id),
      CONSTRAINT lab_connections_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
      CONSTRAINT lab_connections_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
    )`);
    await runner.query(
      'CREATE INDEX lab_connections_org_id_created_at_idx ON lab_connections (org_id, created_at)',
    );
    await runner.query(
      `CREATE UNIQUE INDEX lab_connections_names_idx ON lab_connections
        (lower(sending_application), lower(sending_facility), lower(receiving_facility))`,
    );
    await runner.query(`CREATE TABLE lab_messages (
      id uuid NOT NULL,
      org_id uuid,
      connection_id uuid,
      patient_id uuid,
      hash text NOT NULL,
      body_hash text NOT NULL,
      control_id text NOT NULL,
      sending_application text NOT NULL,
      sending_facility text NOT NULL,
      receiving_facility text NOT NULL,
      order_hash text,
      status text NOT NULL,
      critical boolean NOT NULL DEFAULT false,
      confirmed boolean NOT NULL DEFAULT false,
      text_enc text NOT NULL,
      summary_enc text NOT NULL,
      received_at timestamptz NOT NULL,
      handled_by uuid,
      handled_at timestamptz,
      reason_enc text,
      version integer NOT NULL DEFAULT 1,
      CONSTRAINT lab_messages_pkey PRIMARY KEY (id),
      CONSTRAINT lab_messages_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
      CONSTRAINT lab_messages_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES lab_connections(id),
      CONSTRAINT lab_messages_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id),
      CONSTRAINT lab_messages_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES users(id)
    )`);
    for (const [columns, unique] of [
      ['org_id, received_at', ''],
      ['hash', 'UNIQUE'],
      ['connection_id, control_id', ''],
      ['connection_id, body_hash', ''],
      ['patient_id', ''],
    ])
      await runner.query(
        `CREATE ${unique} INDEX lab_messages_${columns!.replace(', ', '_')}_idx ON lab_messages (${columns})`,
      );
    await runner.query(
      `CREATE INDEX lab_messages_waiting_idx ON lab_messages (org_id, critical) WHERE status IN ('unmatched', 'preliminary')`,
    );
    await runner.query(`CREATE POLICY scope ON lab_connections USING (${STAFF})`);
    await runner.query(
      `CREATE POLICY scope ON lab_messages USING (CASE WHEN org_id IS NULL THEN ${UNKNOWN} ELSE ${STAFF} END)`,
    );
    for (const table of ['lab_connections', 'lab_messages'])
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE lab_messages');
    await runner.query('DROP TABLE lab_connections');
  }
}
