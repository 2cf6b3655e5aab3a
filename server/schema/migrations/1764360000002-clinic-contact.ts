import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How patients and laboratories reach a clinic. */
export class ClinicContact1764360000002 implements MigrationInterface {
  name = 'ClinicContact1764360000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organisations ADD phone text, ADD address text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organisations DROP COLUMN phone, DROP COLUMN address');
  }
}
