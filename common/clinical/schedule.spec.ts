import { describe, expect, it } from '@jest/globals';
import { SCHEDULE_FIXTURES } from './fixtures/schedule-cases.js';
import { TODAY, WEEKLY_100, ago, draw, factsWith, treatedFacts } from './fixtures/facts.js';
import type { FactChanges } from './fixtures/facts.js';
import type { LabPanel, PlanFacts } from './facts.js';
import { addDays } from './dates.js';
import { FORMULATION_LIST } from './formulations.js';
import { drawAfterChange, nextLabSuggestion } from './schedule.js';

const GEL: PlanFacts = { formulation: 'testosterone_gel_1_62', dose: 40.5, frequency: 'once daily' };
const AUTO: PlanFacts = { formulation: 'testosterone_enanthate_sc_auto', dose: 75, frequency: 'once weekly' };
const done = (...daysAgo: number[]): LabPanel[] => daysAgo.map((days) => draw(days, COMPLETE, { since: 84 }));
const COMPLETE: LabPanel['results'] = {
  tt_ng_dl: 520,
  hct_percent: 45,
  psa_ng_ml: 1,
  estradiol_pg_ml: 30,
  cholesterol_mg_dl: 180,
  hdl_mg_dl: 50,
  ldl_mg_dl: 100,
  triglycerides_mg_dl: 110,
};
const on = (day: number, changes: FactChanges = {}) =>
  nextLabSuggestion(treatedFacts(day, { labs: [], ...changes }));

describe('next lab, cases from the independent implementation', () => {
  it.each(SCHEDULE_FIXTURES.map((fixture) => [`${fixture.name}: ${fixture.why}`, fixture] as const))(
    '%s',
    (_name, { intake, labs, extras, plan, mode, expected }) => {
      const facts = factsWith({ intake, labs, extras, plan, policy: { monitoring_mode: mode } });
      expect(nextLabSuggestion(facts)).toMatchObject({
        status: expected.status,
        due_in_days: expected.due,
        suggested_in_days: expected.suggested,
        due_on: addDays(TODAY, expected.due),
      });
    },
  );
});

describe("next lab, the reference's table", () => {
  it.each([
    ['no labs', factsWith({ labs: [] }), 3, 'scheduled', 'First morning testosterone, blood count and PSA.'],
    [
      'one total three days ago',
      factsWith({ labs: [draw(3, { tt_ng_dl: 270 })] }),
      7,
      'scheduled',
      'Second morning testosterone on a different day.',
    ],
    [
      'cypionate, day 10',
      treatedFacts(10, { labs: [] }),
      35,
      'scheduled',
      '6-week check: testosterone, hematocrit.',
    ],
    [
      'gel, day 10',
      treatedFacts(10, { plan: GEL, labs: [] }),
      18,
      'scheduled',
      '4-week check: testosterone, hematocrit.',
    ],
    [
      'auto-injector, day 10',
      treatedFacts(10, { plan: AUTO, labs: [] }),
      32,
      'scheduled',
      '6-week trough check: testosterone, hematocrit.',
    ],
    [
      'cypionate, day 60, day-45 draw done',
      treatedFacts(60, { labs: done(15) }),
      34,
      'scheduled',
      '3-month check: testosterone, hematocrit, PSA.',
    ],
    [
      'cypionate, day 100, only day-45 draw',
      treatedFacts(100, { labs: done(55) }),
      1,
      'overdue',
      '3-month check overdue: testosterone, hematocrit, PSA.',
    ],
    [
      'cypionate, day 60, changed 10 days ago',
      treatedFacts(60, { labs: done(15), extras: { last_change_on: ago(10) } }),
      34,
      'scheduled',
      'Recheck after dose change: testosterone, hematocrit.',
    ],
    [
      'cypionate, day 400, day 365 done',
      treatedFacts(400, { labs: done(35) }),
      58,
      'scheduled',
      'Quarterly safety labs: testosterone, hematocrit, PSA.',
    ],
    [
      'the same in guideline mode',
      treatedFacts(400, { labs: done(35), policy: { monitoring_mode: 'guideline' } }),
      149,
      'scheduled',
      'Six-month safety labs: testosterone, hematocrit, PSA.',
    ],
    [
      'hematocrit 55 five days ago',
      treatedFacts(180, { labs: [draw(5, { hct_percent: 55 })] }),
      23,
      'scheduled',
      'Blood count recheck: hematocrit.',
    ],
    [
      'gel, day 130, only day-28 draw',
      treatedFacts(130, { plan: GEL, labs: done(102) }),
      0,
      'overdue',
      '3-month check overdue: testosterone, hematocrit, PSA.',
    ],
  ] as const)('%s', (_name, facts, days, status, instruction) =>
    expect(nextLabSuggestion(facts)).toMatchObject({ suggested_in_days: days, status, instruction }),
  );
});

