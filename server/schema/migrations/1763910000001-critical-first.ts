import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropIndexOnline, inBatches, indexOnline, together } from './online.js';

const WAITING = `NEW.waiting_since := CASE NEW.status
        WHEN 'monitoring' THEN NEW.next_review_on::timestamp AT TIME ZONE 'UTC'
        WHEN 'open' THEN CASE
          WHEN TG_OP = 'INSERT' THEN NEW.created_at
          WHEN OLD.status = 'open' THEN COALESCE(OLD.waiting_since, NEW.created_at)
          ELSE now() END
        END;`;
const waiting = (also: string): string =>
  `CREATE OR REPLACE FUNCTION case_list_waiting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      ${WAITING} ${also}
      RETURN NEW; END $$`;
const trigger = (columns: string): string =>
  `CREATE OR REPLACE TRIGGER case_list_waiting BEFORE INSERT OR UPDATE OF ${columns} ON cases FOR EACH ROW EXECUTE FUNCTION case_list_waiting()`;
const critical = (row: string): string =>
  `EXISTS (SELECT 1 FROM case_alerts x WHERE x.case_id = ${row}.id AND x.closed_at IS NULL AND x.severity = 'critical')`;
const ORDERS = { idx: '', desc_idx: ' DESC NULLS LAST' };

/** The worklist by urgency: cases with an open critical alert come first, as if they had waited a thousand years longer. */
export class CriticalFirst1763910000001 implements MigrationInterface {
  name = 'CriticalFirst1763910000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE cases ADD IF NOT EXISTS critical boolean NOT NULL DEFAULT false, ADD IF NOT EXISTS urgent_since timestamptz',
      waiting(`NEW.urgent_since := CASE WHEN NEW.critical AND NEW.status <> 'closed'
        THEN COALESCE(NEW.waiting_since, NEW.created_at) - interval '1000 years' END;`),
      trigger('status, next_review_on, critical'),
    );
    await together(
      runner,
      `CREATE OR REPLACE FUNCTION case_list_critical() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE cases c SET critical = NOT c.critical WHERE c.id = COALESCE(NEW.case_id, OLD.case_id) AND c.critical <> ${critical('c')};
      RETURN NULL; END $$`,
      'CREATE OR REPLACE TRIGGER case_list_critical AFTER INSERT OR UPDATE OR DELETE ON case_alerts FOR EACH ROW EXECUTE FUNCTION case_list_critical()',
    );
    const mark = { table: 'cases', todo: `critical <> ${critical('t')}`, set: 'critical = NOT critical' };
    await inBatches(runner, mark);
    for (const [name, order] of Object.entries(ORDERS)) {
      await indexOnline(
        runner,
        `cases_list_urgent_${name}`,
        `cases (org_id, (COALESCE(urgent_since, waiting_since))${order}, id)`,
      );
      await dropIndexOnline(runner, `cases_list_waiting_${name}`);
    }
    // The indexes waited for everybody who was closing an alert of a case that was being marked.
    await inBatches(runner, mark);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, order] of Object.entries(ORDERS)) {
      await runner.query(
        `CREATE INDEX cases_list_waiting_${name} ON cases (org_id, waiting_since${order}, id)`,
      );
      await runner.query(`DROP INDEX cases_list_urgent_${name}`);
    }
    await runner.query('DROP TRIGGER case_list_critical ON case_alerts');
    await runner.query('DROP FUNCTION case_list_critical()');
    await runner.query(waiting(''));
    await runner.query(trigger('status, next_review_on'));
    await runner.query('ALTER TABLE cases DROP COLUMN critical, DROP COLUMN urgent_since');
  }
}
