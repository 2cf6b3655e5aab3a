import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ClosingResponse, RetentionResponse } from '../../common/api/index.js';
import { RetentionJob } from '../../server/retention/retention-job.service.js';
import { SCHEDULE } from '../../server/retention/schedule.js';
import { ageProof, mailsTo } from '../support/accounts.js';
import { closeEmergency, inForce, submitted, type Treated } from '../support/care.js';
import { sendReport } from '../support/files.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

jest.setTimeout(60_000);
const WHY = { reason: 'The attorney of the clinic asked for it' };
const CLOSING = '/api/patient/closing';
let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTreatedPortal();
  admin = await portal.signIn('orgadmin@demo.test');
});
afterAll(() => portal.close());

const sql = <T extends object>(text: string, values: unknown[] = []) =>
  portal.database.asSuperuser<T>(text, values);
const run = () => portal.app.get(RetentionJob).run();
const hold = (id: string, how = '', person = admin, body: object = WHY) =>
  person.post(`/api/admin/patients/${id}/legal-hold${how}`, body);
const idOf = async (person: Person): Promise<string> =>
  (await sql<{ id: string }>('SELECT id FROM patients WHERE user_id = $1', [person.me!.user.id]))[0]!.id;
const graceIsOver = (id: string) =>
  sql(`UPDATE account_closings SET due_at = now() - interval '1 minute' WHERE patient_id = $1`, [id]);
const dayLater = (id: string) =>
  sql(`UPDATE account_closings SET ended_at = ended_at - interval '2 days' WHERE patient_id = $1`, [id]);
const signsIn = async ({ email }: Person): Promise<number> =>
  (await portal.anonymous().post('/auth/login', { email, password: GOOD_PASSWORD })).status;

/** Tables with data about a patient, with how many rows. */
async function rowsOf(patientId: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'patient_id' AND table_schema = 'public'
      AND table_name NOT IN ('audit_events', 'account_closings', 'legal_holds')`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${name} WHERE patient_id = $1`, [
      patientId,
    ]);
    if (row!.n > 0) found[name] = row!.n;
  }
  return found;
}

