import { describe, expect, it } from '@jest/globals';
import { addDays } from '../dates.js';
import type { ClinicalFacts, EndedPause, LabPanel, PlanFacts, PrescriptionFacts } from '../facts.js';
import { MONTHLY_FILL, TODAY, WEEKLY_100, ago, draw, factsWith, treatedFacts } from '../fixtures/facts.js';
import type { FactChanges } from '../fixtures/facts.js';
import { evaluateRules } from './evaluate.js';

const fired = (facts: ClinicalFacts, key: string): boolean =>
  evaluateRules(facts).results.some((result) => result.rule_key === key && result.fired);
const treated = (results: LabPanel['results'], since = 84) =>
  treatedFacts(100, { labs: [draw(2, results, { since })] });
const answered = (intake: NonNullable<FactChanges['intake']>) => factsWith({ intake });
const bp = (systolic: number, diastolic: number) =>
  answered({ blood_pressure_systolic: systolic, blood_pressure_diastolic: diastolic });
const prescribed = (changes: Partial<PrescriptionFacts>, more: FactChanges = {}) =>
  factsWith({ plan: WEEKLY_100, prescription: { ...MONTHLY_FILL, ...changes }, ...more });
const twoTotals = (first: number, second: number) => [
  draw(21, { tt_ng_dl: first }),
  draw(10, { tt_ng_dl: second }),
];

describe('a critical value that another draw contradicts', () => {
  it.each([
    [2, false, true],
    [15, false, true],
    [16, false, false],
    [2, true, false],
  ])('drawn %i days ago, called: %s', (daysAgo, called, keepsBack) => {
    const facts = treatedFacts(100, {
      labs: [{ ...draw(daysAgo, { hct_percent: 58 }), called }, draw(1, { hct_percent: 45 })],
      prescription: MONTHLY_FILL,
    });
    expect(fired(facts, 'critical_lab_not_called')).toBe(keepsBack);
  });
});

describe('a hematocrit that stops treatment, and one that does not soon after it', () => {
  it.each([
    [9, 54.1, 53.9, true],
    [10, 56, 53.9, false],
    [9, 54, 53.9, false],
    [9, 54, 52, true],
  ])('drawn %i days ago, %d then %d', (daysAgo, high, newest, disagree) => {
    const labs = [draw(daysAgo, { hct_percent: high }), draw(2, { hct_percent: newest })];
    expect(fired(treatedFacts(100, { labs }), 'results_disagree')).toBe(disagree);
  });
});

describe('a restart after a stop that the patient chose', () => {
  it.each([
    ['within 120 days before it', 180, 54.1, true],
    ['longer before it', 181, 60, false],
    ['soon after it, entered late', 46, 54.1, true],
    ['later after it', 45, 60, false],
    ['of 54 exactly', 70, 54, false],
  ])('with a hematocrit above 54: %s', (_, daysAgo, hct_percent, asked) => {
    const facts = factsWith({
      labs: [draw(daysAgo, { hct_percent }), draw(2, { hct_percent: 44 })],
      extras: { therapy_started_on: ago(300) },
      therapy_ended_on: ago(60),
      therapy_stopped: { on: ago(60), reasons: ['patient_choice'], rules: [] },
      candidate_plan: WEEKLY_100,
    });
    expect(fired(facts, 'restart_after_safety_stop')).toBe(asked);
  });
});

