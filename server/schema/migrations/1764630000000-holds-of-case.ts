import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The holds of a case are read with each of its orders: nothing is taken in them. */
export class HoldsOfCase1764630000000 implements MigrationInterface {
  name = 'HoldsOfCase1764630000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX IF NOT EXISTS therapy_holds_case_id_idx ON therapy_holds (case_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX therapy_holds_case_id_idx');
  }
}
