import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A sign-in at a provider says whether the provider was told to authenticate the user again. */
export class AskedAgain1764560000001 implements MigrationInterface {
  name = 'AskedAgain1764560000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sso_logins ADD IF NOT EXISTS asked_again boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sso_logins DROP COLUMN asked_again');
  }
}
