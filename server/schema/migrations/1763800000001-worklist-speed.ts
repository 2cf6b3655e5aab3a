import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches, indexOnline, together } from './online.js';

/** On columns that exist already: created first, because the server that is still running uses them too. */
const LISTS: Readonly<Record<string, string>> = {
  prescriptions_list_idx: 'prescriptions (org_id, created_at DESC NULLS LAST, id)',
  prescriptions_list_waiting_idx: `prescriptions (org_id, created_at DESC NULLS LAST, id) WHERE status IN ('draft', 'submitted')`,
  prescriptions_list_in_use_idx: `prescriptions (org_id, created_at DESC NULLS LAST, id) INCLUDE (status, filled_at, approved_at, days_supply, refills)
    WHERE status IN ('accepted', 'filled') AND ended_reason IS NULL`,
  lab_panels_list_idx: 'lab_panels (org_id, collected_at DESC NULLS LAST, id)',
  lab_panels_list_asc_idx: 'lab_panels (org_id, collected_at, id)',
  lab_panels_list_unreviewed_idx: `lab_panels (org_id, collected_at, id) WHERE status = 'completed' AND reviewed_at IS NULL`,
  lab_panels_list_scheduled_idx: `lab_panels (org_id, due_on, id) WHERE status = 'scheduled'`,
};
/** On columns that this migration fills. */
const DERIVED: Readonly<Record<string, string>> = {
  prescriptions_list_search_idx: 'prescriptions USING gin (list_search gin_trgm_ops)',
  lab_panels_list_abnormal_idx: 'lab_panels (org_id, collected_at DESC NULLS LAST, id) WHERE abnormal',
};

const words = (searched: string): string => `CREATE OR REPLACE FUNCTION case_list_words(case_row cases)
  RETURNS TABLE (shown text, searched text) LANGUAGE sql STABLE AS $$
  SELECT COALESCE(p.full_name, u.email), ${searched}
  FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = case_row.patient_id $$`;
const SEARCHED = `concat_ws(E'\\n', p.full_name, u.email, case_row.id, case_row.patient_id, case_row.case_number)`;
const ordered = (row: string): string =>
  `concat_ws(E'\\n', lower(${row}.drug), (SELECT c.list_search FROM cases c WHERE c.id = ${row}.case_id))`;
const PERSON = `COALESCE(full_name, '') || E'\\n' || id::text`;

/**
 * Searches compare small letters with LIKE: ILIKE turns every row into small letters anew. Prescriptions and lab panels
 * carry what they are searched and filtered by; only triggers write it.
 */
export class WorklistSpeed1763800000001 implements MigrationInterface {
  name = 'WorklistSpeed1763800000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(LISTS)) await indexOnline(runner, name, columns);
    await this.smallLetters(runner);
    await this.prescriptions(runner);
    await this.labPanels(runner);
    for (const [name, columns] of Object.entries(DERIVED)) await indexOnline(runner, name, columns);
    await indexOnline(
      runner,
      'patients_search_small_idx',
      `patients USING gin (lower(${PERSON}) gin_trgm_ops)`,
    );
    await together(
      runner,
      'DROP INDEX patients_search_idx',
      'ALTER INDEX patients_search_small_idx RENAME TO patients_search_idx',
    );
  }

  private async smallLetters(runner: QueryRunner): Promise<void> {
    // Nobody is still writing capitals when the batches begin.
    await together(runner, 'LOCK TABLE cases IN SHARE ROW EXCLUSIVE MODE', words(`lower(${SEARCHED})`));
    await inBatches(runner, {
      table: 'cases',
      todo: 'NOT EXISTS (SELECT 1 FROM case_list_words(t) w WHERE w.searched = t.list_search)',
      set: 'list_search = (SELECT w.searched FROM case_list_words(t) w)',
    });
  }

  private async prescriptions(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `CREATE OR REPLACE FUNCTION prescription_list_on_case() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE prescriptions SET drug = drug WHERE case_id = NEW.id;
      RETURN NULL; END $$`,
      `CREATE OR REPLACE TRIGGER prescription_list_case AFTER UPDATE OF list_search ON cases FOR EACH ROW
        WHEN (OLD.list_search IS DISTINCT FROM NEW.list_search) EXECUTE FUNCTION prescription_list_on_case()`,
    );
    await together(
      runner,
      `ALTER TABLE prescriptions ADD IF NOT EXISTS list_search text NOT NULL DEFAULT ''`,
      `CREATE OR REPLACE FUNCTION prescription_list_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.list_search := ${ordered('NEW')};
      RETURN NEW; END $$`,
      'CREATE OR REPLACE TRIGGER prescription_list_words BEFORE INSERT OR UPDATE OF drug ON prescriptions FOR EACH ROW EXECUTE FUNCTION prescription_list_words()',
    );
    await inBatches(runner, {
      table: 'prescriptions',
      todo: `list_search <> ${ordered('t')}`,
      set: 'drug = drug',
    });
  }

  private async labPanels(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_panels ADD IF NOT EXISTS abnormal boolean NOT NULL DEFAULT false');
    await together(
      runner,
      `CREATE OR REPLACE FUNCTION lab_panel_flags() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE lab_panels SET abnormal = true
      WHERE NOT abnormal AND id IN (SELECT a.panel_id FROM added a WHERE a.flag <> 'normal');
      RETURN NULL; END $$`,
      'CREATE OR REPLACE TRIGGER lab_panel_flags AFTER INSERT ON lab_results REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION lab_panel_flags()',
    );
    await inBatches(runner, {
      table: 'lab_panels',
      todo: `NOT abnormal AND EXISTS (SELECT 1 FROM lab_results r WHERE r.panel_id = t.id AND r.flag <> 'normal')`,
      set: 'abnormal = true',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys({ ...LISTS, ...DERIVED })) await runner.query(`DROP INDEX ${name}`);
    await runner.query('DROP TRIGGER lab_panel_flags ON lab_results');
    await runner.query('ALTER TABLE lab_panels DROP COLUMN abnormal');
    await runner.query('DROP TRIGGER prescription_list_case ON cases');
    await runner.query('DROP TRIGGER prescription_list_words ON prescriptions');
    await runner.query('ALTER TABLE prescriptions DROP COLUMN list_search');
    for (const call of ['lab_panel_flags', 'prescription_list_on_case', 'prescription_list_words'])
      await runner.query(`DROP FUNCTION ${call}()`);
    await runner.query('DROP INDEX patients_search_idx');
    await runner.query(`CREATE INDEX patients_search_idx ON patients USING gin ((${PERSON}) gin_trgm_ops)`);
    await runner.query(words(SEARCHED));
  }
}
