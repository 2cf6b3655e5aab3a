import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addLab,
  daysAgo,
  detail,
  generate,
  inForce,
  planned,
  ready,
  submitted,
  type Treated,
} from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const fired = async (treated: Treated): Promise<string[]> =>
  (await detail(treated)).rules.map((rule) => rule.rule_key);

type Row = readonly [rule: string, field: string, text: string, more?: Record<string, unknown>];
/** What a patient may write, and the rule that must catch it. */
const WRITTEN: readonly Row[] = [
  // Free texts that no question covers.
  ['text_prostate_cancer', 'other_conditions', 'Prostate cancer 2021, radiation'],
  ['text_prostate_cancer', 'surgeries', 'radical prostatectomy'],
  ['text_prostate_cancer', 'hospitalizations_recent', 'biopsy of the prostate came back malignant'],
  ['text_prostate_cancer', 'allergies', 'had my prostate out 2019'],
  ['text_prostate_cancer', 'symptom_onset', 'since my prostate was removed'],
  ['text_prostate_cancer', 'surgeries', 'me operaron la prostata'],
  ['text_prostate_warning', 'other_conditions', 'Gleason 6 on active surveillance'],
  ['text_prostate_warning', 'recent_illnesses', 'they found a nodule on my prostate'],
  ['text_prostate_warning', 'hospitalizations_recent', 'radiation down there for cancer'],
  ['text_thick_blood', 'other_conditions', 'my hematocrit was 58 at the red cross'],
  ['text_thick_blood', 'recent_illnesses', 'polycythemia vera'],
  ['text_wish_for_children', 'treatment_goals', 'More energy. We want another baby next year'],
  ['text_wish_for_children', 'treatment_goals', 'feel better, start trying for kids'],
  ['text_breast_cancer', 'other_conditions', 'breast cancer in remission'],
  ['text_breast_cancer', 'surgeries', 'Left mastectomy, 2018'],
  ['text_breast_cancer', 'recent_illnesses', 'a carcinoma of the breast was removed'],
  ['text_clotting', 'other_conditions', 'DVT left leg, pulmonary embolism'],
  ['text_clotting', 'other_conditions', 'Factor V Leiden'],
  ['text_clotting', 'hospitalizations_recent', 'blood clots in the lung after a flight'],
  ['text_cardiac_event', 'hospitalizations_recent', 'heart attack, stent, September 2026'],
  ['text_cardiac_event', 'surgeries', 'Triple bypass in 2019'],
  ['text_cardiac_event', 'recent_illnesses', 'they said it was a mini stroke (TIA)'],
  ['text_sleep_apnea', 'other_conditions', 'sleep apnea, does not use the mask'],
  ['text_sleep_apnea', 'recent_illnesses', 'sleep study positive, CPAP ordered'],
  ['text_sleep_apnea', 'other_conditions', 'severe OSA'],
  ['text_hormone_use', 'supplements', 'trenbolone from the gym'],
  ['text_hormone_use', 'other_conditions', 'did an anabolic cycle last year'],
  ['text_hormone_use', 'hospitalizations_recent', 'none, was on TRT for two years'],
  ['unread_history', 'recent_illnesses', 'A cold in October'],
  ['unread_history', 'family_other', 'Gout'],
  ['unread_history', 'prior_testosterone_levels', '310 in 2024', { prior_low_testosterone: true }],
  ['unread_history', 'other_conditions', 'Gout since 2015'],
  ['unread_history', 'surgeries', 'Appendix, 1999'],
  ['unread_history', 'hospitalizations_recent', 'Two days for a broken arm'],
  // Testosterone before the diagnosis.
  ['current_trt_duplicate', 'current_medications', 'testosterone cypionate 200 mg weekly'],
  ['current_trt_duplicate', 'current_medications', 'AndroGel two pumps'],
  ['current_trt_duplicate', 'supplements', 'Xyosted from my brother'],
  // Medicines by brand.
  ['ddi_doac', 'current_medications', 'Eliquis 5 mg twice a day'],
  ['ddi_doac', 'current_medications', 'Xarelto'],
  ['ddi_doac', 'current_medications', 'dabigatran since May'],
  ['ddi_opioid', 'current_medications', 'Percocet for my back'],
  ['ddi_opioid', 'current_medications', 'Suboxone'],
  ['ddi_opioid', 'current_medications', 'one Ultram at night'],
  ['ddi_opioid', 'current_medications', 'Norco 5/325'],
  ['ddi_opioid', 'current_medications', 'Vicodin when it hurts'],
  ['ddi_sex_hormone', 'current_medications', 'clomiphene 25 mg'],
  ['ddi_sex_hormone', 'supplements', 'DHEA'],
  ['ddi_sex_hormone', 'current_medications', 'Aldactone for blood pressure'],
  ['ddi_sex_hormone', 'current_medications', 'spironolactone 25 mg'],
  ['ddi_sex_hormone', 'current_medications', 'HCG 500 units twice a week'],
  ['ddi_sex_hormone', 'current_medications', 'anastrozole'],
  ['ddi_sex_hormone', 'current_medications', 'ketoconazole tablets'],
  // Carcinoma, Gleason and surgery in the prostate questions block.
  ['prostate_cancer_history', 'prostate_details', 'cancer of the prostate', { prostate_issues: true }],
  ['prostate_cancer_history', 'prostate_details', 'prostate, Gleason 3+4', { prostate_issues: true }],
  ['prostate_cancer_history', 'prostate_details', 'prostatectomy in 2020', { prostate_issues: true }],
  ['prostate_cancer_history', 'prostate_details', 'carcinoma of my prostate', { prostate_issues: true }],
  ['prostate_cancer_history', 'cancer_type', 'PCa, radiation', { cancer: true }],
  ['text_prostate_cancer', 'surgeries', 'carcinoma taken out of the prostate'],
  ['text_prostate_cancer', 'other_conditions', 'prostate, Gleason 3+4'],
  ['text_prostate_cancer', 'recent_illnesses', 'PCa under observation'],
  // Denied: flagged all the same, never blocked.
  ['text_prostate_cancer', 'other_conditions', 'no prostate cancer'],
  ['text_clotting', 'other_conditions', 'never had a DVT'],
  ['text_cardiac_event', 'other_conditions', 'no heart attack or stroke'],
  // Not male, or not stated.
  ['sex_assigned_not_male', 'sex_assigned_at_birth', 'female'],
  ['sex_assigned_not_male', 'sex_assigned_at_birth', 'intersex'],
  ['sex_assigned_not_male', 'sex_assigned_at_birth', 'prefer_not_to_say'],
  ['vte_history', 'vte_history', 'yes'],
  ['vte_unsure', 'vte_history', 'unsure'],
];

