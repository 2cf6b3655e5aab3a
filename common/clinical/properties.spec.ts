import fc from 'fast-check';
import { describe, expect, it, jest } from '@jest/globals';
import { FIELDS } from '../intake/index.js';
import type { FieldName, IntakeData, IntakeValue } from '../intake/index.js';
import { generateBaselinePlan } from './baseline.js';
import type { ClinicalFacts, LabPanel, PlanFacts } from './facts.js';
import type { CaseExtras } from './case-extras.js';
import { isDispensable } from './dispensing.js';
import { FORMULATION_LIST, doseLimits, isFormulationId } from './formulations.js';
import type { Formulation, Frequency } from './formulations.js';
import { ago, draw, factsWith, treatedFacts } from './fixtures/facts.js';
import { SAFETY_RULE_EXAMPLES } from './fixtures/safety-rule-examples.js';
import { RULE_EXAMPLES } from './fixtures/rule-examples.js';
import { effectsOf, evaluateRules } from './rules/evaluate.js';
import { RULES } from './rules/registry.js';
import { titrate } from './titration.js';
import { EFFECTS } from './types.js';

// Hundreds of evaluations per test: slow when other suites run on the machine.
jest.setTimeout(30_000);
const OF_EACH_CHANGE = process.env.TEST_SET === 'change';
const RUNS = { numRuns: OF_EACH_CHANGE ? 40 : 150 };
const outcomeOf = (facts: ClinicalFacts, key: string) => {
  const result = evaluateRules(facts).results.find(({ rule_key: ruleKey }) => ruleKey === key);
  if (!result) throw new Error(`No result for ${key}`);
  return result;
};

/** Facts without one of a rule's inputs, or null if that input cannot be left out. */
function without(facts: ClinicalFacts, input: string): ClinicalFacts | null {
  if (input in facts.intake) {
    const intake = { ...facts.intake };
    delete intake[input as FieldName];
    return { ...facts, intake };
  }
  if (input in facts.extras && input !== 'therapy_started_on')
    return { ...facts, extras: { ...facts.extras, [input]: null } };
  const analyte = /^(tt_ng_dl|hct_percent|psa_ng_ml|estradiol_pg_ml)/.exec(input)?.[1];
  if (analyte)
    return {
      ...facts,
      labs: facts.labs.map((panel) => ({ ...panel, results: { ...panel.results, [analyte]: null } })),
    };
  if (input === 'since_last_dose_h')
    return { ...facts, labs: facts.labs.map((panel) => ({ ...panel, since_last_dose_h: null })) };
  if (input === 'age') return without(facts, 'dob');
  if (input === 'bmi') return without(facts, 'height');
  if (input === 'iief5_total') return without(facts, 'iief_confidence');
  if (input === 'formulation')
    return {
      ...facts,
      candidate_plan: null,
      plan: null,
      prescription: facts.prescription ? { ...facts.prescription, formulation: null } : null,
    };
  return null;
}

describe('a missing input never lets a rule pass', () => {
  it.each(
    [...RULE_EXAMPLES, ...SAFETY_RULE_EXAMPLES].map((example) => [example.rule, example.fires] as const),
  )('%s: the firing example with each input removed', (rule, fires) => {
    const inputs = outcomeOf(fires, rule).inputs.map((input) => input.name);
    for (const input of inputs) {
      const facts = without(fires, input);
      if (!facts) continue;
      const result = outcomeOf(facts, rule);
      expect([input, result.outcome === 'clear' && result.missing.includes(input)]).toEqual([input, false]);
    }
  });

  it('no rule that reads answers or labs is clear with nothing on file', () => {
    const empty: ClinicalFacts = { today: '2026-11-20', timezone: 'UTC', intake: {}, labs: [], extras: {} };
    const clear = evaluateRules(empty).results.filter((result) => result.outcome === 'clear');
    expect(clear.map((result) => result.rule_key)).toEqual(['telemed_in_person_required']);
  });

  it('a result that is not clear because of a missing input names one', () => {
    const names = FIELDS.map((field) => field.name);
    fc.assert(
      fc.property(fc.subarray(names), fc.boolean(), (removed, treated) => {
        const facts = treated ? treatedFacts() : factsWith();
        const intake: IntakeData = { ...facts.intake };
        for (const name of removed) delete intake[name];
        for (const result of evaluateRules({ ...facts, intake }).results)
          if (result.outcome === 'incomplete') expect(result.missing.length).toBeGreaterThan(0);
      }),
      RUNS,
    );
  });
});

