import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseAlert, DosesResponse } from '../../common/api/index.js';
import {
  addLab,
  clinicToday,
  daysAgo,
  detail,
  inForce,
  reachedNow,
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

const onCase = async (treated: Treated, what: string, body: object) =>
  treated.provider.post(`/api/trt/cases/${treated.caseId}/${what}`, {
    version: (await detail(treated)).case.version,
    ...body,
  });
const alertOf = async (treated: Treated, key: string): Promise<CaseAlert | undefined> =>
  (await detail(treated)).alerts.find((alert) => alert.rule_key === key);
const fieldsOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  Object.keys((body['fields'] ?? {}) as object),
];

describe('the advice to raise a dose', () => {
  const simulate = async ({ provider, caseId }: Treated) =>
    (
      await provider.post(`/api/trt/cases/${caseId}/titrate?simulate=true`, {
        formulation: 'testosterone_cypionate_im',
        dose: 100,
        frequency: 'once weekly',
        route: 'intramuscular',
      })
    ).body as {
      recommendation: string;
      rules: { rule_key: string }[];
      evidence: object[];
      rationale: string;
    };
  async function lowOnTreatment(tt = 320): Promise<Ordered> {
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
      results: { tt_ng_dl: tt, hct_percent: 45 },
    });
    return treated;
  }
  const write = ({ patient }: Treated, body: string) =>
    patient.post('/api/messages', { subject: 'A question', body });

  it('waits while a critical alert does, and names it with what it says', async () => {
    const treated = await lowOnTreatment();
    expect((await simulate(treated)).recommendation).toBe('increase');
    await write(treated, 'i want to kill myself tonight');
    const held = await simulate(treated);
    expect([held.recommendation, held.rules.map(({ rule_key }) => rule_key)]).toEqual([
      'hold',
      expect.arrayContaining(['t_below_action_band', 'emergency_self_harm']),
    ]);
    expect(held.rationale).toContain('a clinician decides');
    const named = held.rules.find(({ rule_key }) => rule_key === 'emergency_self_harm');
    expect(named).toMatchObject({ recommendation: expect.stringContaining('suicide') });
    expect(held.evidence).toContainEqual(
      expect.objectContaining({
        rule_key: 'emergency_self_harm',
        name: 'alert_open_since',
        value: clinicToday(),
        age_days: 0,
      }),
    );
    const alert = (await alertOf(treated, 'emergency_self_harm'))!;
    const handled = { action: 'handled', contact: reachedNow('Called, safe at home with family') };
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/alerts/${alert.id}/acknowledge`, handled);
    expect((await simulate(treated)).recommendation).toBe('increase');
  });

  it('waits while an unread text speaks against treatment, and a decrease does not', async () => {
    const low = await lowOnTreatment();
    await write(low, 'My doctor found a blood clot');
    const held = await simulate(low);
    expect([held.recommendation, held.rules.map(({ rule_key }) => rule_key)]).toEqual([
      'hold',
      expect.arrayContaining(['unread_history']),
    ]);
    expect(held.evidence).toContainEqual(expect.objectContaining({ rule_key: 'unread_history' }));
    const high = await lowOnTreatment(900);
    await write(high, 'My doctor found a blood clot');
    expect((await simulate(high)).recommendation).toBe('decrease');
  });
});

describe('a hold until a value', () => {
  it.each<[string, object]>([
    ['a hematocrit of 99', { analyte: 'hct_percent', at_most: 99 }],
    ['a hematocrit of 53', { analyte: 'hct_percent', at_most: 53 }],
    ['a hematocrit of 0', { analyte: 'hct_percent', at_most: 0 }],
    ['a PSA that no test shows', { analyte: 'psa_ng_ml', at_most: 9999 }],
  ])('refuses %s and says the limit', async (_, until) => {
    const treated = await inForce(portal);
    const refused = await onCase(treated, 'hold', { reason: 'Waiting for the repeat', until });
    expect(fieldsOf(refused)).toEqual([422, ['until.at_most']]);
    expect(refused.body.fields['until.at_most']).toMatch(/from \d+ to \d+/);
  });

  it('takes a hematocrit of 52', async () => {
    const treated = await inForce(portal);
    const until = { analyte: 'hct_percent', at_most: 52 };
    expect((await onCase(treated, 'hold', { reason: 'Waiting for the repeat', until })).status).toBe(200);
  });
});

describe('reasons and notes without sense', () => {
  it('are refused of a resumed therapy, an acknowledged alert and a call', async () => {
    const treated = await inForce(portal);
    const { version } = (await detail(treated)).case;
    const extras = { therapy_started_on: daysAgo(30), last_change_on: daysAgo(30) };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    const lab = await addLab(treated, 1, { hct_percent: 58 });
    for (const reason of ['asdf qwer zxcv', 'n/a n/a none nil', 'test test test'])
      expect(fieldsOf(await onCase(treated, 'resume', { reason }))).toEqual([422, ['reason']]);
    const alert = (await alertOf(treated, 'hct_on_therapy_over_54'))!;
    const path = `/api/trt/cases/${treated.caseId}/alerts/${alert.id}/acknowledge`;
    for (const note of ['x', 'asdf', 'n/a'])
      expect(fieldsOf(await treated.provider.post(path, { action: 'handled', note }))).toEqual([
        422,
        ['note'],
      ]);
    const call = (note: string) =>
      treated.provider.post(`/api/labs/${lab.body.id}/call-back`, {
        called_on: daysAgo(0),
        reached: true,
        note,
      });
    for (const note of ['x', 'qwerty', '...']) expect(fieldsOf(await call(note))).toEqual([422, ['note']]);
    expect((await call('Stops injecting today')).ok).toBe(true);
  });
});

describe('fills within days', () => {
  const fill = ({ provider, order }: Ordered, filled_on: string, source = 'pharmacy') =>
    provider.post(`/api/trt/prescriptions/${order.id}/dispenses`, {
      filled_on,
      quantity: order.quantity,
      days: order.days_supply,
      source,
    });
  const approvedAgo = async (days: number): Promise<Ordered> => {
    const treated = await inForce(portal);
    await portal.database.asSuperuser(
      'UPDATE prescriptions SET approved_at = now() - make_interval(days => $2) WHERE id = $1',
      [treated.order.id, days],
    );
    return treated;
  };

  it.each(['pharmacy', 'patient'])('are recorded and told to the care team, from the %s', async (source) => {
    const treated = await approvedAgo(20);
    expect((await fill(treated, daysAgo(12), source)).status).toBe(201);
    expect(await alertOf(treated, 'early_fill')).toBeUndefined();
    expect((await fill(treated, daysAgo(8), source)).status).toBe(201);
    expect(await alertOf(treated, 'early_fill')).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/85 %.*stock in hand/),
    });
  });

  it('on time raise nothing', async () => {
    const treated = await approvedAgo(60);
    await fill(treated, daysAgo(50));
    await fill(treated, daysAgo(50 - Math.ceil(treated.order.days_supply * 0.9)));
    expect(await alertOf(treated, 'early_fill')).toBeUndefined();
  });
});

describe('a logged dose', () => {
  const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  const log = ({ patient }: Treated, dose: number, hours: number) =>
    patient.post('/api/doses', { taken_at: hoursAgo(hours), dose, unit: 'mg' });
  const TOO_MUCH = expect.objectContaining({
    kind: 'too_much',
    text: expect.stringContaining('1-800-222-1222'),
    call: ['1-800-222-1222', '911'],
  });

  it('far over the plan is answered with the card and told to the care team', async () => {
    const treated = await inForce(portal);
    expect((await log(treated, 80, 300)).body.emergency).toBeNull();
    const saved = await log(treated, 800, 2);
    expect([saved.status, saved.body.emergency]).toEqual([201, TOO_MUCH]);
    expect(await alertOf(treated, 'dose_far_over_plan')).toMatchObject({
      severity: 'critical',
      message: expect.stringContaining('800 mg; the plan says 80 mg once weekly'),
      reports: [expect.objectContaining({ place: 'dose' })],
    });
    const { doses } = (await treated.patient.get('/api/doses')).body as DosesResponse;
    expect(doses.map(({ dose }) => dose)).toEqual([800, 80]);
  });

  it('twice within half the interval is too', async () => {
    const treated = await inForce(portal);
    await log(treated, 80, 50);
    expect((await log(treated, 80, 2)).body.emergency).toEqual(TOO_MUCH);
    expect((await alertOf(treated, 'dose_too_soon'))!.severity).toBe('critical');
  });

  it('while on hold says to take no more', async () => {
    const treated = await inForce(portal);
    expect((await onCase(treated, 'hold', { reason: 'Waiting for cardiology' })).status).toBe(200);
    const before = await log(treated, 80, 24 * 20);
    expect(before.body.emergency).toBeNull();
    const saved = await log(treated, 80, 0);
    expect(saved.body.emergency).toMatchObject({
      kind: 'too_much',
      title: 'Your treatment is on hold',
      text: expect.stringContaining('Take no more'),
    });
    expect((await alertOf(treated, 'dose_on_hold'))!.severity).toBe('warning');
    expect((await log(treated, 800, 1)).body.emergency).toEqual(TOO_MUCH);
  });
});
