import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches, together } from './online.js';

const REVIEW = (row: string): string =>
  `(SELECT p.next_review_on FROM plans p WHERE p.case_id = ${row}.id AND p.lifecycle = 'approved')`;
const FLAGGED = (row: string): string =>
  `EXISTS (SELECT 1 FROM plans p WHERE p.case_id = ${row}.id AND p.lifecycle = 'pending_review' AND p.flagged)`;
const CRITICAL = (row: string): string =>
  `EXISTS (SELECT 1 FROM case_alerts x WHERE x.case_id = ${row}.id AND x.closed_at IS NULL AND x.severity = 'critical')`;
/** An alert that a clinician has acknowledged waits for its date, and counts again after it. */
const OPEN = `x.closed_at IS NULL AND x.acknowledged_at IS NULL`;
const RANK = `CASE x.severity WHEN 'critical' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END`;
const WORST = (row: string): string =>
  `COALESCE((SELECT max(${RANK}) FROM case_alerts x WHERE x.case_id = ${row}.id AND ${OPEN}), 0)::smallint`;
const WORST_SINCE = (row: string): string =>
  `(SELECT min(x.created_at) FROM case_alerts x WHERE x.case_id = ${row}.id AND ${OPEN} AND ${RANK} > 0 AND ${RANK} = ${WORST(row)})`;
/** On treatment, and no clinician has put it on hold: a rule's pause does not reach the medicine at home. */
const TAKING = (row: string): string =>
  `(EXISTS (SELECT 1 FROM plans p WHERE p.case_id = ${row}.id AND p.lifecycle = 'approved')
    AND NOT EXISTS (SELECT 1 FROM therapy_holds h WHERE h.case_id = ${row}.id AND h.ended_at IS NULL AND h.by IS NOT NULL))`;
const PENDING = (row: string): string =>
  `EXISTS (SELECT 1 FROM plans p WHERE p.case_id = ${row}.id AND p.lifecycle = 'pending_review')`;

const WAITING = `NEW.waiting_since := CASE NEW.status
        WHEN 'monitoring' THEN NEW.next_review_on::timestamp AT TIME ZONE 'UTC'
        WHEN 'open' THEN CASE
          WHEN TG_OP = 'INSERT' THEN NEW.created_at
          WHEN OLD.status = 'open' THEN COALESCE(OLD.waiting_since, NEW.created_at)
          ELSE now() END
        END;`;
/** Severity first, then who is still taking the medicine, then the age of the finding, then the wait: in years. */
const URGENT = `NEW.urgent_since := CASE WHEN NEW.status = 'closed' THEN NULL
        WHEN NEW.worst > 0 THEN COALESCE(NEW.worst_since, NEW.created_at)
          - make_interval(years => CASE WHEN NEW.worst = 2 THEN 3000 ELSE 1500 END + CASE WHEN NEW.taking THEN 750 ELSE 0 END)
        WHEN NEW.plan_waits THEN COALESCE(NEW.waiting_since, NEW.created_at) - interval '1000 years' END;`;
const OLD_URGENT = `NEW.urgent_since := CASE WHEN NEW.critical AND NEW.status <> 'closed'
        THEN COALESCE(NEW.waiting_since, NEW.created_at) - interval '1000 years' END;`;
const trigger = (columns: string): string =>
  `CREATE OR REPLACE TRIGGER case_list_waiting BEFORE INSERT OR UPDATE OF ${columns} ON cases FOR EACH ROW EXECUTE FUNCTION case_list_waiting()`;

