import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

const RESOLVED_BY = 'pdmp_checks_resolved_by_fkey';

/**
 * The pause of a rule beside that of a clinician, what a therapy was resumed against, what a plan was approved against, and
 * how a discrepancy of a monitoring program was resolved.
 */
export class StandingDecisions1764090000000 implements MigrationInterface {
  name = 'StandingDecisions1764090000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE therapy_holds ADD IF NOT EXISTS ended_against text',
      'CREATE UNIQUE INDEX IF NOT EXISTS therapy_holds_open_each ON therapy_holds (case_id, (by IS NULL)) WHERE ended_at IS NULL',
      'DROP INDEX IF EXISTS therapy_holds_open',
    );
    await together(runner, `ALTER TABLE plans ADD IF NOT EXISTS override_rules text[] NOT NULL DEFAULT '{}'`);
    await together(
      runner,
      `ALTER TABLE pdmp_checks ADD IF NOT EXISTS resolved_at timestamptz, ADD IF NOT EXISTS resolved_by uuid,
        ADD IF NOT EXISTS resolved_reason_enc text`,
      `ALTER TABLE pdmp_checks DROP CONSTRAINT IF EXISTS ${RESOLVED_BY}`,
      `ALTER TABLE pdmp_checks ADD CONSTRAINT ${RESOLVED_BY} FOREIGN KEY (resolved_by) REFERENCES users (id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE pdmp_checks DROP COLUMN resolved_at, DROP COLUMN resolved_by, DROP COLUMN resolved_reason_enc',
    );
    await runner.query('ALTER TABLE plans DROP COLUMN override_rules');
    // The earlier release knows one pause a case: that of the clinician.
    await runner.query(
      `UPDATE therapy_holds h SET ended_at = now() WHERE h.ended_at IS NULL AND h.by IS NULL
        AND EXISTS (SELECT 1 FROM therapy_holds o WHERE o.case_id = h.case_id AND o.ended_at IS NULL AND o.by IS NOT NULL)`,
    );
    await runner.query('DROP INDEX therapy_holds_open_each');
    await runner.query(
      'CREATE UNIQUE INDEX therapy_holds_open ON therapy_holds (case_id) WHERE ended_at IS NULL',
    );
    await runner.query('ALTER TABLE therapy_holds DROP COLUMN ended_against');
  }
}
