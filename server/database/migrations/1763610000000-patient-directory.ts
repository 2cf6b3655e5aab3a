import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the directory lists and sorts by, kept beside the patient, and the index its search uses. */
export class PatientDirectory1763610000000 implements MigrationInterface {
  name = 'PatientDirectory1763610000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query('ALTER TABLE patients ADD weight_enc text');
    await runner.query('ALTER TABLE patients ADD last_visit_at timestamptz');
    await runner.query('ALTER TABLE patients ADD last_visit_status text');
    await runner.query(
      `CREATE INDEX patients_search_idx ON patients USING gin ((COALESCE(full_name, '') || E'\\n' || id::text) gin_trgm_ops)`,
    );
    await runner.query('CREATE INDEX patients_by_name ON patients (org_id, lower(full_name), id)');
    await runner.query('CREATE INDEX patients_by_dob ON patients (org_id, dob, id)');
    await runner.query(
      'CREATE INDEX patients_by_last_visit ON patients (org_id, last_visit_at DESC NULLS LAST, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['last_visit', 'dob', 'name']) await runner.query(`DROP INDEX patients_by_${index}`);
    await runner.query('DROP INDEX patients_search_idx');
    await runner.query('ALTER TABLE patients DROP COLUMN last_visit_status');
    await runner.query('ALTER TABLE patients DROP COLUMN last_visit_at');
    await runner.query('ALTER TABLE patients DROP COLUMN weight_enc');
  }
}
