import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { ClinicCompletenessResponse, PatientRow } from '../../common/api/index.js';
import { recordOwners } from '../../server/database/record-tables.js';
import { sendReport } from '../support/files.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
/** Of another provider's case load. */
let colleague: Person;
let ids: Record<
  'patient' | 'case' | 'plan' | 'order' | 'lab' | 'thread' | 'report' | 'refill' | 'own',
  string
>;

beforeAll(async () => {
  portal = await startPortal('demo');
  colleague = await portal.signIn('multi@demo.test');
  const patient = await portal.signIn('patient@demo.test');
  await sendReport(patient);
  await patient.post('/api/safety-checks', { location_state: 'NY', changes: {}, side_effects: [] });
  await portal.database.asSuperuser(
    `UPDATE cases SET primary_clinician_id = (SELECT id FROM users WHERE email = 'provider@demo.test')
      WHERE patient_id IN (SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email = 'patient@demo.test')`,
  );
  await portal.database.asSuperuser(
    `INSERT INTO refill_requests (id, org_id, patient_id, prescription_id, safety_check_id, requested_on, owner_id, due_by)
      SELECT gen_random_uuid(), p.org_id, p.id, (SELECT id FROM prescriptions WHERE patient_id = p.id LIMIT 1),
        (SELECT id FROM safety_checks WHERE patient_id = p.id LIMIT 1), current_date,
        (SELECT id FROM users WHERE email = 'provider@demo.test'), current_date
      FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email = 'patient@demo.test'`,
  );
  const [found] = await portal.database.asSuperuser<typeof ids>(
    `SELECT p.id AS patient, c.id AS case,
        (SELECT id FROM plans WHERE patient_id = p.id ORDER BY created_at DESC LIMIT 1) AS plan,
        (SELECT id FROM prescriptions WHERE patient_id = p.id ORDER BY created_at DESC LIMIT 1) AS order,
        (SELECT id FROM lab_panels WHERE patient_id = p.id AND collected_at IS NOT NULL LIMIT 1) AS lab,
        (SELECT id FROM message_threads WHERE patient_id = p.id LIMIT 1) AS thread,
        (SELECT id FROM lab_reports WHERE patient_id = p.id LIMIT 1) AS report,
        (SELECT id FROM refill_requests WHERE patient_id = p.id LIMIT 1) AS refill,
        (SELECT l.id FROM lab_panels l JOIN cases k ON k.patient_id = l.patient_id
          WHERE l.org_id = p.org_id AND l.patient_id <> p.id AND k.primary_clinician_id IS NULL LIMIT 1) AS own
      FROM patients p JOIN users u ON u.id = p.user_id JOIN cases c ON c.patient_id = p.id WHERE u.email = 'patient@demo.test'`,
  );
  ids = found!;
  await portal.database.asSuperuser(
    `UPDATE organisations SET policies = policies || '{"break_glass_reason": true}' WHERE id = (SELECT org_id FROM patients WHERE id = $1)`,
    [ids.patient],
  );
}, 120_000);
afterAll(() => portal.close());

const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const REFUSED = [403, 'reason_required'];

