import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kind of vial an order is about. */
export class OrderVials1764060000002 implements MigrationInterface {
  name = 'OrderVials1764060000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE prescriptions ADD vial text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE prescriptions DROP COLUMN vial');
  }
}
