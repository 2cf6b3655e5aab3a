import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PrescriptionJudgementResponse } from '../../common/api/index.js';
import { daysAgo, detail, inForce, submitted, type Ordered, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const WHY = 'The cuff was too small, measured again by the nurse';
const SEVERE = { bp_systolic: 190, bp_diastolic: 122 };
const at = ({ order }: Ordered): string => `/api/trt/prescriptions/${order.id}`;
const patch = async (treated: Treated, extras: object, more: object = {}) =>
  treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
    version: (await detail(treated)).case.version,
    extras,
    ...more,
  });
const severe = async (treated: Treated): Promise<boolean> =>
  (await detail(treated)).rules.some(({ rule_key: key }) => key === 'bp_severe');
const readings = async (treated: Ordered): Promise<unknown[]> =>
  (await treated.provider.get(`/api/trt/cases/${treated.caseId}/timeline`)).body.blood_pressure;
async function stopped(): Promise<Ordered> {
  const treated = await inForce(portal);
  expect((await patch(treated, SEVERE)).status).toBe(200);
  expect(await severe(treated)).toBe(true);
  return treated;
}

describe('a severe blood pressure that the patient reported', () => {
  const reported = () =>
    submitted(portal, {
      blood_pressure_systolic: 190,
      blood_pressure_diastolic: 125,
      signature_date: daysAgo(0),
    });

  it('is not replaced by an older reading of a clinician', async () => {
    const waiting = await reported();
    expect(await severe(waiting)).toBe(true);
    const older = { bp_systolic: 120, bp_diastolic: 78, bp_on: daysAgo(150) };
    expect((await patch(waiting, older)).status).toBe(200);
    expect(await severe(waiting)).toBe(true);
    expect((await detail(waiting)).blood_pressure).toMatchObject({ systolic: 190, reported: true });
  });

  it('gives way to a reading of the same day for a typed reason', async () => {
    const waiting = await reported();
    const measured = { bp_systolic: 120, bp_diastolic: 78 };
    const refused = await patch(waiting, measured);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['reason']]);
    expect(await severe(waiting)).toBe(true);
    expect((await patch(waiting, measured, { reason: WHY })).status).toBe(200);
    expect(await severe(waiting)).toBe(false);
  });
});

describe('a severe blood pressure measured at home today', () => {
  const measured = async (treated: Treated, systolic: number, diastolic: number) => {
    const saved = await treated.patient.post('/api/progress/check-in', {
      symptoms: { lack_of_energy: { present: false } },
      blood_pressure: { systolic, diastolic, on: daysAgo(0) },
    });
    expect(saved.status).toBe(201);
  };

  it('gives way to one that a clinician takes after it, for a typed reason, until the next one from home', async () => {
    const treated = await inForce(portal);
    await measured(treated, 212, 128);
    expect(await severe(treated)).toBe(true);
    const office = { bp_systolic: 122, bp_diastolic: 78, bp_on: daysAgo(0) };
    expect((await patch(treated, office)).status).toBe(422);
    expect((await patch(treated, office, { reason: WHY })).status).toBe(200);
    expect(await severe(treated)).toBe(false);
    expect((await detail(treated)).blood_pressure).toMatchObject({ systolic: 122, reported: false });
    await measured(treated, 186, 121);
    expect(await severe(treated)).toBe(true);
  });

  it('counts where the clinic took its own before it', async () => {
    const treated = await inForce(portal);
    const office = { bp_systolic: 122, bp_diastolic: 78, bp_on: daysAgo(0) };
    expect((await patch(treated, office)).status).toBe(200);
    await measured(treated, 212, 128);
    expect(await severe(treated)).toBe(true);
    // The form sends again what is on file.
    const again = await patch(treated, { ...office, symptoms_improved: true }, { reason: WHY });
    expect([200, 422]).toContain(again.status);
    expect(await severe(treated)).toBe(true);
  });
});

describe('a blood pressure that stops treatment', () => {
  it('is not replaced by an older one, which joins the timeline', async () => {
    const treated = await stopped();
    const older = { bp_systolic: 128, bp_diastolic: 80, bp_on: daysAgo(150) };
    expect((await patch(treated, older)).status).toBe(200);
    expect(await severe(treated)).toBe(true);
    expect((await detail(treated)).case.extras).toMatchObject(SEVERE);
    expect(await readings(treated)).toMatchObject([
      { on: daysAgo(150), systolic: 128, diastolic: 80 },
      { systolic: 190, diastolic: 122 },
    ]);
  });

  it.each([
    ['removed', { bp_systolic: null, bp_diastolic: null }],
    ['overwritten on its day', { bp_systolic: 120, bp_diastolic: 78 }],
    ['dated back', { bp_on: daysAgo(150) }],
  ])('is %s with a reason only, audited, and stays in the timeline', async (_name, change) => {
    const treated = await stopped();
    const refused = await patch(treated, change);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['reason']]);
    expect((await patch(treated, change, { reason: 'ok' })).status).toBe(422);
    expect(await severe(treated)).toBe(true);
    expect((await patch(treated, change, { reason: WHY })).status).toBe(200);
    expect(await readings(treated)).toContainEqual(
      expect.objectContaining({ systolic: 190, diastolic: 122 }),
    );
    const [entry] = await portal.database.asSuperuser<{ detail: Record<string, unknown> }>(
      `SELECT detail FROM audit_events WHERE action = 'case.update' AND patient_id = $1 ORDER BY seq DESC LIMIT 1`,
      [treated.patientId],
    );
    expect(entry!.detail).toMatchObject({ rules: ['bp_severe', 'bp_160_100'] });
    expect(Object.keys(entry!.detail)).toEqual(
      expect.arrayContaining(['before_enc', 'after_enc', 'reason_enc']),
    );
  });

  it('keeps its order on hold until the rule is named', async () => {
    const treated = await stopped();
    const change = { bp_systolic: 120, bp_diastolic: 78 };
    expect((await patch(treated, change, { reason: WHY })).status).toBe(200);
    const shown = (await treated.provider.get(`${at(treated)}/judgement`))
      .body as PrescriptionJudgementResponse;
    expect([shown.blocked_by, shown.each_by_name]).toEqual([['bp_severe'], true]);
    const release = async (more: object = {}) =>
      treated.provider.post(`${at(treated)}/release`, {
        reason: WHY,
        version: (await treated.provider.get(at(treated))).body.version,
        ...more,
      });
    expect((await release()).status).toBe(422);
    expect((await release({ overrides: ['bp_severe'] })).status).toBe(200);
    // It was the hold that was passed: measured as high again, it stops again.
    expect((await treated.provider.get(at(treated))).body.override_rules).toEqual([]);
  });
});

describe('a blood pressure that stops nothing', () => {
  it('is corrected without a reason', async () => {
    const treated = await inForce(portal);
    expect((await patch(treated, { bp_systolic: 130, bp_diastolic: 80 })).status).toBe(200);
    expect((await patch(treated, { bp_systolic: 128, bp_diastolic: 80 })).status).toBe(200);
    expect((await patch(treated, { bp_systolic: null, bp_diastolic: null })).status).toBe(200);
  });
});
