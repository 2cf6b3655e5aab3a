import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How patients say they are doing between visits. */
export class CheckIns1763613000000 implements MigrationInterface {
  name = 'CheckIns1763613000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE check_ins (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      patient_id uuid NOT NULL,
      data_enc text NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT check_ins_pkey PRIMARY KEY (id),
      CONSTRAINT check_ins_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
      CONSTRAINT check_ins_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id)
    )`);
    await runner.query('CREATE INDEX check_ins_patient_id_at_idx ON check_ins (patient_id, at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE check_ins');
  }
}
