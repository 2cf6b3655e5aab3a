import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A provider's reply reviews what a provider has seen, not what an administrator has opened. */
export class SeenByProviders1764605000000 implements MigrationInterface {
  name = 'SeenByProviders1764605000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messages ADD IF NOT EXISTS provider_saw_at timestamptz');
    // What staff had opened before is not asked about again.
    await runner.query(
      "UPDATE messages SET provider_saw_at = read_at WHERE sender = 'patient' AND read_at IS NOT NULL",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messages DROP COLUMN provider_saw_at');
  }
}
