import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches, indexOnline, together, type Change } from './online.js';

const SORTED = ['lower(list_name)', 'status', 'created_at', 'updated_at', 'next_review_on'];
const NAMES = ['name', 'status', 'created', 'updated', 'review'];

const REVIEW = `(SELECT p.next_review_on FROM plans p WHERE p.case_id = t.id AND p.lifecycle = 'approved')`;
const FLAGGED = `EXISTS (SELECT 1 FROM plans p WHERE p.case_id = t.id AND p.lifecycle = 'pending_review' AND p.flagged)`;
const FILL: Change = {
  table: 'cases',
  todo: `NOT EXISTS (SELECT 1 FROM case_list_words(t) w WHERE w.shown = t.list_name AND w.searched = t.list_search)
    OR t.next_review_on IS DISTINCT FROM ${REVIEW} OR t.pending_flagged <> ${FLAGGED}`,
  set: `(list_name, list_search) = (SELECT w.shown, w.searched FROM case_list_words(t) w),
    next_review_on = ${REVIEW}, pending_flagged = ${FLAGGED}`,
};

/**
 * What the worklist of cases is searched, filtered and sorted by, kept in the case by triggers, so that every order is
 * read from an index. Only the triggers write these columns.
 */
export class CaseWorklist1763640000000 implements MigrationInterface {
  name = 'CaseWorklist1763640000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await this.keep(runner);
    await inBatches(runner, FILL);
    await indexOnline(runner, 'cases_list_search_idx', 'cases USING gin (list_search gin_trgm_ops)');
    await indexOnline(
      runner,
      'cases_list_flagged_idx',
      'cases (org_id, created_at, id) WHERE pending_flagged',
    );
    for (const [i, sorted] of SORTED.entries()) {
      if (sorted !== 'created_at')
        await indexOnline(runner, `cases_list_${NAMES[i]}_idx`, `cases (org_id, ${sorted}, id)`);
      await indexOnline(
        runner,
        `cases_list_${NAMES[i]}_desc_idx`,
        `cases (org_id, ${sorted} DESC NULLS LAST, id)`,
      );
    }
  }

  private async keep(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `ALTER TABLE cases ADD IF NOT EXISTS list_name text NOT NULL DEFAULT '', ADD IF NOT EXISTS list_search text NOT NULL DEFAULT '',
      ADD IF NOT EXISTS next_review_on date, ADD IF NOT EXISTS pending_flagged boolean NOT NULL DEFAULT false`,
      `CREATE OR REPLACE FUNCTION case_list_words(case_row cases) RETURNS TABLE (shown text, searched text) LANGUAGE sql STABLE AS $$
      SELECT COALESCE(p.full_name, u.email),
        concat_ws(E'\\n', p.full_name, u.email, case_row.id, case_row.patient_id, case_row.case_number)
      FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = case_row.patient_id $$`,
      `CREATE OR REPLACE FUNCTION case_list_on_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      SELECT w.shown, w.searched INTO NEW.list_name, NEW.list_search FROM case_list_words(NEW) w;
      RETURN NEW; END $$`,
      'CREATE OR REPLACE TRIGGER case_list_insert BEFORE INSERT ON cases FOR EACH ROW EXECUTE FUNCTION case_list_on_insert()',
    );
    await runner.query(`CREATE OR REPLACE FUNCTION case_list_on_person() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE cases c SET list_name = w.shown, list_search = w.searched
      FROM cases d CROSS JOIN LATERAL case_list_words(d) w
      WHERE d.id = c.id AND c.patient_id IN (
        SELECT p.id FROM patients p WHERE CASE TG_TABLE_NAME WHEN 'users' THEN p.user_id = NEW.id ELSE p.id = NEW.id END);
      RETURN NULL; END $$`);
    await runner.query(
      'CREATE OR REPLACE TRIGGER case_list_patient AFTER UPDATE OF full_name ON patients FOR EACH ROW EXECUTE FUNCTION case_list_on_person()',
    );
    await runner.query(
      'CREATE OR REPLACE TRIGGER case_list_user AFTER UPDATE OF email ON users FOR EACH ROW EXECUTE FUNCTION case_list_on_person()',
    );
    await runner.query(`CREATE OR REPLACE FUNCTION case_list_on_plan() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE cases c SET
        next_review_on = (SELECT p.next_review_on FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'approved'),
        pending_flagged = EXISTS (SELECT 1 FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'pending_review' AND p.flagged)
      WHERE c.id = NEW.case_id;
      RETURN NULL; END $$`);
    await runner.query(
      'CREATE OR REPLACE TRIGGER case_list_plan AFTER INSERT OR UPDATE OF lifecycle, next_review_on, flagged ON plans FOR EACH ROW EXECUTE FUNCTION case_list_on_plan()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [trigger, table] of [
      ['plan', 'plans'],
      ['user', 'users'],
      ['patient', 'patients'],
      ['insert', 'cases'],
    ])
      await runner.query(`DROP TRIGGER case_list_${trigger} ON ${table}`);
    for (const call of ['on_plan()', 'on_person()', 'on_insert()', 'words(cases)'])
      await runner.query(`DROP FUNCTION case_list_${call}`);
    // The others go with their columns.
    for (const name of ['status', 'status_desc', 'created_desc', 'updated', 'updated_desc'])
      await runner.query(`DROP INDEX cases_list_${name}_idx`);
    await runner.query(
      'ALTER TABLE cases DROP COLUMN pending_flagged, DROP COLUMN next_review_on, DROP COLUMN list_search, DROP COLUMN list_name',
    );
  }
}
