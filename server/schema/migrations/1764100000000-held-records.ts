import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropIndexOnline, indexOnline, together } from './online.js';

/** An account may have records that are kept apart besides its own one. */
export class HeldRecords1764100000000 implements MigrationInterface {
  name = 'HeldRecords1764100000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE patients ADD IF NOT EXISTS held_at timestamptz');
    await indexOnline(runner, 'patients_own_key', 'patients (user_id) WHERE held_at IS NULL', 'UNIQUE INDEX');
    await indexOnline(runner, 'patients_of_user_idx', 'patients (user_id)');
    await indexOnline(runner, 'patients_held_idx', 'patients (org_id, held_at) WHERE held_at IS NOT NULL');
    await dropIndexOnline(runner, 'patients_user_id_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE UNIQUE INDEX patients_user_id_idx ON patients (user_id)');
    await runner.query('DROP INDEX patients_own_key, patients_of_user_idx, patients_held_idx');
    await runner.query('ALTER TABLE patients DROP COLUMN held_at');
  }
}
