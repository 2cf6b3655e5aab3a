import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counters of the limits, and passkey registrations that wait for their answer. */
export class AccountsLimits1763600100000 implements MigrationInterface {
  name = 'AccountsLimits1763600100000';

  private readonly statements = [
    `CREATE UNLOGGED TABLE rate_limits (
      "key" text NOT NULL,
      "count" integer NOT NULL,
      blocked_until timestamptz,
      expires_at timestamptz NOT NULL,
      CONSTRAINT rate_limits_pkey PRIMARY KEY ("key")
    )`,
    `CREATE INDEX rate_limits_expires_at_idx ON rate_limits (expires_at)`,
    `CREATE TABLE passkey_registrations (
      session_id uuid NOT NULL,
      challenge text NOT NULL,
      expires_at timestamptz NOT NULL,
      CONSTRAINT passkey_registrations_pkey PRIMARY KEY (session_id)
    )`,
  ];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE passkey_registrations, rate_limits');
  }
}
