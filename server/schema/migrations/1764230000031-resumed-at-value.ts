import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The value at which therapy was resumed against a rule: a worse one holds it again. */
export class ResumedAtValue1764230000031 implements MigrationInterface {
  name = 'ResumedAtValue1764230000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE therapy_holds ADD ended_at_value double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE therapy_holds DROP COLUMN ended_at_value');
  }
}
