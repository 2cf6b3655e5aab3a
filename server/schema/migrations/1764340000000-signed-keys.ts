import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Programs of the organization, and the portal itself. */
const STAFF = `CASE WHEN current_setting('trt.org', true) IN ('*', org_id::text) AND current_setting('trt.patient', true) = '*'
  THEN true ELSE false END`;

/** Keys of programs that sign, and the tokens they get. */
export class SignedKeys1764340000000 implements MigrationInterface {
  name = 'SignedKeys1764340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE api_keys ALTER COLUMN secret_hash DROP NOT NULL, ADD COLUMN jwks jsonb, ADD COLUMN jwks_url text,
      ADD CONSTRAINT api_keys_one_proof CHECK (num_nonnulls(secret_hash, jwks, jwks_url) <= 1)`);
    await runner.query(`CREATE TABLE key_tokens (
      token_hash bytea NOT NULL,
      org_id uuid NOT NULL,
      key_id uuid NOT NULL,
      types text[],
      expires_at timestamptz NOT NULL,
      CONSTRAINT key_tokens_pkey PRIMARY KEY (token_hash),
      CONSTRAINT key_tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id),
      CONSTRAINT key_tokens_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
    )`);
    await runner.query('CREATE INDEX key_tokens_key_id_idx ON key_tokens (key_id)');
    await runner.query('CREATE INDEX key_tokens_expires_at_idx ON key_tokens (expires_at)');
    await runner.query(`CREATE TABLE key_assertions (
      key_id uuid NOT NULL,
      jti_hash bytea NOT NULL,
      org_id uuid NOT NULL,
      expires_at timestamptz NOT NULL,
      CONSTRAINT key_assertions_pkey PRIMARY KEY (key_id, jti_hash),
      CONSTRAINT key_assertions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
      CONSTRAINT key_assertions_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations(id)
    )`);
    await runner.query('CREATE INDEX key_assertions_expires_at_idx ON key_assertions (expires_at)');
    for (const table of ['key_tokens', 'key_assertions']) {
      await runner.query(`CREATE POLICY scope ON ${table} USING (${STAFF})`);
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE key_assertions');
    await runner.query('DROP TABLE key_tokens');
    await runner.query('DELETE FROM api_keys WHERE secret_hash IS NULL');
    await runner.query(`ALTER TABLE api_keys DROP CONSTRAINT api_keys_one_proof, DROP COLUMN jwks, DROP COLUMN jwks_url,
      ALTER COLUMN secret_hash SET NOT NULL`);
  }
}
