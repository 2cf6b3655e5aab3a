import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addLab, approvePlan, daysAgo, detail } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import {
  CYPIONATE,
  GEL,
  XYOSTED,
  advice,
  enter,
  fired,
  onTreatment,
  type LabDraw,
  type OnTreatment,
  type PlanWish,
} from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const AVEED: PlanWish = {
  formulation: 'testosterone_undecanoate_im',
  dose: 750,
  frequency: 'every 10 weeks',
  route: 'intramuscular',
};
const NASAL: PlanWish = {
  formulation: 'testosterone_nasal',
  dose: 11,
  frequency: 'three times daily',
  route: 'nasal',
};
const TLANDO: PlanWish = {
  formulation: 'testosterone_undecanoate_oral_tlando',
  dose: 225,
  frequency: 'twice daily',
  route: 'oral',
};
const pressure = (bp_systolic: number, bp_diastolic: number) => ({
  bp_systolic,
  bp_diastolic,
  bp_on: daysAgo(0),
});

describe('values that are out of date', () => {
  it.each<[string, number, readonly LabDraw[], object]>([
    [
      'hct_stale',
      800,
      [
        [740, { hct_percent: 45 }],
        [1, { tt_ng_dl: 300 }, 84],
      ],
      {},
    ],
    [
      'hct_stale',
      300,
      [
        [201, { hct_percent: 45 }],
        [1, { tt_ng_dl: 300 }, 84],
      ],
      {},
    ],
    [
      'bp_stale',
      300,
      [[1, { tt_ng_dl: 300, hct_percent: 45 }, 84]],
      { ...pressure(124, 78), bp_on: daysAgo(201) },
    ],
  ])('block an increase: %s on day %d', async (rule, day, draws, extras) => {
    const given = await advice(await onTreatment(portal, { day, draws, extras }));
    expect([given.recommendation, given.keys]).toEqual(['hold', expect.arrayContaining([rule])]);
  });

  it.each([
    [200, 300, false],
    [201, 300, true],
    [400, 800, false],
    [401, 800, true],
  ])('do so from the day after the limit: hematocrit %d days old on day %d, %s', async (age, day, stale) => {
    const draws: LabDraw[] = [
      [age, { hct_percent: 45 }],
      [1, { tt_ng_dl: 300 }, 84],
    ];
    const given = await advice(await onTreatment(portal, { day, draws }));
    expect(given.keys.includes('hct_stale')).toBe(stale);
  });

  it('do not cover a milestone for another test', async () => {
    const both = { tt_ng_dl: 520, hct_percent: 45, psa_ng_ml: 0.8 };
    const due = async (results: Record<string, number>) => {
      const treated = await onTreatment(portal, { day: 95, draws: [[3, results, 84]] });
      return (await detail(treated)).next_lab_suggestion;
    };
    expect(await due({ tt_ng_dl: 520 })).toMatchObject({ analytes: ['hct_percent'] });
    expect(await due({ hct_percent: 45 })).toMatchObject({ analytes: ['tt_ng_dl'] });
    expect(await due(both)).toMatchObject({ label: '6-month check' });
  });
});

