import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Prescription, PrescriptionJudgementResponse } from '../../common/api/index.js';
import { addLab, clinicToday, daysAgo, detail, inForce, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import {
  CYPIONATE,
  draw,
  enter,
  onTreatment,
  type LabDraw,
  type OnTreatment,
  type Results,
} from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const at = ({ order }: OnTreatment | Ordered): string => `/api/trt/prescriptions/${order.id}`;
/** On treatment for 120 days with one draw; the order of the same dose is a draft that only this draw can keep back. */
async function drafted(...draws: readonly LabDraw[]): Promise<OnTreatment> {
  const treated = await onTreatment(portal, { day: 120, draws });
  await enter(treated, { pdmp_checked_on: clinicToday() });
  return treated;
}
const blockedBy = async (treated: OnTreatment): Promise<string[]> =>
  ((await treated.provider.get(`${at(treated)}/judgement`)).body as PrescriptionJudgementResponse).blocked_by;
/** The draft with another dose; the plan stays. */
async function redose(treated: OnTreatment, dose: number): Promise<void> {
  const { drug, frequency, route, quantity, refills, days_supply } = (await treated.provider.get(at(treated)))
    .body as Prescription;
  const fields = { drug, frequency, route, quantity, refills, days_supply, dose: `${dose} mg` };
  expect((await treated.provider.post(at(treated), fields)).status).toBe(200);
}

describe('an order of the same dose', () => {
  it.each<[string, Results]>([
    ['psa_on_therapy_over_4', { psa_ng_ml: 9 }],
    ['psa_on_therapy_over_4', { psa_ng_ml: 90 }],
    ['psa_on_therapy_over_4', { psa_ng_ml: 4.1 }],
    ['psa_rise_over_1_4', { psa_ng_ml: 2.21 }],
    ['hct_on_therapy_52_54', { hct_percent: 53 }],
    ['hct_on_therapy_52_54', { hct_percent: 52.1 }],
    ['hct_on_therapy_over_54', { hct_percent: 54.1 }],
  ])('is kept back by %s: %j, and passes with a reason that names the rules', async (rule, results) => {
    const treated = await drafted([1, results]);
    const bulk = await treated.provider.post('/api/trt/prescriptions/approve', { ids: [treated.order.id] });
    expect(bulk.status).toBe(409);
    const rules = await blockedBy(treated);
    expect(rules).toContain(rule);
    const review = (more: object) =>
      treated.provider.post(`${at(treated)}/review`, { decision: 'accept', ...more });
    expect((await review({})).body.error).toBe('rule_blocked');
    const why = { override_reason: 'The specialist has seen him and agrees', overrides: rules };
    const held = rules.includes('therapy_on_hold');
    expect((await review(why)).status).toBe(held ? 409 : 200);
  });

  it.each<[Results, number]>([
    [{ psa_ng_ml: 4, hct_percent: 45 }, 3],
    [{ psa_ng_ml: 2.2, hct_percent: 45 }, 0.8],
    [{ psa_ng_ml: 1, hct_percent: 52 }, 0.8],
  ])('passes with %j after a PSA of %d before treatment', async (results, psa_ng_ml) => {
    const before: LabDraw = [61, { psa_ng_ml }];
    const treated = await onTreatment(portal, {
      day: 60,
      draws: [before, [1, { tt_ng_dl: 520, ...results }, 84]],
    });
    await enter(treated, { pdmp_checked_on: clinicToday() });
    expect(await blockedBy(treated)).toEqual([]);
  });
});

describe('an order of another dose', () => {
  it.each<[string, number, number, boolean]>([
    ['hct_on_therapy_50_52', 51, 80, false],
    ['hct_on_therapy_50_52', 51, 100, true],
    ['hct_on_therapy_50_52', 50.1, 81, true],
    ['hct_on_therapy_50_52', 51, 60, false],
    ['hct_on_therapy_52_54', 53, 100, true],
    ['hct_on_therapy_52_54', 53, 80, true],
    ['hct_on_therapy_52_54', 53, 79, false],
    ['hct_on_therapy_52_54', 53, 60, false],
  ])('is kept back by %s at %d when it does not fall: %d mg, %s', async (rule, hct_percent, dose, kept) => {
    const treated = await drafted([1, { hct_percent }]);
    await redose(treated, dose);
    expect((await blockedBy(treated)).includes(rule)).toBe(kept);
  });
});

describe('a plan that departs from the recommendation', () => {
  it.each<[Results, number]>([
    [{ psa_ng_ml: 9 }, 120],
    [{ psa_ng_ml: 4.1 }, 100],
    [{ hct_percent: 53 }, 120],
    [{ hct_percent: 52.1 }, 100],
    [{ hct_percent: 56 }, 80],
  ])('is saved flagged and is in no bulk preview: %j, %d mg', async (results, dose) => {
    const treated = await drafted([1, { tt_ng_dl: 520, ...results }, 84]);
    const saved = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, {
      ...CYPIONATE,
      dose,
      reason: 'The patient asks for more',
    });
    expect(saved.body.saved).toBe(true);
    const { pending_plan: plan } = await detail(treated);
    expect(plan!.flags.map(({ key }) => key)).toContain('differs_from_recommendation');
    const bulk = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', {
      plan_ids: [plan!.plan_id],
      dry_run: true,
    });
    expect(bulk.body).toMatchObject({
      would_approve: [],
      skipped: [{ plan_id: plan!.plan_id, reason: 'flagged' }],
    });
  });
});

