import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches, indexOnline, together } from './online.js';

/** Seven digits in the order of sign-up and their check digit by ISO 7064 MOD 11,10, as common/mrn.ts checks it. */
const NEXT_MRN = `CREATE OR REPLACE FUNCTION next_mrn() RETURNS text LANGUAGE plpgsql AS $$
  DECLARE digits text := lpad(nextval('patient_mrns')::text, 7, '0'); product int := 10; total int;
  BEGIN
    FOR i IN 1..7 LOOP
      total := (substr(digits, i, 1)::int + product) % 10;
      IF total = 0 THEN total := 10; END IF;
      product := (total * 2) % 11;
    END LOOP;
    RETURN digits || (11 - product) % 10;
  END $$`;

const words = (more: string): string => `CREATE OR REPLACE FUNCTION case_list_words(case_row cases)
  RETURNS TABLE (shown text, searched text) LANGUAGE sql STABLE AS $$
  SELECT COALESCE(p.full_name, u.email), lower(concat_ws(E'\\n', p.full_name, u.email, case_row.id, case_row.patient_id, case_row.case_number${more}))
  FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = case_row.patient_id $$`;
const PERSON_WITH_MRN = `lower(COALESCE(full_name, '') || E'\\n' || id::text || E'\\n' || mrn)`;

/** A short number for each patient that people can read out, write on a tube and type without a slip going unseen. */
export class MedicalRecordNumbers1764020000000 implements MigrationInterface {
  name = 'MedicalRecordNumbers1764020000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'CREATE SEQUENCE IF NOT EXISTS patient_mrns START 1000001 MAXVALUE 9999999',
      NEXT_MRN,
    );
    // The release before this one signs patients up without naming the column.
    await together(
      runner,
      'ALTER TABLE patients ADD IF NOT EXISTS mrn text',
      'ALTER TABLE patients ALTER COLUMN mrn SET DEFAULT next_mrn()',
    );
    await inBatches(runner, { table: 'patients', todo: 'mrn IS NULL', set: 'mrn = next_mrn()' });
    await indexOnline(runner, 'patients_mrn_idx', 'patients (mrn)', 'UNIQUE INDEX');
    await runner.query('ALTER TABLE patients ALTER COLUMN mrn SET NOT NULL');
    await indexOnline(
      runner,
      'patients_search_mrn_idx',
      `patients USING gin ((${PERSON_WITH_MRN}) gin_trgm_ops)`,
    );
    await indexOnline(runner, 'patients_by_full_name_dob', 'patients (lower(full_name), dob)');
    await together(runner, 'LOCK TABLE cases IN SHARE ROW EXCLUSIVE MODE', words(', p.mrn'));
    await inBatches(runner, {
      table: 'cases',
      todo: 'NOT EXISTS (SELECT 1 FROM case_list_words(t) w WHERE w.searched = t.list_search)',
      set: 'list_search = (SELECT w.searched FROM case_list_words(t) w)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(words(''));
    await runner.query('UPDATE cases t SET list_search = (SELECT w.searched FROM case_list_words(t) w)');
    for (const name of ['patients_by_full_name_dob', 'patients_search_mrn_idx', 'patients_mrn_idx'])
      await runner.query(`DROP INDEX ${name}`);
    await runner.query('ALTER TABLE patients DROP COLUMN mrn');
    await runner.query('DROP FUNCTION next_mrn()');
    await runner.query('DROP SEQUENCE patient_mrns');
  }
}
