import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches, indexOnline, together } from './online.js';

/**
 * Since when a case waits for a provider: an open one since it was opened (again), a treated one from its review on.
 * The order of urgency of the worklist, kept in the case by a trigger and read from an index in both directions.
 */
export class CaseUrgency1763800000000 implements MigrationInterface {
  name = 'CaseUrgency1763800000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE cases ADD IF NOT EXISTS waiting_since timestamptz',
      `CREATE OR REPLACE FUNCTION case_list_waiting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.waiting_since := CASE NEW.status
        WHEN 'monitoring' THEN NEW.next_review_on::timestamp AT TIME ZONE 'UTC'
        WHEN 'open' THEN CASE
          WHEN TG_OP = 'INSERT' THEN NEW.created_at
          WHEN OLD.status = 'open' THEN COALESCE(OLD.waiting_since, NEW.created_at)
          ELSE now() END
        END;
      RETURN NEW; END $$`,
      'CREATE OR REPLACE TRIGGER case_list_waiting BEFORE INSERT OR UPDATE OF status, next_review_on ON cases FOR EACH ROW EXECUTE FUNCTION case_list_waiting()',
    );
    await inBatches(runner, {
      table: 'cases',
      todo: `waiting_since IS DISTINCT FROM CASE status WHEN 'monitoring' THEN next_review_on::timestamp AT TIME ZONE 'UTC'
        WHEN 'open' THEN COALESCE(waiting_since, created_at) END`,
      set: 'status = status',
    });
    await indexOnline(runner, 'cases_list_waiting_idx', 'cases (org_id, waiting_since, id)');
    await indexOnline(
      runner,
      'cases_list_waiting_desc_idx',
      'cases (org_id, waiting_since DESC NULLS LAST, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER case_list_waiting ON cases');
    await runner.query('DROP FUNCTION case_list_waiting()');
    await runner.query('ALTER TABLE cases DROP COLUMN waiting_since');
  }
}
