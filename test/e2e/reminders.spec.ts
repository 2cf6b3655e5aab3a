import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DashboardResponse, Reminder } from '../../common/api/index.js';
import { DailyReminders } from '../../server/reminders/daily-reminders.service.js';
import {
  answers,
  daysAgo,
  detail,
  form,
  generate,
  inForce,
  save,
  submitted,
  type Treated,
} from '../support/care.js';
import { CHECK } from '../support/supply.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const remindersOf = async (person: Person) =>
  ((await person.get('/api/trt/reminders')).body as { reminders: Reminder[] }).reminders;
const mailsTo = async (email: string) =>
  (
    (await portal.anonymous().get(`/dev/mailbox.json?to=${email}`)).body as {
      subject: string;
      text: string;
    }[]
  ).filter((m) => m.subject.startsWith('A reminder'));
const daily = () => portal.app.get(DailyReminders).run(0, 24);
const tomorrow = () =>
  portal.database.asSuperuser(`UPDATE patients SET reminders_run_on = reminders_run_on - 1`);

const dashboardOf = async (person: Person) =>
  (await person.get('/api/trt/dashboard')).body as DashboardResponse;
/** The state four months after a treatment ended that had begun half a year before that. */
async function laterThisYear({ caseId, patientId }: Treated): Promise<void> {
  await portal.database.asSuperuser(
    `UPDATE discontinuations SET effective_on = effective_on - 120 WHERE case_id = $1`,
    [caseId],
  );
  await portal.database.asSuperuser(
    `UPDATE cases SET extras = extras || jsonb_build_object('therapy_started_on', $2::text, 'last_change_on', $2::text) WHERE id = $1`,
    [caseId, daysAgo(300)],
  );
  // The tests from back then no longer count.
  await portal.database.asSuperuser(
    `DELETE FROM lab_results WHERE panel_id IN (SELECT id FROM lab_panels WHERE patient_id = $1)`,
    [patientId],
  );
}

describe('a patient without a program', () => {
  const APNEA = { sleep_apnea: true, sleep_apnea_cpap: false };

  it('is told when they cannot start, and is not sent for a blood test', async () => {
    const treated = await submitted(portal, APNEA);
    expect((await generate(treated.patient)).body.outcome).toBe('not_eligible_pending_review');
    expect(await dashboardOf(treated.patient)).toMatchObject({
      plan: null,
      no_plan: { reason: 'not_eligible', ended_on: null, reasons: ['osa_untreated'], in_person: false },
      next_lab_suggestion: null,
    });
    const labDraws = async () =>
      (await remindersOf(treated.patient)).filter((one) => one.kind === 'lab_draw').length;
    expect(await labDraws()).toBe(0);
    const worklist = await treated.provider.list('/api/labs', { filter: { patient_id: treated.patientId } });
    expect(worklist.body.labs).toEqual([]);

    // The patient is treated with CPAP now: starting is possible again.
    const again = answers(treated.patient.email, { ...APNEA, sleep_apnea_cpap: true });
    expect((await save(treated.patient, again, { submit: true })).status).toBe(200);
    const { no_plan, next_lab_suggestion } = await dashboardOf(treated.patient);
    expect([no_plan, next_lab_suggestion?.status, await labDraws()]).toEqual([null, 'scheduled', 1]);
  });

  it.each([true, false])(
    'is not told of an ending when treatment never began (follow-up labs: %p)',
    async (followUp) => {
      const treated = await submitted(portal);
      expect((await generate(treated.patient)).status).toBe(201);
      const { version } = (await detail(treated)).case;
      const closed = await treated.provider.post(`/api/trt/cases/${treated.caseId}/discontinue`, {
        reason_code: 'patient_choice',
        effective_date: daysAgo(0),
        follow_up_labs: followUp,
        note: '',
        version,
      });
      expect(closed.status).toBe(200);
      const now = await dashboardOf(treated.patient);
      expect(now.no_plan).toEqual({
        reason: 'not_started',
        ended_on: daysAgo(0),
        reasons: [],
        in_person: false,
      });
      const told = JSON.stringify([now, await remindersOf(treated.patient)]);
      expect(told).not.toContain('after stopping');
      expect(told.includes('follow-up')).toBe(followUp);
    },
  );

  it.each([true, false])('is told when treatment has ended (follow-up labs: %p)', async (followUp) => {
    const treated = await inForce(portal);
    expect((await dashboardOf(treated.patient)).no_plan).toBeNull();
    const { version } = (await detail(treated)).case;
    const stopped = await treated.provider.post(`/api/trt/cases/${treated.caseId}/discontinue`, {
      reason_code: 'patient_choice',
      effective_date: daysAgo(0),
      follow_up_labs: followUp,
      note: '',
      version,
    });
    expect(stopped.status).toBe(200);
    const now = await dashboardOf(treated.patient);
    expect(now.no_plan).toEqual({ reason: 'ended', ended_on: daysAgo(0), reasons: [], in_person: false });
    expect(now.next_lab_suggestion?.instruction ?? null).toEqual(
      followUp ? expect.stringContaining('follow-up after stopping') : null,
    );
    // Nor to read what they had not read yet.
    await portal.database.asSuperuser(`DELETE FROM documents WHERE patient_id = $1 AND slug = 'education'`, [
      treated.patientId,
    ]);
    expect((await remindersOf(treated.patient)).map((one) => one.kind)).not.toContain(
      'acknowledge_education',
    );
    // Months later they are not asked for a new patient's tests either.
    await laterThisYear(treated);
    const draws = (await remindersOf(treated.patient)).filter((one) => one.kind === 'lab_draw');
    expect(draws.map((one) => one.title)).toEqual(
      followUp ? [expect.stringContaining('follow-up after stopping')] : [],
    );
    expect((await dashboardOf(treated.patient)).next_lab_suggestion === null).toBe(!followUp);
  });
});