describe('before treatment', () => {
  const two = (older: number, newer: number, more: LabPanel['results'] = {}) =>
    nextLabSuggestion(
      factsWith({ labs: [draw(9, { tt_ng_dl: older }), draw(3, { tt_ng_dl: newer, ...more })] }),
    );

  it('asks for a third total when two disagree', () =>
    expect([two(299, 300)?.label, two(300, 299)?.label, two(300, 301)?.label]).toEqual([
      'Third morning test',
      'Third morning test',
      'Complete the baseline panel',
    ]));

  it('asks only for what is missing after two that agree', () => {
    expect(two(290, 280)).toMatchObject({
      suggested_in_days: 7,
      label: 'Complete the baseline panel',
      analytes: ['hct_percent', 'psa_ng_ml'],
    });
    expect(two(290, 280, { hct_percent: 44 })).toMatchObject({ analytes: ['psa_ng_ml'] });
    expect(two(290, 280, { hct_percent: 44, psa_ng_ml: 1 })).toBeNull();
  });

  it('accepts a panel that is 365 days old', () => {
    const labs = (days: number) => [
      draw(days, { hct_percent: 44, psa_ng_ml: 1 }),
      draw(9, { tt_ng_dl: 290 }),
      draw(3, { tt_ng_dl: 280 }),
    ];
    expect(nextLabSuggestion(factsWith({ labs: labs(365) }))).toBeNull();
    expect(nextLabSuggestion(factsWith({ labs: labs(366) }))?.analytes).toEqual(['hct_percent', 'psa_ng_ml']);
  });

  it('asks for no PSA below 40 or when it was declined', () => {
    const labs = [draw(9, { tt_ng_dl: 290 }), draw(3, { tt_ng_dl: 280, hct_percent: 44 })];
    expect(nextLabSuggestion(factsWith({ labs, intake: { dob: ago(0, 39) } }))).toBeNull();
    expect(nextLabSuggestion(factsWith({ labs, intake: { dob: ago(0, 40) } }))?.analytes).toEqual([
      'psa_ng_ml',
    ]);
    expect(nextLabSuggestion(factsWith({ labs, intake: { psa_agreed: false } }))).toBeNull();
  });

  it('asks for a morning draw, fasting', () =>
    expect(nextLabSuggestion(factsWith({ labs: [] }))?.draw_timing).toBe('7–10 a.m., fasting'));
});

