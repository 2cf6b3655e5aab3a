import type { MigrationInterface, QueryRunner } from 'typeorm';
import { together } from './online.js';

const ORG = `current_setting('trt.org', true)`;
const PATIENT = `current_setting('trt.patient', true)`;
const USER = `current_setting('trt.user', true)`;
/** Everything passes a setting of `*`; one that is missing or empty lets nothing pass. */
const isIn = (setting: string, column: string): string => `${setting} IN ('*', ${column}::text)`;

/** Rows that others hang on. */
const PARENTS = [
  'assistant_conversations',
  'cases',
  'intakes',
  'lab_panels',
  'lab_reports',
  'message_threads',
  'patients',
  'plans',
  'sessions',
  'users',
] as const;
/** Nothing is out of reach. */
const known = `${ORG} = '*' AND ${PATIENT} = '*'`;

const inOrg = isIn(ORG, 'org_id');
const ofPatient = isIn(PATIENT, 'patient_id');
const ofUser = isIn(USER, 'user_id');
type Parent = (typeof PARENTS)[number];
/** Whether the row it hangs on is within reach. In a function, because a subquery would be planned with every statement. */
const hangsOn = (parent: Parent, column: string): string => `reaches_${parent}(${column})`;
/** Asked only where that is not known already. */
const under = (known: string, parent: Parent, column: string): string =>
  `(${known} = '*' OR ${hangsOn(parent, column)})`;
/** Of a user within reach; the credentials of colleagues are not a patient's business. */
const account = `${ofUser} AND ${under(ORG, 'users', 'user_id')}`;

/** A CASE counts as half of the rows; the bare condition as a hundredth, and lists would be sorted instead of read in order. */
const estimated = (condition: string): string => `CASE WHEN ${condition} THEN true ELSE false END`;

const POLICIES: Readonly<Record<string, readonly string[]>> = {
  [`${inOrg} AND ${ofPatient}`]: [
    'account_closings',
    'appointments',
    'cases',
    'check_ins',
    'dispenses',
    'documents',
    'doses',
    'intakes',
    'lab_panels',
    'lab_reports',
    'legal_holds',
    'message_threads',
    'pdmp_checks',
    'plans',
    'prescriptions',
    'record_openings',
    'refill_requests',
    'reminders',
    'safety_checks',
    'telemed_bases',
  ],
  [`${inOrg} AND ${isIn(PATIENT, 'id')}`]: ['patients'],
  [`${inOrg} AND ${under(PATIENT, 'cases', 'case_id')}`]: [
    'baseline_answers',
    'case_alerts',
    'discontinuations',
    'history_reviews',
    'rule_evaluations',
    'therapy_holds',
  ],
  [`${inOrg} AND ${under(PATIENT, 'plans', 'plan_id')}`]: ['plan_flags'],
  [`${inOrg} AND ${under(PATIENT, 'message_threads', 'thread_id')}`]: ['messages'],
  [`${known} OR ${hangsOn('lab_panels', 'panel_id')}`]: ['lab_call_backs', 'lab_revisions'],
  // Hundreds on a page: staff reach them through their panels, which are walled. The decision has the figures.
  [under(PATIENT, 'lab_panels', 'panel_id')]: ['lab_results'],
  [`${known} OR ${hangsOn('lab_reports', 'report_id')}`]: ['lab_report_parts'],
  [`${known} OR ${hangsOn('cases', 'case_id')}`]: ['pressure_readings'],
  [`${known} OR ${hangsOn('intakes', 'intake_id')}`]: ['intake_changes'],
  [isIn(ORG, 'id')]: ['organisations'],
  // Whose program read a record is told to its patient.
  [inOrg]: ['api_keys', 'organisation_policies'],
  [`${inOrg} AND ${USER} = '*'`]: ['sso_connections', 'sso_domains', 'sso_logins'],
  [account]: [
    'email_tokens',
    'idempotency_keys',
    'mfa_challenges',
    'passkeys',
    'recovery_codes',
    'sessions',
    'sso_links',
    'totp_credentials',
  ],
  [under(ORG, 'users', 'user_id')]: ['dea_registrations', 'provider_licenses'],
  [`${known} OR ${hangsOn('sessions', 'session_id')}`]: ['passkey_registrations'],
  [`(org_id IS NULL OR ${inOrg}) AND ${ofUser}`]: ['assistant_conversations'],
  [`${known} OR ${hangsOn('assistant_conversations', 'conversation_id')}`]: ['assistant_turns'],
  [`${inOrg} AND ${isIn(USER, 'id')}`]: ['users'],
  [`${inOrg} AND ${ofUser}`]: ['mails'],
};

/** What happened in the organization or to its patients; patients find what happened to them. */
const auditOf = (e: string): string => `CASE ${PATIENT} WHEN '*' THEN ${isIn(ORG, `${e}.org_id`)}
    OR ${hangsOn('patients', `${e}.patient_id`)}
  ELSE ${PATIENT} = ${e}.patient_id::text OR ${PATIENT} = ANY (${e}.patient_ids::text[]) END`;