/** Strength of the strongest effect among the rules that read one value. */
function strongest(facts: ClinicalFacts, keys: readonly string[]): number {
  const fired = evaluateRules(facts).results.filter(
    (result) => result.fired && keys.includes(result.rule_key),
  );
  return Math.max(
    -1,
    ...fired.flatMap((result) => effectsOf(result.rule_key).map((effect) => EFFECTS.indexOf(effect))),
  );
}

const tenth = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10);

describe('a worse value never has a milder effect', () => {
  const one =
    (key: 'hct_percent' | 'psa_ng_ml' | 'estradiol_pg_ml' | 'tt_ng_dl') =>
    (value: number): LabPanel =>
      draw(2, { [key]: value }, { since: 84 });
  const baseline = (panel: LabPanel, intake = {}) =>
    factsWith({ labs: [draw(21, { tt_ng_dl: 245 }), panel], intake });
  const treated = (panel: LabPanel, intake = {}) => treatedFacts(100, { labs: [panel], intake });
  const keys = (pattern: RegExp): string[] =>
    RULES.filter((rule) => pattern.test(rule.key)).map((rule) => rule.key);

  it.each([
    [
      'hematocrit before treatment',
      tenth(36, 62),
      (v: number) => baseline(one('hct_percent')(v)),
      keys(/^hct_/),
    ],
    ['hematocrit on treatment', tenth(36, 62), (v: number) => treated(one('hct_percent')(v)), keys(/^hct_/)],
    [
      'PSA before treatment',
      tenth(0, 12),
      (v: number) => baseline(one('psa_ng_ml')(v), { family_prostate_cancer: true }),
      keys(/^psa_(base|on|rise)/),
    ],
    [
      'PSA on treatment',
      tenth(0, 12),
      (v: number) => treated(one('psa_ng_ml')(v)),
      keys(/^psa_(base|on|rise)/),
    ],
    [
      'estradiol',
      tenth(5, 120),
      (v: number) => treated(one('estradiol_pg_ml')(v), { gynecomastia: true }),
      keys(/^estradiol_/),
    ],
    [
      'high testosterone',
      fc.integer({ min: 600, max: 1600 }),
      (v: number) => treated(one('tt_ng_dl')(v)),
      keys(/^t_(above|supra)/),
    ],
    [
      'systolic pressure',
      fc.integer({ min: 90, max: 240 }),
      (v: number) => factsWith({ intake: { blood_pressure_systolic: v } }),
      keys(/^bp_/),
    ],
    [
      'diastolic pressure',
      fc.integer({ min: 50, max: 145 }),
      (v: number) => factsWith({ intake: { blood_pressure_diastolic: v } }),
      keys(/^bp_/),
    ],
    [
      'urinary symptoms',
      fc.integer({ min: 0, max: 35 }),
      (v: number) => factsWith({ extras: { ipss_total: v } }),
      keys(/^luts_severe/),
    ],
    [
      'body mass',
      fc.integer({ min: 120, max: 500 }),
      (v: number) => factsWith({ intake: { weight: v } }),
      keys(/^bmi_/),
    ],
    [
      'sadness',
      fc.integer({ min: 0, max: 10 }),
      (v: number) => factsWith({ intake: { sadness_mood: true, sadness_mood_severity: v } }),
      keys(/^mood_/),
    ],
    [
      'refills',
      fc.integer({ min: 0, max: 12 }),
      (v: number) => prescribed({ refills: v }),
      keys(/^rx_(refills|past)/),
    ],
    ['dose', fc.integer({ min: 100, max: 400 }), (v: number) => prescribed({ dose: v }), keys(/^rx_dose/)],
    [
      'age of the PDMP query',
      fc.integer({ min: 0, max: 60 }),
      (v: number) => factsWith({ extras: { pdmp_checked_on: ago(v) } }),
      keys(/^pdmp/),
    ],
    [
      'days since the draw was due',
      fc.integer({ min: -30, max: 90 }),
      (v: number) => treatedFacts(200, { next_lab_due_on: ago(v) }),
      keys(/^labs_overdue/),
    ],
  ])('%s', (_name, values, factsAt, ruleKeys) => {
    expect(ruleKeys.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [better, worse] = a <= b ? [a, b] : [b, a];
        expect(strongest(factsAt(worse), ruleKeys)).toBeGreaterThanOrEqual(
          strongest(factsAt(better), ruleKeys),
        );
      }),
      RUNS,
    );
  });

  it('titration: more hematocrit or blood pressure never gives a milder recommendation', () => {
    const rank = { increase: 0, hold: 1, decrease: 2, stop: 3 } as const;
    const recommended = (tt: number, hct: number, systolic: number) =>
      rank[
        titrate(
          treatedFacts(100, {
            labs: [draw(2, { tt_ng_dl: tt, hct_percent: hct }, { since: 84 })],
            extras: { bp_systolic: systolic, bp_diastolic: 80 },
          }),
        ).recommendation
      ];
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1500 }),
        tenth(40, 58),
        tenth(40, 58),
        fc.integer({ min: 100, max: 220 }),
        fc.integer({ min: 100, max: 220 }),
        (tt, h1, h2, s1, s2) => {
          expect(recommended(tt, Math.max(h1, h2), Math.max(s1, s2))).toBeGreaterThanOrEqual(
            recommended(tt, Math.min(h1, h2), Math.min(s1, s2)),
          );
        },
      ),
      RUNS,
    );
  });

  it('titration: a PSA that requires urology never comes with an increase', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 1500 }), tenth(4, 20), (tt, psa) => {
        const labs = [draw(2, { tt_ng_dl: tt, hct_percent: 45, psa_ng_ml: psa + 0.1 }, { since: 84 })];
        expect(titrate(treatedFacts(100, { labs }))).toMatchObject({
          recommendation: 'hold',
          next_lab_in_days: 28,
        });
      }),
      RUNS,
    );
  });
});

