import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline } from './online.js';

/** Processes look every few seconds for sessions that another one ended. */
export class RevokedSessions1763620000000 implements MigrationInterface {
  name = 'RevokedSessions1763620000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexOnline(
      runner,
      'sessions_revoked_at_idx',
      'sessions (revoked_at) WHERE revoked_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_revoked_at_idx');
  }
}
