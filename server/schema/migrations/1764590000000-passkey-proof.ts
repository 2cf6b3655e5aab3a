import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A signed-in user proves their identity again with a passkey. */
export class PasskeyProof1764590000000 implements MigrationInterface {
  name = 'PasskeyProof1764590000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE sessions ADD IF NOT EXISTS passkey_challenge text, ADD IF NOT EXISTS passkey_challenge_until timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE sessions DROP COLUMN passkey_challenge_until, DROP COLUMN passkey_challenge',
    );
  }
}
