import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has read which free texts of an intake, as they were. */
export class HistoryReviews1764010000000 implements MigrationInterface {
  name = 'HistoryReviews1764010000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE history_reviews (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      case_id uuid NOT NULL,
      fields_enc text NOT NULL,
      note_enc text,
      reviewed_by uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT history_reviews_pkey PRIMARY KEY (id),
      CONSTRAINT history_reviews_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
      CONSTRAINT history_reviews_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id),
      CONSTRAINT history_reviews_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users (id)
    )`);
    await runner.query(
      'CREATE INDEX history_reviews_case_id_created_at_idx ON history_reviews (case_id, created_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE history_reviews');
  }
}
