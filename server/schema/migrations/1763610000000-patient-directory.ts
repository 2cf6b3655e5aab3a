import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline } from './online.js';

const INDEXES: Readonly<Record<string, string>> = {
  patients_search_idx: `USING gin ((COALESCE(full_name, '') || E'\\n' || id::text) gin_trgm_ops)`,
  patients_by_name: '(org_id, lower(full_name), id)',
  patients_by_dob: '(org_id, dob, id)',
  patients_by_last_visit: '(org_id, last_visit_at DESC NULLS LAST, id)',
};

/** What the directory lists and sorts by, kept beside the patient, and the index its search uses. */
export class PatientDirectory1763610000000 implements MigrationInterface {
  name = 'PatientDirectory1763610000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query(`ALTER TABLE patients ADD IF NOT EXISTS weight_enc text, ADD IF NOT EXISTS last_visit_at timestamptz,
      ADD IF NOT EXISTS last_visit_status text`);
    for (const [name, columns] of Object.entries(INDEXES))
      await indexOnline(runner, name, `patients ${columns}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
    await runner.query('ALTER TABLE patients DROP COLUMN last_visit_status');
    await runner.query('ALTER TABLE patients DROP COLUMN last_visit_at');
    await runner.query('ALTER TABLE patients DROP COLUMN weight_enc');
  }
}
