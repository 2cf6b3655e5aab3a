import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Staff of the organization, and the patient. */
const SCOPE = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text)
  AND current_setting('trt.patient', true) IN ('*', patient_id::text) THEN true ELSE false END`;
/** Patients read where to go. */
const NAMED = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text) THEN true ELSE false END`;
const OF_ORDER = `CASE WHEN current_setting('trt.org', true) = '*' AND current_setting('trt.patient', true) = '*'
  OR EXISTS (SELECT 1 FROM lab_orders q WHERE q.id = order_id) THEN true ELSE false END`;

/** Orders to laboratories, which draws answer them, and what is printed of a laboratory. */
export class LaboratoryOrders1764340000002 implements MigrationInterface {
  name = 'LaboratoryOrders1764340000002';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `ALTER TABLE lab_connections ADD IF NOT EXISTS account_number text NOT NULL DEFAULT '', ADD IF NOT EXISTS address text NOT NULL DEFAULT '',
        ADD IF NOT EXISTS phone text NOT NULL DEFAULT '', ADD IF NOT EXISTS hours text NOT NULL DEFAULT '',
        ADD IF NOT EXISTS sends_orders boolean NOT NULL DEFAULT false`,
      'DROP POLICY IF EXISTS named ON lab_connections',
      `CREATE POLICY named ON lab_connections FOR SELECT USING (${NAMED})`,
    );
    await together(
      runner,
      `CREATE TABLE IF NOT EXISTS lab_orders (
        id uuid NOT NULL,
        org_id uuid NOT NULL,
        patient_id uuid NOT NULL,
        case_id uuid NOT NULL,
        connection_id uuid NOT NULL,
        number text NOT NULL,
        status text NOT NULL DEFAULT 'ordered',
        analytes text[] NOT NULL,
        fasting boolean NOT NULL,
        formulation text,
        window_from date NOT NULL,
        due_on date NOT NULL,
        drawn_on date,
        diagnosis_enc text,
        note_enc text,
        ordered_by uuid NOT NULL,
        ordered_at timestamptz NOT NULL DEFAULT now(),
        canceled_by uuid,
        canceled_at timestamptz,
        cancel_reason_enc text,
        sent_at timestamptz,
        cancel_sent_at timestamptz,
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT lab_orders_pkey PRIMARY KEY (id),
        CONSTRAINT lab_orders_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
        CONSTRAINT lab_orders_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id),
        CONSTRAINT lab_orders_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
        CONSTRAINT lab_orders_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES lab_connections(id),
        CONSTRAINT lab_orders_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id),
        CONSTRAINT lab_orders_canceled_by_fkey FOREIGN KEY (canceled_by) REFERENCES users(id)
      )`,
      'CREATE UNIQUE INDEX IF NOT EXISTS lab_orders_org_id_number_idx ON lab_orders (org_id, number)',
      'CREATE INDEX IF NOT EXISTS lab_orders_org_id_ordered_at_idx ON lab_orders (org_id, ordered_at)',
      'CREATE INDEX IF NOT EXISTS lab_orders_patient_id_ordered_at_idx ON lab_orders (patient_id, ordered_at)',
      `CREATE INDEX IF NOT EXISTS lab_orders_undrawn_idx ON lab_orders (org_id, due_on) WHERE status = 'ordered'`,
      'DROP POLICY IF EXISTS scope ON lab_orders',
      `CREATE POLICY scope ON lab_orders USING (${SCOPE})`,
      'ALTER TABLE lab_orders ENABLE ROW LEVEL SECURITY',
    );
    await together(
      runner,
      `CREATE TABLE IF NOT EXISTS lab_order_panels (
        order_id uuid NOT NULL,
        panel_id uuid NOT NULL,
        linked_by uuid,
        linked_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT lab_order_panels_pkey PRIMARY KEY (order_id, panel_id),
        CONSTRAINT lab_order_panels_order_id_fkey FOREIGN KEY (order_id) REFERENCES lab_orders(id),
        CONSTRAINT lab_order_panels_panel_id_fkey FOREIGN KEY (panel_id) REFERENCES lab_panels(id),
        CONSTRAINT lab_order_panels_linked_by_fkey FOREIGN KEY (linked_by) REFERENCES users(id)
      )`,
      'CREATE INDEX IF NOT EXISTS lab_order_panels_panel_id_idx ON lab_order_panels (panel_id)',
      'DROP POLICY IF EXISTS scope ON lab_order_panels',
      `CREATE POLICY scope ON lab_order_panels USING (${OF_ORDER})`,
      'ALTER TABLE lab_order_panels ENABLE ROW LEVEL SECURITY',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE lab_order_panels');
    await runner.query('DROP TABLE lab_orders');
    await runner.query('DROP POLICY named ON lab_connections');
    await runner.query(
      'ALTER TABLE lab_connections DROP COLUMN account_number, DROP COLUMN address, DROP COLUMN phone, DROP COLUMN hours, DROP COLUMN sends_orders',
    );
  }
}
