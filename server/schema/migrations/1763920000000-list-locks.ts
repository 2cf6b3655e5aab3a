import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches } from './online.js';

const REVIEW = (row: string): string =>
  `(SELECT p.next_review_on FROM plans p WHERE p.case_id = ${row}.id AND p.lifecycle = 'approved')`;
const FLAGGED = (row: string): string =>
  `EXISTS (SELECT 1 FROM plans p WHERE p.case_id = ${row}.id AND p.lifecycle = 'pending_review' AND p.flagged)`;
const CRITICAL = (row: string): string =>
  `EXISTS (SELECT 1 FROM case_alerts x WHERE x.case_id = ${row}.id AND x.closed_at IS NULL AND x.severity = 'critical')`;
const ORDERED = (row: string): string =>
  `concat_ws(E'\\n', lower(${row}.drug), (SELECT c.list_search FROM cases c WHERE c.id = ${row}.case_id))`;
const HAS_CHANGED = `CASE TG_TABLE_NAME WHEN 'users' THEN p.user_id = NEW.id ELSE p.id = NEW.id END`;

/** What each trigger works out, and the rows it depends on. */
const KEPT: Readonly<Record<string, { locks: string; work: string }>> = {
  case_list_on_insert: {
    locks: 'FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = NEW.patient_id',
    work: `SELECT w.shown, w.searched INTO NEW.list_name, NEW.list_search FROM case_list_words(NEW) w; RETURN NEW;`,
  },
  case_list_on_person: {
    locks: `FROM cases c WHERE c.patient_id IN (SELECT p.id FROM patients p WHERE ${HAS_CHANGED}) ORDER BY c.id`,
    work: `UPDATE cases c SET list_name = w.shown, list_search = w.searched
      FROM cases d CROSS JOIN LATERAL case_list_words(d) w
      WHERE d.id = c.id AND c.patient_id IN (SELECT p.id FROM patients p WHERE ${HAS_CHANGED});
      RETURN NULL;`,
  },
  case_list_on_plan: {
    locks: 'FROM cases c WHERE c.id = NEW.case_id',
    work: `UPDATE cases c SET next_review_on = ${REVIEW('c')}, pending_flagged = ${FLAGGED('c')} WHERE c.id = NEW.case_id;
      RETURN NULL;`,
  },
  case_list_critical: {
    locks: 'FROM cases c WHERE c.id = COALESCE(NEW.case_id, OLD.case_id)',
    work: `UPDATE cases c SET critical = NOT c.critical
      WHERE c.id = COALESCE(NEW.case_id, OLD.case_id) AND c.critical <> ${CRITICAL('c')};
      RETURN NULL;`,
  },
  prescription_list_words: {
    locks: 'FROM cases c WHERE c.id = NEW.case_id',
    work: `NEW.list_search := ${ORDERED('NEW')}; RETURN NEW;`,
  },
};

/**
 * Two changes at the same moment, of a person's name and email, or of two alerts of one case: each saw the other's
 * value of before, and the last to write kept that. Now each waits for the other first, and a statement that begins
 * after the wait sees what was committed meanwhile.
 */
export class ListLocks1763920000000 implements MigrationInterface {
  name = 'ListLocks1763920000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, { locks, work }] of Object.entries(KEPT))
      await this.define(runner, name, `PERFORM 1 ${locks} FOR NO KEY UPDATE; ${work}`);
    // What was left wrong before.
    await inBatches(runner, {
      table: 'cases',
      todo: `NOT EXISTS (SELECT 1 FROM case_list_words(t) w WHERE w.shown = t.list_name AND w.searched = t.list_search)
        OR t.next_review_on IS DISTINCT FROM ${REVIEW('t')} OR t.pending_flagged <> ${FLAGGED('t')} OR t.critical <> ${CRITICAL('t')}`,
      set: `(list_name, list_search) = (SELECT w.shown, w.searched FROM case_list_words(t) w),
        next_review_on = ${REVIEW('t')}, pending_flagged = ${FLAGGED('t')}, critical = ${CRITICAL('t')}`,
    });
    await inBatches(runner, {
      table: 'prescriptions',
      todo: `list_search <> ${ORDERED('t')}`,
      set: 'drug = drug',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, { work }] of Object.entries(KEPT)) await this.define(runner, name, work);
  }

  private async define(runner: QueryRunner, name: string, body: string): Promise<void> {
    await runner.query(
      `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`,
    );
  }
}