describe('a hematocrit of 52 to 54', () => {
  const stale: readonly LabDraw[] = [
    [91, { tt_ng_dl: 520 }, 84],
    [1, { hct_percent: 53 }],
  ];
  it.each<[string, readonly LabDraw[], PlanWish | undefined, string]>([
    ['an untimed testosterone', [[1, { tt_ng_dl: 520, hct_percent: 53 }]], undefined, 'lab_timing_invalid'],
    ['a testosterone out of date', stale, undefined, 'labs_stale'],
    ['no testosterone', [[1, { hct_percent: 52.1 }]], undefined, 'hct_on_therapy_52_54'],
    ['Aveed', [[1, { tt_ng_dl: 520, hct_percent: 53 }]], AVEED, 'hct_on_therapy_52_54'],
    ['nasal gel', [[1, { tt_ng_dl: 520, hct_percent: 54 }]], NASAL, 'hct_on_therapy_52_54'],
    ['Tlando', [[1, { tt_ng_dl: 520, hct_percent: 52.1 }, 8]], TLANDO, 'hct_on_therapy_52_54'],
  ])('is named, and a clinician decides, with %s', async (_, draws, plan, also) => {
    const treated = await onTreatment(portal, { day: 120, draws, ...(plan && { plan }) });
    const given = await advice(treated, plan);
    expect([given.recommendation, given.keys]).toEqual([
      'hold',
      expect.arrayContaining(['hct_on_therapy_52_54', also]),
    ]);
    expect(given.rationale).toContain('a clinician decides');
    expect(given.rationale.includes('42 days') || given.next_lab_in_days === 42).toBe(true);
  });

  it('lowers the dose one step where the testosterone can be used, and 52.0 does not', async () => {
    const at = async (hct_percent: number) =>
      advice(await onTreatment(portal, { day: 120, draws: [[1, { tt_ng_dl: 520, hct_percent }, 84]] }));
    for (const value of [53, 52.1, 54])
      expect(await at(value)).toMatchObject({
        recommendation: 'decrease',
        suggested_dose: 60,
        keys: ['hct_on_therapy_52_54'],
      });
    expect((await at(52)).recommendation).toBe('hold');
  });

  it('comes after a stop, a severe pressure and PSA, and before the hour of the draw', async () => {
    const with_ = async (results: Record<string, number>, extras: object = {}) =>
      (
        await advice(
          await onTreatment(portal, { day: 120, draws: [[1, { tt_ng_dl: 520, ...results }]], extras }),
        )
      ).keys;
    const first = await with_({ hct_percent: 54.1, psa_ng_ml: 9 });
    expect(first[0]).toBe('hct_on_therapy_over_54');
    expect(first.slice(1)).toEqual(['psa_rise_over_1_4', 'psa_on_therapy_over_4', 'therapy_on_hold']);
    expect(await with_({ hct_percent: 53 }, pressure(182, 90))).toEqual([
      'bp_severe',
      'hct_on_therapy_52_54',
    ]);
    expect(await with_({ hct_percent: 53 }, { ipss_total: 20 })).toEqual([
      'luts_severe',
      'hct_on_therapy_52_54',
    ]);
    expect(await with_({ hct_percent: 53, psa_ng_ml: 9 })).toEqual(
      expect.arrayContaining(['psa_on_therapy_over_4', 'hct_on_therapy_52_54']),
    );
    expect((await with_({ hct_percent: 53 }))[0]).toBe('hct_on_therapy_52_54');
  });

  it.each([
    [84, 7, ['hct_missing_on_therapy']],
    [200, 7, ['hct_missing_on_therapy']],
    [83, 90, []],
  ])('missing on day %d in target asks for a draw in %d days', async (day, days, keys) => {
    const treated = await onTreatment(portal, { day, draws: [[1, { tt_ng_dl: 520 }, 84]] });
    const given = await advice(treated);
    expect([given.recommendation, given.next_lab_in_days, given.keys]).toEqual(['hold', days, keys]);
  });
});

describe('a therapy paused for a hematocrit above 54', () => {
  const paused = async (): Promise<OnTreatment> => {
    const treated = await onTreatment(portal, {
      day: 120,
      draws: [[20, { tt_ng_dl: 300, hct_percent: 56 }, 84]],
    });
    // As if the result had come on the day of the draw.
    await portal.database.asSuperuser('UPDATE therapy_holds SET since = $2 WHERE case_id = $1', [
      treated.caseId,
      daysAgo(20),
    ]);
    return treated;
  };

  it.each([54, 50.1, 51])('stays paused at %d: nothing is titrated or prescribed', async (hct_percent) => {
    const treated = await paused();
    await addLab(treated, 1, { hct_percent });
    const seen = await detail(treated);
    expect(seen.hold).toMatchObject({
      rule_key: 'hct_on_therapy_over_54',
      until: { analyte: 'hct_percent', at_most: 50 },
    });
    const given = await advice(treated);
    const also = hct_percent > 52 ? ['hct_on_therapy_52_54'] : [];
    expect([given.recommendation, given.keys]).toEqual(['hold', ['therapy_on_hold', ...also]]);
    const order = `/api/trt/prescriptions/${treated.order.id}/judgement`;
    expect((await treated.provider.get(order)).body.blocked_by).toContain('therapy_on_hold');
  });

  it('is paused again when the value gets worse than the one at which it was resumed', async () => {
    const treated = await paused();
    const held = async () => (await detail(treated)).hold?.rule_key ?? null;
    const { version } = (await detail(treated)).case;
    const resumed = await treated.provider.post(`/api/trt/cases/${treated.caseId}/resume`, {
      version,
      reason: 'Phlebotomy done today, recheck in a week',
      overrides: ['hct_on_therapy_over_54'],
    });
    expect([resumed.status, await held()]).toEqual([200, null]);
    await addLab(treated, 3, { psa_ng_ml: 0.9 });
    await addLab(treated, 2, { hct_percent: 56 });
    expect(await held()).toBeNull();
    await addLab(treated, 1, { hct_percent: 58 });
    expect(await held()).toBe('hct_on_therapy_over_54');
  });

  it.each([50, 45])(
    'at %d it says that it may restart, one step lower or with a gel',
    async (hct_percent) => {
      const treated = await paused();
      await addLab(treated, 1, { hct_percent });
      const given = await advice(treated);
      expect([given.recommendation, given.keys]).toEqual(['hold', ['therapy_on_hold', 'restart_after_hold']]);
      expect(given.rationale).toContain('one step lower or with a gel');
      expect((await detail(treated)).hold).not.toBeNull();
      // The restart is a plan of its own.
      const reason = 'Hematocrit is back, starting lower';
      const saved = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, {
        ...CYPIONATE,
        dose: 60,
        reason,
      });
      expect(saved.body.saved).toBe(true);
      const { pending_plan: plan } = await detail(treated);
      expect(plan).toMatchObject({ dose: 60, flagged: true });
      expect((await approvePlan(treated, plan!)).status).toBe(422);
    },
  );
});

