import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  PrescriptionJudgementResponse,
  RefillRequestListResponse,
  StaffRefillRequest,
} from '../../common/api/index.js';
import {
  addLab,
  approvePlan,
  daysAgo,
  detail,
  generate,
  inForce,
  ready,
  submitted,
  type Ordered,
  type Treated,
} from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const CLOT = 'was in hospital with a DVT and PE last week, they put me on Eliquis';
const KIDS = 'We want to have kids now';
const WHY = 'Hematology was called, the patient is cleared';
const CHECK = { location_state: 'NY', side_effects: [] };

const VISIT = {
  kind: 'video',
  reason: 'Follow-up',
  preferred: [new Date(Date.now() + 48 * 36e5).toISOString()],
};

const at = ({ order }: Ordered): string => `/api/trt/prescriptions/${order.id}`;
const tell = ({ patient }: Treated, changes: object) =>
  patient.post('/api/safety-checks', { ...CHECK, changes });
async function readAll(treated: Treated): Promise<void> {
  const { case: one, unread_history: unread } = await detail(treated);
  const fields = unread.map(({ field }) => field);
  const path = `/api/trt/cases/${treated.caseId}/history-review`;
  expect(
    (await treated.provider.post(path, { version: one.version, fields, against_treatment: false })).status,
  ).toBe(200);
}
/** Told and read: the flow that once let the drug go out. */
async function toldAndRead(treated: Treated, changes: object): Promise<void> {
  expect((await tell(treated, changes)).status).toBe(201);
  await readAll(treated);
  expect((await detail(treated)).unread_history).toEqual([]);
}
const move = (treated: Ordered, to: string, more: object = {}) =>
  treated.provider.post(`${at(treated)}/transition`, { to, ...more });
const judgement = async (treated: Ordered) =>
  (await treated.provider.get(`${at(treated)}/judgement`)).body as PrescriptionJudgementResponse;
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['error'],
  body['rule_key'],
];

