import { describe, expect, it } from '@jest/globals';
import type { FiredRule, Lab, LabResult } from '#common/api/index.js';
import { criticalInWords, rangeInWords, rulesReading, valuesBefore } from './labWords.js';

const result = (value: number, low: number | null = null, high: number | null = null): LabResult => ({
  value,
  unit: '%',
  flag: 'normal',
  reference_low: low,
  reference_high: high,
});
const panel = (id: string, at: string | null, hct: number, status: Lab['status'] = 'completed') =>
  ({ id, collected_at: at, status, results: { hct_percent: result(hct) } }) as unknown as Lab;

describe('criticalInWords', () => {
  it.each([
    [56.2, 54, 'Hematocrit 56.2 %, above the critical limit of 54 %'],
    [20, 21, 'Hematocrit 20 %, below the critical limit of 21 %'],
    [52, null, 'Hematocrit 52 %, marked as critical by the laboratory'],
  ])('of %d', (value, limit, sentence) =>
    expect(criticalInWords({ analyte: 'hct_percent', value, unit: '%', limit })).toBe(sentence),
  );
  it('of a limit', () =>
    expect(
      criticalInWords({ analyte: 'hct_percent', value: 54, comparator: '>', unit: '%', limit: 54 }),
    ).toBe('Hematocrit >54 %, above the critical limit of 54 %'));
});

it.each([
  [result(1, 2, 3), '2 to 3'],
  [result(1, null, 3), 'up to 3'],
  [result(1, 2, null), 'from 2'],
  [result(1), 'none'],
])('rangeInWords', (one, range) => expect(rangeInWords(one)).toBe(range));

it('rulesReading finds rules by the analytes they read, and no others', () => {
  const rule = (name: string) => ({ rule_key: name, inputs: [{ name, value: 1 }] }) as unknown as FiredRule;
  const rules = ['hct_percent', 'psa_ng_ml', 'hct_percent_baseline', 'age'].map(rule);
  expect(rulesReading(rules, ['hct_percent']).map((r) => r.rule_key)).toEqual([
    'hct_percent',
    'hct_percent_baseline',
  ]);
});

it('valuesBefore takes the newest earlier valid draw', () => {
  const now = panel('now', '2026-11-20T08:00:00Z', 56);
  const others = [
    panel('old', '2026-01-20T08:00:00Z', 44),
    panel('voided', '2026-11-01T08:00:00Z', 40, 'voided'),
    panel('before', '2026-10-20T08:00:00Z', 49),
    panel('later', '2026-11-21T08:00:00Z', 50),
    panel('due', null, 1),
  ];
  expect(valuesBefore(now, [now, ...others]).get('hct_percent')?.result.value).toBe(49);
  expect(valuesBefore(now, [now]).size).toBe(0);
});
