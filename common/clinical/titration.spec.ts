import { describe, expect, it } from '@jest/globals';
import { TITRATION_FIXTURES } from './fixtures/titration-cases.js';
import { WEEKLY_100, ago, draw, factsWith, treatedFacts } from './fixtures/facts.js';
import type { FactChanges } from './fixtures/facts.js';
import type { PlanFacts } from './facts.js';
import type { LabPanel } from './facts.js';
import { TITRATION_DISCLAIMER, titrate } from './titration.js';
import { needsReason, wishErrors } from './titration-wish.js';

const keysOf = (result: ReturnType<typeof titrate>): string[] => result.rules.map((rule) => rule.rule_key);
const level = (
  value: number,
  more: LabPanel['results'] = { hct_percent: 46 },
  since = 84,
): readonly LabPanel[] => [draw(2, { tt_ng_dl: value, ...more }, { since })];
const at = (value: number, changes: FactChanges = {}, day = 100) =>
  titrate(treatedFacts(day, { labs: level(value), ...changes }));
const plan = (dose: number, changes: Partial<PlanFacts> = {}): PlanFacts => ({
  ...WEEKLY_100,
  dose,
  ...changes,
});

describe('titration, cases from the independent implementation (the first sixteen are the reference’s)', () => {
  it('has all sixteen', () =>
    expect(TITRATION_FIXTURES.filter(({ name }) => name.includes('document'))).toHaveLength(16));

  it.each(TITRATION_FIXTURES.map((fixture) => [`${fixture.name}: ${fixture.why}`, fixture] as const))(
    '%s',
    (_name, { intake, labs, extras, plan: inForce, expected }) => {
      const result = titrate(factsWith({ intake, labs, extras, plan: inForce }));
      expect(result).toMatchObject({
        recommendation: expected.recommendation,
        current_dose: inForce.dose,
        suggested_dose: expected.dose,
        next_lab_in_days: expected.nextLab,
      });
      expect(keysOf(result)).toEqual(expect.arrayContaining([...expected.rules]));
      if (expected.rules.length === 0) expect(keysOf(result)).toEqual([]);
    },
  );
});

