import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

const define = (recheck: string): string =>
  `CREATE OR REPLACE FUNCTION case_next_review(its_id uuid) RETURNS date LANGUAGE sql STABLE AS $$
    SELECT LEAST(p.next_review_on,
      (SELECT l.due_on FROM public.lab_panels l WHERE l.patient_id = p.patient_id AND l.status = 'scheduled'),
      (SELECT min(h.until_on) FROM public.therapy_holds h WHERE h.case_id = p.case_id AND h.ended_at IS NULL)${recheck})
    FROM public.plans p WHERE p.case_id = its_id AND p.lifecycle = 'approved' $$`;

/** The recheck of a raised blood pressure counts for the next review of a case, as a draw does. Judging a case sets it. */
export class PressureRecheck1764520000000 implements MigrationInterface {
  name = 'PressureRecheck1764520000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE cases ADD IF NOT EXISTS bp_recheck_on date');
    await together(
      runner,
      define(', (SELECT c.bp_recheck_on FROM public.cases c WHERE c.id = p.case_id)'),
      `CREATE OR REPLACE FUNCTION case_list_on_pressure() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN
        UPDATE cases c SET next_review_on = case_next_review(c.id) WHERE c.id = NEW.id;
        RETURN NULL; END $$`,
      `CREATE OR REPLACE TRIGGER case_list_pressure AFTER UPDATE OF bp_recheck_on ON cases
        FOR EACH ROW WHEN (OLD.bp_recheck_on IS DISTINCT FROM NEW.bp_recheck_on) EXECUTE FUNCTION case_list_on_pressure()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER case_list_pressure ON cases');
    await runner.query('DROP FUNCTION case_list_on_pressure()');
    await runner.query(define(''));
    await runner.query(
      'UPDATE cases c SET next_review_on = case_next_review(c.id) WHERE next_review_on IS DISTINCT FROM case_next_review(c.id)',
    );
    await runner.query('ALTER TABLE cases DROP COLUMN bp_recheck_on');
  }
}
