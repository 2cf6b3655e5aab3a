import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Processes look every few seconds for sessions that another one ended. */
export class RevokedSessions1763620000000 implements MigrationInterface {
  name = 'RevokedSessions1763620000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX sessions_revoked_at_idx ON sessions (revoked_at) WHERE revoked_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_revoked_at_idx');
  }
}
