import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

/** Who flagged a plan and why, holds of therapy and of orders, alerts that were acknowledged, overrides by rule. */
export class Decisions1764000000000 implements MigrationInterface {
  name = 'Decisions1764000000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `CREATE TABLE IF NOT EXISTS plan_flags (
        id uuid NOT NULL,
        org_id uuid NOT NULL,
        plan_id uuid NOT NULL,
        kind text NOT NULL,
        key text,
        text text,
        by uuid,
        at timestamptz NOT NULL DEFAULT now(),
        removed_at timestamptz,
        removed_by uuid,
        removed_reason text,
        CONSTRAINT plan_flags_pkey PRIMARY KEY (id),
        CONSTRAINT plan_flags_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
        CONSTRAINT plan_flags_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans (id),
        CONSTRAINT plan_flags_by_fkey FOREIGN KEY (by) REFERENCES users (id),
        CONSTRAINT plan_flags_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users (id)
      )`,
      'CREATE INDEX IF NOT EXISTS plan_flags_plan_id_idx ON plan_flags (plan_id)',
      `CREATE TABLE IF NOT EXISTS therapy_holds (
        id uuid NOT NULL,
        org_id uuid NOT NULL,
        case_id uuid NOT NULL,
        since date NOT NULL,
        rule_key text,
        reason_enc text,
        until_on date,
        until_analyte text,
        until_at_most double precision,
        by uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        ended_by uuid,
        ended_reason_enc text,
        CONSTRAINT therapy_holds_pkey PRIMARY KEY (id),
        CONSTRAINT therapy_holds_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
        CONSTRAINT therapy_holds_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases (id),
        CONSTRAINT therapy_holds_by_fkey FOREIGN KEY (by) REFERENCES users (id),
        CONSTRAINT therapy_holds_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users (id)
      )`,
      'CREATE UNIQUE INDEX IF NOT EXISTS therapy_holds_open ON therapy_holds (case_id) WHERE ended_at IS NULL',
    );
    await together(
      runner,
      `ALTER TABLE prescriptions ADD IF NOT EXISTS on_hold_since timestamptz, ADD IF NOT EXISTS on_hold_rule text,
        ADD IF NOT EXISTS on_hold_reason text, ADD IF NOT EXISTS on_hold_by uuid REFERENCES users (id),
        ADD IF NOT EXISTS override_rules text[] NOT NULL DEFAULT '{}'`,
    );
    await together(
      runner,
      `ALTER TABLE case_alerts ADD IF NOT EXISTS evidence jsonb NOT NULL DEFAULT '[]', ADD IF NOT EXISTS acknowledged_at timestamptz,
        ADD IF NOT EXISTS acknowledged_by uuid REFERENCES users (id), ADD IF NOT EXISTS acknowledged_action text,
        ADD IF NOT EXISTS recheck_on date, ADD IF NOT EXISTS acknowledged_note_enc text`,
    );
    // Flags set before this release: a code is a rule's, any other text is a person's note.
    await together(
      runner,
      `INSERT INTO plan_flags (id, org_id, plan_id, kind, key, text, at)
        SELECT gen_random_uuid(), p.org_id, p.id, CASE WHEN f ~ '^[a-z][a-z0-9_]+$' THEN 'rule' ELSE 'note' END,
          CASE WHEN f ~ '^[a-z][a-z0-9_]+$' THEN f END, CASE WHEN f !~ '^[a-z][a-z0-9_]+$' THEN f END, p.updated_at
        FROM plans p, regexp_split_to_table(COALESCE(p.flag_reason, 'flagged'), ', ') f
        WHERE p.flagged AND p.lifecycle = 'pending_review' AND NOT EXISTS (SELECT 1 FROM plan_flags x WHERE x.plan_id = p.id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE case_alerts DROP COLUMN evidence, DROP COLUMN acknowledged_at, DROP COLUMN acknowledged_by,
        DROP COLUMN acknowledged_action, DROP COLUMN recheck_on, DROP COLUMN acknowledged_note_enc`,
    );
    await runner.query(
      `ALTER TABLE prescriptions DROP COLUMN on_hold_since, DROP COLUMN on_hold_rule, DROP COLUMN on_hold_reason,
        DROP COLUMN on_hold_by, DROP COLUMN override_rules`,
    );
    await runner.query('DROP TABLE therapy_holds, plan_flags');
  }
}
