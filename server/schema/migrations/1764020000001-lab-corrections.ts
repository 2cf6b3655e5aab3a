import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches, indexOnline, together } from './online.js';

/** The limits of this day; a panel is marked by the server whenever its values change. */
const CRITICAL: Readonly<Record<string, readonly [low: number | null, high: number | null]>> = {
  hct_percent: [21, 54],
  hgb_g_dl: [7, 20],
  sodium_mmol_l: [120, 160],
  potassium_mmol_l: [2.5, 6],
  calcium_mg_dl: [6.5, 13],
  glucose_mg_dl: [50, 400],
  bun_mg_dl: [null, 100],
  creatinine_mg_dl: [null, 4],
  alt_u_l: [null, 500],
  ast_u_l: [null, 500],
};
const PASSED = Object.entries(CRITICAL)
  .map(
    ([analyte, [low, high]]) =>
      `r.analyte = '${analyte}' AND (${low === null ? '' : `r.value < ${low} OR `}r.value > ${high})`,
  )
  .join(' OR ');

const TABLES = [
  `CREATE TABLE IF NOT EXISTS lab_revisions (
    id uuid NOT NULL,
    panel_id uuid NOT NULL,
    n integer NOT NULL,
    results jsonb NOT NULL,
    reason_enc text,
    by_id uuid,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT lab_revisions_pkey PRIMARY KEY (id),
    CONSTRAINT lab_revisions_panel_id_fkey FOREIGN KEY (panel_id) REFERENCES lab_panels (id),
    CONSTRAINT lab_revisions_by_id_fkey FOREIGN KEY (by_id) REFERENCES users (id)
  )`,
  'CREATE UNIQUE INDEX IF NOT EXISTS lab_revisions_panel_id_n_idx ON lab_revisions (panel_id, n)',
  `CREATE TABLE IF NOT EXISTS lab_call_backs (
    id uuid NOT NULL,
    panel_id uuid NOT NULL,
    called_on date NOT NULL,
    reached boolean NOT NULL,
    note_enc text,
    by_id uuid NOT NULL,
    outdated boolean NOT NULL DEFAULT false,
    at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT lab_call_backs_pkey PRIMARY KEY (id),
    CONSTRAINT lab_call_backs_panel_id_fkey FOREIGN KEY (panel_id) REFERENCES lab_panels (id),
    CONSTRAINT lab_call_backs_by_id_fkey FOREIGN KEY (by_id) REFERENCES users (id)
  )`,
  'CREATE INDEX IF NOT EXISTS lab_call_backs_panel_id_at_idx ON lab_call_backs (panel_id, at)',
];

/** Every version of a panel, the calls about a critical one, and what a value was entered as. */
export class LabCorrections1764020000001 implements MigrationInterface {
  name = 'LabCorrections1764020000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(runner, ...TABLES);
    await together(
      runner,
      'ALTER TABLE lab_results ADD IF NOT EXISTS entered_value double precision, ADD IF NOT EXISTS entered_unit text',
    );
    await together(
      runner,
      `ALTER TABLE lab_panels ADD IF NOT EXISTS critical boolean NOT NULL DEFAULT false,
        ADD IF NOT EXISTS called boolean NOT NULL DEFAULT false`,
    );
    await inBatches(runner, {
      table: 'lab_panels',
      todo: `NOT t.critical AND EXISTS (SELECT 1 FROM lab_results r WHERE r.panel_id = t.id AND (${PASSED}))`,
      set: 'critical = true',
    });
    await indexOnline(
      runner,
      'lab_panels_list_critical_idx',
      'lab_panels (org_id, collected_at DESC NULLS LAST, id) WHERE critical',
    );
    await indexOnline(
      runner,
      'lab_panels_list_critical_first_idx',
      `lab_panels (org_id, (CASE WHEN critical THEN 0 WHEN abnormal THEN 1 ELSE 2 END), collected_at, id)
        WHERE status = 'completed' AND reviewed_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX lab_panels_list_critical_first_idx');
    await runner.query('DROP INDEX lab_panels_list_critical_idx');
    await runner.query('ALTER TABLE lab_panels DROP COLUMN called, DROP COLUMN critical');
    await runner.query('ALTER TABLE lab_results DROP COLUMN entered_unit, DROP COLUMN entered_value');
    await runner.query('DROP TABLE lab_call_backs');
    await runner.query('DROP TABLE lab_revisions');
  }
}
