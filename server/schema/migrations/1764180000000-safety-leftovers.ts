import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOnline, together } from './online.js';

/** Messages that read as history, and what spoke against a treatment when it was ended. */
export class SafetyLeftovers1764180000000 implements MigrationInterface {
  name = 'SafetyLeftovers1764180000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE messages ADD IF NOT EXISTS reads_as_history boolean NOT NULL DEFAULT false',
    );
    await indexOnline(runner, 'messages_history', 'messages (thread_id) WHERE reads_as_history');
    await together(
      runner,
      `ALTER TABLE discontinuations ADD IF NOT EXISTS against text[] NOT NULL DEFAULT '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE discontinuations DROP COLUMN against');
    await runner.query('DROP INDEX messages_history');
    await runner.query('ALTER TABLE messages DROP COLUMN reads_as_history');
  }
}
