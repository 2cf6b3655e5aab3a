import { describe, expect, it } from '@jest/globals';
import type { PatientPrescription } from '../../../../common/api/index.js';
import { supplyInWords } from './supply.js';

const now = new Date(2026, 10, 20, 12);
const order = (change: Partial<PatientPrescription>): PatientPrescription =>
  ({
    prescription_state: 'current',
    refills_remaining: 2,
    run_out_on: null,
    refill_by: null,
    ...change,
  }) as PatientPrescription;

describe('supplyInWords', () => {
  it.each([
    ['nothing is known', order({}), []],
    ['filled', order({ run_out_on: '2026-11-30' }), ['Your supply lasts until Nov 30, 2026 (in 10 days).']],
    ['its last day', order({ run_out_on: '2026-11-20' }), ['Your supply lasts until Nov 20, 2026 (today).']],
    ['run out', order({ run_out_on: '2026-11-19' }), ['Your supply ran out on Nov 19, 2026 (yesterday).']],
    [
      'refills',
      order({ refill_by: '2027-05-20' }),
      ['Refills can be picked up until May 20, 2027 (in 6 months).'],
    ],
    [
      'refills too late',
      order({ refill_by: '2026-11-01' }),
      ['The time for refills ended on Nov 1, 2026 (19 days ago).'],
    ],
    ['no refills: no date for them', order({ refill_by: '2027-05-20', refills_remaining: 0 }), []],
    [
      'an order of the past says nothing',
      order({ prescription_state: 'past', run_out_on: '2026-11-30' }),
      [],
    ],
  ])('%s', (_, given, lines) => expect(supplyInWords(given, now)).toEqual(lines));
});
