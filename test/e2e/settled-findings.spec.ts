import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PrescriptionJudgementResponse } from '../../common/api/index.js';
import { detail, inForce, planned, type Ordered, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const NOTE = 'Called the patient: it was peanut oil in food, not the product';
const VEHICLE = 'allergy_cypionate_vehicle';
const UNCLEAR = 'allergy_not_clarified';

const tell = async ({ patient }: Treated, changes: object) => {
  const check = { location_state: 'NY', side_effects: [], changes };
  expect((await patient.post('/api/safety-checks', check)).status).toBe(201);
};
const review = async (treated: Treated, body: object, by = treated.provider) =>
  by.post(`/api/trt/cases/${treated.caseId}/history-review`, {
    version: (await detail(treated)).case.version,
    ...body,
  });
/** Reads everything there is and settles the rules. */
async function settle(treated: Treated, settled: object[], note: string = NOTE) {
  const fields = (await detail(treated)).unread_history.map(({ field }) => field);
  return review(treated, {
    settle: settled,
    note,
    ...(fields.length && { fields, against_treatment: false }),
  });
}
const path = ({ order }: Pick<Ordered, 'order'>): string => `/api/trt/prescriptions/${order.id}`;
const blockedBy = async (treated: Ordered): Promise<string[]> =>
  ((await treated.provider.get(`${path(treated)}/judgement`)).body as PrescriptionJudgementResponse)
    .blocked_by;
const sent = (treated: Ordered) => treated.provider.post(`${path(treated)}/transition`, { to: 'sent' });
const finding = async (treated: Treated, key: string) =>
  (await detail(treated)).told_findings.find(({ rule_key }) => rule_key === key);

describe('a told allergy that a clinician settles as none', () => {
  it('keeps no order back, stays visible with who decided why, and opens when it is told again', async () => {
    const treated = await inForce(portal);
    await tell(treated, { allergies: 'cottonseed oil gives me a bad rash' });
    expect(await blockedBy(treated)).toContain(VEHICLE);
    expect(await finding(treated, VEHICLE)).toMatchObject({
      title: 'Allergy to cypionate vehicle',
      texts: [{ field: 'changes.allergies', text: 'cottonseed oil gives me a bad rash' }],
      open: true,
      settled: null,
    });
    const done = await settle(treated, [{ rule_key: VEHICLE, applies: false }]);
    expect([done.status, done.body.fields]).toEqual([200, undefined]);
    expect(await finding(treated, VEHICLE)).toMatchObject({
      open: false,
      settled: { rule_key: VEHICLE, applies: false, note: NOTE, by: expect.any(String) },
    });
    expect(await blockedBy(treated)).toEqual([]);
    const [event] = await portal.database.asSuperuser<{ detail: object }>(
      `SELECT detail FROM audit_events WHERE action = 'case.review_history' AND patient_id = $1`,
      [treated.patientId],
    );
    expect(event).toMatchObject({ detail: { settled: [{ rule_key: VEHICLE, applies: false }] } });
    await tell(treated, { allergies: 'cottonseed again: my lips swelled' });
    expect((await finding(treated, VEHICLE))?.open).toBe(true);
    expect(await blockedBy(treated)).toContain(VEHICLE);
  });

  it('lets the order go to the pharmacy', async () => {
    const treated = await inForce(portal);
    await tell(treated, { allergies: 'benzyl alcohol' });
    expect((await sent(treated)).status).toBe(409);
    expect((await settle(treated, [{ rule_key: VEHICLE, applies: false }])).status).toBe(200);
    expect((await sent(treated)).status).toBe(200);
  });
});

describe('an allergy that names no ingredient', () => {
  it('is asked before an injectable order, and settled as none', async () => {
    const treated = await inForce(portal);
    await tell(treated, { allergies: 'reaction to the shot' });
    expect(await blockedBy(treated)).toContain(UNCLEAR);
    expect((await settle(treated, [{ rule_key: UNCLEAR, applies: true }])).status).toBe(422);
    expect((await settle(treated, [{ rule_key: UNCLEAR, applies: false }])).status).toBe(200);
    expect(await blockedBy(treated)).not.toContain(UNCLEAR);
  });

  it('is recorded as one to the vehicle, which then blocks', async () => {
    const treated = await inForce(portal);
    await tell(treated, { allergies: 'allergic to the injection' });
    const note = 'Allergist: patch test positive for cottonseed oil';
    expect((await settle(treated, [{ rule_key: VEHICLE, applies: true }], note)).status).toBe(200);
    expect(await blockedBy(treated)).toEqual([VEHICLE]);
    expect(await finding(treated, UNCLEAR)).toMatchObject({
      open: false,
      settled: { rule_key: VEHICLE, applies: true, note },
    });
    expect((await finding(treated, VEHICLE))?.settled?.note).toBe(note);
    expect((await settle(treated, [{ rule_key: VEHICLE, applies: false }])).status).toBe(200);
    expect(await blockedBy(treated)).toEqual([]);
  });

  it('flags a plan where the form says it', async () => {
    const treated = await planned(portal, { allergies: 'oil' });
    expect(treated.plan.flagged).toBe(true);
    expect((await detail(treated)).rules.map(({ rule_key }) => rule_key)).toContain(UNCLEAR);
    expect((await finding(treated, UNCLEAR))?.texts).toEqual([{ field: 'allergies', on: null, text: 'oil' }]);
  });

  it('is heard in a message', async () => {
    const treated = await inForce(portal);
    const written = { subject: 'My shot', body: 'Hello, the last injection gave me hives on my leg' };
    expect((await treated.patient.post('/api/messages', written)).status).toBe(201);
    expect(await blockedBy(treated)).toContain(UNCLEAR);
  });
});

describe('a told condition', () => {
  it('is settled as none', async () => {
    const treated = await inForce(portal);
    await tell(treated, { conditions: 'the doctor looked for a clot in my leg' });
    expect(await blockedBy(treated)).toContain('text_clotting');
    const note = 'Ultrasound report on file: no thrombosis found';
    expect((await settle(treated, [{ rule_key: 'text_clotting', applies: false }], note)).status).toBe(200);
    expect(await blockedBy(treated)).toEqual([]);
  });

  it('does not stand where it is denied, once it was read', async () => {
    const treated = await inForce(portal);
    await tell(treated, { conditions: 'No prostate cancer, never had a stroke' });
    expect(await blockedBy(treated)).toEqual(['unread_history']);
    const fields = (await detail(treated)).unread_history.map(({ field }) => field);
    expect((await review(treated, { fields, against_treatment: false })).status).toBe(200);
    expect((await sent(treated)).status).toBe(200);
  });
});

describe('a plan that waits', () => {
  it('is no longer flagged by what was settled as none', async () => {
    const treated = await planned(portal);
    const body = 'The doctor looked for a clot in my leg';
    await treated.patient.post('/api/messages', { subject: 'My leg', body });
    const flags = async () =>
      (await detail(treated)).pending_plan!.flags.filter(({ cleared }) => !cleared).map(({ key }) => key);
    expect(await flags()).toContain('text_clotting');
    const note = 'Ultrasound report on file: no thrombosis found';
    const fields = (await detail(treated)).unread_history.map(({ field }) => field);
    expect((await review(treated, { fields, against_treatment: false })).status).toBe(200);
    expect((await settle(treated, [{ rule_key: 'text_clotting', applies: false }], note)).status).toBe(200);
    expect([await flags(), (await detail(treated)).pending_plan!.flagged]).toEqual([[], false]);
  });
});

describe('settling', () => {
  it('asks for a sentence, a rule that something was told for, and staff of the clinic', async () => {
    const treated = await inForce(portal);
    await tell(treated, { allergies: 'sesame' });
    const one = { rule_key: 'allergy_enanthate_vehicle', applies: false };
    const fields = async (body: object) => {
      const { status, body: answer } = await review(treated, body);
      return [status, Object.keys(answer.fields ?? {})];
    };
    expect(await fields({ settle: [one] })).toEqual([422, ['note']]);
    expect(await fields({ settle: [one], note: 'ok' })).toEqual([422, ['note']]);
    expect(await fields({ settle: [{ ...one, rule_key: VEHICLE }], note: NOTE })).toEqual([422, ['settle']]);
    expect((await fields({ settle: [{ ...one, rule_key: 'psa_missing' }], note: NOTE }))[0]).toBe(422);
    expect((await fields({ settle: [{ rule_key: one.rule_key }], note: NOTE }))[0]).toBe(422);
    expect((await fields({ settle: [one, one], note: NOTE }))[0]).toBe(422);
    expect(await fields({ settle: [], note: NOTE })).toEqual([422, ['fields']]);
    const north = await portal.signIn('north@demo.test');
    expect((await review(treated, { settle: [one], note: NOTE }, north)).status).toBe(404);
    expect((await review(treated, { settle: [one], note: NOTE }, treated.patient)).status).toBe(403);
    expect((await review(treated, { settle: [one], note: NOTE })).status).toBe(200);
  });
});
