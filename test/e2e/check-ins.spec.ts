import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type {
  CaseDetailResponse,
  ProgressResponse,
  Reminder,
  SavedCheckIn,
  TimelineResponse,
} from '../../common/api/index.js';
import { Clock } from '../../server/platform/time/clock.js';
import {
  approvePlan,
  clinicToday,
  daysAgo,
  detail,
  inForce,
  openEmergencies,
  planned,
  submitted,
  type Treated,
} from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let treated: Treated;
beforeAll(async () => {
  portal = await startTreatedPortal();
  treated = await inForce(portal);
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => portal.close());

/** A weekday morning, or Saturday: no one calls then. */
const MONDAY = '2027-01-11T15:00:00Z';
const SATURDAY = '2027-01-16T15:00:00Z';
const at = (moment: string) => jest.spyOn(portal.app.get(Clock), 'now').mockReturnValue(new Date(moment));
/** The database keeps its own time: the check-in is of the day the clock says. */
const madeAt = (id: string, moment: string) =>
  portal.database.asSuperuser('UPDATE check_ins SET at = $2 WHERE id = $1', [id, moment]);

const SYMPTOMS = { symptoms: { lack_of_energy: { present: true, severity: 3 } } };
const GOOD = Array.from({ length: 10 }, () => 4);
const checkIn = async (more: object, { patient }: Pick<Treated, 'patient'> = treated) =>
  patient.post('/api/progress/check-in', { ...SYMPTOMS, ...more });
const rest = (id: string, items: (number | null)[], { patient }: Pick<Treated, 'patient'> = treated) =>
  patient.post(`/api/progress/check-in/${id}/phq-9`, { items });
const own = async () => (await treated.patient.get('/api/progress')).body as ProgressResponse;
const moodAlert = async (of: Treated) =>
  (await detail(of)).alerts.find((a) => a.rule_key === 'phq2_positive');
const saysOf = (alert: CaseDetailResponse['alerts'][number] | undefined, name: string) =>
  alert?.evidence.find((one) => one.name === name)?.value;

describe('the questionnaires of a check-in', () => {
  it('have totals, the version of the wording, and no total with a blank', async () => {
    const saved = (await checkIn({ qadam: GOOD, phq2: [0, 1] })).body as SavedCheckIn;
    expect(saved).toMatchObject({
      qadam_total: 40,
      phq2_total: 1,
      phq9_total: null,
      ams_total: null,
      follow_up: null,
      versions: { adam: 'ADAM 2000, en-US 1', qadam: 'qADAM 2010, en-US 2', phq2: 'PHQ-2 2003, en-US 1' },
    });
    const blank = (await checkIn({ qadam: [null, ...GOOD.slice(1)], phq2: [null, 0] })).body as SavedCheckIn;
    expect([blank.qadam_total, blank.phq2_total]).toEqual([null, null]);
    expect((await own()).check_ins.map((one) => one.qadam_total)).toEqual([40, null]);
    const rows = await portal.database.asSuperuser('SELECT c::text AS row FROM check_ins c WHERE id = $1', [
      saved.id,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/qadam|phq2/);
  });

  it('say when no intercourse was attempted', async () => {
    const iief = { confidence: 3, hardness: 0, maintain: 0, difficulty: 0, satisfaction: 0 };
    expect((await checkIn({ iief })).body).toMatchObject({ iief_total: 3, iief_not_active: true });
    expect((await checkIn({ iief: { ...iief, hardness: 1 } })).body).toMatchObject({
      iief_not_active: false,
    });
    expect((await checkIn({})).body).toMatchObject({ iief_not_active: null });
  });

  it('have the AMS only where the clinic asks it', async () => {
    const ams = Array.from({ length: 17 }, () => 2);
    const refused = await checkIn({ ams });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['ams']]);
    expect((await own()).asks).toEqual(['adam', 'qadam', 'iief5', 'phq2']);
    const admin = await portal.signIn('orgadmin@demo.test');
    const list = await admin.list('/api/admin/organisations', {});
    const [clinic] = (list.body as { organisations: { id: string; version: number }[] }).organisations;
    const set = await admin.patch(`/api/admin/organisations/${clinic!.id}`, {
      version: clinic!.version,
      policies: { ask_ams: true },
    });
    expect(set.status).toBe(200);
    expect((await own()).asks).toContain('ams');
    expect((await checkIn({ ams })).body).toMatchObject({ ams_total: 34 });
  });

  it.each<[string, object, string]>([
    ['nine answers', { qadam: GOOD.slice(1) }, 'qadam'],
    ['an answer of 6', { qadam: [6, ...GOOD.slice(1)] }, 'qadam.0'],
    ['an answer of 0', { qadam: [...GOOD.slice(1), 0] }, 'qadam.9'],
    ['half an answer', { phq2: [0, 0.5] }, 'phq2.1'],
    ['an answer in words', { phq2: ['often', 0] }, 'phq2.0'],
    ['three answers', { phq2: [0, 0, 0] }, 'phq2'],
    ['an object', { phq2: { 0: 1 } }, 'phq2'],
    ['PHQ-9 sent directly', { phq9: [0, 0, 0, 0, 0, 0, 0, 0, 0] }, 'phq9'],
  ])('refuse %s', async (_, change, field) => {
    const { status, body } = await checkIn(change);
    expect([status, Object.keys(body.fields as object)]).toEqual([422, [field]]);
  });
});