describe('after a pause for hematocrit', () => {
  const pause = (changes: Partial<EndedPause>): EndedPause => ({
    since: ago(40),
    ended_on: ago(7),
    plan: WEEKLY_100,
    approved_since: [],
    ...changes,
  });
  const gel: PlanFacts = { formulation: 'testosterone_gel_1_62', dose: 81, frequency: 'once daily' };
  const HIGH = [draw(40, { hct_percent: 56 }), draw(8, { hct_percent: 48 })];
  const asked = (candidate_plan: PlanFacts, changes: Partial<EndedPause> = {}, labs = HIGH) =>
    fired(
      treatedFacts(300, { labs, ended_pauses: [pause(changes)], candidate_plan }),
      'restart_at_full_dose',
    );
  it.each<[string, PlanFacts, boolean]>([
    ['the same dose', WEEKLY_100, true],
    ['the same dose in two parts', { ...WEEKLY_100, dose: 50, frequency: 'twice weekly' }, true],
    ['a step lower in two parts', { ...WEEKLY_100, dose: 40, frequency: 'twice weekly' }, false],
    ['less than a step lower', { ...WEEKLY_100, dose: 99 }, true],
    ['a step lower', { ...WEEKLY_100, dose: 80 }, false],
    ['the largest gel', gel, false],
    ['as much of another injection', { ...WEEKLY_100, formulation: 'testosterone_enanthate_im' }, true],
    [
      'less of another injection',
      { ...WEEKLY_100, formulation: 'testosterone_enanthate_im', dose: 60 },
      false,
    ],
  ])('a plan of %s asks: %s', (_, candidate, expected) => expect(asked(candidate)).toBe(expected));

  it('a gel goes on with less of it, and another gel is no way around', () => {
    const before = { plan: { ...gel, dose: 40.5 } };
    expect(asked({ ...gel, dose: 40.5 }, before)).toBe(true);
    expect(asked({ ...gel, dose: 20.25 }, before)).toBe(false);
    expect(asked({ ...gel, formulation: 'testosterone_gel_1', dose: 100 }, before)).toBe(true);
  });
  it('ends with a lower plan, with 365 days, and where the value was a mistake', () => {
    expect(asked(WEEKLY_100, { approved_since: [WEEKLY_100] })).toBe(true);
    expect(asked(WEEKLY_100, { approved_since: [{ ...WEEKLY_100, dose: 80 }, WEEKLY_100] })).toBe(false);
    expect(asked(WEEKLY_100, { ended_on: ago(365) }, [draw(400, { hct_percent: 56 })])).toBe(true);
    expect(asked(WEEKLY_100, { since: ago(380), ended_on: ago(366) }, [draw(400, { hct_percent: 56 })])).toBe(
      false,
    );
    expect(asked(WEEKLY_100, {}, [draw(40, { hct_percent: 46 })])).toBe(false);
  });
  it('an order from before the pause asks after a lower plan was approved too; a later one does not', () => {
    const lower = { ...WEEKLY_100, dose: 80 };
    const ended_at = `${ago(7)}T15:00:00Z`;
    const of = (approved_at: string | null) =>
      fired(
        treatedFacts(300, {
          labs: HIGH,
          ended_pauses: [pause({ ended_at, approved_since: [lower] })],
          plan: lower,
          prescription: { ...MONTHLY_FILL, approved_at },
        }),
        'restart_at_full_dose',
      );
    expect(of(`${ago(7)}T14:59:59Z`)).toBe(true);
    expect(of(`${ago(7)}T15:00:01Z`)).toBe(false);
    expect(of(null)).toBe(false);
  });
  it('an order on hold keeps others back, but not the one of a newer plan', () => {
    const facts = (order_id: string) =>
      treatedFacts(300, {
        prescription: { ...MONTHLY_FILL, order_id },
        other_orders: { on_hold: true, replacing_held: ['newer'], sent: null },
      });
    expect(fired(facts('newer'), 'another_order_on_hold')).toBe(false);
    expect(fired(facts('other'), 'another_order_on_hold')).toBe(true);
  });
  it('an order of the same dose asks, also under a lower plan', () => {
    const facts = treatedFacts(300, {
      labs: HIGH,
      ended_pauses: [pause({})],
      candidate_plan: { ...WEEKLY_100, dose: 80 },
      prescription: MONTHLY_FILL,
    });
    expect(fired(facts, 'restart_at_full_dose')).toBe(true);
  });
});