/** Every time in the rows of a patient. */
async function timesOf(patientId: string): Promise<{ table: string; column: string }[]> {
  const held = Object.keys(await rowsOf(patientId));
  return sql(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ANY($1) AND data_type = 'timestamp with time zone'
        AND table_name IN (SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE')`,
    [held],
  );
}

/** As if nothing had happened with the record for this many years. */
async function untouchedFor(patientId: string, years: number): Promise<void> {
  const past = `now() - interval '${years} years'`;
  for (const { table, column } of await timesOf(patientId))
    await sql(`UPDATE ${table} SET ${column} = ${past} WHERE patient_id = $1 AND ${column} IS NOT NULL`, [
      patientId,
    ]);
  await sql(`UPDATE patients SET updated_at = ${past} WHERE id = $1`, [patientId]);
  await sql(
    `UPDATE users SET last_seen_at = ${past} WHERE id = (SELECT user_id FROM patients WHERE id = $1)`,
    [patientId],
  );
}

describe('/api/patient/closing', () => {
  it('requires fresh proof, notifies the patient by email, and says the same when asked again', async () => {
    const patient = await portal.signUp();
    expect((await patient.get(CLOSING)).body).toEqual({
      closing: null,
      waits_for: [],
      grace_days: 30,
      record_years: 10,
    });
    await ageProof(portal, patient, 11);
    expect((await patient.post(CLOSING)).body.error).toBe('reauth_required');
    await ageProof(portal, patient, 0);
    const { status, body } = await patient.post(CLOSING);
    const { closing } = body as ClosingResponse;
    const days = (Date.parse(closing!.closes_at) - Date.parse(closing!.requested_at)) / 86_400_000;
    expect([status, Math.round(days)]).toEqual([200, 30]);
    expect((await patient.post(CLOSING)).body).toEqual(body);
    const mails = await mailsTo(portal, patient.email);
    expect(mails.filter((mail) => mail.subject === 'Your account will be closed')).toHaveLength(1);
  });

  it('lets the patient sign in and stay until the grace period is over', async () => {
    const patient = await portal.signUp();
    await patient.post(CLOSING);
    const back = await portal.signIn(patient.email, GOOD_PASSWORD);
    expect((await back.request('DELETE', CLOSING)).body.closing).toBeNull();
    await graceIsOver(await idOf(patient));
    await run();
    expect(await signsIn(patient)).toBe(200);
    expect((await patient.post(CLOSING)).body.closing).not.toBeNull();
  });

  it('does nothing before the 30 days are over; then no session and no password works', async () => {
    const patient = await portal.signUp();
    await patient.post(CLOSING);
    await run();
    expect(await signsIn(patient)).toBe(200);
    await graceIsOver(await idOf(patient));
    await run();
    expect([await signsIn(patient), (await patient.get('/auth/me')).status]).toEqual([401, 401]);
    expect((await run()).closed).toBe(0);
    const subjects = (await mailsTo(portal, patient.email)).map((mail) => mail.subject);
    expect(subjects).toContain('Your account is closed');
  });

  it('waits for an emergency until it was answered, and says so', async () => {
    const treated = await submitted(portal);
    const { patient, patientId } = treated;
    await patient.post('/api/trt/assistant/chat', { message: 'I have crushing chest pain' });
    expect((await patient.post(CLOSING)).body.waits_for).toEqual(['emergencies']);
    await graceIsOver(patientId);
    await run();
    expect(await signsIn(patient)).toBe(200);
    await closeEmergency(treated, 'emergency_heart_or_breathing');
    expect((await patient.get(CLOSING)).body.waits_for).toEqual([]);
    await run();
    expect(await signsIn(patient)).toBe(401);
  });

  it('waits for prescriptions in use and appointments, and says so', async () => {
    const treated = await inForce(portal);
    const { patient, patientId } = treated;
    await sql(`UPDATE prescriptions SET status = 'accepted' WHERE patient_id = $1`, [patientId]);
    const asked = await patient.post(CLOSING);
    expect(asked.body.waits_for).toContain('prescriptions');
    const staff = await treated.provider.get(`/api/provider/patients/${patientId}`);
    expect(staff.body.account_closes_at).toBe(asked.body.closing.closes_at);
    await graceIsOver(patientId);
    await run();
    expect(await signsIn(patient)).toBe(200);
    await sql(`UPDATE prescriptions SET status = 'canceled' WHERE patient_id = $1`, [patientId]);
    await run();
    expect(await signsIn(patient)).toBe(401);
  });

  it('is refused for an account that also works in the clinic', async () => {
    const patient = await portal.signUp();
    await sql(`UPDATE users SET roles = '{patient,provider}' WHERE id = $1`, [patient.me!.user.id]);
    expect((await patient.post(CLOSING)).body.error).toBe('invalid_state');
  });
});

describe('the nightly run', () => {
  it('erases an account without care a day after it closed, and keeps a record of care', async () => {
    const [stranger, treated] = [await portal.signUp(), await submitted(portal)];
    const ids = [await idOf(stranger), treated.patientId];
    for (const person of [stranger, treated.patient]) await person.post(CLOSING);
    for (const id of ids) await graceIsOver(id);
    await run();
    for (const id of ids) await dayLater(id);
    await run();
    const rows = await sql<{ erased: boolean; email: string }>(
      `SELECT p.erased_at IS NOT NULL AS erased, u.email FROM patients p JOIN users u ON u.id = p.user_id
        WHERE p.id = ANY($1) ORDER BY array_position($1::uuid[], p.id)`,
      [ids],
    );
    expect(rows).toEqual([
      { erased: true, email: `erased-${stranger.me!.user.id}@erased.invalid` },
      { erased: false, email: treated.patient.email },
    ]);
    expect(await mailsTo(portal, stranger.email)).toEqual([]);
    expect((await portal.signUp(stranger.email)).me).not.toBeNull();
  });

  it('erases no account that an administrator opened again after it closed', async () => {
    const person = await portal.signUp();
    const id = await idOf(person);
    await person.post(CLOSING);
    await graceIsOver(id);
    await run();
    const opened = await admin.patch(`/api/admin/users/${person.me!.user.id}`, { status: 'active' });
    expect([opened.status, await signsIn(person)]).toEqual([200, 200]);
    await dayLater(id);
    await run();
    expect(await signsIn(person)).toBe(200);
  });

  it('erases a whole record ten years after the last care, once', async () => {
    const { patientId, provider } = await inForce(portal);
    await sql(
      `INSERT INTO record_openings (id, org_id, patient_id, user_id, clinician_id, reason_enc, expires_at)
        SELECT gen_random_uuid(), p.org_id, p.id, $2, $2, 'why', now() FROM patients p WHERE p.id = $1`,
      [patientId, provider.me!.user.id],
    );
    const before = Object.keys(await rowsOf(patientId));
    expect(before.length).toBeGreaterThan(4);
    expect(before).toContain('record_openings');
    await untouchedFor(patientId, 9);
    await run();
    expect((await provider.get(`/api/provider/patients/${patientId}`)).status).toBe(200);
    await untouchedFor(patientId, 11);
    expect((await run()).erased).toBe(1);
    expect(await rowsOf(patientId)).toEqual({});
    const [row] = await sql<Record<string, unknown>>(
      'SELECT full_name, dob, contact_enc, weight_enc, timezone FROM patients WHERE id = $1',
      [patientId],
    );
    expect(Object.values(row!)).toEqual([null, null, null, null, null]);
    expect((await provider.get(`/api/provider/patients/${patientId}`)).status).toBe(404);
    expect(await run()).toEqual({ closed: 0, erased: 0, failed: 0 });
    const acts = await sql('SELECT 1 FROM audit_events WHERE action = $1 AND patient_id = $2', [
      'patient.erase',
      patientId,
    ]);
    expect(acts).toHaveLength(1);
  });

  it('keeps a record of any kind: a closed account with nothing but a lab report, a check-in or a safety check', async () => {
    const check = { location_state: 'NY', changes: {}, side_effects: [] };
    const told = { symptoms: { lack_of_energy: { present: false } }, phq2: [0, 0] };
    const kept: string[] = [];
    for (const put of [
      (person: Person) => sendReport(person),
      (person: Person) => person.post('/api/progress/check-in', told),
      (person: Person) => person.post('/api/safety-checks', check),
    ]) {
      const person = await portal.signUp();
      expect((await put(person)).status).toBe(201);
      kept.push(await idOf(person));
      expect((await person.post(CLOSING)).status).toBe(200);
      await graceIsOver(kept.at(-1)!);
    }
    await run();
    for (const id of kept) await dayLater(id);
    await run();
    const erased = await sql('SELECT id FROM patients WHERE id = ANY($1) AND erased_at IS NOT NULL', [kept]);
    expect(erased).toEqual([]);
  });

  it('keeps a whole record while anything in it is newer than ten years', async () => {
    const { patientId } = await inForce(portal);
    const times = (await timesOf(patientId)).filter(
      ({ table, column }) =>
        /^(created|updated)_at$/.test(column) && !['intakes', 'reminders'].includes(table),
    );
    const tables = times.map(({ table }) => table);
    expect(tables).toEqual(expect.arrayContaining(['plans', 'prescriptions', 'documents']));
    for (const { table, column } of times) {
      await untouchedFor(patientId, 11);
      await sql(`UPDATE ${table} SET ${column} = now() WHERE patient_id = $1`, [patientId]);
      expect([table, column, (await run()).erased]).toEqual([table, column, 0]);
    }
    await untouchedFor(patientId, 11);
    expect((await run()).erased).toBe(1);
  });

  it('keeps a record that fails complete, continues with the others, and tries again', async () => {
    const [broken, whole] = [await submitted(portal), await submitted(portal)];
    for (const { patientId } of [broken, whole]) await untouchedFor(patientId, 11);
    const before = await rowsOf(broken.patientId);
    await sql(`CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF OLD.patient_id = '${broken.patientId}' THEN RAISE EXCEPTION 'killed half way'; END IF; RETURN OLD; END $$`);
    await sql(
      'CREATE TRIGGER refuse_once BEFORE DELETE ON documents FOR EACH ROW EXECUTE FUNCTION refuse_once()',
    );
    expect(await run()).toEqual({ closed: 0, erased: 1, failed: 1 });
    expect([await rowsOf(broken.patientId), await rowsOf(whole.patientId)]).toEqual([before, {}]);
    await sql('DROP TRIGGER refuse_once ON documents');
    expect(await run()).toEqual({ closed: 0, erased: 1, failed: 0 });
    expect(await rowsOf(broken.patientId)).toEqual({});
  });

  it('deletes copies of emails after a year, but none that are still queued', async () => {
    await sql(`UPDATE mails SET created_at = now() - interval '366 days', status = 'sent'
      WHERE id = (SELECT id FROM mails LIMIT 1)`);
    await sql(`UPDATE mails SET created_at = now() - interval '366 days', status = 'queued'
      WHERE id = (SELECT id FROM mails WHERE created_at > now() - interval '300 days' LIMIT 1)`);
    await run();
    const left = await sql<{ status: string }>(
      `SELECT status FROM mails WHERE created_at < now() - interval '365 days'`,
    );
    expect(left).toEqual([{ status: 'queued' }]);
  });

  it('deletes messages to webhooks after 30 days, but none that wait, and then webhooks that were removed', async () => {
    await sql(
      `WITH hook AS (INSERT INTO webhooks (id, org_id, url, events, created_by, removed_at)
          SELECT gen_random_uuid(), org_id, 'https://receiver.invalid/', '{}', id, now() FROM users
          WHERE email = 'provider@demo.test' RETURNING id, org_id)
        INSERT INTO webhook_deliveries (id, org_id, webhook_id, event, subject_id, occurred_at, status)
          SELECT gen_random_uuid(), org_id, id, 'plan.approved', 'x', now() - make_interval(days => age), status
          FROM hook, (VALUES (31, 'delivered'), (31, 'dead'), (31, 'queued'), (29, 'delivered')) AS m(age, status)`,
    );
    const left = async () =>
      (await sql<{ status: string }>('SELECT status FROM webhook_deliveries ORDER BY status')).map(
        ({ status }) => status,
      );
    await run();
    expect(await left()).toEqual(['delivered', 'queued']);
    expect(await sql('SELECT 1 FROM webhooks')).toHaveLength(1);
    await sql(`UPDATE webhook_deliveries SET status = 'dead', occurred_at = now() - interval '31 days'`);
    await run();
    expect(await sql('SELECT 1 FROM webhooks')).toEqual([]);
  });
});

describe('a legal hold', () => {
  let treated: Treated;
  beforeAll(async () => {
    treated = await submitted(portal);
  });

  it('is not placed or released on one’s own record', async () => {
    const multi = await portal.signIn('multi@demo.test');
    const [own] = await sql<{ id: string }>(
      `SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email = 'multi@demo.test'`,
    );
    for (const act of ['', '/release'])
      expect((await hold(own!.id, act, multi)).body.detail).toBe('own_record');
  });

  it('needs fresh proof and a reason, and is shown to the care team and the patient', async () => {
    const { patientId, provider, patient } = treated;
    await ageProof(portal, admin, 11);
    expect((await hold(patientId)).body.error).toBe('reauth_required');
    admin = await portal.signIn('orgadmin@demo.test');
    expect((await hold(patientId, '', admin, { reason: 'because' })).body.fields).toHaveProperty('reason');
    expect((await hold(patientId, '', provider)).status).toBe(403);
    const placed = await hold(patientId);
    expect([placed.status, placed.body.hold.reason]).toEqual([200, WHY.reason]);
    expect((await hold(patientId)).body.error).toBe('invalid_state');
    const shown = await provider.get(`/api/provider/patients/${patientId}`);
    expect(shown.body.legal_hold_since).toBe(placed.body.hold.placed_at);
    expect(shown.text).not.toContain(WHY.reason);
    expect((await patient.get('/api/patient/access-log')).text).toContain('legal hold');
    const [row] = await sql<{ reason_enc: string }>(
      'SELECT reason_enc FROM legal_holds WHERE patient_id = $1',
      [patientId],
    );
    expect(row!.reason_enc).toMatch(/^v1:/);
  });

  it('keeps a record past its retention period until it is released', async () => {
    const { patientId } = treated;
    await untouchedFor(patientId, 11);
    expect((await run()).erased).toBe(0);
    expect(await rowsOf(patientId)).not.toEqual({});
    const released = await hold(patientId, '/release');
    expect([released.status, released.body]).toEqual([200, { hold: null }]);
    expect((await hold(patientId, '/release')).body.error).toBe('invalid_state');
    await untouchedFor(patientId, 11);
    expect((await run()).erased).toBe(1);
  });

  it("is listed only for the clinic's administrators", async () => {
    const { patientId, patient } = await submitted(portal);
    await hold(patientId);
    await patient.post(CLOSING);
    const read = async (person: Person) =>
      (await person.get('/api/admin/retention')).body as RetentionResponse;
    const own = await read(admin);
    expect(own.holds.find((one) => one.patient_id === patientId)).toMatchObject(WHY);
    expect(own.closings.find((one) => one.patient_id === patientId)?.on_hold).toBe(true);
    const north = await portal.signIn('admin@demo.test');
    const { body } = await north.get('/api/admin/organisations');
    const org = body.organisations.find((o: { name: string }) => o.name === 'North Clinic').id as string;
    const narrowed = await north.get(`/api/admin/retention?org_id=${org}`);
    expect(narrowed.text).not.toContain(patientId);
  });
});

describe('docs/retention.md', () => {
  it('has the schedule that the job applies', () => {
    const page = readFileSync('docs/retention.md', 'utf8').replaceAll(/\s+/g, ' ');
    for (const { what, kept, source } of SCHEDULE)
      expect(page).toContain(`| ${what} | ${kept} | ${source} |`);
  });
});
