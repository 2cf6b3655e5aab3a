import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Panels whose values are changed in one transaction. */
const BATCH = 200;

/** Everything passes a setting of `*`; one that is missing or empty lets nothing pass. The CASE is the planner's estimate. */
const isIn = (setting: string, column: string): string =>
  `current_setting('trt.${setting}', true) IN ('*', ${column}::text)`;
const scope = (reach: string): string[] => [
  'DROP POLICY scope ON lab_results',
  `CREATE POLICY scope ON lab_results USING (CASE WHEN ${reach} THEN true ELSE false END)`,
];

/** A trigger function sees the tables as their owner. */
const asOwner = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN ${body} END $$`;

/**
 * Each lab value carries the organization and the patient of its panel, and has the wall of other tables. Only triggers write
 * the copies. docs/decisions/0012-row-level-security.md
 */
export class LabResultWalls1764260000000 implements MigrationInterface {
  name = 'LabResultWalls1764260000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      'ALTER TABLE lab_results ADD IF NOT EXISTS org_id uuid, ADD IF NOT EXISTS patient_id uuid',
      asOwner(
        'lab_result_owner',
        `SELECT l.org_id, l.patient_id INTO NEW.org_id, NEW.patient_id FROM lab_panels l WHERE l.id = NEW.panel_id;
        RETURN NEW;`,
      ),
      `CREATE OR REPLACE TRIGGER lab_result_owner BEFORE INSERT OR UPDATE OF panel_id, org_id, patient_id ON lab_results
        FOR EACH ROW EXECUTE FUNCTION lab_result_owner()`,
    );
    await together(
      runner,
      asOwner(
        'lab_panel_owner',
        'UPDATE lab_results SET panel_id = panel_id WHERE panel_id = NEW.id; RETURN NULL;',
      ),
      `CREATE OR REPLACE TRIGGER lab_panel_owner AFTER UPDATE OF org_id, patient_id ON lab_panels FOR EACH ROW
        WHEN (OLD.org_id <> NEW.org_id OR OLD.patient_id <> NEW.patient_id) EXECUTE FUNCTION lab_panel_owner()`,
    );
    await this.copyOwners(runner);
    await together(
      runner,
      'ALTER TABLE lab_results DROP CONSTRAINT IF EXISTS lab_results_owned',
      'ALTER TABLE lab_results ADD CONSTRAINT lab_results_owned CHECK (org_id IS NOT NULL AND patient_id IS NOT NULL) NOT VALID',
    );
    await together(runner, 'ALTER TABLE lab_results VALIDATE CONSTRAINT lab_results_owned');
    await together(
      runner,
      // One after the other: with the constraint in place, no row is looked at again.
      'ALTER TABLE lab_results ALTER org_id SET NOT NULL, ALTER patient_id SET NOT NULL',
      'ALTER TABLE lab_results DROP CONSTRAINT lab_results_owned',
      ...scope(`${isIn('org', 'org_id')} AND ${isIn('patient', 'patient_id')}`),
    );
  }

  /** Panel by panel in the order of their key, so that no value is looked at twice. */
  private async copyOwners(runner: QueryRunner): Promise<void> {
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const panels: { id: string }[] = await runner.query(
        `SELECT id FROM lab_panels WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
        [last],
      );
      if (!panels.length) return;
      await runner.query(
        'UPDATE lab_results SET panel_id = panel_id WHERE panel_id = ANY($1) AND org_id IS NULL',
        [panels.map(({ id }) => id)],
      );
      last = panels.at(-1)!.id;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of scope(
      `current_setting('trt.patient', true) = '*' OR reaches_lab_panels(panel_id)`,
    ))
      await runner.query(statement);
    await runner.query('DROP TRIGGER lab_panel_owner ON lab_panels');
    await runner.query('DROP TRIGGER lab_result_owner ON lab_results');
    await runner.query('ALTER TABLE lab_results DROP COLUMN org_id, DROP COLUMN patient_id');
    for (const name of ['lab_panel_owner', 'lab_result_owner']) await runner.query(`DROP FUNCTION ${name}()`);
  }
}
