import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Staff of the organization, and the patient. */
const SCOPE = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text)
  AND current_setting('trt.patient', true) IN ('*', patient_id::text) THEN true ELSE false END`;
const STAFF = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text) AND current_setting('trt.patient', true) = '*'
  THEN true ELSE false END`;
/** Patients read which pharmacy has their prescription. */
const NAMED = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text) THEN true ELSE false END`;

/** Pharmacies, the prescriptions given to them, and how a fill travels. */
export class Pharmacies1764390000000 implements MigrationInterface {
  name = 'Pharmacies1764390000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `CREATE TABLE IF NOT EXISTS pharmacies (
        id uuid NOT NULL,
        org_id uuid NOT NULL,
        name text NOT NULL,
        phone text NOT NULL DEFAULT '',
        fax text NOT NULL DEFAULT '',
        address text NOT NULL DEFAULT '',
        ncpdp_id text NOT NULL DEFAULT '',
        channel text NOT NULL,
        url text NOT NULL DEFAULT '',
        secret_enc text,
        paused boolean NOT NULL DEFAULT false,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT pharmacies_pkey PRIMARY KEY (id),
        CONSTRAINT pharmacies_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
        CONSTRAINT pharmacies_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
      )`,
      'CREATE INDEX IF NOT EXISTS pharmacies_org_id_created_at_idx ON pharmacies (org_id, created_at)',
      'DROP POLICY IF EXISTS scope ON pharmacies',
      `CREATE POLICY scope ON pharmacies USING (${STAFF})`,
      'DROP POLICY IF EXISTS named ON pharmacies',
      `CREATE POLICY named ON pharmacies FOR SELECT USING (${NAMED})`,
      'ALTER TABLE pharmacies ENABLE ROW LEVEL SECURITY',
    );
    await together(
      runner,
      `CREATE TABLE IF NOT EXISTS pharmacy_orders (
        id uuid NOT NULL,
        org_id uuid NOT NULL,
        patient_id uuid NOT NULL,
        prescription_id uuid NOT NULL,
        pharmacy_id uuid NOT NULL,
        number text NOT NULL,
        channel text NOT NULL,
        status text NOT NULL,
        handed_over_by uuid NOT NULL,
        handed_over_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        last_result text,
        message_enc text,
        printed_at timestamptz,
        kept_back_by text,
        confirmed_at timestamptz,
        confirmed_by uuid,
        confirmed_how text,
        reference text,
        withdrawn_at timestamptz,
        withdraw_reason_enc text,
        withdrawal_sent_at timestamptz,
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT pharmacy_orders_pkey PRIMARY KEY (id),
        CONSTRAINT pharmacy_orders_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
        CONSTRAINT pharmacy_orders_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id),
        CONSTRAINT pharmacy_orders_prescription_id_fkey FOREIGN KEY (prescription_id) REFERENCES prescriptions(id),
        CONSTRAINT pharmacy_orders_pharmacy_id_fkey FOREIGN KEY (pharmacy_id) REFERENCES pharmacies(id),
        CONSTRAINT pharmacy_orders_handed_over_by_fkey FOREIGN KEY (handed_over_by) REFERENCES users(id),
        CONSTRAINT pharmacy_orders_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id)
      )`,
      'CREATE UNIQUE INDEX IF NOT EXISTS pharmacy_orders_org_id_number_idx ON pharmacy_orders (org_id, number)',
      `CREATE UNIQUE INDEX IF NOT EXISTS pharmacy_orders_open_idx ON pharmacy_orders (patient_id) WHERE status IN ('prepared', 'sending')`,
      'CREATE INDEX IF NOT EXISTS pharmacy_orders_prescription_id_handed_over_at_idx ON pharmacy_orders (prescription_id, handed_over_at)',
      'CREATE INDEX IF NOT EXISTS pharmacy_orders_patient_id_handed_over_at_idx ON pharmacy_orders (patient_id, handed_over_at)',
      'CREATE INDEX IF NOT EXISTS pharmacy_orders_pharmacy_id_idx ON pharmacy_orders (pharmacy_id)',
      'DROP POLICY IF EXISTS scope ON pharmacy_orders',
      `CREATE POLICY scope ON pharmacy_orders USING (${SCOPE})`,
      'ALTER TABLE pharmacy_orders ENABLE ROW LEVEL SECURITY',
    );
    await together(
      runner,
      `ALTER TABLE dispenses ADD IF NOT EXISTS shipped_on date, ADD IF NOT EXISTS carrier text,
        ADD IF NOT EXISTS tracking_number text, ADD IF NOT EXISTS received_on date`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE dispenses DROP COLUMN shipped_on, DROP COLUMN carrier, DROP COLUMN tracking_number, DROP COLUMN received_on',
    );
    await runner.query('DROP TABLE pharmacy_orders');
    await runner.query('DROP TABLE pharmacies');
  }
}
