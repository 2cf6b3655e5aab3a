import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ends of treatments, with their reasons. */
export class Discontinuations1763600020000 implements MigrationInterface {
  name = 'Discontinuations1763600020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE discontinuations (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      case_id uuid NOT NULL,
      reason_code text NOT NULL,
      effective_on date NOT NULL,
      follow_up_labs boolean NOT NULL,
      note_enc text,
      decided_by uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT discontinuations_pkey PRIMARY KEY (id),
      CONSTRAINT discontinuations_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
      CONSTRAINT discontinuations_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id),
      CONSTRAINT discontinuations_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users (id)
    )`);
    await runner.query(
      'CREATE INDEX discontinuations_case_id_effective_on_idx ON discontinuations (case_id, effective_on)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE discontinuations');
  }
}
