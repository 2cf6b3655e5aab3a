import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys with which programs of an organization read its records. */
export class ApiKeys1764160000000 implements MigrationInterface {
  name = 'ApiKeys1764160000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE api_keys (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      public_id text NOT NULL,
      secret_hash bytea NOT NULL,
      name text NOT NULL,
      scopes text[] NOT NULL,
      created_by uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      last_used_at timestamptz,
      revoked_at timestamptz,
      revoked_by uuid,
      CONSTRAINT api_keys_pkey PRIMARY KEY (id),
      CONSTRAINT api_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
      CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
      CONSTRAINT api_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id)
    )`);
    await runner.query('CREATE UNIQUE INDEX api_keys_public_id_idx ON api_keys (public_id)');
    await runner.query('CREATE INDEX api_keys_org_id_created_at_idx ON api_keys (org_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
  }
}
