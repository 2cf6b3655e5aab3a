import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refill request keeps who asked for labs or a visit, when, and the visit that was held. */
export class RefillAsks1764600000001 implements MigrationInterface {
  name = 'RefillAsks1764600000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE refill_requests ADD IF NOT EXISTS labs_asked_at timestamptz,
      ADD IF NOT EXISTS labs_asked_by uuid REFERENCES users(id), ADD IF NOT EXISTS visit_asked_at timestamptz,
      ADD IF NOT EXISTS visit_asked_by uuid REFERENCES users(id), ADD IF NOT EXISTS visit_on date`);
    await runner.query(
      `UPDATE refill_requests SET labs_asked_at = decided_at, labs_asked_by = decided_by WHERE state = 'needs_labs'`,
    );
    await runner.query(
      `UPDATE refill_requests SET visit_asked_at = decided_at, visit_asked_by = decided_by WHERE state = 'needs_visit'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE refill_requests DROP COLUMN labs_asked_at, DROP COLUMN labs_asked_by, DROP COLUMN visit_asked_at,
      DROP COLUMN visit_asked_by, DROP COLUMN visit_on`);
  }
}
