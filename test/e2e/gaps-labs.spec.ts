import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addLab, approvePlan, daysAgo, detail, generate, ready, submitted } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { LOW, enter, fired, onTreatment, type Course, type Results } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

/** Before treatment: two low mornings, the later one with these results. */
async function measured(
  results: Results,
  intake: Record<string, unknown> = {},
  { lh = true }: { lh?: boolean } = {},
): Promise<string[]> {
  const treated = await submitted(portal, intake);
  await addLab(treated, 20, { ...LOW, hct_percent: 44, psa_ng_ml: 0.8, ...(lh && { lh_miu_ml: 4 }) });
  await addLab(treated, 10, { ...LOW, ...results });
  return fired(treated);
}
const WITHOUT_LH = { lh: false };

describe('a value before treatment', () => {
  it.each<[string, Results, object?]>([
    ['prolactin_high', { prolactin_ng_ml: 180 }],
    ['prolactin_high', { prolactin_ng_ml: 22.9 }],
    ['critical_lab', { alt_u_l: 900 }],
    ['critical_lab', { alt_u_l: 501 }],
    ['critical_lab', { creatinine_mg_dl: 6 }],
    ['critical_lab', { creatinine_mg_dl: 4.1 }],
    ['critical_lab', { glucose_mg_dl: 600 }],
    ['critical_lab', { glucose_mg_dl: 49 }],
    ['anemia', { hct_percent: 25 }],
    ['anemia', { hct_percent: 35.9 }],
    ['free_t_normal', { shbg_nmol_l: 9 }],
    ['free_t_normal', { shbg_nmol_l: 15 }],
    ['free_t_low', { shbg_nmol_l: 35 }],
    ['free_t_low', { shbg_nmol_l: 85 }],
    ['lh_missing', { hct_percent: 44 }, WITHOUT_LH],
    ['lh_low_prolactin_missing', { lh_miu_ml: 0.4 }],
    ['lh_low_prolactin_missing', { lh_miu_ml: 1.6 }],
    ['psa_baseline_over_4', { psa_ng_ml: 9 }],
    ['psa_baseline_over_4', { psa_ng_ml: 90 }],
    ['psa_baseline_over_4', { psa_ng_ml: 4.1 }],
  ])('fires %s: %j', async (rule, results, without = {}) => {
    expect(await measured(results, {}, without)).toContain(rule);
  });

  it.each<[string, Results]>([
    ['prolactin_high', { prolactin_ng_ml: 22.8 }],
    ['critical_lab', { alt_u_l: 500, creatinine_mg_dl: 4, glucose_mg_dl: 400 }],
    ['anemia', { hct_percent: 36 }],
    ['free_t_normal', { shbg_nmol_l: 35 }],
    ['free_t_low', { shbg_nmol_l: 9 }],
    ['lh_missing', { hct_percent: 44 }],
    ['lh_low_prolactin_missing', { lh_miu_ml: 1.7 }],
    ['lh_low_prolactin_missing', { lh_miu_ml: 0.4, prolactin_ng_ml: 12 }],
    ['psa_baseline_over_4', { psa_ng_ml: 4 }],
  ])('does not fire %s: %j', async (rule, results) => {
    expect(await measured(results)).not.toContain(rule);
  });

  it('counts double for PSA on finasteride or dutasteride', async () => {
    const psa = { psa_ng_ml: 2.5 };
    for (const current_medications of ['finasteride 5 mg', 'Avodart', 'Proscar for years'])
      expect(await measured(psa, { current_medications })).toContain('psa_baseline_over_4');
    expect(await measured(psa)).not.toContain('psa_baseline_over_4');
    const on = { current_medications: 'dutasteride' };
    expect(await measured({ psa_ng_ml: 2.1 }, on)).toContain('psa_baseline_over_4');
    expect(await measured({ psa_ng_ml: 2 }, on)).not.toContain('psa_baseline_over_4');
  });

  it.each([9, 90])('is a critical alert and leaves no plan to approve: PSA %d', async (psa_ng_ml) => {
    const treated = await submitted(portal);
    await ready(treated);
    await addLab(treated, 1, { psa_ng_ml });
    expect((await detail(treated)).alerts).toContainEqual(
      expect.objectContaining({ rule_key: 'psa_baseline_over_4', severity: 'critical' }),
    );
    expect((await generate(treated.patient)).body.outcome).toBe('not_eligible_pending_review');
  });
});

