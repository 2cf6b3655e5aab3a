import { describe, expect, it } from '@jest/globals';
import { generateBaselinePlan, reviewDays } from './baseline.js';
import { BASELINE_FIXTURES } from './fixtures/baseline-cases.js';
import { TODAY, ago, draw, factsWith } from './fixtures/facts.js';
import { addDays } from './dates.js';

describe('baseline plan, cases from the independent implementation (the first twelve are the reference’s A to L)', () => {
  it('has all twelve', () =>
    expect(BASELINE_FIXTURES.filter(({ name }) => name.includes('document'))).toHaveLength(12));

  it.each(BASELINE_FIXTURES.map((fixture) => [fixture.name, fixture] as const))('%s', (_name, fixture) => {
    const { intake, labs, extras, expected } = fixture;
    const result = generateBaselinePlan(factsWith({ intake, labs, extras }));
    expect(result.outcome).toBe(expected.outcome);
    expect([...result.reasons].toSorted()).toEqual([...expected.reasons].toSorted());
    expect(result.prescription !== null).toBe(expected.prescription);
    if (expected.plan === null) {
      expect(result.plan).toBeNull();
      return;
    }
    const [formulation, dose, frequency, route, review] = expected.plan;
    expect(result.plan).toEqual({
      formulation,
      dose,
      starting_dose: dose,
      frequency,
      route,
      target_range_low: 450,
      target_range_high: 600,
      blood_draw_timing: expected.timing,
      next_review_at: addDays(TODAY, review),
      status: 'pending_review',
      flagged: expected.reasons.length > 0,
      flag_reason: result.reasons.length > 0 ? result.reasons.join(', ') : null,
    });
  });
});

describe('baseline plan', () => {
  it('names every blocking rule: 34 years, total testosterone 675 twice, wants children', () => {
    const result = generateBaselinePlan(
      factsWith({
        intake: { dob: ago(200, 34), desire_fertility: 'yes' },
        labs: [draw(21, { tt_ng_dl: 675 }), draw(10, { tt_ng_dl: 675, hct_percent: 44, psa_ng_ml: 0.8 })],
      }),
    );
    expect(result).toMatchObject({
      outcome: 'not_eligible_pending_review',
      plan: null,
      prescription: null,
      reasons: ['t_not_low', 'fertility_desired'],
    });
    expect(result.alerts.map((alert) => alert.rule_key)).toEqual(['t_not_low', 'fertility_desired']);
  });

  it('lists reasons in the order of the rule set', () => {
    const { reasons, plan } = generateBaselinePlan(factsWith({ labs: [], intake: { dob: ago(200, 46) } }));
    expect(reasons).toEqual(['low_t_unconfirmed', 'hct_missing_baseline', 'psa_missing']);
    expect(plan?.flag_reason).toBe('low_t_unconfirmed, hct_missing_baseline, psa_missing');
  });

  it('drafts a prescription whose quantity, days and refills agree', () => {
    expect(generateBaselinePlan(factsWith()).prescription).toEqual({
      formulation: 'testosterone_cypionate_im',
      drug: 'Testosterone cypionate injection 200 mg/mL',
      dose: '80 mg',
      frequency: 'once weekly',
      route: 'intramuscular',
      quantity: 4,
      quantity_unit: 'mL',
      vial: 'single',
      refills: 5,
      days_supply: 28,
      sig: 'Inject 0.4 mL (80 mg) into the muscle once every 7 days',
    });
  });

  it('says which rules block the prescription', () => {
    const result = generateBaselinePlan(factsWith({ intake: { blood_pressure_diastolic: null } }));
    expect(result).toMatchObject({
      outcome: 'draft_flagged',
      prescription: null,
      prescription_blocked_by: ['bp_missing'],
    });
  });

  it('makes no plan without consent to submit', () =>
    expect(generateBaselinePlan(factsWith({ intake: { consent_labs: null } })).reasons).toEqual([
      'consent_missing',
    ]));

  it.each([
    [220, 80],
    [221, 100],
  ])('%d lb starts at %d mg: 100 kg is not rounded', (weight, dose) =>
    expect(generateBaselinePlan(factsWith({ intake: { weight, height: 74 } })).plan?.dose).toBe(dose),
  );

  it.each([
    [{ dob: ago(0, 65) }, 80],
    [{ dob: ago(-1, 65) }, 100],
    [{ high_blood_pressure: true }, 80],
    [{ sleep_apnea: true, sleep_apnea_cpap: true }, 80],
    [{ weight: null }, 80],
  ])('a heavy patient with %j starts at %d mg', (intake, dose) =>
    expect(
      generateBaselinePlan(factsWith({ intake: { weight: 240, height: 74, ...intake } })).plan?.dose,
    ).toBe(dose),
  );

  it.each([
    [
      'one child, no preference, comfort not said',
      { number_of_children: 1, injection_comfort: null },
      'testosterone_enanthate_sc_auto',
    ],
    ['no child', { number_of_children: 0, injection_comfort: null }, 'testosterone_gel_1_62'],
    [
      'one child but reluctant',
      { number_of_children: 1, injection_comfort: 'reluctant' },
      'testosterone_gel_1_62',
    ],
  ] as const)('%s', (_name, intake, formulation) =>
    expect(
      generateBaselinePlan(factsWith({ intake: { formulation_preference: 'no_preference', ...intake } })).plan
        ?.formulation,
    ).toBe(formulation),
  );

  it('avoids injections and the higher start with a hematocrit above 48', () => {
    const labs = (hct_percent: number) => [
      draw(21, { tt_ng_dl: 245 }),
      draw(10, { tt_ng_dl: 260, hct_percent, psa_ng_ml: 1 }),
    ];
    const dose = (hct: number) =>
      generateBaselinePlan(factsWith({ labs: labs(hct), intake: { weight: 240, height: 74 } })).plan?.dose;
    expect([dose(48), dose(48.1)]).toEqual([100, 80]);
  });

  it('ignores the active plan and other candidates', () => {
    const plan = { formulation: 'testosterone_gel_1_62', dose: 40.5, frequency: 'once daily' } as const;
    expect(generateBaselinePlan(factsWith({ plan, candidate_plan: plan }))).toEqual(
      generateBaselinePlan(factsWith()),
    );
  });

  it('schedules the review a week after the first draw', () => {
    expect(reviewDays('testosterone_cypionate_im')).toBe(49);
    expect(reviewDays('testosterone_enanthate_sc_auto')).toBe(49);
    expect(reviewDays('testosterone_gel_1_62')).toBe(35);
    expect(reviewDays('testosterone_undecanoate_oral_kyzatrex')).toBe(21);
    expect(reviewDays('non_testosterone_option')).toBe(49);
  });
});
