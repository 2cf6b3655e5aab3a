import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `CREATE TABLE dispenses (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    prescription_id uuid NOT NULL,
    n integer NOT NULL,
    filled_on date NOT NULL,
    quantity double precision NOT NULL,
    days integer NOT NULL,
    source text NOT NULL,
    recorded_by uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT dispenses_pkey PRIMARY KEY (id),
    CONSTRAINT dispenses_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
    CONSTRAINT dispenses_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id),
    CONSTRAINT dispenses_prescription_id_fkey FOREIGN KEY (prescription_id) REFERENCES prescriptions (id),
    CONSTRAINT dispenses_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users (id)
  )`,
  'CREATE UNIQUE INDEX dispenses_prescription_id_n_idx ON dispenses (prescription_id, n)',
  'CREATE INDEX dispenses_patient_id_filled_on_idx ON dispenses (patient_id, filled_on)',
  `CREATE TABLE refill_requests (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    prescription_id uuid NOT NULL,
    safety_check_id uuid NOT NULL,
    requested_on date NOT NULL,
    doses_left integer,
    reason_enc text,
    state text NOT NULL DEFAULT 'requested',
    owner_id uuid NOT NULL,
    due_by date NOT NULL,
    answer_enc text,
    decided_by uuid,
    decided_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT refill_requests_pkey PRIMARY KEY (id),
    CONSTRAINT refill_requests_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
    CONSTRAINT refill_requests_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id),
    CONSTRAINT refill_requests_prescription_id_fkey FOREIGN KEY (prescription_id) REFERENCES prescriptions (id),
    CONSTRAINT refill_requests_safety_check_id_fkey FOREIGN KEY (safety_check_id) REFERENCES safety_checks (id),
    CONSTRAINT refill_requests_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users (id),
    CONSTRAINT refill_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users (id)
  )`,
  `CREATE UNIQUE INDEX refill_requests_living_idx ON refill_requests (prescription_id)
    WHERE state NOT IN ('refused', 'filled', 'withdrawn')`,
  'CREATE INDEX refill_requests_patient_id_created_at_idx ON refill_requests (patient_id, created_at)',
  'CREATE INDEX refill_requests_org_id_due_by_idx ON refill_requests (org_id, due_by)',
  `CREATE TABLE doses (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    taken_at timestamptz NOT NULL,
    data_enc text NOT NULL,
    removed_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT doses_pkey PRIMARY KEY (id),
    CONSTRAINT doses_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
    CONSTRAINT doses_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id)
  )`,
  'CREATE INDEX doses_patient_id_taken_at_idx ON doses (patient_id, taken_at)',
  `CREATE TABLE pressure_readings (
    id uuid NOT NULL,
    case_id uuid NOT NULL,
    measured_on date NOT NULL,
    systolic double precision,
    diastolic double precision,
    CONSTRAINT pressure_readings_pkey PRIMARY KEY (id),
    CONSTRAINT pressure_readings_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id)
  )`,
  'CREATE INDEX pressure_readings_case_id_measured_on_idx ON pressure_readings (case_id, measured_on)',
  `CREATE TABLE lab_reports (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    patient_id uuid NOT NULL,
    content_type text NOT NULL,
    bytes integer NOT NULL,
    name_enc text NOT NULL,
    state text NOT NULL DEFAULT 'waiting',
    transcribed_by uuid,
    transcribed_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT lab_reports_pkey PRIMARY KEY (id),
    CONSTRAINT lab_reports_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
    CONSTRAINT lab_reports_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id),
    CONSTRAINT lab_reports_transcribed_by_fkey FOREIGN KEY (transcribed_by) REFERENCES users (id)
  )`,
  'CREATE INDEX lab_reports_patient_id_created_at_idx ON lab_reports (patient_id, created_at)',
  'CREATE INDEX lab_reports_org_id_created_at_idx ON lab_reports (org_id, created_at)',
  // In parts: a key rotation reads many values at once.
  `CREATE TABLE lab_report_parts (
    report_id uuid NOT NULL,
    n integer NOT NULL,
    data_enc text NOT NULL,
    CONSTRAINT lab_report_parts_pkey PRIMARY KEY (report_id, n),
    CONSTRAINT lab_report_parts_report_id_fkey FOREIGN KEY (report_id) REFERENCES lab_reports (id)
  )`,
] as const;

/** An order that was filled before fills were counted was dispensed once. */
const FIRST_DISPENSES = `INSERT INTO dispenses (id, org_id, patient_id, prescription_id, n, filled_on, quantity, days, source, created_at)
  SELECT gen_random_uuid(), x.org_id, x.patient_id, x.id, 1, (x.filled_at AT TIME ZONE o.timezone)::date, x.quantity, x.days_supply, 'staff', x.filled_at
  FROM prescriptions x JOIN organisations o ON o.id = x.org_id WHERE x.filled_at IS NOT NULL AND x.fills > 0`;

/** The newest pressure is an extra of the case; the ones before it are kept here. */
const PRESSURES = [
  `CREATE FUNCTION keep_pressure() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE measured date := COALESCE((NEW.extras->>'bp_on')::date, NEW.bp_recorded_on, CURRENT_DATE);
    BEGIN
      DELETE FROM pressure_readings WHERE case_id = NEW.id AND measured_on = measured;
      INSERT INTO pressure_readings (id, case_id, measured_on, systolic, diastolic)
        VALUES (gen_random_uuid(), NEW.id, measured, (NEW.extras->>'bp_systolic')::double precision, (NEW.extras->>'bp_diastolic')::double precision);
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER keep_pressure AFTER UPDATE OF extras ON cases FOR EACH ROW
    WHEN ((NEW.extras ? 'bp_systolic' OR NEW.extras ? 'bp_diastolic')
      AND (NEW.extras->'bp_systolic', NEW.extras->'bp_diastolic', NEW.extras->'bp_on')
        IS DISTINCT FROM (OLD.extras->'bp_systolic', OLD.extras->'bp_diastolic', OLD.extras->'bp_on'))
    EXECUTE FUNCTION keep_pressure()`,
  `INSERT INTO pressure_readings (id, case_id, measured_on, systolic, diastolic)
    SELECT gen_random_uuid(), c.id, COALESCE((c.extras->>'bp_on')::date, c.bp_recorded_on, c.updated_at::date),
      (c.extras->>'bp_systolic')::double precision, (c.extras->>'bp_diastolic')::double precision
    FROM cases c WHERE c.extras ? 'bp_systolic' OR c.extras ? 'bp_diastolic'`,
] as const;

/** Fills, requests for more, doses taken, pressures measured and reports sent in: what keeps a patient on treatment safely. */
export class CareOverTime1764110000000 implements MigrationInterface {
  name = 'CareOverTime1764110000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, FIRST_DISPENSES, ...PRESSURES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER keep_pressure ON cases');
    await runner.query('DROP FUNCTION keep_pressure');
    const tables = [
      'lab_report_parts',
      'lab_reports',
      'pressure_readings',
      'doses',
      'refill_requests',
      'dispenses',
    ];
    for (const table of tables) await runner.query(`DROP TABLE ${table}`);
  }
}