describe('what a patient writes', () => {
  it('fires none of these rules without it', async () => {
    const quiet = await fired(await submitted(portal));
    expect(quiet.filter((key) => WRITTEN.some(([rule]) => rule === key))).toEqual([]);
  });

  it.each(WRITTEN)('fires %s: %s, “%s”', async (rule, field, text, more = {}) => {
    expect(await fired(await submitted(portal, { ...more, [field]: text }))).toContain(rule);
  });

  it.each(['sex_assigned_at_birth', 'vte_history', 'location_state'])(
    'fires safety_answer_missing without %s',
    async (field) => {
      expect(await fired(await submitted(portal, { [field]: null }))).toContain('safety_answer_missing');
    },
  );

  it.each<Record<string, unknown>>([
    { other_conditions: 'Prostate cancer 2021, radiation' },
    { surgeries: 'radical prostatectomy' },
    { other_conditions: 'DVT left leg, pulmonary embolism', current_medications: 'Eliquis' },
    { hospitalizations_recent: 'heart attack, stent, September 2026' },
    { other_conditions: 'Factor V Leiden' },
    { current_medications: 'testosterone cypionate 200 mg weekly' },
    { other_conditions: 'no prostate cancer' },
  ])('keeps a plan out of bulk approval, whatever the words: %j', async (written) => {
    const treated = await planned(portal, written);
    expect(treated.plan.flagged).toBe(true);
    const bulk = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', {
      plan_ids: [treated.plan.plan_id],
    });
    expect([bulk.body.approved_count, bulk.body.skipped]).toMatchObject([0, [{ reason: 'flagged' }]]);
  });

  // The two draws are 20 and 10 days old; what counts is the newer one's distance from the last dose.
  it.each<[string, number, boolean]>([
    ['Past injections', 21, false],
    ['Past injections', 100, false],
    ['Past injections', 111, true],
    ['Past injections', 200, true],
    ['Aveed at a clinic', 200, false],
    ['Aveed at a clinic', 230, false],
    ['Aveed at a clinic', 231, true],
    ['Testopel, ten pellets', 200, false],
    ['Testopel, ten pellets', 201, true],
  ])('after %s %d days ago, draws are diagnostic: %s', async (hormone_use_details, days, diagnostic) => {
    const treated = await planned(portal, {
      previous_trt_experience: 'past',
      prior_hormone_use: true,
      hormone_use_details,
      last_testosterone_on: daysAgo(days),
    });
    expect((await fired(treated)).includes('low_t_unconfirmed')).toBe(!diagnostic);
  });
});