describe('on treatment', () => {
  it.each(
    FORMULATION_LIST.filter((product) => product.next_lab_days !== null).map(
      (product) => [product.id, product] as const,
    ),
  )('%s: the first draw follows its catalog column', (formulation, product) => {
    const plan: PlanFacts = {
      formulation,
      dose: product.starting_dose ?? 1,
      frequency: product.frequencies[0],
    };
    const aligned =
      formulation === 'testosterone_cypionate_im' || formulation === 'testosterone_enanthate_im';
    expect(on(0, { plan })?.due_in_days).toBe((product.next_lab_days ?? 0) + (aligned ? 3 : 0));
  });

  it('does not align twice weekly injections, and draws two-weekly ones on day 7 of 14', () => {
    expect(on(10, { plan: { ...WEEKLY_100, frequency: 'twice weekly' } })?.due_in_days).toBe(32);
    expect(on(10, { plan: { ...WEEKLY_100, frequency: 'every 14 days' } })?.due_in_days).toBe(49 - 10);
  });

  it.each([0, 2])('rechecks a PSA of 9 drawn %d days ago, before the first dose', (days) => {
    const labs = [draw(20, { psa_ng_ml: 0.8 }), draw(days, { psa_ng_ml: 9 })];
    const extras = { therapy_started_on: ago(-7), last_change_on: ago(-7) };
    expect(nextLabSuggestion(factsWith({ plan: WEEKLY_100, labs, extras }))).toMatchObject({
      due_on: ago(days - 28),
      instruction: 'PSA recheck: PSA.',
    });
  });

  it('does not count due today as overdue', () => {
    expect(on(28, { plan: GEL })).toMatchObject({ status: 'scheduled', due_in_days: 0 });
    expect(on(29, { plan: GEL })).toMatchObject({ status: 'overdue', due_in_days: -1, suggested_in_days: 0 });
  });

  it.each([
    [14, '3-month check'],
    [13, '4-week check'],
  ])('a draw on day %d leaves the %s next', (day, label) =>
    expect(on(40, { plan: GEL, labs: done(40 - day) })?.label).toBe(label),
  );

  it('ignores a draw on the day of the start', () => {
    const plan: PlanFacts = { formulation: 'testosterone_patch', dose: 4, frequency: 'once daily' };
    expect(on(10, { plan, labs: done(10) })?.label).toBe('2-week check');
    expect(on(10, { plan, labs: done(9) })?.label).toBe('3-month check');
  });

  it('ignores a panel without testosterone and hematocrit', () =>
    expect(on(40, { plan: GEL, labs: [draw(10, { psa_ng_ml: 1 })] })?.label).toBe('4-week check'));

  it('adds lipids at the year-end draw and every fourth after it, and estradiol for breast symptoms', () => {
    expect(on(360, { plan: GEL, labs: done(85) })?.analytes).toContain('ldl_mg_dl');
    expect(on(729, { plan: GEL, labs: done(80) })).toMatchObject({
      label: 'Yearly safety labs',
      due_in_days: 0,
    });
    expect(on(100, { labs: done(20), extras: { breast_symptoms: true } })?.analytes).toContain(
      'estradiol_pg_ml',
    );
  });

  it('accepts a draw near the end of the wait after a change', () => {
    const changed = (drawDaysAgo: number) =>
      on(200, { plan: GEL, extras: { last_change_on: ago(40) }, labs: done(drawDaysAgo) });
    expect(changed(19)?.label).toBe('9-month check');
    expect(changed(20)?.label).toBe('Recheck after dose change');
  });

  it('needs no separate recheck for a hematocrit of 54.0', () => {
    expect(on(180, { labs: [draw(3, { hct_percent: 52 })] })?.label).toBe('6-week check');
    expect(on(180, { labs: [...done(3), draw(2, { hct_percent: 54 })] })).toMatchObject({
      label: 'Hematocrit recheck',
      due_in_days: 40,
    });
    expect(on(180, { labs: [draw(3, { hct_percent: 54.1 })] })?.label).toBe('Blood count recheck');
  });

  it('ends the recheck with a normal count after a high one', () =>
    expect(on(180, { labs: [draw(40, { hct_percent: 55 }), ...done(3)] })?.label).toBe('9-month check'));

  it('covers a milestone analyte by analyte', () => {
    const withoutPsa = draw(5, { tt_ng_dl: 520, hct_percent: 45 }, { since: 84 });
    expect(on(100, { plan: GEL, labs: [withoutPsa] })).toMatchObject({
      label: '3-month check',
      analytes: ['psa_ng_ml'],
      due_in_days: -10,
    });
    expect(on(100, { plan: GEL, labs: [withoutPsa], intake: { psa_agreed: false } })?.label).toBe(
      '6-month check',
    );
  });

  it.each([
    ['hematocrit 55', { hct_percent: 55 }, 'Blood count recheck', 25],
    ['hematocrit 53', { ...COMPLETE, hct_percent: 53 }, 'Hematocrit recheck', 39],
    ['PSA 4.1', { ...COMPLETE, psa_ng_ml: 4.1 }, 'PSA recheck', 25],
    ['PSA up by 1.5', { ...COMPLETE, psa_ng_ml: 2.3 }, 'PSA recheck', 25],
  ])(
    '%s is rechecked before the next milestone, on treatment, held and after stopping',
    (_name, results, label, due) => {
      const labs = [draw(3, results, { since: 84 })];
      expect(on(180, { labs })).toMatchObject({ label, due_in_days: due });
      const hold = { since: TODAY, rule_key: null, until: null };
      expect(on(180, { labs, hold })).toMatchObject({
        label: `${label} while treatment is held`,
        due_in_days: due,
      });
      if (label !== 'PSA recheck' || (results.psa_ng_ml ?? 0) > 4)
        expect(on(180, { labs, therapy_ended_on: TODAY, plan: null })).toMatchObject({
          label: `${label} after stopping`,
          due_in_days: due,
        });
    },
  );

  it('suggests nothing on therapy without an active plan', () => expect(on(100, { plan: null })).toBeNull());
});

