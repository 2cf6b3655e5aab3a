import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addLab,
  approvePlan,
  daysAgo,
  detail,
  generate,
  morning,
  submitted,
  type Treated,
} from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

type Results = Record<string, number>;
const fired = async (treated: Treated): Promise<string[]> =>
  (await detail(treated)).rules.map((rule) => rule.rule_key);
const LOW = { tt_ng_dl: 280 };

/** Before treatment: two low mornings, the later one with these results. */
async function measured(results: Results, intake: Record<string, unknown> = {}): Promise<string[]> {
  const treated = await submitted(portal, intake);
  await addLab(treated, 20, { ...LOW, hct_percent: 44, psa_ng_ml: 0.8, lh_miu_ml: 4 });
  await addLab(treated, 10, { ...LOW, ...results });
  return fired(treated);
}

/** On treatment for some days, with the earlier tests and these draws. */
async function onTreatment(
  day: number,
  draws: readonly (readonly [daysAgo: number, results: Results, hours?: number])[],
  extras: object = {},
): Promise<string[]> {
  const treated = await submitted(portal);
  await addLab(treated, day + 20, { ...LOW, hct_percent: 44, psa_ng_ml: 0.8 });
  await addLab(treated, day + 10, LOW);
  await treated.patient.post('/api/trt/consent', { agree: true });
  const { plan } = (await generate(treated.patient)).body;
  const approved = await approvePlan(treated, plan!, { override_reason: 'Treated elsewhere before' });
  expect(approved.status).toBe(200);
  const { version } = (await detail(treated)).case;
  const patched = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
    version,
    extras: { therapy_started_on: daysAgo(day), last_change_on: daysAgo(day), ...extras },
  });
  expect(patched.status).toBe(200);
  for (const [days, results, since_last_dose_h] of draws) {
    const added = await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: morning(days),
      results,
      ...(since_last_dose_h !== undefined && { since_last_dose_h }),
    });
    expect(added.status).toBe(201);
  }
  return fired(treated);
}

describe('a value before treatment', () => {
  it.each<[string, Results]>([
    ['prolactin_high', { prolactin_ng_ml: 180 }],
    ['prolactin_high', { prolactin_ng_ml: 60 }],
    ['critical_lab', { alt_u_l: 900 }],
    ['critical_lab', { creatinine_mg_dl: 6 }],
    ['critical_lab', { glucose_mg_dl: 600 }],
    ['anemia', { hct_percent: 25 }],
    ['anemia', { hct_percent: 35.9 }],
    ['free_t_normal', { shbg_nmol_l: 9 }],
  ])('fires %s: %j', async (rule, results) => {
    expect(await measured(results)).toContain(rule);
  });

  it.each<[string, Results]>([
    ['prolactin_high', { prolactin_ng_ml: 12 }],
    ['critical_lab', { alt_u_l: 40, creatinine_mg_dl: 1, glucose_mg_dl: 95 }],
    ['anemia', { hct_percent: 36 }],
    ['free_t_normal', { shbg_nmol_l: 35 }],
  ])('does not fire %s: %j', async (rule, results) => {
    expect(await measured(results)).not.toContain(rule);
  });

  it('counts double for PSA on finasteride or dutasteride', async () => {
    const psa = { psa_ng_ml: 2.5 };
    for (const current_medications of ['finasteride 5 mg', 'Avodart', 'Proscar for years'])
      expect(await measured(psa, { current_medications })).toContain('psa_baseline_over_4');
    expect(await measured(psa)).not.toContain('psa_baseline_over_4');
  });
});

describe('a value on treatment', () => {
  const USUAL = { tt_ng_dl: 520, hct_percent: 45 };
  it.each<[string, Parameters<typeof onTreatment>]>([
    [
      'hct_stale',
      [
        800,
        [
          [740, { hct_percent: 45 }],
          [1, { tt_ng_dl: 300 }, 84],
        ],
      ],
    ],
    ['hct_stale', [190, [[1, { tt_ng_dl: 520 }, 84]]]],
    ['bp_stale', [500, [[1, USUAL, 84]], { bp_systolic: 124, bp_diastolic: 78, bp_on: daysAgo(201) }]],
    ['psa_due_on_therapy', [700, [[1, USUAL, 84]]]],
    ['bp_160_100', [120, [[1, USUAL, 84]], { bp_systolic: 164, bp_diastolic: 92 }]],
    [
      'psa_velocity',
      [
        700,
        [
          [640, { psa_ng_ml: 1 }],
          [1, { psa_ng_ml: 3.9 }],
        ],
      ],
    ],
    ['t_below_action_band', [60, [[1, { tt_ng_dl: 320, hct_percent: 45 }, 84]]]],
    ['t_above_action_band', [60, [[1, { tt_ng_dl: 760, hct_percent: 47 }, 90]]]],
    ['hct_on_therapy_52_54', [120, [[1, { tt_ng_dl: 520, hct_percent: 53 }]]]],
    ['hct_on_therapy_over_54', [120, [[1, { hct_percent: 54.5 }]]]],
  ])('fires %s', async (rule, [day, draws, extras]) => {
    expect(await onTreatment(day, draws, extras)).toContain(rule);
  });

  it('fires none of these while everything is recent and in range', async () => {
    const fine = await onTreatment(120, [[1, { ...USUAL, psa_ng_ml: 0.9 }, 84]], {
      bp_systolic: 124,
      bp_diastolic: 78,
    });
    const kept = ['hct_stale', 'bp_stale', 'psa_due_on_therapy', 'bp_160_100', 'psa_velocity'];
    expect(fine.filter((key) => kept.includes(key) || key.endsWith('action_band'))).toEqual([]);
  });
});
