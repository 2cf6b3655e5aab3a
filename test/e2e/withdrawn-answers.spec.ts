import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  daysAgo,
  detail,
  form,
  generate,
  inForce,
  ready,
  save,
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

type Answers = Record<string, unknown>;
async function resubmit({ patient }: Treated, change: Answers): Promise<void> {
  const { data } = await form(patient);
  const response = await save(patient, { ...data, ...change }, { submit: true });
  expect([response.status, response.body.error]).toEqual([200, undefined]);
}
const withdrawn = async (treated: Treated) =>
  (await detail(treated)).unread_history.find(({ field }) => field === 'changes.withdrawn');
async function read(treated: Treated): Promise<void> {
  const { case: one, unread_history: unread } = await detail(treated);
  const path = `/api/trt/cases/${treated.caseId}/history-review`;
  const fields = unread.map(({ field }) => field);
  expect(
    (await treated.provider.post(path, { version: one.version, fields, against_treatment: false })).status,
  ).toBe(200);
}

const TAKEN_BACK: readonly (readonly [told: Answers, then: Answers, words: string])[] = [
  [
    { other_conditions: 'Prostate cancer 2021, radiation' },
    { other_conditions: null },
    'Prostate cancer 2021, radiation',
  ],
  [
    { prostate_issues: true, prostate_details: 'cancer of the prostate' },
    { prostate_issues: false, prostate_details: null },
    'cancer of the prostate',
  ],
  [{ vte_history: 'yes', vte_details: 'left leg, 2020' }, { vte_history: 'no', vte_details: null }, 'yes'],
  [{ heart_failure: true }, { heart_failure: false }, 'was yes, then no'],
  [{ cancer: true, cancer_type: 'breast cancer' }, { cancer: false, cancer_type: null }, 'breast cancer'],
  [
    { previous_trt_experience: 'current', last_testosterone_on: '2026-10-01' },
    { previous_trt_experience: 'none', last_testosterone_on: null },
    'current',
  ],
  [{ current_medications: 'testosterone cypionate' }, { current_medications: null }, 'cypionate'],
  [{ sex_assigned_at_birth: 'female' }, { sex_assigned_at_birth: 'male' }, 'female'],
  [{ desire_fertility: 'yes' }, { desire_fertility: 'no' }, 'was “yes”, then “no”'],
  [
    { blood_pressure_systolic: 185, blood_pressure_diastolic: 122 },
    { blood_pressure_systolic: 124, blood_pressure_diastolic: 76 },
    '185',
  ],
  [{ dob: '2010-03-04' }, { dob: '1984-03-04' }, '2010-03-04'],
];

describe('an answer against treatment that a later intake takes back', () => {
  it.each(TAKEN_BACK)(
    'stays unread, flags the plan and keeps it out of bulk: %j',
    async (told, then, words) => {
      const treated = await ready(await submitted(portal, told));
      await resubmit(treated, then);
      expect((await withdrawn(treated))?.text).toContain(words);
      const { body } = await generate(treated.patient);
      expect([body.plan?.flagged, body.reasons]).toEqual([true, expect.arrayContaining(['unread_history'])]);
      const bulk = { plan_ids: [body.plan!.plan_id] };
      const approved = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', bulk);
      expect(approved.body.approved_count).toBe(0);
      await read(treated);
      expect(await withdrawn(treated)).toBeUndefined();
    },
  );

  it.each<[told: Answers, then: Answers, words: string]>([
    [{ vte_history: 'yes', vte_details: 'PE in June 2026, hospital' }, { vte_history: 'no' }, 'PE in June'],
    [{ sex_assigned_at_birth: 'female' }, { sex_assigned_at_birth: 'male' }, 'was “female”, then “male”'],
    [{ last_testosterone_on: daysAgo(7) }, { last_testosterone_on: '2020-01-20' }, daysAgo(7)],
  ])('stays unread also where a safety check told it and took it back: %j', async (told, then, words) => {
    const treated = await ready(await submitted(portal));
    const check = async (given: Answers) =>
      (
        await treated.patient.post('/api/safety-checks', {
          location_state: 'NY',
          changes: {},
          side_effects: [],
          ...given,
        })
      ).status;
    expect([await check(told), await check(then)]).toEqual([201, 201]);
    expect((await withdrawn(treated))?.text).toContain(words);
    const { body } = await generate(treated.patient);
    expect([body.plan?.flagged, body.reasons]).toEqual([true, expect.arrayContaining(['unread_history'])]);
    const bulk = { plan_ids: [body.plan!.plan_id] };
    const approved = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', bulk);
    expect(approved.body.approved_count).toBe(0);
    await read(treated);
    expect(await withdrawn(treated)).toBeUndefined();
  });

  it('says nothing of a safety check that repeats, adds, or is in another state', async () => {
    const treated = await ready(await submitted(portal));
    for (const given of [
      { vte_history: 'no' },
      { location_state: 'NJ' },
      { location_state: 'NY' },
      { vte_history: 'unsure' },
    ])
      await treated.patient.post('/api/safety-checks', {
        location_state: 'NY',
        changes: {},
        side_effects: [],
        ...given,
      });
    expect(await withdrawn(treated)).toBeUndefined();
  });

  it('keeps an order back until a clinician has read it', async () => {
    const treated = await inForce(portal);
    const move = () =>
      treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/transition`, { to: 'sent' });
    await resubmit(treated, { other_conditions: 'Prostate cancer 2021' });
    await resubmit(treated, { other_conditions: null });
    const refused = await move();
    expect([refused.status, refused.body.rule_key]).toEqual([409, 'unread_history']);
    await read(treated);
    expect((await move()).body.rule_key).not.toBe('unread_history');
  });

  it('says nothing of what was added, restored, corrected without weight, or answered alike', async () => {
    const treated = await submitted(portal, { other_conditions: 'Gout', heart_failure: true, weight: 190 });
    await resubmit(treated, { other_conditions: 'Gout since 2015', weight: 188, occupation: 'baker' });
    await resubmit(treated, { heart_failure: false });
    expect((await withdrawn(treated))?.text).toMatch(/^\S+: Heart failure[^\n]*$/);
    await resubmit(treated, { heart_failure: true });
    expect(await withdrawn(treated)).toBeUndefined();
  });
});
