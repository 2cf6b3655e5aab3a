import { describe, expect, it } from '@jest/globals';
import { doseConcern, doseInMg, dosesInHand, loggedUnits, type LoggedDose } from './dose-log.js';
import { FORMULATION_IDS, FORMULATIONS } from './formulations.js';

const WEEKLY_80 = { formulation: 'testosterone_cypionate_im', dose: 80, frequency: 'once weekly' } as const;
const PUMPS = { formulation: 'testosterone_gel_1_62', dose: 40.5, frequency: 'once daily' } as const;
const AVEED = {
  formulation: 'testosterone_undecanoate_im',
  dose: 750,
  frequency: 'every 10 weeks',
} as const;
const on = (day: number, hour: number, dose: number, unit: LoggedDose['unit'] = 'mg'): LoggedDose => ({
  taken_at: `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`,
  dose,
  unit,
});
const free = { plan: WEEKLY_80, held: false, others: [] };

describe('doseConcern', () => {
  it.each([
    ['the planned dose', on(10, 8, 80), free, null],
    ['any dose without a plan', on(10, 8, 10), { ...free, plan: null, unplanned: true }, 'no_plan'],
    ['one of a plan that has ended since', on(10, 8, 10), { ...free, plan: null }, null],
    ['twice the planned dose', on(10, 8, 160), free, null],
    ['more than twice the planned dose', on(10, 8, 161), free, 'far_over_plan'],
    ['four milliliters of 200 mg/mL', on(10, 8, 4, 'mL'), free, 'far_over_plan'],
    ['the next dose half a week later', on(10, 8, 80), { ...free, others: [on(6, 20, 80)] }, null],
    ['a second dose after two days', on(10, 8, 80), { ...free, others: [on(8, 8, 80)] }, 'too_soon'],
    [
      'a second injection after two days',
      on(10, 8, 1, 'injections'),
      { ...free, others: [on(8, 8, 80)] },
      'too_soon',
    ],
    [
      'a third dose within hours',
      on(10, 10, 80),
      { ...free, others: [on(10, 8, 80), on(10, 9, 80)] },
      'far_over_plan',
    ],
    ['the second half of a dose', on(10, 9, 40), { ...free, others: [on(10, 8, 40)] }, null],
    [
      'two pumps one after the other',
      on(10, 9, 1, 'pumps'),
      { ...free, plan: PUMPS, others: [on(10, 8, 1, 'pumps')] },
      null,
    ],
    [
      'a second dose at the clinic after four weeks',
      on(29, 8, 750),
      { ...free, plan: AVEED, others: [on(1, 8, 750)] },
      null,
    ],
    [
      'a third one four weeks after the second',
      on(29, 8, 750),
      {
        ...free,
        plan: AVEED,
        others: [on(1, 8, 750), { ...on(1, 8, 750), taken_at: '2026-10-03T08:00:00Z' }],
      },
      'too_soon',
    ],
    ['six pumps', on(10, 9, 6, 'pumps'), { ...free, plan: PUMPS }, 'far_over_plan'],
    ['a dose while on hold', on(10, 8, 80), { ...free, held: true }, 'on_hold'],
    ['far too much while on hold', on(10, 8, 800), { ...free, held: true }, 'far_over_plan'],
    ['a dose without a plan', on(10, 8, 800), { ...free, plan: null }, null],
    ['a unit of another product', on(10, 8, 9, 'patches'), free, null],
  ] as const)('reads %s', (_, taken, situation, concern) => {
    expect(doseConcern(taken, situation)).toBe(concern);
  });
});

describe('loggedUnits', () => {
  it('are those a product is counted in, with mg first, and all of them for an unknown one', () => {
    expect(loggedUnits('testosterone_gel_1_62')).toEqual(['mg', 'pumps']);
    expect(loggedUnits('testosterone_gel_1')).toEqual(['mg', 'packets', 'g']);
    expect(loggedUnits('testosterone_nasal')).toEqual(['mg', 'sprays']);
    expect(loggedUnits('testosterone_undecanoate_im')).toEqual(['mg', 'injections']);
    expect(loggedUnits('testosterone_enanthate_sc_auto')).toEqual(['mg', 'injections']);
    expect(loggedUnits('testosterone_patch')).toEqual(['mg', 'patches']);
    expect(loggedUnits('testosterone_cypionate_im')).toEqual(['mg', 'mL', 'injections']);
    expect(loggedUnits('something_else')).toHaveLength(10);
  });
});

