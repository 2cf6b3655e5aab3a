import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Alerts whose words meant something else: they stay on the case for some days. */
export class MisreadAlerts1764310000000 implements MigrationInterface {
  name = 'MisreadAlerts1764310000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE case_alerts ADD IF NOT EXISTS misread boolean NOT NULL DEFAULT false',
    );
    await together(
      runner,
      `UPDATE case_alerts SET misread = true WHERE closed_at > now() - interval '8 days' AND NOT by_rule AND contacts_enc IS NULL
        AND acknowledged_action = 'handled' AND starts_with(rule_key, 'emergency_')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE case_alerts DROP COLUMN misread');
  }
}