describe('titration without a result on treatment', () => {
  const GEL = plan(40.5, { formulation: 'testosterone_gel_1_62', frequency: 'once daily', route: 'topical' });
  it.each<[string, number, FactChanges, number]>([
    ['on day 1 of weekly injections waits for the 6-week check, midway', 1, {}, 44],
    ['on day 1 of a gel waits for the 4-week check', 1, { plan: GEL }, 27],
    ['on day 20 of a gel, at steady state, is drawn now', 20, { plan: GEL }, 7],
    ['on day 60 of injections is drawn now', 60, {}, 7],
    ['comes with an earlier recheck of the blood count', 1, { labs: [draw(3, { hct_percent: 52.5 })] }, 39],
  ])('%s', (_, day, changes, days) => {
    const result = titrate(treatedFacts(day, { labs: [], ...changes }));
    expect([result.recommendation, result.next_lab_in_days]).toEqual(['hold', days]);
    expect(result.rationale).toMatch(days === 7 ? /: draw now\./ : /draw as scheduled \(/);
  });
});

describe('titration', () => {
  it('returns every field of the response', () => {
    const result = at(340);
    expect(Object.keys(result)).toEqual([
      'recommendation',
      'current_dose',
      'suggested_dose',
      'frequency',
      'route',
      'next_lab_in_days',
      'blood_draw_timing',
      'rules',
      'rationale',
      'evidence',
      'rule_set_version',
      'disclaimer',
    ]);
    expect(result).toMatchObject({
      frequency: 'once weekly',
      route: 'intramuscular',
      blood_draw_timing: 'Midway between injections (weekly: day 3–4), morning',
      disclaimer: TITRATION_DISCLAIMER,
    });
    expect(result.rules[0]?.recommendation).toMatch(/^Below the action band/);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  it('needs an active plan', () => expect(() => titrate(factsWith())).toThrow(RangeError));

  it('holds and names no rule without testosterone on treatment', () => {
    const result = titrate(treatedFacts(60, { labs: [] }));
    expect(result).toMatchObject({ recommendation: 'hold', next_lab_in_days: 7, rules: [] });
  });

  it('does not count a draw on the day of the start as on treatment', () =>
    expect(titrate(treatedFacts(60, { labs: [draw(60, { tt_ng_dl: 520 }, { since: 84 })] })).rules).toEqual(
      [],
    ));

  it('lets a stop beat a hold; hematocrit, blood pressure and contraindication in this order', () => {
    const all = { intake: { desire_fertility: 'yes', blood_pressure_systolic: 190 } } as const;
    const psa = { psa_ng_ml: 5 };
    expect(keysOf(at(500, { ...all, labs: level(500, { hct_percent: 55, ...psa }) }))).toEqual([
      'hct_on_therapy_over_54',
      'psa_rise_over_1_4',
      'psa_on_therapy_over_4',
      'bp_severe',
      'fertility_desired',
    ]);
    expect(at(500, { ...all, labs: level(500, psa) })).toMatchObject({
      recommendation: 'stop',
      next_lab_in_days: 14,
    });
    expect(keysOf(at(500, { intake: { desire_fertility: 'yes' }, labs: level(500, psa) }))).toEqual([
      'fertility_desired',
      'psa_rise_over_1_4',
      'psa_on_therapy_over_4',
    ]);
    expect(at(500, { labs: level(500, psa) })).toMatchObject({
      recommendation: 'hold',
      suggested_dose: 100,
      next_lab_in_days: 28,
      rules: [{ rule_key: 'psa_on_therapy_over_4' }, { rule_key: 'psa_rise_over_1_4' }],
    });
  });

  it('names every rule that holds, the one that decides first, and takes the earliest recheck', () => {
    const both = at(500, { labs: level(500, { psa_ng_ml: 9, hct_percent: 53 }) });
    expect(both).toMatchObject({ recommendation: 'hold', next_lab_in_days: 28 });
    expect(keysOf(both)).toEqual(['psa_on_therapy_over_4', 'psa_rise_over_1_4', 'hct_on_therapy_52_54']);
    expect(both.rationale).toMatch(/^PSA needs confirming.* Also: Hct 52–54%/);
    expect(both.evidence.map(({ rule_key, value }) => `${rule_key} ${value}`)).toEqual(
      expect.arrayContaining(['psa_on_therapy_over_4 9', 'hct_on_therapy_52_54 53']),
    );
    const pressure = { intake: { blood_pressure_systolic: 165 }, labs: level(500, { psa_ng_ml: 9 }) };
    expect(at(500, pressure)).toMatchObject({ recommendation: 'hold', next_lab_in_days: 14 });
    expect(keysOf(at(500, pressure))).toContain('bp_160_100');
  });

  it.each([
    ['hematocrit 53 at the minimum', plan(40), { labs: level(520, { hct_percent: 53 }) }, 'stop', 0, 42],
    ['above 1000: two steps', plan(100), { labs: level(1001) }, 'decrease', 60, 42],
    ['above 1000: not below the minimum', plan(60), { labs: level(1001) }, 'decrease', 40, 42],
    ['above 1000 at the minimum', plan(40), { labs: level(1001) }, 'hold', 40, 42],
    ['above the band at the minimum', plan(40), { labs: level(700) }, 'hold', 40, 42],
    ['increase ends at the maximum', plan(140), { labs: level(340) }, 'increase', 150, 42],
    ['at the maximum', plan(150), { labs: level(340) }, 'hold', 150, 42],
    ['above the maximum: no increase', plan(180), { labs: level(340) }, 'hold', 180, 42],
    ['above the maximum: one step down', plan(200), { labs: level(700) }, 'decrease', 180, 42],
    ['below the minimum: no decrease', plan(30), { labs: level(700) }, 'hold', 30, 42],
    ['off the grid: one step', plan(90), { labs: level(340) }, 'increase', 110, 42],
    [
      'every 14 days: twice the step',
      plan(160, { frequency: 'every 14 days' }),
      { labs: level(340, { hct_percent: 45 }, 168) },
      'increase',
      200,
      42,
    ],
  ] as const)('%s', (_name, inForce, changes, recommendation, dose, nextLab) =>
    expect(at(500, { plan: inForce, ...changes })).toMatchObject({
      recommendation,
      suggested_dose: dose,
      next_lab_in_days: nextLab,
    }),
  );

  it.each([
    [66, 'lab_timing_invalid'],
    [67, null],
    [101, null],
    [102, 'lab_timing_invalid'],
  ])('weekly injection, draw at %d h: %p', (since, rule) =>
    expect(keysOf(at(520, { labs: level(520, { hct_percent: 45 }, since) }))).toEqual(rule ? [rule] : []),
  );

  it.each([
    [1, false],
    [2, false],
    [8, false],
    [9, false],
    [19, false],
    [20, true],
    [26, true],
    [27, false],
  ])('gel, draw at %d h: usable %p', (since, usable) => {
    const gel: PlanFacts = { formulation: 'testosterone_gel_1_62', dose: 40.5, frequency: 'once daily' };
    expect(keysOf(at(520, { plan: gel, labs: level(520, {}, since) })).includes('lab_timing_invalid')).toBe(
      !usable,
    );
  });

  it.each([
    [158, 340, 198],
    [198, 340, 237],
    [237, 340, 316],
    [316, 340, 396],
    [396, 340, 396],
    [396, 990, 316],
    [158, 990, 158],
    [200, 340, 237],
    [200, 990, 198],
  ])('ladder product at %d mg with %d ng/dL goes to %d mg', (dose, value, expected) => {
    const oral: PlanFacts = {
      formulation: 'testosterone_undecanoate_oral_jatenzo',
      dose,
      frequency: 'twice daily',
    };
    expect(at(value, { plan: oral, labs: level(value, { hct_percent: 45 }, 6) }).suggested_dose).toBe(
      expected,
    );
  });

  it.each([
    'testosterone_nasal',
    'testosterone_undecanoate_im',
    'testosterone_pellet',
    'non_testosterone_option',
  ] as const)('%s has no automatic dose', (formulation) => {
    const fixed: PlanFacts = { formulation, dose: 11, frequency: 'once weekly' };
    const result = at(200, { plan: fixed, labs: level(200) }, 300);
    expect(result).toMatchObject({ recommendation: 'hold', suggested_dose: 11, rules: [] });
    expect(result.rationale).toContain('clinician decides');
  });

  it.each([
    [299, 'stop'],
    [300, 'hold'],
    [1080, 'hold'],
    [1081, 'stop'],
  ])('Tlando at %d ng/dL: %s', (value, recommendation) => {
    const tlando: PlanFacts = {
      formulation: 'testosterone_undecanoate_oral_tlando',
      dose: 225,
      frequency: 'twice daily',
    };
    expect(at(value, { plan: tlando, labs: level(value, {}, 8) })).toMatchObject({
      recommendation,
      next_lab_in_days: 28,
    });
  });

  it.each([
    [364, 'quarterly', 90],
    [365, 'quarterly', 91],
    [365, 'guideline', 182],
  ] as const)('in target on day %d, %s: next lab in %d days', (day, monitoring_mode, days) =>
    expect(
      at(520, { policy: { monitoring_mode }, labs: level(520, { hct_percent: 45 }) }, day).next_lab_in_days,
    ).toBe(days),
  );

  it('names six months in target without benefit', () =>
    expect(keysOf(at(520, { extras: { symptoms_improved: false } }, 200))).toEqual([
      'no_response_after_6_months',
    ]));

  it.each([
    [
      'hematocrit 53 at the lower end of the target',
      450,
      { hct_percent: 53 },
      'decrease',
      ['hct_on_therapy_52_54'],
    ],
    [
      'hematocrit 53 just below the target',
      449,
      { hct_percent: 53 },
      'hold',
      ['t_below_target', 'hct_on_therapy_52_54'],
    ],
    [
      'hematocrit 53 far below',
      340,
      { hct_percent: 53 },
      'hold',
      ['t_below_action_band', 't_below_target', 'hct_on_therapy_52_54'],
    ],
    ['hematocrit 51 at the upper end of the target', 600, { hct_percent: 51 }, 'hold', []],
    [
      'above 1000',
      1001,
      { hct_percent: 45 },
      'decrease',
      ['t_supraphysiologic', 't_above_action_band', 't_above_target'],
    ],
  ] as const)('%s', (_name, value, more, recommendation, rules) => {
    const result = at(value, { labs: level(value, more) });
    expect([result.recommendation, keysOf(result)]).toEqual([recommendation, rules]);
  });

  it('does not increase for symptoms at the lower end of the target', () => {
    const unimproved = { symptoms_improved: false };
    expect(at(449, { extras: unimproved })).toMatchObject({
      recommendation: 'increase',
      rationale: 'Below target with symptoms: one step up.',
    });
    expect(at(450, { extras: unimproved })).toMatchObject({ recommendation: 'hold', rules: [] });
    expect(at(349, { extras: unimproved }).rationale).toBe('Below the action band: one step up.');
    expect(at(350, { extras: unimproved }).rationale).toBe('Below target with symptoms: one step up.');
  });

  it('counts the ends of the target as in target', () => {
    expect(at(450).rationale).toBe('In target: no change.');
    expect(at(600).rationale).toBe('In target: no change.');
  });

  it('uses a plan’s own target range first', () =>
    expect(at(430, { plan: plan(100, { target_range_low: 400 }) })).toMatchObject({
      recommendation: 'hold',
      rules: [],
    }));
});

describe('a reason', () => {
  const recommended = at(340);
  const wish = {
    formulation: 'testosterone_cypionate_im',
    dose: 120,
    frequency: 'once weekly',
    route: 'intramuscular',
  } as const;

  it('is not needed for the recommended dose', () =>
    expect(needsReason(wish, recommended, WEEKLY_100)).toBe(false));

  it.each([
    ['another dose', { dose: 100 }],
    ['another product', { formulation: 'testosterone_enanthate_im' }],
    ['another frequency', { frequency: 'twice weekly' }],
    ['another route', { route: 'subcutaneous' }],
  ] as const)('is needed for %s', (_name, change) =>
    expect(needsReason({ ...wish, ...change }, recommended, WEEKLY_100)).toBe(true),
  );

  it('is needed outside the automatic range, recommended or not', () => {
    const held = at(520, { plan: plan(180) });
    expect(held.suggested_dose).toBe(180);
    expect(needsReason({ ...wish, dose: 180 }, held, WEEKLY_100)).toBe(true);
    const low = at(520, { plan: plan(30) });
    expect(needsReason({ ...wish, dose: 30 }, low, WEEKLY_100)).toBe(true);
    const limit = at(520, { plan: plan(150) });
    expect(needsReason({ ...wish, dose: 150 }, limit, WEEKLY_100)).toBe(false);
    const none = {
      formulation: 'non_testosterone_option',
      dose: 25,
      frequency: 'once daily',
      route: 'oral',
    } as const;
    expect(needsReason(none, { suggested_dose: 25, frequency: 'once daily', route: 'oral' }, none)).toBe(
      true,
    );
  });

  it('is needed for any dose when stopping is recommended', () => {
    const stop = at(520, { intake: { desire_fertility: 'yes' } });
    expect(needsReason({ ...wish, dose: 100 }, stop, WEEKLY_100)).toBe(true);
  });
});

describe('a proposed change', () => {
  it('is checked against the catalog field by field', () => {
    const good = {
      formulation: 'testosterone_cypionate_im',
      dose: 90,
      frequency: 'once weekly',
      route: 'subcutaneous',
    };
    expect(wishErrors(good)).toEqual({});
    expect(Object.keys(wishErrors({ ...good, dose: 0 }))).toEqual(['dose']);
    expect(Object.keys(wishErrors({ ...good, dose: '90' }))).toEqual(['dose']);
    expect(Object.keys(wishErrors({ ...good, dose: Number.NaN }))).toEqual(['dose']);
    expect(Object.keys(wishErrors({ ...good, frequency: 'once daily', route: 'oral' }))).toEqual([
      'frequency',
      'route',
    ]);
    expect(Object.keys(wishErrors({ ...good, formulation: 'constructor' }))).toEqual(['formulation']);
  });
});

describe('steady state', () => {
  it.each([
    [34, 'steady_state_not_reached'],
    [35, undefined],
  ])('draw %d days after the change: %s', (days, rule) => {
    const result = at(520, { extras: { last_change_on: ago(days + 2) } });
    expect(result.rules[0]?.rule_key).toBe(rule);
    if (rule) expect(result.next_lab_in_days).toBe(42 - days - 2);
  });
});

describe('a dose no strength makes', () => {
  const wish = (formulation: string, dose: number, frequency: string, route: string) =>
    wishErrors({ formulation, dose, frequency, route });

  it.each([
    ['testosterone_enanthate_sc_auto', 60, 'once weekly', 'subcutaneous', '50 mg or 75 mg'],
    ['testosterone_gel_1_62', 50, 'once daily', 'topical', '40.5 mg or 60.75 mg'],
    ['testosterone_gel_1', 60, 'once daily', 'topical', '50 mg or 75 mg'],
    ['testosterone_patch', 3, 'once daily', 'topical', '2 mg or 4 mg'],
  ])('%s %d mg names the nearest ones', (id, dose, frequency, route, nearest) =>
    expect(wish(id, dose, frequency, route)).toEqual({
      dose: `No strength makes this dose. Choose ${nearest}.`,
    }),
  );

  it('accepts a volume that can be drawn, and a whole number of strengths', () => {
    expect(wish('testosterone_cypionate_im', 75, 'once weekly', 'intramuscular')).toEqual({});
    expect(wish('testosterone_undecanoate_oral_jatenzo', 316, 'twice daily', 'oral')).toEqual({});
  });

  it.each([
    ['testosterone_enanthate_sc_auto', 60, 'once weekly', 168, 75],
    ['testosterone_gel_1_62', 50, 'once daily', 24, 60.75],
  ] as const)(
    'titration moves %s %d mg to the next dose that can be given',
    (formulation, dose, frequency, since, next) =>
      expect(
        titrate(
          treatedFacts(100, {
            plan: { formulation, dose, frequency },
            labs: [draw(2, { tt_ng_dl: 300, hct_percent: 45 }, { since })],
          }),
        ).suggested_dose,
      ).toBe(next),
  );

  it.each([
    [649.5, 'hold'],
    [650, 'decrease'],
  ])('Xyosted at %d ng/dL: %s', (tt, recommendation) =>
    expect(
      titrate(
        treatedFacts(100, {
          plan: { formulation: 'testosterone_enanthate_sc_auto', dose: 75, frequency: 'once weekly' },
          labs: [draw(2, { tt_ng_dl: tt, hct_percent: 45 }, { since: 168 })],
        }),
      ).recommendation,
    ).toBe(recommendation),
  );
});

describe('hematocrit does not wait for testosterone', () => {
  const treatedWith = (results: LabPanel['results'], plan: PlanFacts = WEEKLY_100, since?: number) =>
    titrate(treatedFacts(100, { plan, labs: [draw(2, results, since === undefined ? {} : { since })] }));

  it('names both and asks for both rechecks for an untimed draw with hematocrit 53', () => {
    const result = treatedWith({ tt_ng_dl: 520, hct_percent: 53 });
    expect(result).toMatchObject({ recommendation: 'hold', next_lab_in_days: 7 });
    expect(keysOf(result)).toEqual(['hct_on_therapy_52_54', 'lab_timing_invalid']);
    expect(result.rationale).toMatch(/clinician decides.*42 days/);
  });

  it('leaves a product without a step to the clinician, with a recheck in 42 days', () => {
    const nasal: PlanFacts = { formulation: 'testosterone_nasal', dose: 11, frequency: 'three times daily' };
    const result = treatedWith({ tt_ng_dl: 520, hct_percent: 53 }, nasal, 2);
    expect([result.recommendation, result.next_lab_in_days, keysOf(result)]).toEqual([
      'hold',
      42,
      ['hct_on_therapy_52_54'],
    ]);
  });

  it('rechecks in 7 days in target without any hematocrit since the start', () => {
    const result = treatedWith({ tt_ng_dl: 520 }, WEEKLY_100, 84);
    expect([result.next_lab_in_days, keysOf(result)]).toEqual([7, ['hct_missing_on_therapy']]);
  });

  it('does not titrate a therapy on hold, and says when its limit is reached', () => {
    const hold = {
      since: ago(30),
      rule_key: 'hct_on_therapy_over_54',
      until: { analyte: 'hct_percent', at_most: 50 },
    } as const;
    const held = (hct_percent: number) =>
      titrate(treatedFacts(100, { hold, labs: [draw(2, { tt_ng_dl: 300, hct_percent }, { since: 84 })] }));
    expect([held(52).recommendation, keysOf(held(52))]).toEqual(['hold', ['therapy_on_hold']]);
    expect(keysOf(held(50))).toEqual(['therapy_on_hold', 'restart_after_hold']);
  });

  it('names what blocks when stopping', () => {
    const result = titrate(
      treatedFacts(100, {
        intake: { sleep_apnea: true, sleep_apnea_cpap: false },
        extras: { ipss_total: 20 },
      }),
    );
    expect(keysOf(result)).toEqual(['osa_untreated', 'luts_severe']);
    expect(result.rationale).toContain('Untreated sleep apnea; Severe LUTS');
  });

  it('rechecks a pressure of 160/100 in target in 14 days, 140/90 in 42', () => {
    const at = (bp_systolic: number) => {
      const extras = { bp_systolic, bp_diastolic: 80, bp_on: ago(1) };
      const result = titrate(treatedFacts(100, { extras }));
      return [result.recommendation, result.next_lab_in_days, keysOf(result)];
    };
    expect(at(140)).toEqual(['hold', 42, ['bp_uncontrolled']]);
    expect(at(160)).toEqual(['hold', 14, ['bp_160_100', 'bp_uncontrolled']]);
  });
});