describe('the hour of a draw', () => {
  // 16:30 in London is 8:30 in Los Angeles and 11:30 in New York, where the clinic is.
  it.each([
    ['America/Los_Angeles', '16:30', true],
    ['America/Los_Angeles', '17:30', true],
    ['America/Los_Angeles', '18:30', false],
    ['America/New_York', '16:30', false],
    ['Pacific/Honolulu', '19:30', true],
  ])('is judged where the patient is: %s, %s UTC, morning: %s', async (timezone, hour, morning) => {
    const treated = await submitted(portal);
    const { version } = (await treated.patient.get('/api/patient/profile')).body.summary as {
      version: number;
    };
    expect((await treated.patient.patch('/api/patient/profile', { version, timezone })).status).toBe(200);
    for (const days of [20, 10]) {
      const lab = { collected_at: `${daysAgo(days)}T${hour}:00Z`, results: { tt_ng_dl: 250 } };
      const entered = await treated.provider.post('/api/labs', { patient_id: treated.patientId, ...lab });
      expect(entered.status).toBe(201);
    }
    expect((await fired(treated)).includes('low_t_confirmed')).toBe(morning);
  });
});

describe('an entered fact that lifts a block', () => {
  const enter = async (treated: Treated, extras: object) => {
    const { version } = (await detail(treated)).case;
    return treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
  };

  it.each<[Record<string, unknown>, object, Record<string, number> | null]>([
    [{ vte_history: 'yes' }, { hematology_cleared_on: daysAgo(5) }, null],
    [{ polycythemia: true }, { hematology_cleared_on: daysAgo(5) }, null],
    [{ sleep_apnea: true, sleep_apnea_cpap: false }, { osa_cleared_on: daysAgo(5) }, null],
    [{ heart_failure: true }, { hf_controlled: true }, null],
    [{}, { urology_cleared: true }, { psa_ng_ml: 9 }],
  ])('flags the plan of %j with %j by name', async (history, fact, results) => {
    const treated = await submitted(portal, history);
    expect((await enter(treated, fact)).status).toBe(200);
    await ready(treated);
    if (results) await addLab(treated, 5, results);
    const { plan } = (await generate(treated.patient)).body;
    expect(plan!.flagged).toBe(true);
    expect(await fired(treated)).toContain('contraindication_cleared');
    const bulk = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', {
      plan_ids: [plan!.plan_id],
    });
    expect(bulk.body.approved_count).toBe(0);
  });

  it('lifts no block that the results make impossible', async () => {
    const treated = await submitted(portal);
    for (const days of [20, 10]) await addLab(treated, days, { tt_ng_dl: 920 + days, hct_percent: 44 });
    expect((await enter(treated, { free_t_low_confirmed_on: daysAgo(1) })).status).toBe(200);
    expect(await fired(treated)).toContain('t_not_low');
    const near = await submitted(portal);
    for (const days of [20, 10]) await addLab(near, days, { tt_ng_dl: 320 + days, hct_percent: 44 });
    expect((await enter(near, { free_t_low_confirmed_on: daysAgo(1) })).status).toBe(200);
    const rules = await fired(near);
    expect(rules).not.toContain('t_not_low');
    expect(rules).toContain('contraindication_cleared');
  });

  it('cannot be dated before the patient was born', async () => {
    const treated = await submitted(portal, { dob: '1990-05-01' });
    const answer = await enter(treated, { hematology_cleared_on: '1989-12-31' });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['extras.hematology_cleared_on']]);
  });
});

