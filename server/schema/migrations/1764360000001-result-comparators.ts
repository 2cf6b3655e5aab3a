import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A laboratory's "<0.1" is kept with its sign. */
export class ResultComparators1764360000001 implements MigrationInterface {
  name = 'ResultComparators1764360000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_results ADD comparator text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lab_results DROP COLUMN comparator');
  }
}
