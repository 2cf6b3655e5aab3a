import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Programs of the organization, and the job that writes for them. */
const STAFF = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text) AND current_setting('trt.patient', true) = '*'
  THEN true ELSE false END`;
const OF_EXPORT = `CASE WHEN current_setting('trt.org', true) = '*' AND current_setting('trt.patient', true) = '*'
  OR EXISTS (SELECT 1 FROM fhir_exports e WHERE e.id = export_id) THEN true ELSE false END`;

/** Records written out for programs, for a day. */
export class FhirExports1764330000000 implements MigrationInterface {
  name = 'FhirExports1764330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE fhir_exports (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      key_id uuid NOT NULL,
      request text NOT NULL,
      types text[] NOT NULL,
      since timestamptz,
      patients integer NOT NULL DEFAULT 0,
      after_patient uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      expires_at timestamptz NOT NULL,
      CONSTRAINT fhir_exports_pkey PRIMARY KEY (id),
      CONSTRAINT fhir_exports_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
      CONSTRAINT fhir_exports_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
    )`);
    await runner.query(
      'CREATE INDEX fhir_exports_org_id_created_at_idx ON fhir_exports (org_id, created_at)',
    );
    await runner.query(`CREATE TABLE fhir_export_parts (
      export_id uuid NOT NULL,
      type text NOT NULL,
      n integer NOT NULL,
      resources integer NOT NULL,
      data_enc text NOT NULL,
      CONSTRAINT fhir_export_parts_pkey PRIMARY KEY (export_id, type, n),
      CONSTRAINT fhir_export_parts_export_id_fkey FOREIGN KEY (export_id) REFERENCES fhir_exports(id)
    )`);
    await runner.query(`CREATE POLICY scope ON fhir_exports USING (${STAFF})`);
    await runner.query(`CREATE POLICY scope ON fhir_export_parts USING (${OF_EXPORT})`);
    for (const table of ['fhir_exports', 'fhir_export_parts'])
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fhir_export_parts');
    await runner.query('DROP TABLE fhir_exports');
  }
}
