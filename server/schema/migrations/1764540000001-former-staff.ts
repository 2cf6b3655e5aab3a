import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

const STAFF_BEFORE = `OLD.roles <> ARRAY['patient']`;

/**
 * A member of staff who is renamed, moved to another clinic or made a patient keeps the name that patients and colleagues
 * knew in everything done before.
 */
export class FormerStaff1764540000001 implements MigrationInterface {
  name = 'FormerStaff1764540000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await together(
      runner,
      `ALTER TABLE users ADD IF NOT EXISTS former_orgs uuid[] NOT NULL DEFAULT '{}',
        ADD IF NOT EXISTS former_names jsonb NOT NULL DEFAULT '[]'`,
    );
    await together(
      runner,
      `CREATE OR REPLACE FUNCTION remember_staff() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN
        IF ${STAFF_BEFORE} AND OLD.display_name IS NOT NULL AND NEW.display_name IS DISTINCT FROM OLD.display_name THEN
          NEW.former_names := OLD.former_names || jsonb_build_object('name', OLD.display_name, 'until', now());
        END IF;
        IF ${STAFF_BEFORE} AND OLD.org_id IS NOT NULL AND NOT OLD.org_id = ANY (OLD.former_orgs)
            AND (NEW.org_id IS DISTINCT FROM OLD.org_id OR NEW.roles = ARRAY['patient']) THEN
          NEW.former_orgs := OLD.former_orgs || OLD.org_id;
        END IF;
        RETURN NEW;
      END $$`,
      'DROP TRIGGER IF EXISTS users_remembered ON users',
      `CREATE TRIGGER users_remembered BEFORE UPDATE OF display_name, org_id, roles ON users
        FOR EACH ROW EXECUTE FUNCTION remember_staff()`,
    );
    await together(
      runner,
      'DROP POLICY IF EXISTS formerly ON users',
      `CREATE POLICY formerly ON users FOR SELECT
        USING (CASE WHEN current_setting('trt.org', true) = ANY (former_orgs::text[]) THEN true ELSE false END)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP POLICY formerly ON users');
    await runner.query('DROP TRIGGER users_remembered ON users');
    await runner.query('DROP FUNCTION remember_staff()');
    await runner.query('ALTER TABLE users DROP COLUMN former_orgs, DROP COLUMN former_names');
  }
}
