import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SafetyCheckRequest, SafetyChecksResponse } from '../../common/api/index.js';
import { addDays } from '../../common/clinical/index.js';
import {
  approvePlan,
  clinicToday,
  daysAgo,
  detail,
  form,
  generate,
  inForce,
  openEmergencies,
  planned,
  save,
  submitted,
  type Treated,
} from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const NOTHING_NEW: SafetyCheckRequest = { location_state: 'NY', changes: {}, side_effects: [] };
const check = (patient: Person, change: object = {}) =>
  patient.post('/api/safety-checks', { ...NOTHING_NEW, ...change });
const own = async (patient: Person): Promise<SafetyChecksResponse> =>
  (await patient.get('/api/safety-checks')).body as SafetyChecksResponse;
const fired = async (treated: Treated): Promise<string[]> =>
  (await detail(treated)).rules.map((rule) => rule.rule_key);
const aged = (treated: Treated, change: string) =>
  portal.database.asSuperuser(`UPDATE documents SET ${change} WHERE patient_id = $1 AND slug = 'intake'`, [
    treated.patientId,
  ]);

describe('GET /api/safety-checks', () => {
  it('says where the patient was only if that was stated within 90 days', async () => {
    const treated = await submitted(portal, { location_state: 'NJ', vte_history: 'no' });
    const stated = async (days: number) => {
      await portal.database.asSuperuser('UPDATE patients SET location_attested_on = $2 WHERE id = $1', [
        treated.patientId,
        daysAgo(days),
      ]);
      const { answers } = await own(treated.patient);
      return [answers.location_state ?? null, answers.vte_history];
    };
    expect(await stated(90)).toEqual(['NJ', 'no']);
    expect(await stated(91)).toEqual([null, 'no']);
  });
});

