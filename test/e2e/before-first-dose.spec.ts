import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addLab,
  approvePlan,
  daysAgo,
  detail,
  generate,
  inForce,
  reviewMessages,
  planned,
  ready,
  submitted,
  type Ordered,
  type Treated,
} from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

/** What comes between the draft and the first dose is judged as strictly as what was there before. */
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const send = ({ provider, order }: Ordered, more: object = {}) =>
  provider.post(`/api/trt/prescriptions/${order.id}/transition`, { to: 'sent', ...more });
const bulk = ({ provider }: Treated, id: string) =>
  provider.post('/api/trt/provider/plans/approve-unflagged', { plan_ids: [id] });

describe('a PSA that rises before treatment', () => {
  it('flags the draft, keeps it out of bulk, and asks for its name', async () => {
    const treated = await ready(await submitted(portal));
    await addLab(treated, 2, { psa_ng_ml: 3.6 });
    const { body } = await generate(treated.patient);
    const plan = body.plan!;
    expect([plan.flagged, body.reasons]).toEqual([true, ['psa_rise_before_treatment']]);
    expect((await bulk(treated, plan.plan_id)).body.approved_count).toBe(0);
    const refused = await approvePlan(treated, plan);
    expect([refused.status, refused.body.rules]).toEqual([422, ['psa_rise_before_treatment']]);
    const named = {
      override_reason: 'Repeated after prostatitis, urology agrees',
      overrides: refused.body.rules,
    };
    expect((await approvePlan(treated, plan, named)).status).toBe(200);
  });

  it('keeps an approved order from being sent', async () => {
    const treated = await inForce(portal);
    await addLab(treated, 1, { psa_ng_ml: 3.9 });
    expect((await send(treated)).body.blocked_by).toEqual(['psa_rise_before_treatment']);
  });

  it('does not fire on a rise of 1.4, or once a dose was sent', async () => {
    const treated = await inForce(portal);
    await addLab(treated, 1, { psa_ng_ml: 2.2 });
    expect((await send(treated)).status).toBe(200);
  });
});

describe('what the form says in words of its own', () => {
  it.each([
    ['surgeries', 'The surgeon took the walnut out in Houston, margins were clean'],
    ['occupation', 'Welder, they took the walnut out'],
  ])(
    'keeps the order from the pharmacy until it is read, and cannot be overridden: %s',
    async (field, text) => {
      const treated = await planned(portal, { [field]: text });
      const { provider, plan } = treated;
      const why = { override_reason: 'Spoke with the patient on the phone, all well' };
      const { rules = [] } = (await approvePlan(treated, plan)).body as { rules?: string[] };
      const approved = await approvePlan(treated, plan, { ...why, overrides: rules });
      expect([approved.status, approved.body.prescription_blocked_by]).toEqual([
        200,
        expect.arrayContaining(['unread_history']),
      ]);
      const id = approved.body.prescription.prescription_id as string;
      const accept = (more: object = {}) =>
        provider.post(`/api/trt/prescriptions/${id}/review`, { decision: 'accept', ...more });
      expect((await accept({ ...why, overrides: ['unread_history', ...rules] })).status).toBe(200);
      const send = () =>
        provider.post(`/api/trt/prescriptions/${id}/transition`, {
          to: 'sent',
          reason: why.override_reason,
          overrides: ['unread_history', ...rules],
        });
      const forced = await send();
      expect([forced.status, forced.body.rule_key]).toEqual([409, 'unread_history']);
      const { case: known, unread_history: texts } = await detail(treated);
      const read = await provider.post(`/api/trt/cases/${treated.caseId}/history-review`, {
        version: known.version,
        fields: texts.map((one) => one.field),
        against_treatment: false,
      });
      expect(read.status).toBe(200);
      expect((await send()).status).toBe(200);
    },
  );
});

describe('a diagnosis after the approval', () => {
  it.each<[string, (treated: Ordered) => Promise<unknown>]>([
    ['one normal morning', (treated) => addLab(treated, 1, { tt_ng_dl: 620 })],
    [
      'two normal mornings',
      async (treated) => {
        await addLab(treated, 2, { tt_ng_dl: 610 });
        await addLab(treated, 1, { tt_ng_dl: 590 });
      },
    ],
    [
      'testosterone taken elsewhere',
      ({ patient }) =>
        patient.post('/api/safety-checks', {
          location_state: 'NY',
          changes: {},
          side_effects: [],
          last_testosterone_on: daysAgo(3),
        }),
    ],
  ])('is open again before the first order is sent: %s', async (_, then) => {
    const treated = await inForce(portal);
    await then(treated);
    const refused = await send(treated);
    expect([refused.status, refused.body.blocked_by]).toEqual([
      409,
      expect.arrayContaining(['low_t_unconfirmed']),
    ]);
  });

  it('stands once an order was sent', async () => {
    const treated = await inForce(portal);
    expect((await send(treated)).status).toBe(200);
    await addLab(treated, 0, { tt_ng_dl: 620 });
    const filled = await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/transition`, {
      to: 'filled',
    });
    expect(filled.status).toBe(200);
  });
});

describe('what the patient sent and no one has read', () => {
  const write = async ({ patient, provider }: Treated) => {
    await patient.post('/api/messages', { subject: 'A question', body: 'May I move my visit to Friday?' });
    return () => reviewMessages(provider, patient.email);
  };

  it('keeps a plan out of bulk until it is opened', async () => {
    const treated = await planned(portal);
    const read = await write(treated);
    const skipped = await bulk(treated, treated.plan.plan_id);
    expect([skipped.body.approved_count, skipped.body.skipped[0].reason]).toEqual([0, 'unread_from_patient']);
    await read();
    expect((await bulk(treated, treated.plan.plan_id)).body.approved_count).toBe(1);
  });

  it('keeps an order from being sent until it is opened', async () => {
    const treated = await inForce(portal);
    const read = await write(treated);
    expect((await send(treated)).body.blocked_by).toEqual(['unread_from_patient']);
    await read();
    expect((await send(treated)).status).toBe(200);
  });
});

describe('treatment under another record of the same person', () => {
  it('keeps the second plan out of bulk, and asks for its name', async () => {
    const person = { full_name: 'Zed Twain', dob: '1980-10-28' };
    const first = await ready(await submitted(portal, person));
    const second = await ready(await submitted(portal, { ...person, full_name: 'ZED  twain' }));
    const plan = (await generate(first.patient)).body.plan!;
    expect((await approvePlan(first, plan)).status).toBe(200);
    const twin = (await generate(second.patient)).body.plan!;
    expect(twin.flagged).toBe(false);
    const skipped = await bulk(second, twin.plan_id);
    expect(skipped.body.skipped[0].reason).toBe('treated_under_other_record');
    const refused = await approvePlan(second, twin);
    expect([refused.status, refused.body.rules]).toEqual([422, ['treated_under_other_record']]);
    const named = {
      override_reason: 'Two men, father and son: other addresses, other phones',
      overrides: ['treated_under_other_record'],
    };
    expect((await approvePlan(second, twin, named)).status).toBe(200);
  });
});