describe('what a patient told after the approval', () => {
  it.each([
    ['a clot', { conditions: CLOT }, 'text_clotting'],
    ['a wish for children', { fertility: KIDS }, 'text_wish_for_children'],
    ['a stent', { conditions: 'A stent was put in in October' }, 'text_cardiac_event'],
  ])(
    'keeps the order back after the reading, until it is passed by name: %s',
    async (_name, changes, key) => {
      const treated = await inForce(portal);
      await toldAndRead(treated, changes);
      const shown = await judgement(treated);
      expect([shown.blocked_by, shown.legal]).toEqual([[key], []]);
      expect(shown.rules).toMatchObject([{ rule_key: key, inputs: [{ name: 'words_found' }] }]);
      expect(refusal(await move(treated, 'sent'))).toEqual([409, 'rule_blocked', key]);
      const unnamed = await move(treated, 'sent', { reason: WHY, overrides: ['vte_unsure'] });
      expect(unnamed.status).toBe(422);
      const sent = await move(treated, 'sent', { reason: WHY, overrides: [key] });
      expect([sent.status, sent.body.override_rules]).toEqual([200, [key]]);
      // Passed once, it does not ask at the next step; told again, it does.
      expect((await judgement(treated)).blocked_by).toEqual([]);
      await toldAndRead(treated, changes);
      expect(refusal(await move(treated, 'filled'))).toEqual([409, 'rule_blocked', key]);
      expect((await move(treated, 'filled', { reason: WHY, overrides: [key] })).status).toBe(200);
    },
  );

  it('is against an increase, and named in the evidence', async () => {
    const treated = await inForce(portal);
    await addLab(treated, 60, { tt_ng_dl: 250, hct_percent: 44, psa_ng_ml: 0.8 });
    await addLab(treated, 55, { tt_ng_dl: 255 });
    const { version } = (await detail(treated)).case;
    const extras = { therapy_started_on: daysAgo(45), last_change_on: daysAgo(45) };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: `${daysAgo(2)}T08:00:00-05:00`,
      since_last_dose_h: 84,
      results: { tt_ng_dl: 300, hct_percent: 45 },
    });
    const titrate = () =>
      treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate?simulate=true`, {
        formulation: 'testosterone_cypionate_im',
        dose: 100,
        frequency: 'once weekly',
        route: 'intramuscular',
      });
    expect((await titrate()).body.recommendation).toBe('increase');
    await toldAndRead(treated, { conditions: CLOT });
    const { body } = await titrate();
    expect(body).toMatchObject({ recommendation: 'hold', suggested_dose: 80 });
    expect(body.rules.map(({ rule_key }: { rule_key: string }) => rule_key)).toContain('text_clotting');
    expect(body.evidence).toContainEqual(
      expect.objectContaining({ rule_key: 'text_clotting', value: 'dvt, pe' }),
    );
  });

  it.each<[string, (treated: Ordered) => Promise<{ status: number }>]>([
    [
      'canceling a visit',
      async (treated) => {
        const { body } = await treated.patient.post('/api/appointments', VISIT);
        return treated.patient.post(`/api/appointments/${body.id}/cancel`, { reason: CLOT });
      },
    ],
    [
      'an allergy in the box for conditions',
      (treated) => tell(treated, { conditions: 'cottonseed oil gives me a bad rash' }),
    ],
  ])('keeps the order back until it was read: %s', async (_name, write) => {
    const treated = await inForce(portal);
    expect((await write(treated)).status).toBeLessThan(300);
    expect(refusal(await move(treated, 'sent'))).toEqual([409, 'rule_blocked', 'unread_history']);
    const { unread_history: unread } = await detail(treated);
    expect(unread[0]?.matched.length).toBeGreaterThan(0);
    await readAll(treated);
    expect((await detail(treated)).unread_history).toEqual([]);
  });

  it.each([
    ['at the safety check', { changes: { conditions: CLOT } }, undefined],
    ['in the reason', { changes: {} }, CLOT],
  ])('is read and named where a refill is approved: told %s', async (_name, told, reason) => {
    const treated = await inForce(portal);
    await portal.database.asSuperuser(
      'UPDATE prescriptions SET approved_at = now() - make_interval(days => 30) WHERE id = $1',
      [treated.order.id],
    );
    const { quantity, days_supply: days } = treated.order;
    const fill = { filled_on: daysAgo(27), quantity, days, source: 'pharmacy' };
    expect((await treated.provider.post(`${at(treated)}/dispenses`, fill)).status).toBe(201);
    const asked = await treated.patient.post('/api/refill-requests', {
      prescription_id: treated.order.id,
      safety_check: { ...CHECK, ...told },
      reason,
    });
    expect(asked.status).toBe(201);
    await readAll(treated);
    const rowOf = async (): Promise<StaffRefillRequest> => {
      const query = { filter: { patient_id: treated.patientId } };
      const { refill_requests: items } = (await treated.provider.list('/api/trt/refill-requests', query))
        .body as RefillRequestListResponse;
      return items.find((one) => one.patient_id === treated.patientId)!;
    };
    const row = await rowOf();
    expect(row.findings.map((rule) => rule.rule_key)).toEqual(['text_clotting']);
    const approve = (more: object) =>
      treated.provider.post(`/api/trt/refill-requests/${row.id}`, {
        version: row.version,
        decision: 'approve',
        ...more,
      });
    expect(refusal(await approve({}))).toEqual([409, 'rule_blocked', 'text_clotting']);
    const overrides = ['text_clotting', ...(row.early ? ['rx_early_refill'] : [])];
    expect((await approve({ override_reason: WHY, overrides })).status).toBe(200);
    expect((await rowOf()).findings).toEqual([]);
  });
});

describe('a finding that was known when the order was approved', () => {
  it('does not ask again when it is sent and filled', async () => {
    const treated = await ready(await submitted(portal, { family_other: 'My grandfather had a blood clot' }));
    const { plan, prescription } = (await generate(treated.patient)).body;
    await readAll(treated);
    const approved = await approvePlan(treated, plan!, { override_reason: WHY });
    expect([approved.status, approved.body['prescription_blocked_by']]).toEqual([200, ['text_clotting']]);
    const order = { ...treated, plan: plan!, order: prescription! };
    const review = (more: object) =>
      treated.provider.post(`/api/trt/prescriptions/${prescription!.id}/review`, {
        decision: 'accept',
        override_reason: WHY,
        ...more,
      });
    expect((await review({})).status).toBe(422);
    expect((await review({ overrides: ['text_clotting'] })).status).toBe(200);
    expect((await judgement(order)).blocked_by).toEqual([]);
    expect((await move(order, 'sent')).status).toBe(200);
    expect((await move(order, 'filled')).status).toBe(200);
  });
});

describe('prostate cancer in the answer about the prostate', () => {
  const outcome = async (change: object) => {
    const treated = await ready(await submitted(portal, { ...change }));
    return { treated, body: (await generate(treated.patient)).body };
  };

  it.each([
    ['Gleason 6, watching', { prostate_issues: true, prostate_details: 'Gleason 6, watching' }],
    ['removed in 2020', { prostate_issues: true, prostate_details: 'removed in 2020' }],
    ['Prostrate', { cancer: true, cancer_type: 'Prostrate' }],
  ])('blocks a plan: %s', async (text, change) => {
    const { treated, body } = await outcome(change);
    expect([body.plan, body.reasons]).toEqual([null, expect.arrayContaining(['prostate_cancer_history'])]);
    const { unread_history: unread } = await detail(treated);
    expect(unread).toMatchObject([{ text, matched: [expect.any(String)] }]);
  });

  it('stays open where there is none, and stands beside the plan to be read', async () => {
    const text = 'no cancer, biopsy negative 2020';
    const { treated, body } = await outcome({ prostate_issues: true, prostate_details: text });
    expect(body.plan).not.toBeNull();
    expect(body.reasons).toContain('unread_history');
    const { unread_history: unread } = await detail(treated);
    expect(unread).toEqual([{ field: 'prostate_details', text, matched: ['cancer'] }]);
    await readAll(treated);
  });
});

describe('an event of long ago in a message', () => {
  it('is history to be read that keeps the order back, and raises no alarm', async () => {
    const treated = await inForce(portal);
    const sent = await treated.patient.post('/api/messages', {
      subject: 'My history',
      body: 'I forgot to say: I had a heart attack in 2019',
    });
    expect([sent.status, sent.body['emergency']]).toEqual([201, null]);
    const { alerts, unread_history: unread } = await detail(treated);
    expect(alerts.filter(({ rule_key: key }) => key?.startsWith('emergency_'))).toEqual([]);
    expect(unread.map(({ text }) => text)).toContainEqual(expect.stringContaining('heart attack in 2019'));
    expect(refusal(await move(treated, 'sent'))).toEqual([409, 'rule_blocked', 'unread_history']);
  });
});
