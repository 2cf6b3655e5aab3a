import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Single sign-on is tried before it can be required, and may trust a provider that does not say who verified an address. */
export class TriedConnections1764150000000 implements MigrationInterface {
  name = 'TriedConnections1764150000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sso_connections
      ADD trust_addresses boolean NOT NULL DEFAULT false,
      ADD tried_at timestamptz`);
    await runner.query('ALTER TABLE sso_logins ADD tried_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sso_logins DROP COLUMN tried_by');
    await runner.query('ALTER TABLE sso_connections DROP COLUMN trust_addresses, DROP COLUMN tried_at');
  }
}