function prescribed(changes: { refills?: number; dose?: number }): ClinicalFacts {
  const plan: PlanFacts = { formulation: 'testosterone_cypionate_im', dose: 100, frequency: 'once weekly' };
  return factsWith({
    plan,
    prescription: {
      formulation: plan.formulation,
      dose: 100,
      frequency: 'once weekly',
      quantity: 2,
      refills: 5,
      days_supply: 28,
      ...changes,
    },
  });
}

describe('titration never leaves the catalog range automatically', () => {
  const planOf = (product: Formulation): fc.Arbitrary<PlanFacts> =>
    fc.record({
      formulation: fc.constant(product.id),
      frequency: fc.constantFrom<Frequency>(...product.frequencies),
      dose: fc.integer({ min: 4, max: 4000 }).map((quarters) => quarters / 4),
    });
  const anyPlan = fc.constantFrom(...FORMULATION_LIST).chain(planOf);
  const anyLabs = fc.record(
    {
      tt_ng_dl: fc.integer({ min: 50, max: 2000 }),
      hct_percent: tenth(36, 58),
      psa_ng_ml: tenth(0, 8),
      estradiol_pg_ml: fc.integer({ min: 5, max: 100 }),
    },
    { requiredKeys: [] },
  );
  const anyExtras: fc.Arbitrary<CaseExtras> = fc.record(
    {
      symptoms_improved: fc.boolean(),
      breast_symptoms: fc.boolean(),
      bp_systolic: fc.integer({ min: 90, max: 200 }),
      last_change_on: fc.integer({ min: 0, max: 200 }).map((days) => ago(days)),
    },
    { requiredKeys: [] },
  );

  it('for any plan, draw and facts', () => {
    fc.assert(
      fc.property(
        anyPlan,
        anyLabs,
        anyExtras,
        fc.integer({ min: 0, max: 240 }),
        fc.integer({ min: 0, max: 500 }),
        (plan, results, extras, since, day) => {
          const result = titrate(
            treatedFacts(day, { plan, extras, labs: [draw(Math.min(day, 3), results, { since })] }),
          );
          const limits = doseLimits(plan.formulation, plan.frequency);
          const dose = result.suggested_dose;
          expect(result.current_dose).toBe(plan.dose);
          expect(result.next_lab_in_days).toBeGreaterThanOrEqual(1);
          if (result.recommendation === 'stop') expect(dose).toBe(0);
          if (result.recommendation === 'hold') expect(dose).toBe(plan.dose);
          if (result.recommendation === 'increase' || result.recommendation === 'decrease')
            expect([plan.formulation, dose, isDispensable(plan.formulation, dose)]).toEqual([
              plan.formulation,
              dose,
              true,
            ]);
          if (result.recommendation === 'increase') {
            expect(dose).toBeGreaterThan(plan.dose);
            expect(dose).toBeLessThanOrEqual(limits?.max ?? 0);
          }
          if (result.recommendation === 'decrease') {
            expect(dose).toBeLessThan(plan.dose);
            expect(dose).toBeGreaterThanOrEqual(limits?.min ?? Infinity);
          }
          expect(result.rationale.length).toBeGreaterThan(10);
        },
      ),
      { numRuns: OF_EACH_CHANGE ? 250 : 1000 },
    );
  });

  it('changes doses in some runs when the window and steady state are met', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.constantFrom(60, 80, 100, 140), fc.integer({ min: 100, max: 1400 }), (dose, tt) => {
        const plan: PlanFacts = { formulation: 'testosterone_cypionate_im', dose, frequency: 'once weekly' };
        const result = titrate(
          treatedFacts(100, { plan, labs: [draw(2, { tt_ng_dl: tt, hct_percent: 45 }, { since: 84 })] }),
        );
        seen.add(result.recommendation);
      }),
      RUNS,
    );
    expect([...seen].toSorted()).toEqual(['decrease', 'hold', 'increase']);
  });
});

describe('random answers', () => {
  const answer = fc.oneof(
    fc.boolean(),
    fc.integer({ min: -5, max: 400 }),
    fc.constantFrom('yes', 'no', 'prostate cancer', 'warfarin', ''),
  );
  const anyIntake = fc.dictionary(fc.constantFrom(...FIELDS.map((field) => field.name)), answer, {
    maxKeys: 60,
  });

  it('always give one of the three outcomes, and no plan when blocked', () => {
    fc.assert(
      fc.property(anyIntake, (changes) => {
        const intake = { ...factsWith().intake, ...(changes as Partial<Record<FieldName, IntakeValue>>) };
        const result = generateBaselinePlan({ ...factsWith(), intake });
        const eligible = result.outcome !== 'not_eligible_pending_review';
        expect(result.plan !== null).toBe(eligible);
        expect(result.outcome === 'draft').toBe(eligible && result.reasons.length === 0);
        if (!eligible) expect(result.prescription).toBeNull();
        if (result.plan) expect(isFormulationId(result.plan.formulation)).toBe(true);
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      }),
      RUNS,
    );
  });
});
