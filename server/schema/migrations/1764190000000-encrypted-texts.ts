import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** By table: texts that were stored in clear. The server fills these columns and empties the old ones (`server/keys`). */
const COLUMNS = {
  cases: ['diagnosis_enc'],
  plans: ['flag_reason_enc', 'reason_enc', 'override_reason_enc', 'blood_draw_timing_enc'],
  plan_flags: ['text_enc', 'removed_reason_enc'],
  prescriptions: ['override_reason_enc', 'on_hold_reason_enc', 'ended_note_enc'],
  lab_panels: ['note_enc', 'specimen_enc'],
  case_alerts: ['evidence_enc'],
  pdmp_checks: ['delegate_of_enc', 'report_ref_enc'],
};

/** The old columns stay for one release: an earlier server reads and writes them. */
export class EncryptedTexts1764190000000 implements MigrationInterface {
  name = 'EncryptedTexts1764190000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS))
      await together(
        runner,
        `ALTER TABLE ${table} ${columns.map((column) => `ADD IF NOT EXISTS ${column} text`).join(', ')}`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS).reverse())
      await runner.query(
        `ALTER TABLE ${table} ${columns.map((column) => `DROP COLUMN ${column}`).join(', ')}`,
      );
  }
}
