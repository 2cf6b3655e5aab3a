import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Staff of the organization; what a patient does is announced in the scope of the organization. */
const STAFF = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text) AND current_setting('trt.patient', true) = '*'
  THEN true ELSE false END`;

/** Where programs of an organization are told what happened, and each message to them. */
export class Webhooks1764220000002 implements MigrationInterface {
  name = 'Webhooks1764220000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE webhooks (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      url text NOT NULL,
      events text[] NOT NULL,
      secret_enc text,
      old_secret_enc text,
      old_secret_until timestamptz,
      created_by uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      paused_because text,
      removed_at timestamptz,
      CONSTRAINT webhooks_pkey PRIMARY KEY (id),
      CONSTRAINT webhooks_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
      CONSTRAINT webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
    )`);
    await runner.query('CREATE INDEX webhooks_org_id_created_at_idx ON webhooks (org_id, created_at)');
    await runner.query(`CREATE TABLE webhook_deliveries (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      webhook_id uuid NOT NULL,
      event text NOT NULL,
      subject_id text NOT NULL,
      patient_id uuid,
      occurred_at timestamptz NOT NULL,
      status text NOT NULL DEFAULT 'queued',
      attempts integer NOT NULL DEFAULT 0,
      last_result text,
      tried_from timestamptz NOT NULL DEFAULT now(),
      delivered_at timestamptz,
      CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
      CONSTRAINT webhook_deliveries_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
      CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id),
      CONSTRAINT webhook_deliveries_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id)
    )`);
    await runner.query(
      'CREATE INDEX webhook_deliveries_org_id_occurred_at_idx ON webhook_deliveries (org_id, occurred_at)',
    );
    await runner.query(
      'CREATE INDEX webhook_deliveries_webhook_id_status_idx ON webhook_deliveries (webhook_id, status)',
    );
    for (const table of ['webhooks', 'webhook_deliveries']) {
      await runner.query(`CREATE POLICY scope ON ${table} USING (${STAFF})`);
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_deliveries');
    await runner.query('DROP TABLE webhooks');
  }
}