describe('doseInMg', () => {
  const amount = 2.5;
  it.each(FORMULATION_IDS.filter((id) => FORMULATIONS[id].supply.kind !== 'none'))(
    'of %s is known in every unit it is logged in',
    (formulation) => {
      const plan = { formulation, dose: FORMULATIONS[formulation].starting_dose! };
      for (const unit of loggedUnits(formulation))
        expect(doseInMg({ dose: amount, unit }, plan)).toBeGreaterThanOrEqual(amount);
    },
  );

  it('is that of the strength an order is drafted with, and by weight of a pump logged by weight before', () => {
    const JATENZO = { formulation: 'testosterone_undecanoate_oral_jatenzo', dose: 316 } as const;
    expect(doseInMg({ dose: 2, unit: 'capsules' }, JATENZO)).toBe(316);
    expect(doseInMg({ dose: 50, unit: 'g' }, PUMPS)).toBe(810);
  });
});

describe('dosesInHand', () => {
  const fill = { filled_on: '2026-11-01', interval: 7 };
  const once = (...days: string[]) => days.map((on) => ({ on, doses: 1 }));
  const WEEKS = once('2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22');
  it.each([
    ['none of four left once all four are logged', { today: '2026-11-23', days_left: 6, taken: WEEKS }, 0],
    ['one left after three', { today: '2026-11-21', days_left: 8, taken: WEEKS.slice(0, 3) }, 1],
    ['four on the day of the fill', { today: '2026-11-01', days_left: 28, taken: [] }, 4],
    ['what the days cover when nothing is logged', { today: '2026-11-23', days_left: 6, taken: [] }, 1],
    ['no more than the days cover', { today: '2026-11-23', days_left: 6, taken: once('2026-11-02') }, 1],
    ['no dose from before the fill', { today: '2026-11-02', days_left: 27, taken: once('2026-10-25') }, 4],
    ['a stock from before the fill with it', { today: '2026-11-01', days_left: 35, taken: [] }, 5],
    ['one in a fill of a few days', { today: '2026-11-01', days_left: 3, taken: [] }, 1],
    ['none below zero', { today: '2026-11-27', days_left: 2, taken: [...WEEKS, ...once('2026-11-25')] }, 0],
    [
      'two in one entry as two',
      { today: '2026-11-02', days_left: 27, taken: [{ on: '2026-11-02', doses: 2 }] },
      2,
    ],
    ['none once it has run out', { today: '2026-12-01', days_left: -2, taken: [] }, 0],
  ])('counts %s', (_, known, left) => expect(dosesInHand({ ...fill, ...known }).left).toBe(left));

  it.each([
    ['null while the days end first', { today: '2026-11-23', days_left: 6, taken: WEEKS }, null],
    [
      'the day of the dose that is missing',
      { today: '2026-11-02', days_left: 27, taken: once('2026-11-01', '2026-11-02') },
      '2026-11-23',
    ],
    [
      'an interval after the last one where all are taken',
      { today: '2026-11-01', days_left: 28, taken: [{ on: '2026-11-01', doses: 4 }] },
      '2026-11-08',
    ],
    [
      'today where the next one is late',
      { today: '2026-11-20', days_left: 9, taken: [{ on: '2026-11-01', doses: 4 }] },
      '2026-11-20',
    ],
  ])('ends on %s', (_, known, on) => expect(dosesInHand({ ...fill, ...known }).out_on).toBe(on));

  it.each([
    ['a dose taken twice', once('2026-11-01', '2026-11-02'), true],
    ['a dose a week', once('2026-11-01'), false],
    ['an empty log', [], false],
  ])('is short of the days where more was logged: %s', (_, taken, short) =>
    expect(dosesInHand({ ...fill, today: '2026-11-02', days_left: 27, taken })).toMatchObject({ short }),
  );
});

it('a dose in mL is counted with the strength of the order', () => {
  const plan = { formulation: 'testosterone_cypionate_im', dose: 80, frequency: 'once weekly' } as const;
  const taken = { taken_at: '2026-11-27T12:00:00Z', dose: 1.6, unit: 'mL' } as const;
  const concern = (mg_per_ml?: number) =>
    doseConcern(taken, { plan: { ...plan, mg_per_ml }, held: false, others: [] });
  expect([concern(), concern(100)]).toEqual(['far_over_plan', null]);
});