describe('reminders', () => {
  it('are derived from the record, and shown on the dashboard as a number', async () => {
    const treated = await submitted(portal);
    const kinds = (await remindersOf(treated.patient)).map((r) => r.kind);
    expect(kinds.sort()).toEqual(['acknowledge_education', 'lab_draw', 'verify_email']);
    await treated.patient.post('/api/trt/consent', { agree: true });
    expect((await remindersOf(treated.patient)).map((r) => r.kind)).not.toContain('acknowledge_education');
    expect((await treated.patient.get('/api/trt/dashboard')).body.reminders_due).toBe(0);
    await portal.database.asSuperuser(
      `UPDATE users SET created_at = now() - interval '3 days' WHERE id = $1`,
      [treated.patient.me!.user.id],
    );
    expect((await treated.patient.get('/api/trt/dashboard')).body.reminders_due).toBe(1);
  });

  it('can be acknowledged only by their patient, and only once', async () => {
    const treated = await submitted(portal);
    const [first] = await remindersOf(treated.patient);
    const acknowledged = await treated.patient.post(`/api/trt/reminders/${first!.id}/ack`);
    expect([acknowledged.status, acknowledged.body.acknowledged_at]).toEqual([
      200,
      expect.stringMatching(/Z$/),
    ]);
    expect((await treated.patient.post(`/api/trt/reminders/${first!.id}/ack`)).body).toEqual(
      acknowledged.body,
    );
    expect((await remindersOf(treated.patient)).find((r) => r.id === first!.id)!.acknowledged_at).toBe(
      acknowledged.body.acknowledged_at,
    );
    expect((await treated.patient.get('/api/trt/reminders/ack')).body.acknowledgements).toHaveLength(1);
    const other = await portal.signUp();
    expect((await other.post(`/api/trt/reminders/${first!.id}/ack`)).status).toBe(404);
  });

  it('are emailed once a day, without a word of what they are about', async () => {
    const person = await portal.signUp();
    await portal.database.asSuperuser(`UPDATE users SET email_verified_at = now() WHERE id = $1`, [
      person.me!.user.id,
    ]);
    await save(person, { full_name: 'Canary Draft' });
    await portal.database.asSuperuser(
      `UPDATE intakes SET created_at = now() - interval '10 days' WHERE patient_id IN (SELECT id FROM patients WHERE user_id = $1)`,
      [person.me!.user.id],
    );
    await portal.database.asSuperuser(`UPDATE patients SET reminders_run_on = NULL`);
    await daily();
    expect(await daily()).toBe(0);
    const mails = await mailsTo(person.email);
    expect(mails).toHaveLength(1);
    await tomorrow();
    await daily();
    expect(await mailsTo(person.email)).toHaveLength(1);
    for (const mail of mails)
      expect(`${mail.subject} ${mail.text}`).not.toMatch(
        /canary|intake|testosterone|lab|blood|prescription/i,
      );
  });

  it('by email are the patient’s choice, and an unsent email says why', async () => {
    const person = await portal.signUp();
    const shown = (await person.get('/api/trt/reminders/email')).body;
    expect(shown).toMatchObject({
      enabled: true,
      email: person.email,
      preview: { subject: 'A reminder from the TRT Program' },
    });
    expect(shown.preview.text).toContain(`See what is next:\n${portal.base}/trt/patient`);
    const off = await person.request('PUT', '/api/trt/reminders/email', { enabled: false });
    expect([off.status, off.body.enabled, off.body.next_send_at]).toEqual([200, false, null]);
    await portal.database.asSuperuser(
      `UPDATE users SET created_at = now() - interval '1 day' WHERE id = $1`,
      [person.me!.user.id],
    );
    await portal.database.asSuperuser(`UPDATE patients SET reminders_run_on = NULL`);
    await daily();
    const rows = await portal.database.asSuperuser(
      `SELECT skip_reason FROM reminders r JOIN patients p ON p.id = r.patient_id WHERE p.user_id = $1 AND r.kind = 'verify_email'`,
      [person.me!.user.id],
    );
    expect(rows).toEqual([{ skip_reason: 'mails_switched_off' }]);
  });

  it('ask for a safety check when it is due, and once more after 14 days', async () => {
    const { patient, caseId, patientId } = await inForce(portal);
    await portal.database.asSuperuser('UPDATE users SET email_verified_at = now() WHERE id = $1', [
      patient.me!.user.id,
    ]);
    const dueFor = async (days: number): Promise<void> => {
      await portal.database.asSuperuser(
        `UPDATE documents SET finalized_at = $2 WHERE patient_id = $1 AND slug = 'intake'`,
        [patientId, `${daysAgo(90 + days)}T12:00:00-05:00`],
      );
      await portal.database.asSuperuser(
        `UPDATE cases SET therapy_start_assumed = false,
          extras = extras || jsonb_build_object('therapy_started_on', $2::text) WHERE id = $1`,
        [caseId, daysAgo(90 + days)],
      );
    };
    const noticed = async (last: string | null): Promise<string | null> => {
      await portal.database.asSuperuser('UPDATE patients SET reminders_run_on = NULL WHERE id = $1', [
        patientId,
      ]);
      const where = `patient_id = $1 AND kind = 'safety_check' AND completed_at IS NULL`;
      if (last)
        await portal.database.asSuperuser(`UPDATE reminders SET last_notice_on = $2 WHERE ${where}`, [
          patientId,
          last,
        ]);
      await daily();
      const rows = await portal.database.asSuperuser<{ on: string }>(
        `SELECT last_notice_on::text AS on FROM reminders WHERE ${where}`,
        [patientId],
      );
      return rows[0]?.on ?? null;
    };
    expect(await noticed(null)).toBeNull();
    await dueFor(10);
    expect((await remindersOf(patient)).find(({ kind }) => kind === 'safety_check')).toMatchObject({
      title: 'Safety check',
      status: 'overdue',
      due_date: daysAgo(10),
    });
    expect(await noticed(null)).toBe(daysAgo(0));
    expect(await noticed(daysAgo(9))).toBe(daysAgo(9));
    await dueFor(14);
    expect(await noticed(null)).toBe(daysAgo(0));
    expect(await noticed(daysAgo(14))).toBe(daysAgo(0));
    await dueFor(20);
    await noticed(null);
    expect(await noticed(daysAgo(6))).toBe(daysAgo(6));
    expect((await patient.post('/api/safety-checks', CHECK)).status).toBe(201);
    const open = (await remindersOf(patient)).filter(({ status }) => status !== 'completed');
    expect(open.map(({ kind }) => kind)).not.toContain('safety_check');
  });

  it("count days and hours in the patient's time zone", async () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Honolulu'];
    const days: number[] = [];
    const person = await portal.signUp();
    const dateThere = (zone: string, at = new Date()) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
    for (const zone of zones) {
      const { version } = (await person.get('/api/patient/profile')).body.summary as { version: number };
      expect((await person.patch('/api/patient/profile', { version, timezone: zone })).status).toBe(200);
      const [open] = await remindersOf(person);
      days.push(open!.due_in_days);
      expect(open!.due_in_days).toBe((Date.parse(open!.due_date) - Date.parse(dateThere(zone))) / 86_400_000);
      const at = new Date((await person.get('/api/trt/reminders/email')).body.next_send_at as string);
      const hour = Number(
        new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(at),
      );
      expect(hour).toBeGreaterThanOrEqual(9);
      expect(hour).toBeLessThan(20);
      expect(at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    }
    // There are always 24 hours between the two.
    expect(days[1]! - days[0]!).toBe(1);
  });

  it('are not emailed again for a day that repeats after a move west', async () => {
    const person = await portal.signUp();
    const patient = `user_id = '${person.me!.user.id}'`;
    await portal.database.asSuperuser(`UPDATE users SET email_verified_at = now() WHERE id = $1`, [
      person.me!.user.id,
    ]);
    await save(person, { full_name: 'On The Move' });
    await portal.database.asSuperuser(
      `UPDATE intakes SET created_at = ((now() AT TIME ZONE 'Pacific/Kiritimati')::date - 10 + time '12:00') AT TIME ZONE 'America/New_York' WHERE patient_id IN (SELECT id FROM patients WHERE ${patient})`,
    );
    await portal.database.asSuperuser(
      `UPDATE patients SET timezone = 'Pacific/Kiritimati', reminders_run_on = NULL WHERE ${patient}`,
    );
    await daily();
    expect(await mailsTo(person.email)).toHaveLength(1);
    await portal.database.asSuperuser(`UPDATE patients SET timezone = 'Pacific/Honolulu' WHERE ${patient}`);
    expect(await daily()).toBe(0);
    expect(await mailsTo(person.email)).toHaveLength(1);
  });

  it('are completed when the work is done', async () => {
    const person = await portal.signUp();
    await portal.database.asSuperuser(`UPDATE patients SET reminders_run_on = NULL`);
    await daily();
    expect((await remindersOf(person)).map((r) => [r.kind, r.status])).toEqual([
      ['verify_email', 'scheduled'],
    ]);
    await portal.database.asSuperuser(`UPDATE users SET email_verified_at = now() WHERE id = $1`, [
      person.me!.user.id,
    ]);
    await tomorrow();
    await daily();
    expect((await remindersOf(person)).map((r) => [r.kind, r.status])).toEqual([
      ['verify_email', 'completed'],
    ]);
  });

  it('for a blood pressure check close when one is entered', async () => {
    const person = await portal.signIn('patient@demo.test');
    const kinds = async () => (await remindersOf(person)).map((r) => r.kind);
    expect(await kinds()).not.toContain('blood_pressure_check');
    await portal.database.asSuperuser(`UPDATE cases SET bp_recorded_on = NULL`);
    expect(await kinds()).toContain('blood_pressure_check');
    const provider = await portal.signIn('provider@demo.test');
    const { body } = await provider.list('/api/trt/cases', { filter: { q: 'patient@demo.test' } });
    const row = (body as { items: { id: string; patient_email: string; version: number }[] }).items.find(
      (i) => i.patient_email === 'patient@demo.test',
    )!;
    const extras = { bp_systolic: 124, bp_diastolic: 78 };
    expect((await provider.patch(`/api/trt/cases/${row.id}`, { version: row.version, extras })).status).toBe(
      200,
    );
    expect(await kinds()).not.toContain('blood_pressure_check');
  });

  it('are not sent to a patient with nothing to do', async () => {
    const person = await portal.signIn('new@demo.test');
    expect([await remindersOf(person), (await form(person)).status]).toEqual([[], 'none']);
  });
});
