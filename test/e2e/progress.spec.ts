import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseDetailResponse } from '../../common/api/cases.js';
import type { CheckIn, ProgressResponse } from '../../common/api/progress.js';
import { ADAM_ITEMS } from '../../common/scores/index.js';
import { addLab, morning, submitted } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const progressOf = async (person: Person) => (await person.get('/api/progress')).body as ProgressResponse;
const IIEF = { confidence: 3, hardness: 4, maintain: 3, difficulty: 5, satisfaction: 2 };
const checkIn = (person: Person, body: unknown) => person.post('/api/progress/check-in', body);

describe('progress', () => {
  it('is empty for a new patient', async () => {
    expect(await progressOf(await portal.signUp())).toEqual({
      labs: [],
      doses: [],
      check_ins: [],
      asks: ['adam', 'qadam', 'iief5', 'phq2'],
    });
  });

  it('shows a new result at once, oldest first, with unit, range and flag', async () => {
    const treated = await submitted(portal);
    await addLab(treated, 20, { tt_ng_dl: 245, hct_percent: 44 });
    await addLab(treated, 3, { tt_ng_dl: 920 });
    const { labs, doses } = await progressOf(treated.patient);
    expect(labs.map((s) => [s.analyte, s.unit, s.points.length])).toEqual([
      ['tt_ng_dl', 'ng/dL', 2],
      ['hct_percent', '%', 1],
    ]);
    expect(labs[0]!.points).toEqual([
      { collected_at: new Date(morning(20)).toISOString(), value: 245, flag: 'low' },
      { collected_at: new Date(morning(3)).toISOString(), value: 920, flag: 'high' },
    ]);
    expect([labs[0]!.target_low, labs[0]!.reference_low, labs[0]!.reference_high, doses]).toEqual([
      null,
      264,
      916,
      [],
    ]);
  });

  it("shows the active plan's target and the doses up to it", async () => {
    const patient = await portal.signIn('patient@demo.test');
    const { labs, doses } = await progressOf(patient);
    const testosterone = labs.find((s) => s.analyte === 'tt_ng_dl')!;
    expect([testosterone.points.length, testosterone.target_low, testosterone.target_high]).toEqual([
      5, 450, 600,
    ]);
    expect(labs.find((s) => s.analyte === 'hct_percent')!.target_low).toBeNull();
    expect(doses.at(-1)).toMatchObject({ to: null, dose: expect.any(Number) });
    expect(doses.at(-1)!.from).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('ends a dose on the day treatment ended', async () => {
    const [row] = await portal.database.asSuperuser<{ email: string; on: string }>(
      `SELECT u.email, d.effective_on::text AS on FROM discontinuations d JOIN cases c ON c.id = d.case_id
        JOIN patients p ON p.id = c.patient_id JOIN users u ON u.id = p.user_id LIMIT 1`,
    );
    const { doses, labs } = await progressOf(await portal.signIn(row!.email));
    expect(doses.at(-1)!.to).toBe(row!.on);
    expect(labs[0]!.target_low).toBeNull();
  });
});

describe('a check-in', () => {
  it('is scored like the intake, kept encrypted and shown', async () => {
    const patient = await portal.signUp();
    const response = await checkIn(patient, {
      symptoms: {
        decreased_libido: { present: true, severity: 6 },
        lack_of_energy: { present: true },
        sadness_mood: { present: false, severity: 9 },
      },
      iief: IIEF,
      weight: 183.5,
    });
    const none = { qadam_total: null, ams_total: null, phq2_total: null, phq9_total: null };
    const scores = { adam_count: 2, adam_severity: 6, iief_total: 17, iief_not_active: false };
    const versions = { adam: 'ADAM 2000, en-US 1', iief5: 'IIEF-5 1999, en-US 1' };
    const expected = { ...scores, ...none, versions, weight: 183.5 };
    expect([response.status, response.body]).toEqual([
      201,
      {
        id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        ...expected,
        blood_pressure: null,
        emergency: null,
        follow_up: null,
      },
    ]);
    await checkIn(patient, { symptoms: { decreased_libido: { present: false } } });
    const { check_ins } = await progressOf(patient);
    expect(check_ins.map(({ adam_count, iief_total, weight }) => [adam_count, iief_total, weight])).toEqual([
      [2, 17, 183.5],
      [0, null, null],
    ]);
    const rows = await portal.database.asSuperuser<{ row: string }>(
      'SELECT check_ins::text AS row FROM check_ins',
    );
    expect(rows[0]!.row).not.toMatch(/libido|\b183\b/);
    const audit = await portal.database.asSuperuser(
      `SELECT actor_role, detail FROM audit_events WHERE action = 'progress.check_in' AND target_id = $1`,
      [(response.body as CheckIn).id],
    );
    expect(audit).toEqual([{ actor_role: 'patient', detail: null }]);
  });

  it('accepts all ten symptoms at their worst', async () => {
    const patient = await portal.signUp();
    const symptoms = Object.fromEntries(ADAM_ITEMS.map((i) => [i, { present: true, severity: 10 }]));
    expect((await checkIn(patient, { symptoms })).body).toMatchObject({ adam_count: 10, adam_severity: 100 });
  });

  it('with a weight updates the directory', async () => {
    const treated = await submitted(portal, { full_name: 'Wendell Weighs' });
    await checkIn(treated.patient, { symptoms: { lack_of_energy: { present: false } }, weight: 171 });
    const list = await treated.provider.list('/api/provider/patients', { filter: { q: 'wendell weighs' } });
    expect(list.body.patients[0].weight).toBe(171);
  });

  it.each<[string, object, string]>([
    ['no answer', { symptoms: {} }, 'symptoms'],
    ['no symptoms', { symptoms: undefined }, 'symptoms'],
    ['a list', { symptoms: [] }, 'symptoms'],
    ['an unknown symptom', { symptoms: { headache: { present: true } } }, 'symptoms.headache'],
    ['a symptom that is not an object', { symptoms: { lack_of_energy: true } }, 'symptoms.lack_of_energy'],
    ['an unanswered symptom', { symptoms: { lack_of_energy: {} } }, 'symptoms.lack_of_energy.present'],
    ['null', { symptoms: { lack_of_energy: { present: null } } }, 'symptoms.lack_of_energy.present'],
    [
      'an unknown field',
      { symptoms: { lack_of_energy: { present: true, since: 'x' } } },
      'symptoms.lack_of_energy.since',
    ],
    [
      'a severity of 11',
      { symptoms: { lack_of_energy: { present: true, severity: 11 } } },
      'symptoms.lack_of_energy.severity',
    ],
    [
      'a severity of -1',
      { symptoms: { lack_of_energy: { present: true, severity: -1 } } },
      'symptoms.lack_of_energy.severity',
    ],
    [
      'a severity of 2.5',
      { symptoms: { lack_of_energy: { present: true, severity: 2.5 } } },
      'symptoms.lack_of_energy.severity',
    ],
    ['an IIEF answer of 6', { iief: { ...IIEF, maintain: 6 } }, 'iief.maintain'],
    ['an unknown IIEF answer', { iief: { ...IIEF, desire: 1 } }, 'iief.desire'],
    ['a weight of 49', { weight: 49 }, 'weight'],
    ['a weight of 801', { weight: 801 }, 'weight'],
    ['a weight in words', { weight: '180 lb' }, 'weight'],
    ['a score sent directly', { adam_count: 0 }, 'adam_count'],
  ])('rejects %s', async (_, change, field) => {
    const patient = await portal.signIn('new@demo.test');
    const response = await checkIn(patient, { symptoms: { lack_of_energy: { present: true } }, ...change });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
    expect((await progressOf(patient)).check_ins).toEqual([]);
  });

  it('is for patients only', async () => {
    const provider = await portal.signIn('provider@demo.test');
    expect((await checkIn(provider, {})).status).toBe(403);
    expect((await checkIn(portal.anonymous(), {})).status).toBe(401);
  });
});

describe('a check-in with a very low mood', () => {
  const symptoms = (severity: number) => ({ sadness_mood: { present: true, severity } });

  it('is answered with 988 and alerts the care team the same day', async () => {
    const treated = await submitted(portal);
    const response = await treated.patient.post('/api/progress/check-in', { symptoms: symptoms(10) });
    expect(response.status).toBe(201);
    expect(response.body.emergency).toMatchObject({ kind: 'self_harm', call: ['988', '911'] });
    const { alerts } = (await treated.provider.get(`/api/trt/cases/${treated.caseId}/detail`))
      .body as CaseDetailResponse;
    expect(alerts.find((a) => a.rule_key === 'emergency_low_mood')).toMatchObject({
      severity: 'critical',
      message: expect.stringContaining('10 of 10'),
      reports: [{ at: expect.any(String), place: 'check_in' }],
    });
  });

  it('is not an emergency below 8', async () => {
    const { patient } = await submitted(portal);
    const response = await patient.post('/api/progress/check-in', { symptoms: symptoms(7) });
    expect([response.status, response.body.emergency]).toEqual([201, null]);
  });
});
