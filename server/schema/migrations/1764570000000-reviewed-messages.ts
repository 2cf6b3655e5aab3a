import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a patient writes in more than everyday words counts until a clinician has reviewed it: opening it is not enough. */
export class ReviewedMessages1764570000000 implements MigrationInterface {
  name = 'ReviewedMessages1764570000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE messages ADD IF NOT EXISTS says_more boolean NOT NULL DEFAULT false, ADD IF NOT EXISTS reviewed_at timestamptz, ADD IF NOT EXISTS reviewed_by uuid REFERENCES users(id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE messages DROP COLUMN reviewed_by, DROP COLUMN reviewed_at, DROP COLUMN says_more',
    );
  }
}