/** Some commands reach further than the table's policy for all of them. */
const BEYOND: readonly (readonly [name: string, table: string, command: string])[] = [
  // Staff are named to patients, and system-wide administrators to everybody.
  [
    'named',
    'users',
    `FOR SELECT USING (${estimated(`${ORG} <> '' AND (org_id IS NULL OR ${inOrg} AND roles <> ARRAY['patient'])`)})`,
  ],
  // What a patient does is told to staff.
  ['told', 'mails', `FOR INSERT WITH CHECK (${inOrg})`],
  ['written', 'audit_events', `FOR INSERT WITH CHECK (${ORG} <> '')`],
  ['read', 'audit_events', `FOR SELECT USING (${auditOf('audit_events')})`],
];

/** The same wall for staff. A list is read once, an index on the organization takes it, and its estimate keeps the plan as it was. */
const STAFF_ROWS = `${PATIENT} = '*' AND org_id = ANY (ARRAY(SELECT o.id FROM organisations o WHERE ${isIn(ORG, 'o.id')}))`;

/**
 * What is searched and sorted by. Under a policy, PostgreSQL hands no row to a function it does not call leakproof (LIKE,
 * lower, @>) before the policy has judged it, so it cannot use their indexes. These views belong to the owner, and
 * their wall is a plain condition.
 */
const VIEWS: Readonly<Record<string, readonly [columns: string, table: string, wall: string]>> = {
  listed_cases: [
    `id, org_id, patient_id, status, list_name, list_search, pending_flagged, next_review_on, urgent_since, waiting_since,
      created_at, updated_at`,
    'cases',
    STAFF_ROWS,
  ],
  listed_prescriptions: [
    `id, org_id, case_id, patient_id, drug, status, list_search, filled_at, approved_at, days_supply, refills, ended_reason, created_at`,
    'prescriptions',
    STAFF_ROWS,
  ],
  listed_lab_panels: [
    `id, org_id, patient_id, status, due_on, collected_at, reviewed_at, abnormal, critical, called, created_at`,
    'lab_panels',
    STAFF_ROWS,
  ],
  listed_plans: [`id, org_id, case_id, lifecycle, formulation, flagged, created_at`, 'plans', STAFF_ROWS],
  listed_patients: [
    `id, org_id, user_id, full_name, dob, mrn, last_visit_at, last_visit_status, erased_at`,
    'patients',
    STAFF_ROWS,
  ],
  listed_audit_events: ['e.*', 'audit_events e', auditOf('e')],
  // Whose address it is, for who is not limited to one organization.
  account_addresses: ['id, lower(email) AS address', 'users', `${ORG} = '*'`],
};

/** Derived values stay right no matter who writes: triggers run as the owner. */
const triggersAs = (rights: string): string => `DO $$ DECLARE found regprocedure; BEGIN
  FOR found IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype
      AND proname <> 'refuse_change' LOOP
    EXECUTE format('ALTER FUNCTION %s ${rights}', found);
  END LOOP; END $$`;

const onlyRead = (view: string): string => `DO $$ BEGIN
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'trt_app') THEN
    REVOKE ALL ON ${view} FROM trt_app;
    GRANT SELECT ON ${view} TO trt_app;
  END IF; END $$`;

/**
 * The second wall: the portal's user finds and changes only rows of the scope its connection was told. The owner is not
 * limited, nor are the foreign keys. docs/decisions/0012-row-level-security.md
 */
export class RowSecurity1764200000000 implements MigrationInterface {
  name = 'RowSecurity1764200000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const parent of PARENTS)
      await together(
        runner,
        `CREATE OR REPLACE FUNCTION reaches_${parent}(its_id uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN
          RETURN EXISTS (SELECT 1 FROM public.${parent} r WHERE r.id = its_id); END $$`,
      );
    await together(runner, triggersAs('SECURITY DEFINER SET search_path = public, pg_temp'));
    for (const [view, [columns, table, wall]] of Object.entries(VIEWS))
      await together(
        runner,
        `CREATE OR REPLACE VIEW ${view} AS SELECT ${columns} FROM ${table} WHERE ${wall}`,
        onlyRead(view),
      );
    for (const [reach, tables] of Object.entries(POLICIES))
      for (const table of tables)
        await this.wall(runner, table, [['scope', table, `USING (${estimated(reach)})`]]);
    await this.wall(runner, 'audit_events', []);
  }

  /** A policy and its enforcement are one step. */
  private async wall(runner: QueryRunner, table: string, own: typeof BEYOND): Promise<void> {
    const policies = [...own, ...BEYOND.filter(([, on]) => on === table)];
    await together(
      runner,
      ...policies.flatMap(([name, , rule]) => [
        `DROP POLICY IF EXISTS ${name} ON ${table}`,
        `CREATE POLICY ${name} ON ${table} ${rule}`,
      ]),
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [...Object.values(POLICIES).flat(), 'audit_events'];
    for (const table of tables) await runner.query(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
    for (const table of tables.filter((name) => name !== 'audit_events'))
      await runner.query(`DROP POLICY scope ON ${table}`);
    for (const [name, table] of BEYOND) await runner.query(`DROP POLICY ${name} ON ${table}`);
    await runner.query(triggersAs('SECURITY INVOKER RESET search_path'));
    for (const view of Object.keys(VIEWS)) await runner.query(`DROP VIEW ${view}`);
    for (const parent of PARENTS) await runner.query(`DROP FUNCTION reaches_${parent}(uuid)`);
  }
}