describe('POST /api/safety-checks', () => {
  it('is stored encrypted, records where the patient is, and is shown to the patient and on the case', async () => {
    const treated = await submitted(portal, { location_state: 'NJ' });
    const sent = await check(treated.patient, {
      location_state: 'CT',
      vte_history: 'no',
      changes: { allergies: '  Penicillin, a rash  ' },
      side_effects: [{ key: 'acne', severity: 'mild', since: daysAgo(30) }],
    });
    expect(sent.status).toBe(201);
    const stored = {
      location_state: 'CT',
      sex_assigned_at_birth: null,
      vte_history: 'no',
      vte_details: null,
      last_testosterone_on: null,
      changes: { allergies: 'Penicillin, a rash' },
      side_effects: [{ key: 'acne', severity: 'mild', since: daysAgo(30) }],
    };
    expect(sent.body).toMatchObject({ ...stored, due: null, emergency: null });
    const mine = await own(treated.patient);
    expect(mine.safety_checks).toMatchObject([stored]);
    expect(mine.answers).toMatchObject({
      location_state: 'CT',
      vte_history: 'no',
      sex_assigned_at_birth: 'male',
    });
    expect((await detail(treated)).safety_checks).toEqual(mine.safety_checks);
    const [row] = await portal.database.asSuperuser(
      'SELECT safety_checks::text AS row FROM safety_checks WHERE id = $1',
      [sent.body.id],
    );
    expect(JSON.stringify(row)).not.toMatch(/Penicillin|acne/);
    expect(
      await portal.database.asSuperuser(
        'SELECT location_state, location_attested_on::text AS "on" FROM patients WHERE id = $1',
        [treated.patientId],
      ),
    ).toEqual([{ location_state: 'CT', on: clinicToday() }]);
    expect(
      await portal.database.asSuperuser(
        `SELECT actor_role, detail FROM audit_events WHERE action = 'safety_check.submit' AND target_id = $1`,
        [sent.body.id],
      ),
    ).toEqual([{ actor_role: 'patient', detail: null }]);
  });

  it('fires and clears rules by its answers, even against a resubmitted intake', async () => {
    const treated = await planned(portal, { vte_history: null, sex_assigned_at_birth: null });
    expect(await fired(treated)).toContain('safety_answer_missing');
    await check(treated.patient, { vte_history: 'yes', sex_assigned_at_birth: 'intersex' });
    const after = await fired(treated);
    expect(after).toEqual(expect.arrayContaining(['vte_history', 'sex_assigned_not_male']));
    expect(after).not.toContain('safety_answer_missing');
    const { data } = await form(treated.patient);
    await save(treated.patient, { ...data, goals: 'energy' }, { submit: true });
    expect(await fired(treated)).toContain('vte_history');
    await save(
      treated.patient,
      { ...(await form(treated.patient)).data, vte_history: 'no' },
      { submit: true },
    );
    expect(await fired(treated)).not.toContain('vte_history');
  });

  it('tells the care team of a ticked emergency before it is sent, and of the check that follows no second time', async () => {
    const treated = await submitted(portal);
    const tick = (side_effects: unknown) =>
      treated.patient.post('/api/safety-checks/emergency', { side_effects });
    expect((await tick(['acne'])).body).toEqual({ emergency: null, told: false });
    expect(await openEmergencies(treated)).toEqual([]);
    const told = await tick(['chest_pain']);
    expect([told.status, told.body.told, told.body.emergency.call]).toEqual([
      200,
      true,
      expect.arrayContaining(['911']),
    ]);
    const ONCE = ['emergency_heart_or_breathing critical safety_check'];
    expect(await openEmergencies(treated)).toEqual(ONCE);
    const send = () => check(treated.patient, { side_effects: [{ key: 'chest_pain', severity: 'mild' }] });
    expect((await send()).body.emergency.kind).toBe('heart_or_breathing');
    expect(await openEmergencies(treated)).toEqual(ONCE);
    // Another check is another report.
    await send();
    expect(await openEmergencies(treated)).toEqual([`${ONCE[0]},safety_check`]);
    expect((await tick(['cold'])).status).toBe(422);
    const audited = await portal.database.asSuperuser(
      `SELECT actor_role, detail FROM audit_events WHERE patient_id = $1 AND action = 'safety_check.emergency'`,
      [treated.patientId],
    );
    expect(audited).toEqual([
      { actor_role: 'patient', detail: { emergency: 'heart_or_breathing', alerted: true } },
    ]);
  });

  it('makes a draw on recent testosterone not diagnostic', async () => {
    const treated = await planned(portal, { previous_trt_experience: 'past' });
    expect(await fired(treated)).not.toContain('low_t_unconfirmed');
    await check(treated.patient, { last_testosterone_on: daysAgo(25) });
    expect(await fired(treated)).toContain('low_t_unconfirmed');
  });

  it('puts an approved order on hold when a clot is reported', async () => {
    const treated = await inForce(portal);
    await check(treated.patient, { vte_history: 'yes', vte_details: 'Left leg, last week' });
    const { prescriptions } = await detail(treated);
    expect(prescriptions[0]?.on_hold).toMatchObject({ rule_key: 'vte_history' });
  });

  it('marks change texts as unread, with the matched words, and asks again for a new one', async () => {
    const treated = await planned(portal);
    const seen = (await detail(treated)).case.version;
    await check(treated.patient, {
      changes: { medicines: 'Started Eliquis after a DVT', conditions: 'none' },
    });
    const shown = await detail(treated);
    expect(shown.unread_history).toEqual([
      {
        field: 'changes.medicines',
        text: `${clinicToday()}: Started Eliquis after a DVT`,
        matched: ['dvt', 'eliquis'],
      },
    ]);
    expect(await fired(treated)).toEqual(
      expect.arrayContaining(['unread_history', 'text_clotting', 'ddi_doac']),
    );
    const review = (version: number) =>
      treated.provider.post(`/api/trt/cases/${treated.caseId}/history-review`, {
        version,
        fields: ['changes.medicines'],
        against_treatment: false,
      });
    expect((await review(seen)).body.error).toBe('version_conflict');
    expect((await review(shown.case.version)).body.unread_history).toEqual([]);
    expect(await fired(treated)).not.toContain('unread_history');
    expect((await approvePlan(treated, treated.plan)).status).not.toBe(200);
    await check(treated.patient, { changes: { medicines: 'Stopped Eliquis' } });
    expect((await detail(treated)).unread_history.map(({ text }) => text)).toEqual([
      `${clinicToday()}: Stopped Eliquis`,
    ]);
  });

  it.each([
    ['chest_pain', 'mild', 'heart_or_breathing'],
    ['breathlessness', 'moderate', 'heart_or_breathing'],
    ['one_sided_weakness', 'severe', 'stroke'],
    ['priapism', 'mild', 'priapism'],
    ['leg_swelling', 'moderate', 'clot'],
  ])('answers %s with the emergency card and alerts the care team', async (key, severity, kind) => {
    const treated = await submitted(portal);
    const sent = await check(treated.patient, { side_effects: [{ key, severity }] });
    expect(sent.body.emergency).toMatchObject({ kind, call: expect.arrayContaining(['911']) });
    expect((await detail(treated)).alerts.find((a) => a.rule_key === `emergency_${kind}`)).toMatchObject({
      severity: 'critical',
      reports: [{ at: expect.any(String), place: 'safety_check' }],
    });
  });

  it('detects emergencies in its texts, and flags a severe side effect that is not one', async () => {
    const treated = await submitted(portal);
    const wrote = await check(treated.patient, { changes: { conditions: 'I want to die' } });
    expect(wrote.body.emergency).toMatchObject({ kind: 'self_harm' });
    const calm = await check(treated.patient, {
      side_effects: [
        { key: 'chest_pain', severity: 'none' },
        { key: 'mood', severity: 'severe' },
      ],
    });
    expect(calm.body.emergency).toBeNull();
    expect(await fired(treated)).toContain('side_effect_severe');
  });

  it('is accepted from a patient without an intake', async () => {
    const patient = await portal.signUp();
    const sent = await check(patient, { side_effects: [{ key: 'chest_pain', severity: 'severe' }] });
    expect([sent.status, sent.body.emergency.kind]).toEqual([201, 'heart_or_breathing']);
    expect(await own(patient)).toMatchObject({ due: null, answers: { location_state: 'NY' } });
  });

  it.each<[string, object, string]>([
    ['no state', { location_state: undefined }, 'location_state'],
    ['a blank state', { location_state: ' ' }, 'location_state'],
    ['an unknown state', { location_state: 'ZZ' }, 'location_state'],
    ['another sex', { sex_assigned_at_birth: 'm' }, 'sex_assigned_at_birth'],
    ['a blank answer', { vte_history: '' }, 'vte_history'],
    ['an answer that is not text', { vte_history: true }, 'vte_history'],
    ['a dose tomorrow', { last_testosterone_on: addDays(clinicToday(), 2) }, 'last_testosterone_on'],
    ['an invalid day', { last_testosterone_on: '2026-02-30' }, 'last_testosterone_on'],
    ['no changes', { changes: undefined }, 'changes'],
    ['a list of changes', { changes: ['Eliquis'] }, 'changes'],
    ['a blank change', { changes: { medicines: '   ' } }, 'changes.medicines'],
    ['a long change', { changes: { medicines: 'x'.repeat(4001) } }, 'changes.medicines'],
    ['an unknown change', { changes: { address: 'x' } }, 'changes.address'],
    ['no side effects', { side_effects: null }, 'side_effects'],
    ['a side effect in words', { side_effects: ['acne'] }, 'side_effects'],
    ['an unknown side effect', { side_effects: [{ key: 'hair', severity: 'mild' }] }, 'side_effects.0.key'],
    ['no severity', { side_effects: [{ key: 'acne' }] }, 'side_effects.0.severity'],
    [
      'a duplicate side effect',
      {
        side_effects: [
          { key: 'acne', severity: 'mild' },
          { key: 'acne', severity: 'none' },
        ],
      },
      'side_effects',
    ],
    [
      'a side effect from next week',
      { side_effects: [{ key: 'acne', severity: 'mild', since: addDays(clinicToday(), 7) }] },
      'side_effects.0.since',
    ],
    ['an unknown field', { mood: 3 }, 'mood'],
  ])('rejects %s and stores nothing', async (_, change, field) => {
    const patient = await portal.signIn('new@demo.test');
    const response = await check(patient, change);
    expect([response.status, Object.keys(response.body.fields ?? {})[0]]).toEqual([422, field]);
    expect((await own(patient)).safety_checks).toEqual([]);
  });

  it('is for patients only', async () => {
    const provider = await portal.signIn('provider@demo.test');
    expect([(await check(provider)).status, (await provider.get('/api/safety-checks')).status]).toEqual([
      403, 403,
    ]);
    expect((await check(portal.anonymous())).status).toBe(401);
  });
});

describe('GET /api/safety-checks says when a check is due', () => {
  it('after an intake without these questions, until it is answered', async () => {
    const treated = await submitted(portal);
    expect((await own(treated.patient)).due).toBeNull();
    await aged(treated, `text_version = 'intake-1'`);
    expect((await own(treated.patient)).due).toMatchObject({ reason: 'older_intake' });
    expect((await check(treated.patient)).body.due).toBeNull();
    expect((await own(treated.patient)).due).toBeNull();
  });

  it('every 90 days on treatment', async () => {
    const treated = await inForce(portal);
    expect((await own(treated.patient)).due).toBeNull();
    await aged(treated, `finalized_at = now() - interval '100 days'`);
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { therapy_started_on: daysAgo(95) },
    });
    expect((await own(treated.patient)).due).toEqual({ since: daysAgo(5), reason: 'every_90_days' });
    expect((await generate(treated.patient)).status).toBeLessThan(500);
  });
});