describe('a blood pressure that needs a recheck', () => {
  it.each<[number, number, number, string[]]>([
    [150, 80, 42, ['bp_uncontrolled']],
    [140, 80, 42, ['bp_uncontrolled']],
    [179, 80, 14, ['bp_160_100', 'bp_uncontrolled']],
    [160, 80, 14, ['bp_160_100', 'bp_uncontrolled']],
    [130, 100, 14, ['bp_160_100', 'bp_uncontrolled']],
    [159, 99, 42, ['bp_uncontrolled']],
    [139, 89, 90, []],
  ])('is named in target: %d/%d in %d days', async (systolic, diastolic, days, keys) => {
    const draws: LabDraw[] = [[1, { tt_ng_dl: 520, hct_percent: 45 }, 84]];
    const treated = await onTreatment(portal, { day: 120, draws, extras: pressure(systolic, diastolic) });
    const given = await advice(treated);
    expect([given.recommendation, given.next_lab_in_days, given.keys]).toEqual(['hold', days, keys]);
  });

  it.each([160, 179])('of %d blocks an increase and the order', async (systolic) => {
    const draws: LabDraw[] = [[1, { tt_ng_dl: 320, hct_percent: 45 }, 84]];
    const treated = await onTreatment(portal, { day: 120, draws, extras: pressure(systolic, 80) });
    const given = await advice(treated);
    expect([given.recommendation, given.next_lab_in_days, given.keys]).toEqual([
      'hold',
      14,
      expect.arrayContaining(['t_below_action_band', 'bp_160_100']),
    ]);
    const order = `/api/trt/prescriptions/${treated.order.id}/judgement`;
    expect((await treated.provider.get(order)).body.blocked_by).toContain('bp_160_100');
  });
});

describe('the hour of a draw on gel', () => {
  const drawn = async (hours: number) =>
    advice(
      await onTreatment(portal, {
        day: 60,
        plan: GEL,
        draws: [[1, { tt_ng_dl: 820, hct_percent: 45 }, hours]],
      }),
      GEL,
    );
  it.each([24, 20, 26])('decides %d h after the last dose', async (hours) => {
    expect(await drawn(hours)).toMatchObject({ recommendation: 'decrease', suggested_dose: 20.25 });
  });
  it.each([4, 2, 8, 19, 27])('asks for a redraw %d h after it', async (hours) => {
    expect(await drawn(hours)).toMatchObject({
      recommendation: 'hold',
      next_lab_in_days: 7,
      keys: ['lab_timing_invalid'],
    });
  });
});