const define = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`;
const locked = (row: string): string =>
  `PERFORM 1 FROM cases c WHERE c.id = ${row}.case_id FOR NO KEY UPDATE;`;

const ON_ALERT = `PERFORM 1 FROM cases c WHERE c.id = COALESCE(NEW.case_id, OLD.case_id) FOR NO KEY UPDATE;
      UPDATE cases c SET critical = ${CRITICAL('c')}, worst = ${WORST('c')}, worst_since = ${WORST_SINCE('c')}
      WHERE c.id = COALESCE(NEW.case_id, OLD.case_id) AND (c.critical, c.worst, c.worst_since)
        IS DISTINCT FROM (${CRITICAL('c')}, ${WORST('c')}, ${WORST_SINCE('c')});
      RETURN NULL;`;
const ON_PLAN = `${locked('NEW')}
      UPDATE cases c SET next_review_on = ${REVIEW('c')}, pending_flagged = ${FLAGGED('c')}, plan_waits = ${PENDING('c')}, taking = ${TAKING('c')}
      WHERE c.id = NEW.case_id; RETURN NULL;`;
const ON_HOLD = `${locked('NEW')}
      UPDATE cases c SET taking = ${TAKING('c')} WHERE c.id = NEW.case_id; RETURN NULL;`;
const OLD_ON_ALERT = `PERFORM 1 FROM cases c WHERE c.id = COALESCE(NEW.case_id, OLD.case_id) FOR NO KEY UPDATE;
      UPDATE cases c SET critical = NOT c.critical WHERE c.id = COALESCE(NEW.case_id, OLD.case_id) AND c.critical <> ${CRITICAL('c')};
      RETURN NULL;`;
const OLD_ON_PLAN = `${locked('NEW')}
      UPDATE cases c SET next_review_on = ${REVIEW('c')}, pending_flagged = ${FLAGGED('c')} WHERE c.id = NEW.case_id;
      RETURN NULL;`;

/**
 * The worklist by severity of the worst open finding, then by who is still taking the medicine, then by its age; a plan
 * that waits comes before what only has a date.
 */
export class WorstFirst1764000000001 implements MigrationInterface {
  name = 'WorstFirst1764000000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `ALTER TABLE cases ADD IF NOT EXISTS worst smallint NOT NULL DEFAULT 0, ADD IF NOT EXISTS worst_since timestamptz,
        ADD IF NOT EXISTS taking boolean NOT NULL DEFAULT false, ADD IF NOT EXISTS plan_waits boolean NOT NULL DEFAULT false`,
      define('case_list_waiting', `${WAITING} ${URGENT} RETURN NEW;`),
      trigger('status, next_review_on, critical, worst, worst_since, taking, plan_waits'),
    );
    await together(runner, define('case_list_critical', ON_ALERT));
    await together(runner, define('case_list_on_plan', ON_PLAN));
    await together(
      runner,
      define('case_list_on_hold', ON_HOLD),
      'CREATE OR REPLACE TRIGGER case_list_on_hold AFTER INSERT OR UPDATE ON therapy_holds FOR EACH ROW EXECUTE FUNCTION case_list_on_hold()',
    );
    await inBatches(runner, {
      table: 'cases',
      todo: `(t.worst, t.worst_since, t.taking, t.plan_waits) IS DISTINCT FROM (${WORST('t')}, ${WORST_SINCE('t')}, ${TAKING('t')}, ${PENDING('t')})`,
      set: `worst = ${WORST('t')}, worst_since = ${WORST_SINCE('t')}, taking = ${TAKING('t')}, plan_waits = ${PENDING('t')}`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER case_list_on_hold ON therapy_holds');
    await runner.query('DROP FUNCTION case_list_on_hold()');
    await runner.query(define('case_list_on_plan', OLD_ON_PLAN));
    await runner.query(define('case_list_critical', OLD_ON_ALERT));
    await runner.query(define('case_list_waiting', `${WAITING} ${OLD_URGENT} RETURN NEW;`));
    await runner.query(trigger('status, next_review_on, critical'));
    await runner.query(
      'ALTER TABLE cases DROP COLUMN worst, DROP COLUMN worst_since, DROP COLUMN taking, DROP COLUMN plan_waits',
    );
  }
}