describe('what a patient tells outside the form', () => {
  const tell: Record<string, (treated: Treated, text: string) => Promise<{ status: number }>> = {
    'a visit request': ({ patient }, reason) =>
      patient.post('/api/appointments', {
        kind: 'video',
        reason,
        preferred: [new Date(Date.now() + 3 * 86_400_000).toISOString()],
      }),
    'a note on a dose': ({ patient }, note) =>
      patient.post('/api/doses', { taken_at: new Date().toISOString(), dose: 80, unit: 'mg', note }),
    'a message': ({ patient }, body) => patient.post('/api/messages', { subject: 'News', body }),
  };

  it.each([
    ['a visit request', 'prostate cancer 2021, radiation'],
    ['a note on a dose', 'DVT on Eliquis now'],
    ['a message', 'I take Xarelto now'],
    ['a message', 'running tren and test on the side'],
    ['a message', 'had a widowmaker'],
    ['a message', 'lung embolus after my flight'],
    ['a message', 'I got a thrombus in my calf'],
    ['a message', 'they cut out my male breast tumor'],
    ['a message', 'my blood is like sludge, need phlebotomy every month'],
    ['a message', 'we would like kids soon'],
  ])('in %s is read before an order is sent: “%s”', async (place, text) => {
    const treated = await inForce(portal);
    expect((await tell[place]!(treated, text)).status).toBe(201);
    const { unread_history: unread } = await detail(treated);
    expect(unread.map(({ text: written }) => written).join()).toContain(text);
    const { order, provider } = treated;
    const sent = await provider.post(`/api/trt/prescriptions/${order.id}/transition`, { to: 'sent' });
    expect([sent.status, sent.body.error]).toEqual([409, 'rule_blocked']);
  });

  it('in a note that argues against nothing keeps no order back', async () => {
    const treated = await inForce(portal);
    expect((await tell['a note on a dose']!(treated, 'left thigh, a bit sore')).status).toBe(201);
    expect((await detail(treated)).unread_history).toEqual([]);
  });
});

describe('an order for a patient whose history argues against it', () => {
  it("is not approved in bulk, nor without a reason, even after the plan's flag is removed", async () => {
    const treated = await planned(portal, { other_conditions: 'prostate cancer 2021, radiation' });
    const { provider } = treated;
    const { pending_plan: plan } = await detail(treated);
    const unflagged = await provider.post('/api/trt/provider/plans/unflag', {
      plan_id: plan!.plan_id,
      reason: 'Discussed with the patient',
    });
    expect(unflagged.status).toBe(200);
    const order = (await detail(treated)).prescriptions.find((rx) => rx.plan_id === plan!.plan_id)!;
    const bulk = await provider.post('/api/trt/prescriptions/approve', { ids: [order.prescription_id] });
    expect([bulk.status, bulk.body.results?.[0]?.ok]).toEqual([409, false]);
    const path = `/api/trt/prescriptions/${order.prescription_id}`;
    const plain = await provider.post(`${path}/review`, { decision: 'accept', version: order.version });
    expect([plain.status, plain.body.error]).toEqual([409, 'rule_blocked']);
    expect(plain.body.blocked_by).toEqual(expect.arrayContaining(['unread_history', 'text_prostate_cancer']));
    expect((await provider.get(`${path}/judgement`)).body.blocked_by).toContain('text_prostate_cancer');
  });
});
