import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { daysAgo, detail, inForce, openEmergencies, type Ordered } from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

const HIGH = { systolic: 165, diastolic: 102, on: daysAgo(0) };
const FINE = { systolic: 124, diastolic: 78, on: daysAgo(0) };
const sent = ({ patient }: Ordered, blood_pressure: unknown) =>
  patient.post('/api/safety-checks', {
    location_state: 'NY',
    changes: {},
    side_effects: [],
    blood_pressure,
  });
const told = async (treated: Ordered, pressure: object) => {
  const answer = await sent(treated, pressure);
  expect(answer.status).toBe(201);
  return answer.body;
};
const reported = async (treated: Ordered) =>
  (await detail(treated)).alerts.find(({ rule_key: key }) => key === 'bp_reported_160_100');
const patch = async (treated: Ordered, extras: object, more: object = {}) =>
  treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
    version: (await detail(treated)).case.version,
    extras,
    ...more,
  });
const chart = async (treated: Ordered): Promise<unknown[]> =>
  (await treated.provider.get(`/api/trt/cases/${treated.caseId}/timeline`)).body.blood_pressure;

describe('a blood pressure told in a safety check', () => {
  it('stands on the case as reported, dated, beside the clinic’s, and is no measurement of the clinic', async () => {
    const treated = await inForce(portal);
    await patch(treated, { bp_systolic: 128, bp_diastolic: 80, bp_on: daysAgo(30) });
    expect((await told(treated, FINE)).blood_pressure).toEqual(FINE);
    const { blood_pressure, home_pressure, safety_checks, case: now } = await detail(treated);
    expect(blood_pressure).toMatchObject({ systolic: 128, reported: false });
    expect(home_pressure).toEqual(FINE);
    expect(safety_checks[0]?.blood_pressure).toEqual(FINE);
    expect(now.extras).toMatchObject({ bp_systolic: 128, bp_on: daysAgo(30) });
    expect(await chart(treated)).toContainEqual({ ...FINE, reported: true });
    expect(await reported(treated)).toBeUndefined();
  });

  it('asks for a call from 160/100 on, with value, limit, age and source, until a clinician takes it over', async () => {
    const treated = await inForce(portal);
    expect(await told(treated, HIGH)).toMatchObject({ emergency: null });
    const alert = await reported(treated);
    expect(alert).toMatchObject({ severity: 'warning' });
    expect(alert!.evidence).toContainEqual(
      expect.objectContaining({
        name: 'blood_pressure_systolic',
        value: 165,
        unit: 'mmHg',
        threshold: '>= 160 mmHg',
        age_days: 0,
        source_id: 'ACC-AHA',
      }),
    );
    expect((await detail(treated)).blood_pressure).toMatchObject({ systolic: 165, reported: true });
    const { systolic: bp_systolic, diastolic: bp_diastolic, on: bp_on } = HIGH;
    expect((await patch(treated, { bp_systolic, bp_diastolic, bp_on })).status).toBe(200);
    const after = await detail(treated);
    expect([after.home_pressure, after.blood_pressure?.reported]).toEqual([null, false]);
    expect(await reported(treated)).toBeUndefined();
    expect(after.rules.map(({ rule_key: key }) => key)).toContain('bp_160_100');
  });

  it('counts from the next one on where the clinic measured since', async () => {
    const treated = await inForce(portal);
    await told(treated, HIGH);
    const measured = { bp_systolic: 122, bp_diastolic: 78, bp_on: daysAgo(0) };
    const reason = 'Measured again by the nurse after five minutes of rest';
    expect((await patch(treated, measured, { reason })).status).toBe(200);
    const { blood_pressure, home_pressure } = await detail(treated);
    expect([blood_pressure?.reported, home_pressure]).toEqual([false, null]);
    await told(treated, { ...HIGH, systolic: 170 });
    expect((await detail(treated)).home_pressure).toMatchObject({ systolic: 170 });
  });

  it('of 180/120 or higher is an emergency', async () => {
    const treated = await inForce(portal);
    const { emergency } = await told(treated, { systolic: 184, diastolic: 110, on: daysAgo(0) });
    expect(emergency).toMatchObject({ kind: 'blood_pressure' });
    expect(await openEmergencies(treated)).toEqual(['emergency_blood_pressure critical safety_check']);
  });

  it('is in the patient’s own record', async () => {
    const treated = await inForce(portal);
    await told(treated, FINE);
    const mine = (await treated.patient.get('/api/safety-checks')).body;
    expect(mine.safety_checks[0].blood_pressure).toEqual(FINE);
  });

  it.each<[string, object, string[]]>([
    ['upside down', { ...FINE, systolic: 70 }, ['blood_pressure.systolic']],
    [
      'too low',
      { ...FINE, systolic: 60, diastolic: 30 },
      ['blood_pressure.systolic', 'blood_pressure.diastolic'],
    ],
    ['too high', { ...FINE, systolic: 251 }, ['blood_pressure.systolic']],
    ['of tomorrow', { ...FINE, on: daysAgo(-2) }, ['blood_pressure.on']],
    ['of years ago', { ...FINE, on: daysAgo(400) }, ['blood_pressure.on']],
    ['half of one', { systolic: 120 }, ['blood_pressure.diastolic', 'blood_pressure.on']],
    ['in words', { ...FINE, systolic: 'high' }, ['blood_pressure.systolic']],
    ['with more', { ...FINE, pulse: 60 }, ['blood_pressure.pulse']],
  ])('that is %s is refused', async (_what, pressure, fields) => {
    const treated = { patient: await portal.signUp() } as Ordered;
    const refused = await sent(treated, pressure);
    expect([refused.status, Object.keys(refused.body.fields as object).toSorted()]).toEqual([
      422,
      fields.toSorted(),
    ]);
  });
});