describe('a PHQ-2 of 3 or more', () => {
  it('opens a call, names who calls today, and goes on with the PHQ-9', async () => {
    at(MONDAY);
    const low = await inForce(portal);
    const saved = (await checkIn({ phq2: [1, 2] }, low)).body as SavedCheckIn;
    expect(saved.follow_up).toEqual({ questionnaire: 'phq9', owner: expect.any(String) });
    await madeAt(saved.id, MONDAY);
    const alert = await moodAlert(low);
    expect(alert).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('call the patient'),
    });
    expect([saysOf(alert, 'phq2_total'), saysOf(alert, 'call_owner')]).toEqual([3, saved.follow_up!.owner]);
    for (const [items, field] of [
      [[0, 0, 0], 'phq9'],
      [[4, 0, 0, 0, 0, 0, 0], 'phq9.2'],
    ] as const) {
      const wrong = await rest(saved.id, [...items], low);
      expect([wrong.status, Object.keys(wrong.body.fields as object)]).toEqual([422, [field]]);
    }
    expect((await rest(saved.id, [0, 0, 0, 0, 0, 0, 0])).status).toBe(404);
    const whole = await rest(saved.id, [1, 1, 1, 0, 0, 0, 0], low);
    expect([whole.status, whole.body.phq9_total, whole.body.emergency, whole.body.follow_up]).toEqual([
      201,
      6,
      null,
      null,
    ]);
    expect(saysOf(await moodAlert(low), 'phq9_total')).toBe(6);
    expect((await rest(saved.id, [0, 0, 0, 0, 0, 0, 3], low)).body.error).toBe('invalid_state');
    expect(await openEmergencies(low)).toEqual([]);
  });

  it('is answered with 988 and a critical alert where item 9 is not "not at all"', async () => {
    at(MONDAY);
    const low = await inForce(portal);
    const saved = (await checkIn({ phq2: [3, 3] }, low)).body as SavedCheckIn;
    await madeAt(saved.id, MONDAY);
    const whole = await rest(saved.id, [null, 1, 1, 1, 1, 1, 1], low);
    expect([whole.status, whole.body.phq9_total, whole.body.emergency.kind]).toEqual([
      201,
      null,
      'self_harm',
    ]);
    expect(await openEmergencies(low)).toEqual(['emergency_self_harm critical check_in']);
  });

  it('asks no item 9 when no one can call the same day, and the call says so', async () => {
    at(SATURDAY);
    const low = await inForce(portal);
    const saved = (await checkIn({ phq2: [2, 2] }, low)).body as SavedCheckIn;
    expect(saved.follow_up).toBeNull();
    expect(saysOf(await moodAlert(low), 'call_owner')).toMatch(/no one could be named.*PHQ-9 was not asked/);
    expect((await rest(saved.id, [0, 0, 0, 0, 0, 0, 0], low)).body.error).toBe('invalid_state');
    // Offered on Monday, answered on Saturday: the one named has gone home.
    at(MONDAY);
    const named = (await checkIn({ phq2: [2, 2] }, low)).body as SavedCheckIn;
    await madeAt(named.id, MONDAY);
    at(SATURDAY);
    expect((await rest(named.id, [0, 0, 0, 0, 0, 0, 1], low)).body.error).toBe('invalid_state');
  });

  it('counts with one of the two left blank, and is asked again each time', async () => {
    const low = await inForce(portal);
    const first = (await checkIn({ phq2: [null, 3] }, low)).body as SavedCheckIn;
    expect(first.phq2_total).toBeNull();
    const alert = await moodAlert(low);
    const done = await low.provider.post(`/api/trt/cases/${low.caseId}/alerts/${alert!.id}/acknowledge`, {
      action: 'handled',
      note: 'Called, feels better',
    });
    expect(done.status).toBe(200);
    expect((await moodAlert(low))?.acknowledged).not.toBeNull();
    await checkIn({ phq2: [null, 3] }, low);
    expect((await moodAlert(low))?.acknowledged).toBeNull();
    // It waits for its answer, whatever is reported next.
    await checkIn({ phq2: [0, 0] }, low);
    expect((await moodAlert(low))?.acknowledged).toBeNull();
  });

  it('offers nothing to a patient without a case: no one would see it', async () => {
    at(MONDAY);
    const patient = await portal.signUp();
    expect((await checkIn({ phq2: [3, 3] }, { patient })).body.follow_up).toBeNull();
  });
});

