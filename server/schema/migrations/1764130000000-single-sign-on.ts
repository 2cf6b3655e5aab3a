import type { MigrationInterface, QueryRunner } from 'typeorm';

const key = (table: string, column: string, to: string): string =>
  `CONSTRAINT ${table}_${column}_fkey FOREIGN KEY (${column}) REFERENCES ${to}(id)`;

/** Staff sign in at the provider of their organization. */
export class SingleSignOn1764130000000 implements MigrationInterface {
  name = 'SingleSignOn1764130000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE sso_connections (
      org_id uuid NOT NULL,
      issuer text NOT NULL,
      client_id text NOT NULL,
      client_secret_enc text NOT NULL,
      required boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT sso_connections_pkey PRIMARY KEY (org_id),
      ${key('sso_connections', 'org_id', 'organisations')}
    )`);
    await runner.query(`CREATE TABLE sso_domains (
      domain text NOT NULL,
      org_id uuid NOT NULL,
      CONSTRAINT sso_domains_pkey PRIMARY KEY (domain),
      ${key('sso_domains', 'org_id', 'organisations')}
    )`);
    await runner.query('CREATE INDEX sso_domains_org_id_idx ON sso_domains (org_id)');
    await runner.query(`CREATE TABLE sso_links (
      org_id uuid NOT NULL,
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT sso_links_pkey PRIMARY KEY (org_id, issuer, subject),
      ${key('sso_links', 'org_id', 'organisations')},
      ${key('sso_links', 'user_id', 'users')}
    )`);
    await runner.query('CREATE UNIQUE INDEX sso_links_user_id_issuer_idx ON sso_links (user_id, issuer)');
    await runner.query(`CREATE TABLE sso_logins (
      id uuid NOT NULL,
      state_hash bytea NOT NULL,
      browser_hash bytea NOT NULL,
      nonce text NOT NULL,
      verifier_enc text NOT NULL,
      org_id uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      consumed_at timestamptz,
      session_id uuid,
      sign_out_enc text,
      CONSTRAINT sso_logins_pkey PRIMARY KEY (id),
      ${key('sso_logins', 'org_id', 'organisations')}
    )`);
    await runner.query('CREATE UNIQUE INDEX sso_logins_state_hash_idx ON sso_logins (state_hash)');
    await runner.query('CREATE INDEX sso_logins_session_id_idx ON sso_logins (session_id)');
    await runner.query('ALTER TABLE mfa_challenges ADD sso_login_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mfa_challenges DROP COLUMN sso_login_id');
    for (const table of ['sso_logins', 'sso_links', 'sso_domains', 'sso_connections'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
