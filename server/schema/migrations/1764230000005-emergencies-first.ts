import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches, indexOnline, together } from './online.js';

const WAITING = `NEW.waiting_since := CASE NEW.status
        WHEN 'monitoring' THEN NEW.next_review_on::timestamp AT TIME ZONE 'UTC'
        WHEN 'open' THEN CASE
          WHEN TG_OP = 'INSERT' THEN NEW.created_at
          WHEN OLD.status = 'open' THEN COALESCE(OLD.waiting_since, NEW.created_at)
          ELSE now() END
        END;`;
const urgent = (calm: string): string => `NEW.urgent_since := CASE WHEN ${calm} THEN NULL
        WHEN NEW.worst > 0 THEN COALESCE(NEW.worst_since, NEW.created_at)
          - make_interval(years => CASE WHEN NEW.worst = 2 THEN 3000 ELSE 1500 END
            + NEW.worst_urgency * 300 + CASE WHEN NEW.taking THEN 150 ELSE 0 END)
        WHEN NEW.plan_waits THEN COALESCE(NEW.waiting_since, NEW.created_at) - interval '1000 years' END;`;
const define = (calm: string): string =>
  `CREATE OR REPLACE FUNCTION case_list_waiting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
    AS $$ BEGIN ${WAITING} ${urgent(calm)} RETURN NEW; END $$`;
const EMERGENCY = `NOT t.by_rule AND (t.rule_key = 'assistant_emergency' OR starts_with(t.rule_key, 'emergency_'))`;

/** An open emergency stands before every other alert of the worklist, and in a closed case too. */
export class EmergenciesFirst1764230000005 implements MigrationInterface {
  name = 'EmergenciesFirst1764230000005';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, define(`NEW.status = 'closed' AND NEW.worst_urgency < 3`));
    // The trigger of the alerts brings their cases along.
    await inBatches(runner, {
      table: 'case_alerts',
      todo: `t.closed_at IS NULL AND ${EMERGENCY} AND t.urgency <> 3`,
      set: 'urgency = 3',
    });
    await indexOnline(runner, 'cases_emergency_idx', 'cases (org_id) WHERE worst_urgency = 3');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX cases_emergency_idx');
    await runner.query(define(`NEW.status = 'closed'`));
    await runner.query(`UPDATE case_alerts SET urgency = 2 WHERE urgency = 3`);
  }
}
