import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Calls to a patient in an emergency; one deferred without a call waits for it again. */
export class EmergencyContacts1764220000001 implements MigrationInterface {
  name = 'EmergencyContacts1764220000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE case_alerts ADD IF NOT EXISTS contacts_enc text');
    await together(
      runner,
      `UPDATE case_alerts SET acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_action = NULL, recheck_on = NULL,
          acknowledged_note_enc = NULL
        WHERE closed_at IS NULL AND NOT by_rule AND acknowledged_at IS NOT NULL
          AND (rule_key = 'assistant_emergency' OR starts_with(rule_key, 'emergency_'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE case_alerts DROP COLUMN contacts_enc');
  }
}
