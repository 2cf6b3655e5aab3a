import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Single sign-on is trusted as long as who set it last is an administrator. */
export class SsoSetBy1764580000000 implements MigrationInterface {
  name = 'SsoSetBy1764580000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE sso_connections ADD IF NOT EXISTS set_by uuid REFERENCES users(id), ADD IF NOT EXISTS paused_at timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sso_connections DROP COLUMN paused_at, DROP COLUMN set_by');
  }
}