describe('a man whose total is not low, with SHBG 85', () => {
  it.each([
    [320, 330],
    [300, 310],
    [395, 400],
  ])('is blocked at %d and %d until a clinician confirms the low free testosterone', async (one, two) => {
    const treated = await submitted(portal);
    await addLab(treated, 20, { tt_ng_dl: one, hct_percent: 44, psa_ng_ml: 0.8 });
    await addLab(treated, 10, { tt_ng_dl: two, shbg_nmol_l: 85 });
    expect(await fired(treated)).toEqual(expect.arrayContaining(['t_not_low', 'free_t_low']));
    expect((await generate(treated.patient)).body.plan).toBeNull();
    const written = await treated.provider.post(`/api/trt/cases/${treated.caseId}/plans`, {
      formulation: 'testosterone_cypionate_im',
      dose: 80,
      frequency: 'once weekly',
      route: 'intramuscular',
      override_reason: 'Free testosterone is low with SHBG 85',
    });
    expect([written.status, written.body.flagged]).toEqual([201, true]);
    const bulk = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', {
      plan_ids: [written.body.plan_id],
    });
    expect(bulk.body.approved_count).toBe(0);
    await enter(treated, { free_t_low_confirmed_on: daysAgo(1) });
    expect(await fired(treated)).not.toContain('t_not_low');
    const why = { override_reason: 'Low free testosterone, with symptoms' };
    const { version } = (await detail(treated)).pending_plan!;
    expect((await approvePlan(treated, { ...written.body, version }, why)).status).toBe(200);
  });
});

