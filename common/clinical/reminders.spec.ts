import { describe, expect, it } from '@jest/globals';
import { TODAY, ago, draw, factsWith, treatedFacts } from './fixtures/facts.js';
import type { PlanFacts } from './facts.js';
import { noticeOn, reminders } from './reminders.js';

const GEL: PlanFacts = { formulation: 'testosterone_gel_1_62', dose: 40.5, frequency: 'once daily' };
const ORAL: PlanFacts = {
  formulation: 'testosterone_undecanoate_oral_jatenzo',
  dose: 237,
  frequency: 'twice daily',
};
const informed = { education_acknowledged: true };

describe('a safety check that is due', () => {
  const facts = treatedFacts(180, { ...informed, plan: GEL });
  const due = (since: string | null) =>
    reminders(facts, { safety_check_since: since }).find(({ kind }) => kind === 'safety_check');
  it.each<[string, number, number | null, string | null]>([
    ['on its day', 0, null, TODAY],
    ['not again the next day', 1, 1, ago(-13)],
    ['again after 14 days', 14, 14, TODAY],
    ['no third time', 30, 16, null],
    ['once where it was due before any of this', 250, null, TODAY],
    ['not again for that', 251, 1, null],
  ])('is announced %s', (_, days, last, on) =>
    expect(noticeOn(due(ago(days))!, TODAY, last === null ? null : ago(last))).toBe(on),
  );
  it('is none while none is due', () => expect(due(null)).toBeUndefined());
});

