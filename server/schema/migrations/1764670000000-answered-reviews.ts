import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who reviews what a patient wrote says whether it speaks against treatment; where it does, the words stay with the review. */
export class AnsweredReviews1764670000000 implements MigrationInterface {
  name = 'AnsweredReviews1764670000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messages ADD IF NOT EXISTS against_treatment boolean');
    await runner.query(
      'ALTER TABLE history_reviews ADD IF NOT EXISTS against_treatment boolean, ADD IF NOT EXISTS against_enc text',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE history_reviews DROP COLUMN against_enc, DROP COLUMN against_treatment');
    await runner.query('ALTER TABLE messages DROP COLUMN against_treatment');
  }
}
