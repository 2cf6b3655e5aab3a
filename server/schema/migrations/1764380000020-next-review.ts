import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches, together } from './online.js';

const PLANNED = (row: string): string =>
  `(SELECT p.next_review_on FROM plans p WHERE p.case_id = ${row}.id AND p.lifecycle = 'approved')`;
const FLAGGED = `EXISTS (SELECT 1 FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'pending_review' AND p.flagged)`;
const TAKING = `(EXISTS (SELECT 1 FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'approved')
    AND NOT EXISTS (SELECT 1 FROM therapy_holds h WHERE h.case_id = c.id AND h.ended_at IS NULL AND h.by IS NOT NULL))`;
const PENDING = `EXISTS (SELECT 1 FROM plans p WHERE p.case_id = c.id AND p.lifecycle = 'pending_review')`;

const define = (name: string, found: string, work: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN
    PERFORM 1 FROM cases c WHERE ${found} FOR NO KEY UPDATE;
    UPDATE cases c SET ${work} WHERE ${found};
    RETURN NULL; END $$`;
const ITS_CASE = 'c.id = NEW.case_id';
const ITS_PATIENT = 'c.patient_id = COALESCE(NEW.patient_id, OLD.patient_id)';
const REVIEW = 'next_review_on = case_next_review(c.id)';
const onPlan = (review: string): string =>
  define(
    'case_list_on_plan',
    ITS_CASE,
    `${review}, pending_flagged = ${FLAGGED}, plan_waits = ${PENDING}, taking = ${TAKING}`,
  );

/** The next review of a case: its plan's, or the draw or the end of a hold that comes sooner. Each of them keeps it right. */
export class NextReview1764380000020 implements MigrationInterface {
  name = 'NextReview1764380000020';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `CREATE OR REPLACE FUNCTION case_next_review(its_id uuid) RETURNS date LANGUAGE sql STABLE AS $$
        SELECT LEAST(p.next_review_on,
          (SELECT l.due_on FROM public.lab_panels l WHERE l.patient_id = p.patient_id AND l.status = 'scheduled'),
          (SELECT min(h.until_on) FROM public.therapy_holds h WHERE h.case_id = p.case_id AND h.ended_at IS NULL))
        FROM public.plans p WHERE p.case_id = its_id AND p.lifecycle = 'approved' $$`,
    );
    await together(runner, onPlan(REVIEW));
    await together(runner, define('case_list_on_hold', ITS_CASE, `${REVIEW}, taking = ${TAKING}`));
    await together(
      runner,
      define(
        'case_list_on_draw',
        `${ITS_PATIENT} AND c.next_review_on IS DISTINCT FROM case_next_review(c.id)`,
        REVIEW,
      ),
      `CREATE OR REPLACE TRIGGER case_list_draw AFTER INSERT OR UPDATE OF due_on ON lab_panels
        FOR EACH ROW WHEN (NEW.status = 'scheduled') EXECUTE FUNCTION case_list_on_draw()`,
      `CREATE OR REPLACE TRIGGER case_list_no_draw AFTER DELETE ON lab_panels
        FOR EACH ROW WHEN (OLD.status = 'scheduled') EXECUTE FUNCTION case_list_on_draw()`,
    );
    await inBatches(runner, {
      table: 'cases',
      todo: 't.next_review_on IS DISTINCT FROM case_next_review(t.id)',
      set: 'next_review_on = case_next_review(t.id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER case_list_draw ON lab_panels');
    await runner.query('DROP TRIGGER case_list_no_draw ON lab_panels');
    await runner.query('DROP FUNCTION case_list_on_draw()');
    await runner.query(onPlan(`next_review_on = ${PLANNED('c')}`));
    await runner.query(define('case_list_on_hold', ITS_CASE, `taking = ${TAKING}`));
    await runner.query('DROP FUNCTION case_next_review(uuid)');
    await runner.query(
      `UPDATE cases t SET next_review_on = ${PLANNED('t')} WHERE next_review_on IS DISTINCT FROM ${PLANNED('t')}`,
    );
  }
}
