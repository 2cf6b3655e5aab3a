import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What patients answer between two intakes. */
export class SafetyChecks1764060000000 implements MigrationInterface {
  name = 'SafetyChecks1764060000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE safety_checks (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      patient_id uuid NOT NULL,
      data_enc text NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT safety_checks_pkey PRIMARY KEY (id),
      CONSTRAINT safety_checks_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
      CONSTRAINT safety_checks_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id)
    )`);
    await runner.query('CREATE INDEX safety_checks_patient_id_at_idx ON safety_checks (patient_id, at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE safety_checks');
  }
}
