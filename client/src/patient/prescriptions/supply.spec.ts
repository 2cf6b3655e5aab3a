import { describe, expect, it } from '@jest/globals';
import type { PatientPrescription } from '#common/api/index.js';
import { isTwice, supplyInWords } from './supply.js';

const TODAY = '2026-11-20';
const order = (change: Partial<PatientPrescription>): PatientPrescription =>
  ({
    prescription_state: 'current',
    status: 'filled',
    refills_remaining: 2,
    run_out_on: null,
    refill_by: null,
    on_hold: false,
    ...change,
  }) as PatientPrescription;

describe('what is left of an order that was replaced', () => {
  const old = order({
    drug: 'A 200 mg/mL',
    formulation: 'a',
    prescription_state: 'past',
    run_out_on: '2026-11-30',
  });
  const next = order({ drug: 'A 200 mg/mL', formulation: 'a', sig: 'Inject 0.5 mL (100 mg) once weekly.' });
  const over = 'This prescription has ended. Ask your care team before you use what is left of it.';
  it.each<[string, Partial<PatientPrescription>, string]>([
    [
      'is used as the new one says',
      {},
      `This prescription has ended. Use what is left of it as your current prescription says: ${next.sig}`,
    ],
    ['is asked about where the strength is another', { drug: 'A 100 mg/mL' }, over],
    ['is asked about while the new one is on hold', { on_hold: true }, over],
    ['is asked about while the new one is a draft', { prescription_state: 'draft' }, over],
  ])('%s', (_, change, line) =>
    expect(supplyInWords(old, TODAY, [{ ...next, ...change }, old])).toEqual([line]),
  );
});

describe('the product before, until the new one is filled', () => {
  const gel = order({ drug: 'Gel', formulation: 'g', prescription_state: 'past' });
  const words = (change: Partial<PatientPrescription>) =>
    supplyInWords(gel, TODAY, [order({ drug: 'A', formulation: 'a', status: 'sent', ...change }), gel]);
  it('goes on as before', () => expect(words({})[0]).toContain('go on with this one as before'));
  it.each([{ status: 'filled' }, { on_hold: true }, { formulation: 'g' }] as Partial<PatientPrescription>[])(
    'is asked about with %o',
    (change) => expect(words(change)[0]).toContain('Ask your care team'),
  );
});

it('two orders for one medicine ask which to use, but not while they are on hold', () => {
  const one = order({ drug: 'A' });
  expect(isTwice([one, order({ drug: 'A' })])).toBe(true);
  expect(isTwice([one, order({ drug: 'A', prescription_state: 'past' }), order({ drug: 'B' })])).toBe(false);
  expect(isTwice([one, order({ drug: 'A' })].map((each) => ({ ...each, on_hold: true })))).toBe(false);
});

describe('supplyInWords', () => {
  it.each([
    ['nothing is known', order({}), []],
    ['filled', order({ run_out_on: '2026-11-30' }), ['First day without supply: Nov 30, 2026 (in 10 days).']],
    [
      'its last day',
      order({ run_out_on: '2026-11-20' }),
      ['First day without supply: Nov 20, 2026 (today).'],
    ],
    ['run out', order({ run_out_on: '2026-11-19' }), ['Ran out on Nov 19, 2026 (yesterday).']],
    [
      'run out, with refills',
      order({ run_out_on: '2026-10-21', refill_by: '2027-03-20' }),
      [
        'Ran out on Oct 21, 2026 (30 days ago).',
        'Refill it by Mar 20, 2027 (in 4 months). Ask your pharmacy for it.',
      ],
    ],
    [
      'not run out, with refills',
      order({ run_out_on: '2026-11-30', refill_by: '2027-03-20' }),
      ['First day without supply: Nov 30, 2026 (in 10 days).', 'Refill it by Mar 20, 2027 (in 4 months).'],
    ],
    [
      'run out, and too late for its refills',
      order({ run_out_on: '2026-10-21', refill_by: '2026-11-01' }),
      ['Ran out on Oct 21, 2026 (30 days ago).', 'The time for refills ended on Nov 1, 2026 (19 days ago).'],
    ],
    [
      'no refills: no date for them',
      order({ run_out_on: '2026-11-30', refill_by: '2027-05-20', refills_remaining: 0 }),
      ['First day without supply: Nov 30, 2026 (in 10 days).'],
    ],
    [
      'not filled yet',
      order({ status: 'sent', refill_by: '2027-05-20', refills_remaining: 0 }),
      ['It can be filled until May 20, 2027 (in 6 months).'],
    ],
    [
      'never filled in time',
      order({ status: 'approved', refill_by: '2026-11-19' }),
      ['This prescription expired on Nov 19, 2026 (yesterday). Ask your care team for a new one.'],
    ],
    [
      'over since it ran out',
      order({ prescription_state: 'past', run_out_on: '2026-11-19', refills_remaining: 0 }),
      ['Ran out on Nov 19, 2026 (yesterday).'],
    ],
    [
      'over before it ran out',
      order({ prescription_state: 'past', run_out_on: '2026-11-30' }),
      ['This prescription has ended. Ask your care team before you use what is left of it.'],
    ],
    [
      'a discontinued one says nothing more',
      order({ prescription_state: 'past', status: 'discontinued', run_out_on: '2026-11-30' }),
      [],
    ],
    [
      'on hold: no date to fill it by',
      order({ status: 'sent', on_hold: true, refill_by: '2027-05-20' }),
      ['Do not take or fill this until your care team tells you to.'],
    ],
    [
      'on hold when it ended',
      order({ prescription_state: 'past', on_hold: true, run_out_on: '2026-11-30' }),
      ['This prescription has ended. Ask your care team before you use what is left of it.'],
    ],
    [
      'of what the clinic gives there is nothing at home',
      order({ formulation: 'testosterone_undecanoate_im', run_out_on: '2027-02-06' }),
      [
        'Your clinic gives you this medicine and books your next dose there. If you have no date for it, ask for an appointment.',
      ],
    ],
    ['a draft has no supply', order({ prescription_state: 'draft', refill_by: '2027-05-20' }), []],
  ])('%s', (_, given, lines) => expect(supplyInWords(given, TODAY)).toEqual(lines));
});