describe('limits met exactly', () => {
  it.each<readonly [string, string, boolean, ClinicalFacts]>([
    [
      'hematocrit 50.0 is still high-normal',
      'hct_baseline_48_50',
      true,
      factsWith({ labs: [draw(9, { hct_percent: 50 })] }),
    ],
    ['hematocrit 52.0 is still the lowest step', 'hct_on_therapy_50_52', true, treated({ hct_percent: 52 })],
    ['hematocrit 54.0 is still the middle step', 'hct_on_therapy_52_54', true, treated({ hct_percent: 54 })],
    ['a PSA of 365 days', 'psa_missing', false, factsWith({ labs: [draw(365, { psa_ng_ml: 1 })] })],
    ['a PSA of 366 days', 'psa_missing', true, factsWith({ labs: [draw(366, { psa_ng_ml: 1 })] })],
    ['diastolic 90', 'bp_uncontrolled', true, bp(120, 90)],
    ['diastolic 120', 'bp_severe', true, bp(150, 120)],
    [
      'an event 183 days ago',
      'mi_stroke_remote',
      true,
      factsWith({ intake: { stroke: true }, extras: { cv_event_on: ago(183) } }),
    ],
    ['body mass index 30.0', 'bmi_obesity', true, answered({ weight: 209 })],
    ['body mass index 40.0', 'bmi_40_plus', true, answered({ weight: 279 })],
    [
      'IIEF-5 22 without ADAM symptoms',
      'symptoms_absent',
      true,
      answered({
        decreased_libido: false,
        weaker_erections: false,
        iief_confidence: 5,
        iief_hardness: 5,
        iief_maintain: 4,
        iief_difficulty: 4,
        iief_satisfaction: 4,
      }),
    ],
    [
      'IIEF-5 21 without ADAM symptoms',
      'symptoms_absent',
      false,
      answered({
        decreased_libido: false,
        weaker_erections: false,
        iief_confidence: 5,
        iief_hardness: 4,
        iief_maintain: 4,
        iief_difficulty: 4,
        iief_satisfaction: 4,
      }),
    ],
    ['total 400', 't_borderline_free_t', true, factsWith({ labs: twoTotals(400, 420) })],
    [
      'low total and body mass index 30.0',
      't_borderline_free_t',
      true,
      factsWith({ labs: twoTotals(200, 210), intake: { weight: 209, diabetes: false } }),
    ],
    [
      'low total and diabetes',
      't_borderline_free_t',
      true,
      factsWith({ labs: twoTotals(200, 210), intake: { diabetes: true } }),
    ],
    [
      'low total alone',
      't_borderline_free_t',
      false,
      factsWith({ labs: twoTotals(200, 210), intake: { diabetes: false } }),
    ],
    [
      'one late draw among two',
      'lab_draw_not_morning',
      true,
      factsWith({ labs: [draw(21, { tt_ng_dl: 245 }, { hour: 13 }), draw(10, { tt_ng_dl: 260 })] }),
    ],
  ])('%s', (_name, key, expected, facts) => expect(fired(facts, key)).toBe(expected));

  it.each<readonly [string, string, boolean, ClinicalFacts]>([
    [
      'the last planned fill on the last legal day',
      'rx_past_six_months',
      false,
      prescribed({ refills: 1, days_supply: 181 }),
    ],
    ['one day later', 'rx_past_six_months', true, prescribed({ refills: 1, days_supply: 182 })],
    [
      '27 of 30 days is 10 %',
      'rx_quantity_mismatch',
      false,
      prescribed({
        formulation: 'testosterone_gel_1_62',
        dose: 40.5,
        frequency: 'once daily',
        quantity: 1,
        days_supply: 27,
      }),
    ],
    [
      '26 of 30 days is more',
      'rx_quantity_mismatch',
      true,
      prescribed({
        formulation: 'testosterone_gel_1_62',
        dose: 40.5,
        frequency: 'once daily',
        quantity: 1,
        days_supply: 26,
      }),
    ],
    ['a quantity too small for one dose', 'rx_quantity_mismatch', true, prescribed({ quantity: 0.1 })],
    ['another frequency', 'rx_dose_plan_mismatch', true, prescribed({ frequency: 'every 14 days' })],
    [
      'the same frequency in other words',
      'rx_dose_plan_mismatch',
      false,
      prescribed({ frequency: 'Weekly' }),
    ],
    ['a dose nobody can read', 'rx_dose_plan_mismatch', true, prescribed({ dose: 'half a vial' })],
    [
      '400 mg every 14 days is 200 a week',
      'rx_dose_over_max',
      false,
      prescribed({ dose: 400, frequency: 'every 14 days' }),
    ],
    [
      '401 mg every 14 days is more',
      'rx_dose_over_max',
      true,
      prescribed({ dose: 401, frequency: 'every 14 days' }),
    ],
    [
      'gel 81 mg',
      'rx_dose_over_max',
      false,
      prescribed({ formulation: 'testosterone_gel_1_62', dose: 81, frequency: 'once daily' }),
    ],
    [
      'gel 101.25 mg',
      'rx_dose_over_max',
      true,
      prescribed({ formulation: 'testosterone_gel_1_62', dose: 101.25, frequency: 'once daily' }),
    ],
    [
      'day 17 of 20 days is 85 %',
      'rx_early_refill',
      false,
      prescribed({}, { previous_prescription: { filled_on: ago(17), days_supply: 20 } }),
    ],
    [
      'a fill asked for later',
      'rx_early_refill',
      false,
      prescribed(
        { fill_requested_on: addDays(TODAY, 10) },
        { previous_prescription: { filled_on: ago(15), days_supply: 28 } },
      ),
    ],
    ['no PDMP query', 'pdmp_not_checked', true, factsWith()],
    ['a PDMP query today', 'pdmp_not_checked', false, factsWith({ extras: { pdmp_checked_on: TODAY } })],
    [
      'a PDMP query tomorrow',
      'pdmp_not_checked',
      true,
      factsWith({ extras: { pdmp_checked_on: addDays(TODAY, 1) } }),
    ],
    [
      'seen in person today',
      'telemed_in_person_required',
      false,
      prescribed({ issued_on: '2027-01-01' }, { extras: { in_person_eval_on: TODAY } }),
    ],
    [
      'to be seen in person tomorrow',
      'telemed_in_person_required',
      true,
      prescribed({ issued_on: '2027-01-01' }, { extras: { in_person_eval_on: addDays(TODAY, 1) } }),
    ],
    ['no signature date', 'consent_rx_missing', true, answered({ signature_date: null })],
    ['no telemedicine consent', 'consent_rx_missing', true, answered({ consent_telemedicine: false })],
  ])('prescription: %s', (_name, key, expected, facts) => expect(fired(facts, key)).toBe(expected));

  it('a rule about a prescription says nothing without what it reads', () => {
    const outcome = (facts: ClinicalFacts, key: string) =>
      evaluateRules(facts).results.find((result) => result.rule_key === key)?.outcome;
    expect(outcome(factsWith(), 'rx_refills_over_5')).toBe('not_applicable');
    expect(outcome(prescribed({}), 'rx_early_refill')).toBe('not_applicable');
    // A frequency that cannot be read is judged at the product's shortest interval.
    expect(outcome(prescribed({ frequency: 'now and then' }), 'rx_dose_over_max')).toBe('clear');
    expect(outcome(prescribed({ frequency: 'now and then', dose: '800 mg' }), 'dose_implausible')).toBe(
      'fired',
    );
    expect(outcome(prescribed({ dose: '?' }), 'rx_quantity_mismatch')).toBe('incomplete');
    expect(
      outcome(factsWith({ prescription: { ...MONTHLY_FILL, formulation: null } }), 'rx_dose_over_max'),
    ).toBe('incomplete');
    expect(outcome(treatedFacts(100, { plan: null }), 'lab_timing_invalid')).toBe('incomplete');
    expect(outcome(prescribed({ formulation: 'non_testosterone_option' }), 'rx_dose_over_max')).toBe(
      'not_applicable',
    );
  });
});