describe('reminders', () => {
  it('announces a lab draw 7 days and 1 day ahead, then weekly while it is late', () => {
    const lab = (day: number) =>
      reminders(treatedFacts(day, { ...informed, plan: GEL, labs: [] }), {}).find(
        ({ kind }) => kind === 'lab_draw',
      );
    expect(lab(10)).toEqual({
      kind: 'lab_draw',
      title: 'Lab draw: 4-week check',
      status: 'scheduled',
      due_date: ago(-18),
      due_in_days: 18,
      key: `lab_draw:${ago(-18)}`,
      next_notice_on: ago(-11),
    });
    expect(lab(28)).toMatchObject({ status: 'scheduled', due_in_days: 0 });
    expect(lab(22)?.next_notice_on).toBe(ago(-5));
    expect(lab(29)).toMatchObject({ status: 'overdue', due_in_days: -1, next_notice_on: ago(-6) });
    expect(lab(35)).toMatchObject({ due_in_days: -7, next_notice_on: TODAY });
    expect(lab(36)).toMatchObject({ due_in_days: -8, next_notice_on: ago(-6) });
  });

  it('asks for a draw and a blood pressure by the day that a hold ends, until both were taken in it', () => {
    const hold = { since: ago(5), rule_key: null, until: null, until_on: ago(-10) };
    const due = (more: object, bp_recorded_on: string) =>
      reminders(treatedFacts(180, { ...informed, plan: GEL, hold, ...more }), { bp_recorded_on })
        .filter(({ kind }) => kind === 'lab_draw' || kind === 'blood_pressure_check')
        .map(({ kind, due_date }) => `${kind} ${due_date}`);
    const labs = [draw(95, { tt_ng_dl: 500, hct_percent: 45, psa_ng_ml: 1 })];
    expect(due({ labs: [] }, ago(100))).not.toContain(`lab_draw ${ago(-10)}`);
    expect(due({ labs }, ago(100))).toContain(`blood_pressure_check ${ago(-10)}`);
    expect(due({ labs }, ago(2)).some((one) => one.startsWith('blood'))).toBe(false);
  });

  it('lists all kinds, soonest first', () => {
    const facts = treatedFacts(10, { plan: GEL, labs: [] });
    const list = reminders(facts, {
      next_review_at: ago(-25),
      current_prescription: { issued_on: ago(10), filled_on: ago(10), days_supply: 30, refills: 0 },
      intake_submitted_on: ago(12),
      intake_draft_since: ago(4),
      unverified_since: ago(13),
    });
    expect(list.map(({ kind, due_in_days: days }) => [kind, days])).toEqual([
      ['verify_email', -12],
      ['acknowledge_education', -5],
      ['complete_intake', -1],
      ['check_in', 6],
      ['prescription_renewal', 6],
      ['lab_draw', 18],
      ['provider_review', 25],
      ['blood_pressure_check', 32],
    ]);
    expect(list.map(({ title }) => title)).toEqual([
      'Verify email',
      'Acknowledge education',
      'Complete intake',
      'Check-in before the renewal',
      'Prescription renewal',
      'Lab draw: 4-week check',
      'Provider review',
      'Blood pressure check',
    ]);
  });

  it('has an ordered draw done at once while a refill waits for it', () => {
    const lab_orders = [
      { due_on: ago(-27), drawn: false, analytes: ['tt_ng_dl', 'hct_percent', 'psa_ng_ml'] },
    ];
    const due = (more: object) =>
      reminders(treatedFacts(60, more), { lab_orders }).find(({ kind }) => kind === 'lab_order')?.due_date;
    expect(due({})).toBe(ago(-27));
    expect(due({ labs_requested_on: ago(1) })).toBe(ago(1));
    expect(due({ labs_requested_on: ago(1), labs: [draw(1, { tt_ng_dl: 500 })] })).toBe(ago(-27));
  });

  it('has a draw that a refill waits for done on its days, under one key', () => {
    const asked = {
      labs_requested_on: ago(3),
      labs_requested_tests: ['tt_ng_dl'] as const,
      labs_requested_run_out_on: ago(-40),
    };
    const drawn = (lastDose: number, orders: object[] = []) => {
      const facts = treatedFacts(120, { ...asked, last_dose_at: `${ago(lastDose)}T13:00:00Z` });
      const found = reminders({ ...facts, labs: [] }, { lab_orders: orders as never[] });
      return found.find(({ kind }) => kind === (orders.length ? 'lab_order' : 'lab_draw'));
    };
    expect(drawn(1, [{ due_on: ago(-14), drawn: false, analytes: ['tt_ng_dl'] }])?.due_date).toBe(ago(-2));
    expect(drawn(4, [{ due_on: ago(-14), drawn: false, analytes: ['tt_ng_dl'] }])).toMatchObject({
      due_date: ago(0),
      due_in_days: 0,
      status: 'scheduled',
      key: `lab_order:${ago(1)}`,
    });
  });

  it('gives the same keys for the same facts', () => {
    const facts = treatedFacts(10, { labs: [] });
    expect(reminders(facts, {})).toEqual(reminders(facts, {}));
    expect(new Set(reminders(facts, {}).map(({ key }) => key)).size).toBe(reminders(facts, {}).length);
  });

  it('asks for blood pressure after three weeks on oral products, until there is a reading', () => {
    const due = (bp_recorded_on?: string) =>
      reminders(treatedFacts(10, { ...informed, plan: ORAL, labs: [] }), { bp_recorded_on }).find(
        ({ kind }) => kind === 'blood_pressure_check',
      )?.due_in_days;
    expect(due()).toBe(11);
    expect(due(ago(10))).toBe(11);
    expect(due(ago(2))).toBeUndefined();
  });

  it.each<[number, number[], string | undefined, number | undefined]>([
    [13, [], undefined, undefined],
    [14, [], 'Check-in: week 4', 14],
    [30, [], 'Check-in: week 4', -2],
    [30, [20], undefined, undefined],
    [84, [20], 'Check-in: week 12', 0],
    [540, [180], 'Check-in: every half year', 6],
  ])('asks on day %i after check-ins %p for "%s"', (today, before, title, days) => {
    const check_ins = before.map((day) => ({ on: ago(today - day), iief_total: null, adam_severity: null }));
    const asked = reminders(treatedFacts(today, { ...informed, check_ins }), {}).find(
      ({ kind }) => kind === 'check_in',
    );
    expect([asked?.title, asked?.due_in_days]).toEqual([title, days]);
  });

  it('asks for a check-in before a renewal, a week ahead and on its day', () => {
    const rx = { issued_on: ago(50), filled_on: ago(4), days_supply: 28, refills: 0 };
    const facts = treatedFacts(100, {
      ...informed,
      check_ins: [{ on: ago(25), iief_total: null, adam_severity: null }],
    });
    const asked = (current_prescription: typeof rx) =>
      reminders(facts, { current_prescription }).find(({ kind }) => kind === 'check_in');
    expect(asked(rx)).toMatchObject({
      title: 'Check-in before the renewal',
      due_in_days: 10,
      next_notice_on: ago(-3),
    });
    expect(asked(rx)?.key).toBe(`check_in:${ago(-10)}`);
    expect(asked({ ...rx, filled_on: ago(0) })?.due_in_days).toBe(14);
    expect(asked({ ...rx, filled_on: ago(-1) })).toBeUndefined();
  });

  it('lets an intake draft wait three days', () => {
    const kinds = (since: string) =>
      reminders(factsWith(informed), { intake_draft_since: since }).map(({ kind }) => kind);
    expect(kinds(ago(3))).toEqual([]);
    expect(kinds(ago(4))).toEqual(['complete_intake']);
  });

  it('is empty when everything is done', () =>
    expect(
      reminders(
        factsWith({
          ...informed,
          labs: [draw(9, { tt_ng_dl: 250 }), draw(3, { tt_ng_dl: 255, hct_percent: 44, psa_ng_ml: 1 })],
        }),
        {},
      ),
    ).toEqual([]));

  it.each([
    [159, 99, 42],
    [160, 80, 14],
    [130, 100, 14],
  ])('repeats a pressure of %d/%d on treatment after %d days', (bp_systolic, bp_diastolic, days) => {
    const facts = treatedFacts(200, { extras: { bp_systolic, bp_diastolic, bp_on: ago(10) } });
    expect(
      reminders(facts, { bp_recorded_on: ago(10) }).find(({ kind }) => kind === 'blood_pressure_check'),
    ).toMatchObject({ due_in_days: days - 10 });
  });
});

it('an injection at the clinic is announced a week and a day ahead', () => {
  const day = {
    today: '2026-11-28',
    timezone: 'UTC',
    intake: {},
    labs: [],
    extras: {},
    next_lab_due_on: null,
  };
  const due = reminders(day, { clinic_dose_on: '2026-12-26' });
  expect(due.filter(({ kind }) => kind === 'clinic_dose')).toMatchObject([
    { title: 'Injection at the clinic', due_date: '2026-12-26', next_notice_on: '2026-12-19' },
  ]);
});
