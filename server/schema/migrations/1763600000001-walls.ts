import type { MigrationInterface, QueryRunner } from 'typeorm';

const REFUSE = `
  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the audit is append-only' USING ERRCODE = '42501';
  END $$`;

/** The walls: a role that owns nothing, and an audit that only grows. */
export class Walls1763600000001 implements MigrationInterface {
  name = 'Walls1763600000001';

  async up(runner: QueryRunner): Promise<void> {
    // Where the database user may not create roles, the triggers below still hold.
    await runner.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'trt_app') THEN CREATE ROLE trt_app NOLOGIN; END IF;
        EXECUTE format('GRANT trt_app TO %I', current_user);
      EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN
        RAISE NOTICE 'the role trt_app cannot be created here';
      END $$`);
    await runner.query(REFUSE);
    for (const table of ['audit_events', 'audit_chain']) {
      await runner.query(
        `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
      );
      await runner.query(
        `CREATE TRIGGER append_only_all BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
      );
    }
    await runner.query(`
      DO $$ BEGIN
        IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'trt_app') THEN
          GRANT USAGE ON SCHEMA public TO trt_app;
          GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO trt_app;
          GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO trt_app;
          ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO trt_app;
          ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO trt_app;
          REVOKE UPDATE, DELETE, TRUNCATE ON audit_events, audit_chain FROM trt_app;
          REVOKE ALL ON migrations FROM trt_app;
          GRANT SELECT ON migrations TO trt_app;
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['audit_events', 'audit_chain']) {
      await runner.query(`DROP TRIGGER append_only ON ${table}`);
      await runner.query(`DROP TRIGGER append_only_all ON ${table}`);
    }
    await runner.query('DROP FUNCTION refuse_change()');
  }
}