describe('a blood pressure measured at home', () => {
  const home = (systolic: number, diastolic: number, on = daysAgo(0)) => ({
    blood_pressure: { systolic, diastolic, on },
  });
  const keys = async (of: Treated): Promise<string[]> =>
    (await detail(of)).alerts.flatMap(({ rule_key: key }) => key ?? []);

  it('is shown on the chart as reported by the patient, and on the progress page', async () => {
    const of = await inForce(portal);
    const saved = await checkIn(home(128, 82, daysAgo(3)), of);
    expect([saved.status, (saved.body as SavedCheckIn).blood_pressure]).toEqual([
      201,
      { systolic: 128, diastolic: 82, on: daysAgo(3) },
    ]);
    const chart = await of.provider.get(`/api/trt/cases/${of.caseId}/timeline`);
    expect((chart.body as TimelineResponse).blood_pressure).toContainEqual({
      on: daysAgo(3),
      systolic: 128,
      diastolic: 82,
      reported: true,
    });
    const progress = (await of.patient.get('/api/progress')).body as ProgressResponse;
    expect(progress.check_ins.at(-1)!.blood_pressure).toEqual({
      systolic: 128,
      diastolic: 82,
      on: daysAgo(3),
    });
  });

  it('of 180/120 or higher is answered with what to do, and the care team is told', async () => {
    const of = await inForce(portal);
    const saved = await checkIn(home(212, 128), of);
    expect((saved.body as SavedCheckIn).emergency).toMatchObject({ kind: 'blood_pressure' });
    expect(await openEmergencies(of)).toEqual(['emergency_blood_pressure critical check_in']);
    const normal = await checkIn(home(179, 119), await inForce(portal));
    expect((normal.body as SavedCheckIn).emergency).toBeNull();
  });

  it('that is dangerous keeps treatment back until a clinician measures again, whatever is reported next', async () => {
    const of = await inForce(portal);
    await checkIn(home(184, 112), of);
    expect(await keys(of)).toContain('bp_severe');
    await checkIn(home(118, 76), of);
    expect(await keys(of)).toContain('bp_severe');
    expect((await detail(of)).blood_pressure).toMatchObject({
      systolic: 184,
      diastolic: 112,
      reported: true,
    });
    const sent = await of.provider.post(`/api/trt/prescriptions/${of.order.id}/transition`, { to: 'sent' });
    expect([sent.status, sent.body['blocked_by']]).toEqual([409, expect.arrayContaining(['bp_severe'])]);
  });

  it.each([
    ['tomorrow', home(128, 82, daysAgo(-2)), 'blood_pressure.on'],
    ['long ago', home(128, 82, daysAgo(366)), 'blood_pressure.on'],
    ['without a day', { blood_pressure: { systolic: 128, diastolic: 82 } }, 'blood_pressure.on'],
    ['no pressure', home(300, 82), 'blood_pressure.systolic'],
    ['upside down', home(80, 120), 'blood_pressure.systolic'],
  ])('is refused: %s', async (_, more, field) => {
    const refused = await checkIn(more);
    expect([refused.status, Object.keys(refused.body['fields'] as object)]).toEqual([422, [field]]);
  });
});

describe('the blood pressure of the intake', () => {
  it.each([
    [201, true],
    [20, false],
  ])('measured %i days ago is old: %s', async (days, old) => {
    const of = await planned(portal, { blood_pressure_on: daysAgo(days), signature_date: daysAgo(0) });
    expect((await approvePlan(of, of.plan)).status).toBe(200);
    const { version } = (await detail(of)).case;
    const extras = { therapy_started_on: daysAgo(30), last_change_on: daysAgo(30) };
    await of.provider.patch(`/api/trt/cases/${of.caseId}`, { version, extras });
    const { blood_pressure: pressure, rules } = await detail(of);
    expect(pressure!.on).toBe(daysAgo(days));
    expect(rules.some(({ rule_key: key }) => key === 'bp_stale')).toBe(old);
  });
});

describe('a check-in that is due', () => {
  const asked = async (of: Treated): Promise<Reminder | undefined> =>
    ((await of.patient.get('/api/trt/reminders')).body as { reminders: Reminder[] }).reminders.find(
      ({ kind, status }) => kind === 'check_in' && status !== 'completed',
    );
  const startedAgo = (of: Treated, days: number) =>
    portal.database.asSuperuser(
      `UPDATE cases SET therapy_start_assumed = false, extras = extras || jsonb_build_object('therapy_started_on', $2::text) WHERE id = $1`,
      [of.caseId, daysAgo(days)],
    );

  it('is a reminder from two weeks before its day until it is made', async () => {
    const of = await inForce(portal);
    await startedAgo(of, 13);
    expect(await asked(of)).toBeUndefined();
    await startedAgo(of, 14);
    expect(await asked(of)).toMatchObject({ title: 'Check-in: week 4', due_in_days: 14 });
    await startedAgo(of, 31);
    expect(await asked(of)).toMatchObject({ status: 'overdue', due_date: daysAgo(3) });
    expect((await checkIn({}, of)).status).toBe(201);
    expect(await asked(of)).toBeUndefined();
    expect(clinicToday()).toMatch(/^\d{4}-/);
  });

  it('is for patients on treatment only', async () => {
    expect(await asked(await submitted(portal))).toBeUndefined();
  });
});