describe('after stopping', () => {
  const stopped = (daysAgo: number, changes: FactChanges = {}) =>
    nextLabSuggestion(
      factsWith({
        labs: [],
        therapy_ended_on: ago(daysAgo),
        extras: { therapy_started_on: ago(300) },
        ...changes,
      }),
    );

  it('suggests nothing for 90 days, then restarts diagnosis', () => {
    expect(stopped(90)).toBeNull();
    expect(stopped(0)).toBeNull();
    expect(stopped(91)?.label).toBe('First morning test');
  });

  it('schedules follow-up labs at 6, 12 and 24 weeks if they were ordered', () => {
    expect(stopped(10, { follow_up_labs: true })).toMatchObject({
      due_in_days: 32,
      label: '6-week follow-up after stopping',
    });
    expect(stopped(50, { follow_up_labs: true, labs: done(5) })).toMatchObject({
      due_in_days: 34,
      label: '12-week follow-up after stopping',
    });
    expect(stopped(170, { follow_up_labs: true, labs: done(1) })?.label).toBe('Second morning test');
  });
});

describe('the first draw of an injection at the clinic', () => {
  const plan = {
    formulation: 'testosterone_undecanoate_im',
    dose: 750,
    frequency: 'every 10 weeks',
  } as const;
  it.each([
    ['the third, after a first one before the plan', [40, 0], 70],
    ['the third, with the second one late', [60, 20], 50],
    ['the third, four weeks and ten weeks on', [0], 98],
    ['the fourth, where the third was before', [150, 120, 50], 20],
  ])('is by %s', (_, given, days) => {
    const facts = { plan, clinic_doses: given.map((before) => ago(before)), dose_changes: [], labs: [] };
    expect(on(0, facts)?.due_on).toBe(ago(-days));
  });
});

describe('a draw that a refill waits for', () => {
  const asked = {
    labs_requested_on: ago(0),
    labs_requested_tests: ['tt_ng_dl', 'hct_percent'],
    labs_requested_run_out_on: ago(-40),
    last_dose_at: `${ago(1)}T13:00:00Z`,
  } as const;
  it('is due on its days, and at once without supply', () => {
    expect(on(120, { ...asked, labs: done(30) })).toMatchObject({
      draw_from: ago(-2),
      draw_until: ago(-3),
      due_on: ago(-2),
      status: 'scheduled',
    });
    const now = on(120, { ...asked, labs: done(30), labs_requested_run_out_on: ago(-5) });
    expect(now).toMatchObject({ due_on: ago(0), status: 'scheduled' });
    expect(now).not.toHaveProperty('draw_from');
  });
});

describe('the first draw after a change', () => {
  const weekly = { formulation: 'testosterone_cypionate_im', frequency: 'once weekly' } as const;
  it('is as many days later as the product needs, at the right point of the dosing cycle', () => {
    expect(drawAfterChange(weekly, '2026-11-02', null)).toBe('2026-12-17');
    expect(drawAfterChange(weekly, '2026-11-02', '2026-11-01')).toBe('2026-12-16');
    const gel = { formulation: 'testosterone_gel_1_62', frequency: 'once daily' } as const;
    expect(drawAfterChange(gel, '2026-11-02', null)).toBe('2026-11-30');
  });
  it('is unknown for a product without a rule', () =>
    expect(
      drawAfterChange(
        { formulation: 'non_testosterone_option', frequency: 'once daily' },
        '2026-11-02',
        null,
      ),
    ).toBeNull());
});

describe('what was overdue when a plan was changed', () => {
  const cypionate = (daysAgo: number) => ({
    formulation: 'testosterone_cypionate_im' as const,
    on: ago(daysAgo),
  });
  const changed = (changes: readonly number[], drawn: readonly number[]) => {
    const next = on(210, {
      labs: done(...drawn),
      extras: { last_change_on: ago(changes.at(-1)!) },
      dose_changes: changes.map(cypionate),
    });
    return [next?.label, next?.due_on];
  };
  it('stays overdue until that test is there', () => {
    expect(changed([0], [160])).toEqual(['3-month check', ago(116)]);
    expect(changed([10], [160])).toEqual(['3-month check', ago(116)]);
    expect(changed([10], [160, 5])).toEqual(['Recheck after dose change', ago(-38)]);
  });
  it('is the draw after an earlier change, too', () => {
    expect(changed([150, 60], [165, 130])).toEqual(['Recheck after dose change', ago(102)]);
    expect(changed([150, 140], [165])).toEqual(['Recheck after dose change', ago(95)]);
  });
  it('is nothing that was due later: the change brings its own date', () =>
    expect(changed([125], [160])).toEqual(['Recheck after dose change', ago(81)]));
});