describe('a value on treatment', () => {
  const USUAL = { tt_ng_dl: 520, hct_percent: 45 };
  const bp = (bp_systolic: number, bp_diastolic: number, daysOld = 0) => ({
    bp_systolic,
    bp_diastolic,
    bp_on: daysAgo(daysOld),
  });
  /** Each rule with what fires it, on this side of its limit. */
  const FIRES: [string, Course][] = [
    [
      'hct_stale',
      {
        day: 800,
        draws: [
          [740, { hct_percent: 45 }],
          [1, { tt_ng_dl: 300 }, 84],
        ],
      },
    ],
    ['hct_stale', { day: 190, draws: [[1, { tt_ng_dl: 520 }, 84]] }],
    ['hct_stale', { day: 300, draws: [[201, USUAL, 84]] }],
    ['hct_stale', { day: 800, draws: [[401, USUAL, 84]] }],
    ['hct_over_400_days', { day: 800, draws: [[740, { hct_percent: 45 }]] }],
    ['hct_over_400_days', { day: 800, draws: [[401, USUAL]] }],
    ['bp_stale', { day: 500, draws: [[1, USUAL, 84]], extras: bp(124, 78, 201) }],
    ['bp_stale', { day: 500, extras: bp(124, 78, 300) }],
    ['bp_over_400_days', { day: 500, extras: bp(124, 78, 401) }],
    ['psa_due_on_therapy', { day: 700, draws: [[1, USUAL, 84]], intake: { dob: '1974-01-15' } }],
    ['psa_due_on_therapy', { day: 450, draws: [[361, { psa_ng_ml: 0.8 }]] }],
    ['psa_due_on_therapy', { day: 700, draws: [[401, { psa_ng_ml: 0.8 }]] }],
    ['psa_due_on_therapy', { day: 366 }],
    ['bp_160_100', { day: 120, draws: [[1, USUAL, 84]], extras: bp(164, 92) }],
    ['bp_160_100', { day: 120, extras: bp(160, 78) }],
    ['bp_160_100', { day: 120, extras: bp(124, 100) }],
    ['bp_uncontrolled', { day: 120, extras: bp(140, 78) }],
    ['bp_uncontrolled', { day: 120, extras: bp(179, 78) }],
    [
      'psa_velocity',
      {
        day: 700,
        draws: [
          [640, { psa_ng_ml: 1 }],
          [1, { psa_ng_ml: 3.9 }],
        ],
      },
    ],
    [
      'psa_velocity',
      {
        day: 700,
        draws: [
          [551, { psa_ng_ml: 1 }],
          [1, { psa_ng_ml: 3.9 }],
        ],
      },
    ],
    [
      'psa_velocity',
      {
        day: 700,
        draws: [
          [551, { psa_ng_ml: 0.9 }],
          [1, { psa_ng_ml: 2.1 }],
        ],
      },
    ],
    ['psa_velocity', { day: 1500, draws: [[1, { psa_ng_ml: 2.21 }]] }],
    ['psa_on_therapy_over_4', { day: 120, draws: [[1, { psa_ng_ml: 9 }]] }],
    ['psa_on_therapy_over_4', { day: 120, draws: [[1, { psa_ng_ml: 90 }]] }],
    ['psa_on_therapy_over_4', { day: 700, draws: [[1, { psa_ng_ml: 4.1 }]] }],
    ['t_below_action_band', { day: 60, draws: [[1, { tt_ng_dl: 320, hct_percent: 45 }, 84]] }],
    ['t_below_action_band', { day: 60, draws: [[1, { tt_ng_dl: 349 }, 84]] }],
    ['t_above_action_band', { day: 60, draws: [[1, { tt_ng_dl: 760, hct_percent: 47 }, 90]] }],
    ['t_above_action_band', { day: 60, draws: [[1, { tt_ng_dl: 601 }, 84]] }],
    ['hct_on_therapy_52_54', { day: 120, draws: [[1, { tt_ng_dl: 520, hct_percent: 53 }]] }],
    ['hct_on_therapy_52_54', { day: 120, draws: [[1, { hct_percent: 52.1 }]] }],
    ['hct_on_therapy_52_54', { day: 120, draws: [[1, { hct_percent: 54 }]] }],
    ['hct_on_therapy_over_54', { day: 120, draws: [[1, { hct_percent: 54.5 }]] }],
    ['hct_on_therapy_over_54', { day: 120, draws: [[1, { hct_percent: 54.1 }]] }],
    ['hct_missing_on_therapy', { day: 84, draws: [[1, { tt_ng_dl: 520 }, 84]] }],
  ];
  it.each(FIRES)('fires %s: %j', async (rule, course) => {
    expect(await fired(await onTreatment(portal, course))).toContain(rule);
  });

  const QUIET: [string, Course][] = [
    ['hct_stale', { day: 300, draws: [[200, USUAL, 84]] }],
    ['hct_stale', { day: 800, draws: [[400, USUAL, 84]] }],
    ['hct_over_400_days', { day: 800, draws: [[400, USUAL]] }],
    ['bp_stale', { day: 500, extras: bp(124, 78, 200) }],
    ['bp_over_400_days', { day: 500, extras: bp(124, 78, 400) }],
    ['psa_due_on_therapy', { day: 450, draws: [[360, { psa_ng_ml: 0.8 }]] }],
    ['psa_due_on_therapy', { day: 700, draws: [[400, { psa_ng_ml: 0.8 }]] }],
    ['psa_due_on_therapy', { day: 700, intake: { dob: '1990-01-15' } }],
    ['psa_due_on_therapy', { day: 365 }],
    ['bp_160_100', { day: 120, extras: bp(159, 99) }],
    ['bp_uncontrolled', { day: 120, extras: bp(139, 89) }],
    [
      'psa_velocity',
      {
        day: 700,
        draws: [
          [551, { psa_ng_ml: 1 }],
          [1, { psa_ng_ml: 2.1 }],
        ],
      },
    ],
    ['psa_velocity', { day: 1500, draws: [[1, { psa_ng_ml: 2.2 }]] }],
    ['psa_on_therapy_over_4', { day: 700, draws: [[1, { psa_ng_ml: 4 }]] }],
    ['t_below_action_band', { day: 60, draws: [[1, { tt_ng_dl: 350 }, 84]] }],
    ['t_above_action_band', { day: 60, draws: [[1, { tt_ng_dl: 600 }, 84]] }],
    ['hct_on_therapy_52_54', { day: 120, draws: [[1, { hct_percent: 52 }]] }],
    ['hct_on_therapy_over_54', { day: 120, draws: [[1, { hct_percent: 54 }]] }],
    ['hct_missing_on_therapy', { day: 83, draws: [[1, { tt_ng_dl: 520 }, 84]] }],
  ];
  it.each(QUIET)('does not fire %s: %j', async (rule, course) => {
    expect(await fired(await onTreatment(portal, course))).not.toContain(rule);
  });

  it('fires none of these while everything is recent and in range', async () => {
    const fine = await onTreatment(portal, {
      day: 120,
      draws: [[1, { ...USUAL, psa_ng_ml: 0.9 }, 84]],
      extras: bp(124, 78),
    });
    const rules = await fired(fine);
    expect(rules.filter((key) => FIRES.some(([rule]) => rule === key))).toEqual([]);
  });
});