describe('days on which therapy begins and ends', () => {
  it('a draw on the day of the start is still before treatment, and its PSA the baseline', () => {
    const labs = [
      draw(30, { tt_ng_dl: 250 }),
      draw(20, { tt_ng_dl: 255, psa_ng_ml: 1 }),
      draw(2, { psa_ng_ml: 2.5 }),
    ];
    const facts = factsWith({ plan: WEEKLY_100, extras: { therapy_started_on: ago(20) }, labs });
    expect(fired(facts, 'low_t_confirmed')).toBe(true);
    expect(fired(facts, 'psa_rise_over_1_4')).toBe(true);
    expect(fired({ ...facts, extras: { therapy_started_on: ago(21) } }, 'low_t_confirmed')).toBe(false);
  });

  it('a hematocrit on the day of the start is not one since the start', () => {
    const on = (daysAgo: number) => treatedFacts(84, { labs: [draw(daysAgo, { hct_percent: 45 })] });
    expect(fired(on(84), 'hct_missing_on_therapy')).toBe(true);
    expect(fired(on(83), 'hct_missing_on_therapy')).toBe(false);
  });

  it.each([
    ['ended today', TODAY, false],
    ['ended on the day it began', ago(100), false],
    ['to end tomorrow', addDays(TODAY, 1), true],
    ['ended before it began again', ago(101), true],
  ])('%s: on therapy %p', (_name, therapy_ended_on, onTherapy) => {
    const facts = treatedFacts(100, { labs: [draw(2, { hct_percent: 55 })], therapy_ended_on });
    expect(fired(facts, 'hct_on_therapy_over_54')).toBe(onTherapy);
    expect(fired(facts, 'hct_baseline_over_50')).toBe(!onTherapy);
  });

  it('totals from before an ended therapy still count', () => {
    const labs = [draw(210, { tt_ng_dl: 245 }), draw(200, { tt_ng_dl: 260 })];
    const facts = factsWith({ labs, extras: { therapy_started_on: ago(200) }, therapy_ended_on: ago(20) });
    expect(fired(facts, 'low_t_confirmed')).toBe(true);
    expect(fired({ ...facts, extras: {} }, 'low_t_unconfirmed')).toBe(true);
  });
});

