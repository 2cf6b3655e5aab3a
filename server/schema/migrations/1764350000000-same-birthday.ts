import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline } from './online.js';

/** Each order asks whether the same person has another record. */
export class SameBirthday1764350000000 implements MigrationInterface {
  name = 'SameBirthday1764350000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexOnline(runner, 'patients_org_id_dob_idx', 'patients (org_id, dob)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX patients_org_id_dob_idx');
  }
}
