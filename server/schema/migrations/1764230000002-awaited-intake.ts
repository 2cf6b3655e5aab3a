import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Cases that opened for an emergency before the patient submitted an intake. */
export class AwaitedIntake1764230000002 implements MigrationInterface {
  name = 'AwaitedIntake1764230000002';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE cases ADD IF NOT EXISTS awaits_intake boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases DROP COLUMN awaits_intake');
  }
}