describe('the newest value', () => {
  it('is the latest by wall time, and on the same minute the last on file', () => {
    const newest = (...labs: LabPanel[]) => fired(factsWith({ labs }), 'hct_baseline_over_50');
    const at = (hour: number, hct_percent: number) => draw(5, { hct_percent }, { hour });
    expect(newest(at(9, 51), at(8, 44))).toBe(true);
    expect(newest(at(8, 44), at(9, 51))).toBe(true);
    expect(newest(at(8, 51), at(8, 44))).toBe(false);
    expect(newest(draw(6, { hct_percent: 51 }), draw(5, { psa_ng_ml: 1 }))).toBe(true);
  });
});

describe('a limit that a laboratory gives', () => {
  const limited = (results: LabPanel['results'], limits: LabPanel['limits'], daysAgo = 3): LabPanel => ({
    ...draw(daysAgo, results, { since: 84 }),
    limits,
  });
  const before = (...labs: LabPanel[]) => factsWith({ labs: [...twoTotals(245, 260), ...labs] });
  const on = (...labs: LabPanel[]) => treatedFacts(100, { labs });
  const above54 = limited({ hct_percent: 54 }, { hct_percent: '>' });

  it('stops treatment at ">54", says so, and asks for the call', () => {
    const { results } = evaluateRules(on(above54));
    const rule = results.find(({ rule_key: key }) => key === 'hct_on_therapy_over_54')!;
    expect(rule.fired).toBe(true);
    expect(rule.inputs).toContainEqual(expect.objectContaining({ value: 54, comparator: '>' }));
    expect(fired(on(above54), 'hct_on_therapy_52_54')).toBe(false);
    expect(fired(before(above54), 'hct_baseline_over_50')).toBe(true);
    const called = { ...on({ ...above54, called: false }, draw(1, { hct_percent: 45 })) };
    expect(fired({ ...called, prescription: MONTHLY_FILL }, 'critical_lab_not_called')).toBe(true);
  });

  it.each([
    ['tt_ng_dl', 50, '<', 't_below_action_band', true],
    ['tt_ng_dl', 1500, '>', 't_supraphysiologic', true],
    ['tt_ng_dl', 600, '<', 't_above_target', false],
    ['tt_ng_dl', 600, '<', 'result_limit_undecided', true],
    ['psa_ng_ml', 10, '<', 'psa_on_therapy_over_4', false],
    ['psa_ng_ml', 10, '<', 'result_limit_undecided', true],
    ['psa_ng_ml', 10, '>', 'psa_on_therapy_over_4', true],
    ['psa_ng_ml', 0.1, '<', 'result_limit_undecided', false],
    ['lh_miu_ml', 100, '<', 'result_limit_undecided', false],
  ] as const)('%s %d with %s: %s %s', (key, value, sign, rule, expected) =>
    expect(fired(on(limited({ [key]: value }, { [key]: sign })), rule)).toBe(expected),
  );

  it('confirms no diagnosis where it does not say on which side the value is', () => {
    const totals = (value: number, sign: '<' | '>') =>
      factsWith({ labs: [draw(21, { tt_ng_dl: 245 }), limited({ tt_ng_dl: value }, { tt_ng_dl: sign })] });
    expect(fired(totals(50, '<'), 'low_t_confirmed')).toBe(true);
    expect(fired(totals(600, '<'), 'low_t_unconfirmed')).toBe(true);
    expect(fired(totals(290, '>'), 'low_t_confirmed')).toBe(false);
  });

  it('gives no calculated free testosterone', () => {
    const shbg = (limits: LabPanel['limits']) => before(limited({ tt_ng_dl: 40, shbg_nmol_l: 60 }, limits));
    expect(fired(shbg({}), 'free_t_low')).toBe(true);
    for (const key of ['tt_ng_dl', 'shbg_nmol_l'] as const)
      expect(fired(shbg({ [key]: key === 'tt_ng_dl' ? '<' : '>' }), 'free_t_low')).toBe(false);
  });

  it('that a newer result follows is not asked about', () => {
    const psa = limited({ psa_ng_ml: 10 }, { psa_ng_ml: '<' }, 5);
    expect(fired(before(psa), 'result_limit_undecided')).toBe(true);
    expect(fired(before(psa, draw(2, { psa_ng_ml: 0.9 })), 'result_limit_undecided')).toBe(false);
  });
});