describe('a record outside the case load, in a clinic that requires a reason', () => {
  it('is known by the id of anything in it: every table with rows of a patient is looked at', async () => {
    const owners = recordOwners(portal.app.get(DataSource).entityMetadatas);
    const tables = await portal.database.asSuperuser<{ name: string }>(
      `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
        JOIN information_schema.tables t USING (table_schema, table_name)
        JOIN information_schema.columns k ON k.table_schema = c.table_schema AND k.table_name = c.table_name
          AND k.column_name = 'id' AND k.data_type = 'uuid'
        WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
          AND c.column_name IN ('patient_id', 'case_id', 'plan_id', 'panel_id', 'thread_id', 'prescription_id')`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const missing = tables.map(({ name }) => name).filter((name) => !owners.has(name));
    expect(missing).toEqual(['record_openings']);
  });

  it('is refused by the id of a lab report, of a request and of an order', async () => {
    const decision = { version: 1, decision: 'needs_labs', reason: 'Please have your labs drawn first.' };
    expect([
      errorOf(await colleague.get(`/api/trt/lab-reports/${ids.report}/file`)),
      errorOf(await colleague.post(`/api/trt/refill-requests/${ids.refill}`, decision)),
      errorOf(await colleague.get(`/api/trt/prescriptions/${ids.order}`)),
    ]).toEqual([REFUSED, REFUSED, REFUSED]);
  });

  it('is refused to a file that would be imported into it, whatever the file is', async () => {
    const path = `/api/provider/patients/${ids.patient}/fhir-import`;
    for (const query of ['?dry_run=true', ''])
      expect(errorOf(await colleague.post(path + query, { bundle: {} }))).toEqual(REFUSED);
  });

  it('is refused where its id is one of many', async () => {
    const others = Array.from({ length: 12 }, (_, i) => `00000000-0000-4000-8000-0000000000${i + 10}`);
    for (const id of [[ids.lab], [...others, ids.lab], [ids.lab.toUpperCase()]]) {
      const list = await colleague.list('/api/labs', { filter: { id } });
      expect(errorOf(list)).toEqual(REFUSED);
    }
  });

  it('is left out of an approval of many, which says why', async () => {
    await portal.database.asSuperuser(
      `UPDATE plans SET lifecycle = 'pending_review', flagged = false WHERE id = $1`,
      [ids.plan],
    );
    for (const body of [{ plan_ids: [ids.plan] }, { dry_run: true, plan_ids: [ids.plan] }]) {
      const { status, body: answer } = await colleague.post(
        '/api/trt/provider/plans/approve-unflagged',
        body,
      );
      expect([status, answer.approved_count, answer.skipped]).toEqual([
        200,
        0,
        [{ plan_id: ids.plan, reason: 'reason_required' }],
      ]);
    }
    const refusals = await portal.database.asSuperuser(
      `SELECT 1 FROM audit_events WHERE action = 'access.deny' AND patient_id = $1 AND actor_id = $2 AND detail->>'route' LIKE '%approve-unflagged'`,
      [ids.patient, colleague.me!.user.id],
    );
    expect(refusals).toHaveLength(2);
    const all = await colleague.post('/api/trt/provider/plans/approve-unflagged', { dry_run: true });
    expect(all.body.skipped).toContainEqual({ plan_id: ids.plan, reason: 'reason_required' });
    const orders = await colleague.post('/api/trt/prescriptions/approve', { ids: [ids.order] });
    expect([orders.status, orders.body.results]).toEqual([
      409,
      [{ id: ids.order, ok: false, error: 'reason_required', message: 'Say why you open this record.' }],
    ]);
  });

  it('is not in a list, which says how many rows it left out; the list of cases keeps its row, without words', async () => {
    const filter = { q: 'Marcus Bell' };
    for (const [path, name, asked] of [
      ['/api/labs', 'labs', filter],
      ['/api/provider/appointments', 'appointments', filter],
      ['/api/provider/messages', 'threads', filter],
      ['/api/trt/prescriptions/all', 'prescriptions', filter],
      ['/api/trt/provider/pending-plans', 'plans', filter],
      ['/api/trt/refill-requests', 'refill_requests', { state: 'requested' }],
      ['/api/trt/lab-reports', 'lab_reports', { state: 'waiting' }],
    ] as const) {
      const { status, body, text } = await colleague.list(path);
      expect([path, status, Array.isArray(body[name]), body.withheld > 0]).toEqual([path, 200, true, true]);
      expect([path, text.includes(ids.patient)]).toEqual([path, false]);
      // A filter applies to open records only: it would tell whether one of the others matches.
      const found = await colleague.list(path, { filter: asked });
      expect([path, found.status, found.body.total, found.body.withheld]).toEqual([path, 200, 0, undefined]);
    }
    await portal.database.asSuperuser(
      `INSERT INTO case_alerts (id, case_id, org_id, severity, rule_key, message, by_rule)
        SELECT gen_random_uuid(), id, org_id, 'critical', 'spoken', 'Chest pain since this morning', false FROM cases WHERE id = $1`,
      [ids.case],
    );
    const cases = await colleague.list('/api/trt/cases', { filter });
    expect(cases.text).not.toContain('Chest pain');
    expect(cases.body.items).toEqual([expect.objectContaining({ id: ids.case, top_alert: null })]);
    expect(cases.body.items[0].critical_alerts).toBeGreaterThan(0);
    const own = await portal.signIn('provider@demo.test');
    expect((await own.list('/api/trt/cases', { filter })).text).toContain('Chest pain');
    expect((await own.list('/api/labs', { filter })).text).toContain(ids.patient);
  });

  it('is refused row by row in an imported file, also when nothing would be stored', async () => {
    const [{ mrn } = { mrn: '' }] = await portal.database.asSuperuser<{ mrn: string }>(
      'SELECT mrn FROM patients WHERE id = $1',
      [ids.patient],
    );
    for (const [column, value] of [
      ['patient_id', ids.patient],
      ['mrn', mrn],
    ]) {
      const file = `${column},collected_at,since_last_dose_h,analyte,value,unit\n${value},2026-01-05T08:00:00-05:00,,tt_ng_dl,400,ng/dL\n`;
      const { status, body } = await colleague.raw('/api/labs/import?dry_run=true', file, {
        'content-type': 'text/csv',
      });
      expect([status, body.accepted, body.rows?.[0]?.error]).toEqual([
        200,
        0,
        'Open the record of this patient with a reason first.',
      ]);
    }
  });

  it('is not named by the completeness of the clinic, which leaves a line for those it names', async () => {
    const admin = await portal.signIn('orgadmin@demo.test');
    const read = async () => (await admin.get('/api/admin/completeness')).body as ClinicCompletenessResponse;
    const before = await read();
    const named = before.cases[0]!;
    await portal.database.asSuperuser(
      `UPDATE cases SET primary_clinician_id = (SELECT id FROM users WHERE email = 'provider@demo.test') WHERE id = $1`,
      [named.case_id],
    );
    const after = await read();
    expect(after.cases.map((row) => row.case_id)).not.toContain(named.case_id);
    expect([after.cases_withheld, after.patients]).toEqual([before.cases_withheld + 1, before.patients]);
    const [line] = await portal.database.asSuperuser<{ named: boolean }>(
      `SELECT (SELECT patient_id FROM cases WHERE id = $1) = ANY(patient_ids) AS named FROM audit_events
        WHERE action = 'completeness.read' ORDER BY seq LIMIT 1`,
      [named.case_id],
    );
    expect(line).toEqual({ named: true });
  });
});

describe('a person whom a search names', () => {
  it('by the whole record number or address, has a line of it, also when nothing is found', async () => {
    const [own] = await portal.database.asSuperuser<{ mrn: string; email: string }>(
      'SELECT p.mrn, u.email FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = $1',
      [ids.patient],
    );
    const lines = async () =>
      (
        await portal.database.asSuperuser(
          'SELECT 1 FROM audit_events WHERE actor_id = $1 AND $2 = ANY(patient_ids)',
          [colleague.me!.user.id, ids.patient],
        )
      ).length;
    const before = await lines();
    const nothing = { flagged: true, status: 'closed' };
    for (const q of [own!.mrn, ` ${own!.email.toUpperCase()} `]) {
      const { status, body } = await colleague.list('/api/trt/cases', { filter: { q, ...nothing } });
      expect([status, body.total]).toEqual([200, 0]);
    }
    expect(await lines()).toBe(before + 2);
    for (const q of [own!.mrn.slice(0, 7), 'nobody@example.test', 'Nobody'])
      await colleague.list('/api/trt/cases', { filter: { q, ...nothing } });
    expect(await lines()).toBe(before + 2);
  });

  it('is found in the directory without what is in a record that needs a reason', async () => {
    await portal.database.asSuperuser(
      `UPDATE patients SET last_visit_at = now(), last_visit_status = 'completed' WHERE id = $1`,
      [ids.patient],
    );
    const [{ mrn: q } = { mrn: '' }] = await portal.database.asSuperuser<{ mrn: string }>(
      'SELECT mrn FROM patients WHERE id = $1',
      [ids.patient],
    );
    const find = async (filter: object, by = colleague) =>
      (await by.list('/api/provider/patients', { filter: { q, ...filter } })).body.patients as PatientRow[];
    const provider = await portal.signIn('provider@demo.test');
    const [open] = await find({}, provider);
    expect([open!.last_status, typeof open!.last_visit_at, typeof open!.weight]).toEqual([
      'completed',
      'string',
      'number',
    ]);
    expect(await find({})).toEqual([{ ...open, last_status: null, last_visit_at: null, weight: null }]);
    expect(await find({ last_status: 'completed' })).toEqual([]);
    expect(await find({ last_status: 'completed' }, provider)).toEqual([open]);
  });
});