describe('an approved order after a new stop or block', () => {
  const moved = (treated: Ordered, to: string) => treated.provider.post(`${at(treated)}/transition`, { to });
  async function approved(sent: boolean): Promise<Ordered> {
    const treated = await inForce(portal);
    await enter(treated, { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) });
    if (sent) expect((await moved(treated, 'sent')).status).toBe(200);
    return treated;
  }
  const STOPS: [string, Results | { vte_history: 'yes' } | { ipss_total: number }][] = [
    ['hct_on_therapy_over_54', { hct_percent: 56 }],
    ['hct_on_therapy_over_54', { hct_percent: 54.1 }],
    ['vte_history', { vte_history: 'yes' }],
    ['luts_severe', { ipss_total: 20 }],
  ];
  it.each(STOPS.flatMap(([rule, what]) => [false, true].map((sent) => [rule, what, sent] as const)))(
    'is on hold by %s %j, sent before: %s, with a call to the pharmacy that has it',
    async (rule, what, sent) => {
      const treated = await approved(sent);
      if ('vte_history' in what)
        await treated.patient.post('/api/safety-checks', {
          location_state: 'NY',
          ...what,
          changes: {},
          side_effects: [],
        });
      else if ('ipss_total' in what) await enter(treated, what);
      else await draw(treated, [1, what as Results]);
      const { on_hold: hold, version } = (await treated.provider.get(at(treated))).body as Prescription;
      expect(hold).toMatchObject({ rule_key: rule, by: null });
      const answer = await moved(treated, sent ? 'filled' : 'sent');
      expect([answer.status, answer.body.error, answer.body.blocked_by]).toEqual([
        409,
        'rule_blocked',
        expect.arrayContaining([rule]),
      ]);
      const calls = (await detail(treated)).alerts.filter((alert) => alert.rule_key === 'order_on_hold');
      expect(calls.map(({ severity, message }) => `${severity}: ${message.slice(0, 17)}`)).toEqual(
        sent ? ['critical: Call the pharmacy'] : [],
      );
      const own = (await treated.patient.get('/api/prescriptions')).body as {
        prescriptions: { on_hold: boolean }[];
      };
      expect(own.prescriptions[0]!.on_hold).toBe(true);
      const silent = await treated.provider.post(`${at(treated)}/release`, { reason: '', version });
      expect([silent.status, Object.keys(silent.body.fields as object)]).toEqual([422, ['reason']]);
    },
  );

  it('the call to the pharmacy is over with the hold', async () => {
    const treated = await inForce(portal);
    expect((await moved(treated, 'sent')).status).toBe(200);
    const { provider } = treated;
    const act = async (what: 'hold' | 'release') => {
      const { version } = (await provider.get(at(treated))).body as Prescription;
      const reason = 'Waiting for the cardiologist to call back';
      expect((await provider.post(`${at(treated)}/${what}`, { reason, version })).status).toBe(200);
      return (await detail(treated)).alerts.filter(({ rule_key: key }) => key === 'order_on_hold').length;
    };
    expect([await act('hold'), await act('release')]).toEqual([1, 0]);
  });

  it.each<Results>([{ hct_percent: 54 }, { hct_percent: 53 }])('is not with %j', async (results) => {
    const treated = await approved(false);
    await addLab(treated, 1, results);
    expect((await treated.provider.get(at(treated))).body.on_hold).toBeNull();
  });
});
