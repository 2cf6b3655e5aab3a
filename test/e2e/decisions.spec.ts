import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseDetailResponse, Prescription, StaffPlan } from '../../common/api/index.js';
import { REASON_TOO_SHORT } from '../../common/typed-reason.js';
import {
  addLab,
  approvePlan,
  daysAgo,
  detail,
  generate,
  inForce,
  ordered,
  planned,
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

const post = (treated: Treated, path: string, body: object) =>
  treated.provider.post(`/api/trt/${path}`, body);
const order = async (treated: Ordered): Promise<Prescription> =>
  (await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}`)).body as Prescription;
const move = (treated: Ordered, to: string) =>
  post(treated, `prescriptions/${treated.order.id}/transition`, { to });

/** Started 60 days ago, so that new draws count as on treatment. */
async function started(): Promise<Ordered> {
  const treated = await inForce(portal);
  const { version } = (await detail(treated)).case;
  const response = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
    version,
    extras: { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) },
  });
  expect(response.status).toBe(200);
  return treated;
}

describe('flags of a plan', () => {
  /** A patient without a single lab result: flagged by three rules. */
  async function withoutLabs() {
    const treated = await submitted(portal);
    const { body } = await generate(treated.patient);
    return { ...treated, plan: body.plan! };
  }

  it('set by a rule are removed only with a typed reason, and stay in the audit history', async () => {
    const treated = await withoutLabs();
    const { plan_id } = treated.plan;
    const bare = await post(treated, 'provider/plans/unflag', { plan_id });
    expect([bare.status, Object.keys(bare.body.fields as object)]).toEqual([422, ['reason']]);
    const flagged = await post(treated, 'provider/plans/flag', { plan_id, reason: 'Wants to talk first' });
    const kinds = (flagged.body as StaffPlan).flags.map((flag) => [
      flag.kind,
      flag.key ?? flag.text,
      flag.by !== null,
    ]);
    expect(kinds).toContainEqual(['rule', 'low_t_unconfirmed', false]);
    expect(kinds).toContainEqual(['note', 'Wants to talk first', true]);
    const off = await post(treated, 'provider/plans/unflag', { plan_id, reason: 'Labs come tomorrow' });
    const cleared = (off.body as StaffPlan).flags.map((flag) => flag.cleared?.reason);
    expect([off.status, off.body.flagged, new Set(cleared)]).toEqual([
      200,
      false,
      new Set(['Labs come tomorrow']),
    ]);
  });

  it('do not change what approval requires: a reason while a flagging rule fires, flagged or not', async () => {
    const treated = await withoutLabs();
    const { plan_id } = treated.plan;
    const { body } = await post(treated, 'provider/plans/unflag', { plan_id, reason: 'Labs come tomorrow' });
    const refused = await approvePlan(treated, body as StaffPlan);
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['override_reason']]);
    expect(refused.body.rules).toEqual(expect.arrayContaining(['low_t_unconfirmed', 'hct_missing_baseline']));
    const bulk = await post(treated, 'provider/plans/approve-unflagged', { plan_ids: [plan_id] });
    expect([bulk.body.approved_count, bulk.body.skipped[0].reason]).toEqual([0, 'low_t_unconfirmed']);
    const approved = await approvePlan(treated, body as StaffPlan, {
      override_reason: 'Records from elsewhere',
    });
    expect(approved.status).toBe(200);
  });
});

describe('a reason', () => {
  it('needs two words and ten characters', async () => {
    const treated = await ordered(portal);
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { bp_systolic: 184, bp_diastolic: 122 },
    });
    const { rules, pending_plan: plan } = await detail(treated);
    const holds = rules.filter(({ effect }) => effect.includes('HOLD') || effect.includes('BLOCK'));
    expect(holds.length).toBeGreaterThan(0);
    for (const word of ['Discussed', 'Acceptable', 'ok by me']) {
      const refused = await approvePlan(treated, plan!, { override_reason: word });
      expect([word, refused.status, refused.body.fields]).toEqual([
        word,
        422,
        { override_reason: REASON_TOO_SHORT },
      ]);
    }
    const why = { override_reason: 'Home readings are 128/80' };
    const unnamed = await approvePlan(treated, plan!, why);
    expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([422, ['overrides']]);
    const approved = await approvePlan(treated, plan!, { ...why, overrides: unnamed.body.blocked_by });
    expect(approved.status).toBe(200);
  });
});

describe('a dose above the maximum', () => {
  it('needs a reason of twenty characters and each rule by name, and stays marked', async () => {
    const treated = await ordered(portal);
    const { version: _v, ...fields } = await order(treated);
    const seven = Object.fromEntries(
      ['drug', 'dose', 'frequency', 'route', 'quantity', 'refills', 'days_supply'].map((k) => [
        k,
        fields[k as keyof typeof fields],
      ]),
    );
    await post(treated, `prescriptions/${treated.order.id}`, { ...seven, dose: '220 mg' });
    const review = (more: object) =>
      post(treated, `prescriptions/${treated.order.id}/review`, { decision: 'accept', ...more });
    const { blocked_by } = (await review({})).body as { blocked_by: string[] };
    expect(blocked_by).toContain('rx_dose_over_max');
    const word = await review({ override_reason: 'test' });
    expect([word.status, Object.keys(word.body.fields as object)]).toEqual([422, ['override_reason']]);
    const short = await review({ override_reason: 'Seen by phone' });
    expect([short.status, Object.keys(short.body.fields as object)]).toEqual([
      422,
      ['override_reason', 'overrides'],
    ]);
    const unnamed = await review({
      override_reason: 'Documented partial absorption',
      overrides: blocked_by.slice(1),
    });
    expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([422, ['overrides']]);
    const accepted = await review({
      override_reason: 'Documented partial absorption',
      overrides: blocked_by,
    });
    expect([accepted.status, accepted.body.override_rules]).toEqual([200, [...blocked_by].sort()]);
  });
});

describe('a stop after approval', () => {
  it('puts the approved order on hold, holds therapy, alerts the care team and keeps the order from being sent', async () => {
    const treated = await started();
    expect((await move(treated, 'sent')).status).toBe(200);
    await addLab(treated, 1, { hct_percent: 56 });
    expect((await order(treated)).on_hold).toMatchObject({ rule_key: 'hct_on_therapy_over_54', by: null });
    const filled = await move(treated, 'filled');
    expect([filled.status, filled.body.error, filled.body.rule_key]).toEqual([
      409,
      'rule_blocked',
      'hct_on_therapy_over_54',
    ]);
    const seen = await detail(treated);
    expect(seen.hold).toMatchObject({
      rule_key: 'hct_on_therapy_over_54',
      until: { analyte: 'hct_percent', at_most: 50 },
      by: null,
    });
    expect(seen.alerts.map((alert) => alert.rule_key)).toEqual(
      expect.arrayContaining(['hct_on_therapy_over_54', 'order_on_hold']),
    );
    const own = await treated.patient.get('/api/prescriptions');
    expect((own.body.prescriptions as { on_hold: boolean }[])[0]!.on_hold).toBe(true);
  });

  it('is checked again at sending, even if nothing put the order on hold', async () => {
    const treated = await started();
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { bp_systolic: 165, bp_diastolic: 101 },
    });
    await addLab(treated, 1, { psa_ng_ml: 9 });
    const sent = await move(treated, 'sent');
    expect([sent.status, sent.body.error]).toEqual([409, 'rule_blocked']);
    expect(sent.body.blocked_by).toContain('psa_on_therapy_over_4');
  });

  it('is released by a clinician with a reason, for the rules that fire at that moment', async () => {
    const treated = await started();
    await addLab(treated, 1, { hct_percent: 56 });
    const { version } = await order(treated);
    const path = `prescriptions/${treated.order.id}/release`;
    expect((await post(treated, path, { reason: '.', version })).status).toBe(422);
    expect((await post(treated, path, { reason: 'Repeat was 45', version: version - 1 })).status).toBe(409);
    const paused = await post(treated, path, { reason: 'Repeat was 45', version });
    expect([paused.status, paused.body.rule_key]).toEqual([409, 'therapy_on_hold']);
    expect(paused.body.message).toContain('Resume the therapy first');
    const { case: seen } = await detail(treated);
    const resume = (more: object) =>
      post(treated, `cases/${treated.caseId}/resume`, { version: seen.version, ...more });
    const early = await resume({ reason: 'Repeat was 45' });
    expect([early.status, Object.keys(early.body.fields as object)]).toEqual([422, ['reason', 'overrides']]);
    const against = {
      reason: 'Repeat in another lab was 45 today',
      overrides: ['hct_on_therapy_over_54'],
    };
    const resumed = await resume(against);
    expect([resumed.status, resumed.body.hold, resumed.body.resumed_against]).toMatchObject([
      200,
      null,
      { rule_key: 'hct_on_therapy_over_54', reason: against.reason, by: expect.stringMatching(/\S/) },
    ]);

    const judged = await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}/judgement`);
    const { blocked_by: overrides } = judged.body as { blocked_by: string[] };
    expect([judged.body.each_by_name, overrides]).toEqual([
      true,
      ['hct_on_therapy_over_54', 'restart_at_full_dose'],
    ]);
    const word = await post(treated, path, { reason: 'Repeat was 45', version });
    expect([word.status, Object.keys(word.body.fields as object)]).toEqual([422, ['reason', 'overrides']]);
    const reason = 'Repeat in another lab was 45 today';
    const unnamed = await post(treated, path, { reason, overrides: ['bp_on_therapy_180_110'], version });
    expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([422, ['overrides']]);
    expect((await post(treated, path, { reason, overrides: 'all', version })).status).toBe(422);
    const released = await post(treated, path, { reason, overrides, version });
    expect([released.status, released.body.on_hold]).toEqual([200, null]);
    expect((await move(treated, 'sent')).status).toBe(200);
  });

  it('is released and filled only within six months of the approval', async () => {
    const treated = await started();
    expect((await move(treated, 'sent')).status).toBe(200);
    const act = async (name: string, reason: string) =>
      post(treated, `prescriptions/${treated.order.id}/${name}`, {
        reason,
        version: (await order(treated)).version,
      });
    expect((await act('hold', 'Asked the cardiologist')).status).toBe(200);
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET approved_at = now() - interval '6 months 2 days' WHERE id = $1`,
      [treated.order.id],
    );
    const released = await act('release', 'The cardiologist agrees');
    expect([released.status, released.body.rule_key]).toEqual([409, 'rx_past_six_months']);
    await portal.database.asSuperuser('UPDATE prescriptions SET on_hold_since = NULL WHERE id = $1', [
      treated.order.id,
    ]);
    const filled = await move(treated, 'filled');
    expect([filled.status, filled.body.error, filled.body.rule_key]).toEqual([
      409,
      'rule_blocked',
      'rx_past_six_months',
    ]);
  });

  it("cannot be used for another clinic's order", async () => {
    const treated = await started();
    const north = await portal.signIn('north@demo.test');
    const answer = await north.post(`/api/trt/prescriptions/${treated.order.id}/hold`, {
      reason: 'Stop it for now',
      version: 1,
    });
    expect(answer.status).toBe(404);
  });
});

describe('a hold of the therapy', () => {
  const hold = (treated: Treated, seen: CaseDetailResponse, more: object = {}) =>
    post(treated, `cases/${treated.caseId}/hold`, {
      reason: 'Waiting for cardiology',
      version: seen.case.version,
      ...more,
    });

  it('holds its orders too and releases them when it is resumed', async () => {
    const treated = await started();
    const until = { analyte: 'hct_percent', at_most: 48 };
    // Drawn now: a draw before the hold says nothing about its end.
    await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: new Date().toISOString(),
      results: { hct_percent: 47 },
    });
    const held = await hold(treated, await detail(treated), { until_on: daysAgo(-30), until });
    expect([held.status, held.body.hold]).toEqual([
      200,
      expect.objectContaining({ reason: 'Waiting for cardiology', until_on: daysAgo(-30), until }),
    ]);
    expect((await move(treated, 'sent')).body).toMatchObject({
      error: 'rule_blocked',
      rule_key: 'therapy_on_hold',
    });
    expect((await hold(treated, held.body as CaseDetailResponse)).body.error).toBe('invalid_state');
    const { version } = (held.body as CaseDetailResponse).case;
    const resumed = await post(treated, `cases/${treated.caseId}/resume`, {
      reason: 'Cleared by cardiology',
      version,
    });
    expect([resumed.status, resumed.body.hold]).toEqual([200, null]);
    expect((await order(treated)).on_hold).toBeNull();
  });

  it.each<[string, object, string]>([
    ['a day last week', { until_on: daysAgo(7) }, 'until_on'],
    ['no date', { until_on: '2026-02-30' }, 'until_on'],
    ['an unknown test', { until: { analyte: 'mood', at_most: 3 } }, 'until.analyte'],
    ['no reason', { reason: ' ' }, 'reason'],
    ['an impossible version', { version: 99_999_999_999 }, 'version'],
  ])('rejects %s', async (_, change, field) => {
    const treated = await started();
    const answer = await hold(treated, await detail(treated), change);
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, [field]]);
  });
});

describe('an alert', () => {
  it('is deferred when acknowledged with a follow-up, and comes back when the value gets worse', async () => {
    const treated = await started();
    await addLab(treated, 3, { hct_percent: 53 });
    const find = async () =>
      (await detail(treated)).alerts.find((a) => a.rule_key === 'hct_on_therapy_52_54')!;
    const alert = await find();
    expect(alert.evidence).toContainEqual(expect.objectContaining({ name: 'hct_percent', value: 53 }));
    const path = `cases/${treated.caseId}/alerts/${alert.id}/acknowledge`;
    expect((await post(treated, path, { action: 'recheck', note: 'Hydrate' })).body.fields).toHaveProperty(
      'recheck_on',
    );
    for (const note of ['ok', 'noted', 'Seen, reviewed'])
      expect(await post(treated, path, { action: 'handled', note })).toMatchObject({
        status: 422,
        body: { fields: { note: expect.any(String) } },
      });
    const done = await post(treated, path, {
      action: 'recheck',
      recheck_on: daysAgo(-42),
      note: 'Hydrate and repeat',
    });
    expect(done.status).toBe(200);
    expect((await find()).acknowledged).toMatchObject({ action: 'recheck', note: 'Hydrate and repeat' });
    const later = { action: 'recheck', recheck_on: daysAgo(-60), note: 'After the holidays' };
    expect((await post(treated, path, later)).status).toBe(200);
    expect((await find()).acknowledged).toMatchObject({
      recheck_on: daysAgo(-60),
      note: 'After the holidays',
    });
    expect((await post(treated, path, { action: 'handled', note: 'Repeat was 49' })).status).toBe(200);
    expect((await find()).acknowledged).toMatchObject({ action: 'handled', recheck_on: null });
    expect((await post(treated, path, { action: 'handled', note: 'Again' })).body.error).toBe(
      'invalid_state',
    );
    await addLab(treated, 1, { hct_percent: 53.6 });
    expect((await find()).acknowledged).toBeNull();
  });

  it('cannot be acknowledged by another clinic or a patient', async () => {
    const treated = await started();
    await addLab(treated, 3, { hct_percent: 53 });
    const [alert] = (await detail(treated)).alerts;
    const path = `/api/trt/cases/${treated.caseId}/alerts/${alert!.id}/acknowledge`;
    const north = await portal.signIn('north@demo.test');
    expect((await north.post(path, { action: 'handled', note: 'Mine now' })).status).toBe(404);
    expect((await treated.patient.post(path, { action: 'handled', note: 'I am fine' })).status).toBe(403);
  });
});

describe('a plan that a clinician writes', () => {
  const wish = {
    formulation: 'testosterone_cypionate_im',
    dose: 80,
    frequency: 'once weekly',
    route: 'intramuscular',
    override_reason: 'Free testosterone is low with SHBG 85',
  };

  it('is possible where the rules drafted none, always flagged, never in bulk', async () => {
    const treated = await submitted(portal);
    await addLab(treated, 20, { tt_ng_dl: 320, hct_percent: 44, psa_ng_ml: 0.8 });
    await addLab(treated, 10, { tt_ng_dl: 330 });
    expect((await generate(treated.patient)).body.outcome).toBe('not_eligible_pending_review');
    const written = await post(treated, `cases/${treated.caseId}/plans`, wish);
    expect([written.status, written.body.flagged]).toEqual([201, true]);
    const { plan_id, flags } = written.body as StaffPlan;
    expect(flags).toContainEqual(expect.objectContaining({ kind: 'rule', key: 't_not_low' }));
    expect(flags).toContainEqual(expect.objectContaining({ kind: 'note', text: wish.override_reason }));
    const bulk = await post(treated, 'provider/plans/approve-unflagged', { plan_ids: [plan_id] });
    expect(bulk.body.skipped).toEqual([{ plan_id, reason: 'flagged' }]);
  });

  it('needs a reason, a provider, and no active plan', async () => {
    const treated = await planned(portal);
    const path = `cases/${treated.caseId}/plans`;
    const { override_reason: _reason, ...bare } = wish;
    expect((await post(treated, path, bare)).body.fields).toHaveProperty('override_reason');
    const admin = await portal.signIn('orgadmin@demo.test');
    expect((await admin.post(`/api/trt/${path}`, wish)).status).toBe(403);
    const active = await inForce(portal);
    const refused = await post(active, `cases/${active.caseId}/plans`, wish);
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
  });
});
