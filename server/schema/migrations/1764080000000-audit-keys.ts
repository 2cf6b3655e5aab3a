import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline, together } from './online.js';

/** Each event is one of a kind, links are keyed, and one signed row says where the chain ends. */
export class AuditKeys1764080000000 implements MigrationInterface {
  name = 'AuditKeys1764080000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, 'ALTER TABLE audit_events ADD IF NOT EXISTS nonce uuid');
    await together(runner, 'ALTER TABLE audit_chain ADD IF NOT EXISTS keyed boolean NOT NULL DEFAULT false');
    await together(
      runner,
      `CREATE TABLE IF NOT EXISTS audit_head (
        id boolean NOT NULL DEFAULT true,
        position bigint NOT NULL,
        hash bytea NOT NULL,
        mac bytea NOT NULL,
        CONSTRAINT audit_head_pkey PRIMARY KEY (id),
        CONSTRAINT audit_head_one CHECK (id)
      )`,
    );
    await indexOnline(runner, 'audit_events_nonce_idx', 'audit_events (nonce)', 'UNIQUE INDEX');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_head');
    await runner.query('ALTER TABLE audit_chain DROP COLUMN keyed');
    await runner.query('ALTER TABLE audit_events DROP COLUMN nonce');
  }
}
