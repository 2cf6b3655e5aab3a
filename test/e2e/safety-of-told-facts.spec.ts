import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PrescriptionJudgementResponse } from '../../common/api/index.js';
import { detail, generate, inForce, ready, submitted, type Ordered, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const RASH = 'cottonseed oil gives me a bad rash';
const WHY = 'Allergist was asked, the reaction was to another oil';

const tell = async ({ patient }: Treated, changes: object) => {
  const check = { location_state: 'NY', side_effects: [], changes };
  expect((await patient.post('/api/safety-checks', check)).status).toBe(201);
};
async function readAll(treated: Treated): Promise<void> {
  const { case: one, unread_history: unread } = await detail(treated);
  const fields = unread.map(({ field }) => field);
  const path = `/api/trt/cases/${treated.caseId}/history-review`;
  expect(
    (await treated.provider.post(path, { version: one.version, fields, against_treatment: false })).status,
  ).toBe(200);
}
const at = ({ order }: Pick<Ordered, 'order'>): string => `/api/trt/prescriptions/${order.id}`;
const move = (treated: Ordered, to: string, more: object = {}) =>
  treated.provider.post(`${at(treated)}/transition`, { to, ...more });
const judgement = async (treated: Ordered) =>
  (await treated.provider.get(`${at(treated)}/judgement`)).body as PrescriptionJudgementResponse;

describe('an allergy told in a safety check', () => {
  it('keeps the order of that product back, after the reading too, until it is passed by name', async () => {
    const treated = await inForce(portal);
    await tell(treated, { allergies: RASH });
    expect((await judgement(treated)).blocked_by).toContain('allergy_cypionate_vehicle');
    const { intake_summary: summary } = await detail(treated);
    expect(summary?.allergies).toContain(RASH);
    const profile = await treated.provider.get(`/api/provider/patients/${treated.patientId}`);
    expect([profile.body.summary.allergies, profile.body.intake_summary.allergies]).toEqual([
      expect.stringContaining(RASH),
      expect.stringContaining(RASH),
    ]);
    await readAll(treated);
    const refused = await move(treated, 'sent');
    expect([refused.status, refused.body.rule_key]).toEqual([409, 'allergy_cypionate_vehicle']);
    expect((await move(treated, 'sent', { reason: WHY, overrides: ['unread_history'] })).status).toBe(422);
    const sent = await move(treated, 'sent', { reason: WHY, overrides: ['allergy_cypionate_vehicle'] });
    expect([sent.status, sent.body.override_rules]).toEqual([200, ['allergy_cypionate_vehicle']]);
  });

  it('blocks the approval of a waiting order', async () => {
    const treated = await ready(await submitted(portal, { location_state: 'NY' }));
    const { prescription } = (await generate(treated.patient)).body;
    await tell(treated, { allergies: RASH });
    const order = { ...treated, order: prescription! };
    const review = await treated.provider.post(`${at(order)}/review`, {
      decision: 'accept',
      version: prescription!.version,
      override_reason: 'Looks fine to me',
    });
    expect([review.status, review.body.blocked_by]).toEqual([
      422,
      expect.arrayContaining(['allergy_cypionate_vehicle']),
    ]);
  });

  it('says nothing of an answer that tells of none', async () => {
    const treated = await inForce(portal);
    await tell(treated, { allergies: 'No changes', conditions: 'none' });
    expect((await detail(treated)).intake_summary?.allergies ?? '').not.toContain('No changes');
    expect((await judgement(treated)).blocked_by).toEqual([]);
  });
});

describe('a condition told in a safety check', () => {
  it.each(['liver cirrhosis', 'kidney failure, on dialysis'])('keeps the order back: %s', async (text) => {
    const treated = await inForce(portal);
    await tell(treated, { conditions: text });
    const { rules } = await detail(treated);
    const keys = rules.map(({ rule_key: key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['organ_disease_review', 'text_organ_failure']));
    await readAll(treated);
    const refused = await move(treated, 'sent');
    expect([refused.status, refused.body.rule_key]).toEqual([409, 'text_organ_failure']);
    expect((await move(treated, 'sent', { reason: WHY, overrides: ['text_organ_failure'] })).status).toBe(
      200,
    );
  });
});