describe('an undetectable PSA', () => {
  const psa = (more: FactChanges = {}, limits: LabPanel['limits'] = {}) =>
    factsWith({ labs: [...twoTotals(245, 260), { ...draw(3, { psa_ng_ml: 0.1 }), limits }], ...more });
  it('is asked about also where it is given as "<0.1", and not where a medicine explains it or on treatment', () => {
    expect(fired(psa(), 'psa_undetectable')).toBe(false);
    expect(fired(psa({}, { psa_ng_ml: '<' }), 'psa_undetectable')).toBe(true);
    const finasteride = { intake: { current_medications: 'Finasteride 5 mg' } };
    expect(fired(psa(finasteride, { psa_ng_ml: '<' }), 'psa_undetectable')).toBe(false);
    expect(fired(treated({ psa_ng_ml: 0.02 }), 'psa_undetectable')).toBe(false);
  });
});

describe('a heart rate at rest', () => {
  it.each([
    [39, true],
    [40, false],
    [120, false],
    [130, true],
    ['130', true],
    [null, false],
  ])('of %p', (heart_rate, expected) => {
    expect(fired(answered({ heart_rate }), 'heart_rate_out_of_range')).toBe(expected);
    expect(fired(treatedFacts(100, { intake: { heart_rate } }), 'heart_rate_out_of_range')).toBe(expected);
  });
});

describe('a draw before treatment in the night', () => {
  const at = (...times: string[]) =>
    factsWith({
      labs: times.map((time, i) => ({
        collected_at: `${ago(20 - i * 5)}T${time}`,
        results: { tt_ng_dl: 250 - i },
      })),
    });
  it.each([
    ['02:10:00-05:00', true],
    ['04:59:59-05:00', true],
    ['05:00:00-05:00', false],
    ['10:00:00-05:00', false],
    ['00:00:00-05:00', true],
    // In New York 04:10 and 05:10, in summer time.
    ['08:10:00Z', true],
    ['09:10:00Z', false],
  ])('at %s does not count: %p', (time, night) => {
    const facts = at(time, '08:00:00-05:00');
    expect(fired(facts, 'lab_draw_not_morning')).toBe(night);
    expect(fired(facts, 'low_t_confirmed')).toBe(!night);
    expect(fired(facts, 'low_t_unconfirmed')).toBe(night);
  });
});

describe('directions that name a volume', () => {
  const strength = (mg: string) => `Testosterone cypionate injection ${mg}`;
  it.each<[string, Partial<PrescriptionFacts>, boolean]>([
    ['of the strength', { drug: strength('200 mg/mL'), sig: 'Inject 0.5 mL (100 mg) once weekly' }, false],
    ['rounded', { drug: strength('300 mg/mL'), sig: 'Inject 0.33 mL' }, false],
    ['half of it', { drug: strength('100 mg/mL'), sig: 'Inject 0.5 mL (100 mg)' }, true],
    ['twice of it', { drug: strength('200 mg/mL'), sig: 'Inject 1 mL (100 mg)' }, true],
    ['of a whole vial', { drug: strength('2,000 mg/10 mL'), sig: 'Inject 0.5 mL' }, false],
    ['in cc', { drug: strength('200 mg/mL'), sig: '1cc weekly' }, true],
    ['no volume', { drug: strength('200 mg/mL'), sig: '100 mg every 5 days' }, false],
    ['without a strength', { drug: 'Testosterone cypionate', sig: 'Inject 1 mL' }, true],
    ['of a gel', { formulation: 'testosterone_gel_1_62', dose: '40.5 mg', sig: 'Apply 2 mL' }, false],
    ['not given', { drug: strength('100 mg/mL') }, false],
  ])('%s', (_name, order, expected) =>
    expect(fired(prescribed(order), 'sig_volume_mismatch')).toBe(expected),
  );
});
