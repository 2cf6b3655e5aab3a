import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the start of a therapy is only assumed, from the approval of its plan. */
export class FirstDose1764060000001 implements MigrationInterface {
  name = 'FirstDose1764060000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases ADD therapy_start_assumed boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases DROP COLUMN therapy_start_assumed');
  }
}
