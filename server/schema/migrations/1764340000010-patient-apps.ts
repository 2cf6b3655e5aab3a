import type { MigrationInterface, QueryRunner } from 'typeorm';

const inOrg = `current_setting('trt.org', true) IN ('*', org_id::text)`;
const ofPatient = `current_setting('trt.patient', true) IN ('*', patient_id::text)`;
const wall = (condition: string): string => `CASE WHEN ${condition} THEN true ELSE false END`;

/** Which app it was is told to the patient, so that its name is within reach. */
const POLICIES: Readonly<Record<string, string>> = {
  patient_apps: wall(inOrg),
  app_grants: wall(`${inOrg} AND ${ofPatient}`),
  app_codes: wall(`${inOrg} AND ${ofPatient}`),
  app_tokens: wall(`${inOrg} AND ${ofPatient}`),
};

/** Apps that patients connect to their record. */
export class PatientApps1764340000010 implements MigrationInterface {
  name = 'PatientApps1764340000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE patient_apps (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      client_id text NOT NULL,
      name text NOT NULL,
      redirect_uris text[] NOT NULL,
      secret_hash bytea,
      created_by uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      removed_at timestamptz,
      removed_by uuid,
      CONSTRAINT patient_apps_pkey PRIMARY KEY (id),
      CONSTRAINT patient_apps_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
      CONSTRAINT patient_apps_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
      CONSTRAINT patient_apps_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id)
    )`);
    await runner.query('CREATE UNIQUE INDEX patient_apps_client_id_idx ON patient_apps (client_id)');
    await runner.query(
      'CREATE INDEX patient_apps_org_id_created_at_idx ON patient_apps (org_id, created_at)',
    );
    await runner.query(`CREATE TABLE app_grants (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      app_id uuid NOT NULL,
      patient_id uuid NOT NULL,
      user_id uuid NOT NULL,
      types text[] NOT NULL,
      scope text NOT NULL,
      offline boolean NOT NULL,
      session_epoch integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      last_used_at timestamptz,
      ended_at timestamptz,
      ended_because text,
      CONSTRAINT app_grants_pkey PRIMARY KEY (id),
      CONSTRAINT app_grants_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
      CONSTRAINT app_grants_app_id_fkey FOREIGN KEY (app_id) REFERENCES patient_apps(id),
      CONSTRAINT app_grants_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id),
      CONSTRAINT app_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
    )`);
    await runner.query(
      'CREATE INDEX app_grants_patient_id_created_at_idx ON app_grants (patient_id, created_at)',
    );
    await runner.query('CREATE INDEX app_grants_app_id_idx ON app_grants (app_id)');
    for (const [table, columns] of [
      ['app_codes', 'redirect_uri text NOT NULL, challenge text NOT NULL'],
      ['app_tokens', 'kind text NOT NULL'],
    ] as const) {
      const hash = table === 'app_codes' ? 'code_hash' : 'token_hash';
      await runner.query(`CREATE TABLE ${table} (
        ${hash} bytea NOT NULL,
        org_id uuid NOT NULL,
        patient_id uuid NOT NULL,
        grant_id uuid NOT NULL,
        ${columns},
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        CONSTRAINT ${table}_pkey PRIMARY KEY (${hash}),
        CONSTRAINT ${table}_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
        CONSTRAINT ${table}_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients(id),
        CONSTRAINT ${table}_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES app_grants(id)
      )`);
      await runner.query(`CREATE INDEX ${table}_patient_id_idx ON ${table} (patient_id)`);
      await runner.query(`CREATE INDEX ${table}_expires_at_idx ON ${table} (expires_at)`);
    }
    await runner.query('CREATE INDEX app_tokens_grant_id_idx ON app_tokens (grant_id)');
    for (const [table, policy] of Object.entries(POLICIES)) {
      await runner.query(`CREATE POLICY scope ON ${table} USING (${policy})`);
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(POLICIES).reverse()) await runner.query(`DROP TABLE ${table}`);
  }
}
