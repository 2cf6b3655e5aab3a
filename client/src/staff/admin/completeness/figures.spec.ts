import { describe, expect, it } from '@jest/globals';
import type { ClinicCase, ClinicCompletenessResponse } from '#common/api/index.js';
import { MEASURES } from '#common/clinical/completeness/measures.js';
import { listCsv } from '../../lists/listCsv.js';
import {
  casesFor,
  csvMeasures,
  figureSaid,
  isChoice,
  MEASURE_CSV,
  measureRows,
  shareSaid,
  type Share,
} from './figures.js';

const shares = (share: Omit<Share, 'id'>): ClinicCompletenessResponse['measures'] =>
  Object.fromEntries(MEASURES.map(({ id }) => [id, { id, ...share }]));
const clinic = {
  patients: 44,
  complete: 8,
  critical: 31,
  measures: shares({ met: 21, of: 44, percent: 47.7, low: 33.8, high: 62.1 }),
};
const few = {
  patients: 5,
  complete: 2,
  critical: 0,
  measures: shares({ met: 3, of: 5, percent: null, low: null, high: null }),
};
const answer: ClinicCompletenessResponse = {
  ...clinic,
  as_of: '2026-11-22T12:00:00.000Z',
  quarters: [{ on: '2026-09-30', ...few }],
  cases: [],
  cases_withheld: 0,
};
const row = (id: string) => measureRows(answer).find((one) => one.id === id)!;

describe('the measures of a clinic', () => {
  it('have their share with its interval', () => {
    expect(shareSaid(row('P1_two_morning_low_t').now)).toBe('47.7% (33.8 to 62.1)');
    expect(figureSaid(row('M2_hct_3_months').now)).toBe('21 of 44, 47.7%');
  });

  it('of fewer than ten patients have no percentage', () => {
    const [past] = row('P1_two_morning_low_t').over;
    expect(past).toMatchObject({ on: '2026-09-30', share: { of: 5, percent: null } });
    expect(shareSaid(past!.share)).toBe('Too few for a percentage');
    expect(figureSaid(past!.share)).toBe('3 of 5');
  });

  it('are 21, oldest quarter first and the present day last', () => {
    expect(measureRows(answer)).toHaveLength(21);
    expect(row('P2_lh').over.map(({ on }) => on)).toEqual(['2026-09-30', answer.as_of]);
  });

  it('are one line a quarter in the file', () => {
    const lines = listCsv(csvMeasures(measureRows(answer)), MEASURE_CSV)
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(21 * 2 + 1);
    expect(lines[2]).toBe(
      '2026-11-22,P1_two_morning_low_t,Two low morning levels before the start,21,44,47.7,33.8,62.1',
    );
  });
});

describe('the patients listed', () => {
  const one = (id: string, overdue: string[], critical: string[] = []): ClinicCase => ({
    case_id: id,
    patient_id: id,
    patient_name: id,
    mrn: id,
    done: 1,
    overdue: overdue.length,
    due: 0,
    overdue_measures: overdue,
    critical_overdue: critical,
  });
  const cases = [
    one('a', ['P2_lh', 'M2_hct_3_months'], ['M2_hct_3_months']),
    one('b', ['P2_lh']),
    one('c', []),
  ];
  it.each([
    ['any', ['a', 'b']],
    ['critical', ['a']],
    ['all', ['a', 'b', 'c']],
    ['M2_hct_3_months', ['a']],
  ])('for %s are those who miss it', (choice, names) =>
    expect(casesFor(cases, choice).map(({ case_id: id }) => id)).toEqual(names),
  );

  it('are asked for by a measure or a known word', () =>
    expect([isChoice('P2_lh'), isChoice('critical'), isChoice('P99'), isChoice(null)]).toEqual([
      true,
      true,
      false,
      false,
    ]));
});
