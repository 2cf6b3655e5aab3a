import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A message is marked to be reviewed until what it tells of a history was read, in the conversation or on the case. */
export class ReadHistories1764610000000 implements MigrationInterface {
  name = 'ReadHistories1764610000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messages ADD IF NOT EXISTS history_read_at timestamptz');
    // What a review of the case came after is not asked about again.
    await runner.query(`UPDATE messages m SET history_read_at = h.created_at
      FROM message_threads t JOIN cases c ON c.patient_id = t.patient_id
        JOIN (SELECT case_id, max(created_at) AS created_at FROM history_reviews GROUP BY case_id) h ON h.case_id = c.id
      WHERE t.id = m.thread_id AND m.reads_as_history AND m.sent_at < h.created_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messages DROP COLUMN history_read_at');
  }
}