describe('the next dose', () => {
  const suggested = async (plan: PlanWish, tt_ng_dl: number, hours: number) => {
    const draws: LabDraw[] = [[1, { tt_ng_dl, hct_percent: 45 }, hours]];
    const { recommendation, suggested_dose } = await advice(
      await onTreatment(portal, { day: 60, plan, draws }),
      {
        ...plan,
        dose: plan === XYOSTED ? 75 : plan.dose,
      },
    );
    return [recommendation, suggested_dose];
  };
  it.each([
    [649.5, 'hold', 75],
    [650, 'decrease', 50],
    [649, 'hold', 75],
    [651, 'decrease', 50],
  ])('of Xyosted 75 mg at %d ng/dL: %s', async (level, recommendation, dose) => {
    expect(await suggested(XYOSTED, level, 168)).toEqual([recommendation, dose]);
  });

  const OFF_LADDER: [PlanWish, number, number, number, number][] = [
    [XYOSTED, 60, 300, 168, 75],
    [XYOSTED, 60, 700, 168, 50],
    [XYOSTED, 90, 300, 168, 100],
    [GEL, 50, 300, 24, 60.75],
    [GEL, 50, 800, 24, 40.5],
    [GEL, 70, 300, 24, 81],
  ];
  it.each(OFF_LADDER)(
    'from one off the ladder is one that can be dispensed: %j',
    async (plan, dose, level, hours, next) => {
      const draws: LabDraw[] = [[1, { tt_ng_dl: level, hct_percent: 45 }, hours]];
      const treated = await onTreatment(portal, { day: 60, plan: { ...plan, dose }, draws });
      expect((await advice(treated, plan)).suggested_dose).toBe(next);
    },
  );

  it.each<[PlanWish, number, string]>([
    [XYOSTED, 60, 'Choose 50 mg or 75 mg.'],
    [GEL, 50, 'Choose 40.5 mg or 60.75 mg.'],
    [TLANDO, 200, 'Choose 112.5 mg or 225 mg.'],
  ])('that no strength makes is refused with the nearest ones: %j at %d mg', async (plan, dose, words) => {
    const treated = await onTreatment(portal, { day: 60 });
    const wish = { ...plan, dose, reason: 'The patient wants this dose' };
    const refused = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, wish);
    expect([refused.status, refused.body.fields.dose]).toEqual([422, expect.stringContaining(words)]);
  });
});

describe('a change that the action band decides', () => {
  it.each<[PlanWish, number, number, string, string, number]>([
    [CYPIONATE, 320, 84, 'increase', 't_below_action_band', 350],
    [CYPIONATE, 349, 84, 'increase', 't_below_action_band', 350],
    [CYPIONATE, 760, 84, 'decrease', 't_above_action_band', 600],
    [CYPIONATE, 601, 84, 'decrease', 't_above_action_band', 600],
    [GEL, 340, 24, 'increase', 't_below_action_band', 350],
    [GEL, 751, 24, 'decrease', 't_above_action_band', 750],
  ])(
    'names its rule with value, band, product and source: %j at %d',
    async (plan, level, hours, step, rule, limit) => {
      const draws: LabDraw[] = [[1, { tt_ng_dl: level, hct_percent: 45 }, hours]];
      const given = await advice(await onTreatment(portal, { day: 60, plan, draws }), plan);
      expect([given.recommendation, given.keys[0]]).toEqual([step, rule]);
      const values = given.evidence.filter((one) => one.rule_key === rule).map(({ value }) => value);
      expect(values).toEqual(expect.arrayContaining([level, limit, plan.formulation]));
      expect(given.evidence.find((one) => one.rule_key === rule)!.citation).toMatch(/\S/);
    },
  );
});

describe('a contraindication on treatment', () => {
  it.each<[string, string, Record<string, unknown>, object]>([
    ['polycythemia_history', 'olycythemia', { polycythemia: true }, {}],
    ['osa_untreated', 'leep apnea', { sleep_apnea: true, sleep_apnea_cpap: false }, {}],
    ['luts_severe', 'LUTS', {}, { ipss_total: 20 }],
  ])('stops and is named: %s', async (rule, words, intake, extras) => {
    const draws: LabDraw[] = [[1, { tt_ng_dl: 520, hct_percent: 45 }, 84]];
    const treated = await onTreatment(portal, { day: 60, draws });
    const { intake_form: form } = (await treated.patient.get('/api/trt/intake')).body;
    const data = { ...form.data, ...intake };
    if (Object.keys(intake).length)
      await treated.patient.post('/api/trt/intake', { data, version: form.version, submit: true });
    await enter(treated, extras);
    const given = await advice(treated);
    expect([given.recommendation, given.keys]).toEqual(['stop', [rule]]);
    expect(given.rationale).toContain(words);
  });

  it('an IPSS of 19 is none', async () => {
    const draws: LabDraw[] = [[1, { tt_ng_dl: 520, hct_percent: 45 }, 84]];
    const treated = await onTreatment(portal, { day: 60, draws, extras: { ipss_total: 19 } });
    expect((await advice(treated)).recommendation).toBe('hold');
    expect(await fired(treated)).not.toContain('luts_severe');
  });
});
