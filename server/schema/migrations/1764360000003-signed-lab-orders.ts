import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A lab order keeps the name and NPI it was signed with. */
export class SignedLabOrders1764360000003 implements MigrationInterface {
  name = 'SignedLabOrders1764360000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_orders ADD signed_name text, ADD signed_npi text');
    await runner.query(
      `UPDATE lab_orders q SET signed_name = COALESCE(u.display_name, u.email), signed_npi = u.npi
        FROM users u WHERE u.id = q.ordered_by`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_orders DROP COLUMN signed_name, DROP COLUMN signed_npi');
  }
}
