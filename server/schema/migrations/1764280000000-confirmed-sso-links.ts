import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** An account's own second step confirms a link; and the portal's own login cannot take the audit's head away. */
export class ConfirmedSsoLinks1764280000000 implements MigrationInterface {
  name = 'ConfirmedSsoLinks1764280000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE sso_links ADD COLUMN IF NOT EXISTS confirmed_at timestamptz',
      `DO $$ BEGIN
        IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'trt_app') THEN
          REVOKE DELETE, TRUNCATE ON audit_head FROM trt_app;
        END IF;
      END $$`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sso_links DROP COLUMN confirmed_at');
  }
}
