import { describe, expect, it } from '@jest/globals';
import type { CheckIn, ProgressSeries } from '#common/api/index.js';
import { checkInTrends, doseMarks, inWords, labTrend } from './series.js';

const ZONE = 'America/New_York';
const series = (change: Partial<ProgressSeries>): ProgressSeries => ({
  analyte: 'tt_ng_dl',
  unit: 'ng/dL',
  target_low: 450,
  target_high: 600,
  reference_low: 264,
  reference_high: 916,
  points: [
    { collected_at: '2025-12-03T13:10:00.000Z', value: 261, flag: 'low' },
    { collected_at: '2026-10-10T14:10:00.000Z', value: 521, flag: 'normal' },
  ],
  ...change,
});
const last = (value: number, flag: 'low' | 'high' | 'normal') => [
  { collected_at: '2025-12-03T13:10:00.000Z', value: 300, flag: 'normal' as const },
  { collected_at: '2026-10-10T14:10:00.000Z', value, flag },
];
const noTarget = { target_low: null, target_high: null };

describe('a lab described in words', () => {
  it.each([
    [
      'in the target',
      series({}),
      /^Latest: 521 ng\/dL on Oct 10, 2026, inside your target\. 2 results, from 261 to 521 ng\/dL\.$/,
    ],
    ['below the target', series({ points: last(449, 'normal') }), /below your target/],
    ['above the target', series({ points: last(601, 'normal') }), /above your target/],
    [
      'no target: the laboratory’s flag',
      series({ ...noTarget, points: last(200, 'low') }),
      /below the usual range/,
    ],
    ['no target, high', series({ ...noTarget, points: last(1000, 'high') }), /above the usual range/],
    [
      'one value',
      series({ points: last(300, 'normal').slice(0, 1) }),
      /^One value so far: 300 ng\/dL on Dec 3, 2025\.$/,
    ],
  ])('%s', (_, given, words) => expect(inWords(labTrend(given, ZONE))).toMatch(words));
});

it('writes a percentage without a space', () => {
  expect(inWords(labTrend(series({ ...noTarget, unit: '%', points: last(46.4, 'normal') }), ZONE))).toContain(
    'Latest: 46.4% on',
  );
});

it('says a limit as the laboratory gave it, in the sentence and the span', () => {
  const points = [
    { ...last(0.1, 'normal')[0]!, value: 0.3 },
    { ...last(0.1, 'normal')[1]!, comparator: '<' as const },
  ];
  const words = inWords(labTrend(series({ ...noTarget, analyte: 'psa_ng_ml', unit: 'ng/mL', points }), ZONE));
  expect(words).toContain('Latest: <0.1 ng/mL on');
  expect(words).toContain('from <0.1 to 0.3 ng/mL');
});

describe('the band', () => {
  it('is the target if there is one, otherwise the usual range', () => {
    expect(labTrend(series({}), ZONE)).toMatchObject({
      title: 'Total testosterone',
      band: { low: 450, high: 600 },
      bandText: 'Your target: 450 to 600 ng/dL',
    });
    expect(labTrend(series(noTarget), ZONE).bandText).toBe('Usual range: 264 to 916 ng/dL');
    expect(labTrend(series({ ...noTarget, reference_low: 0, reference_high: 4 }), ZONE).bandText).toBe(
      'Usual range: up to 4 ng/dL',
    );
    expect(labTrend(series({ ...noTarget, reference_low: 40, reference_high: null }), ZONE).bandText).toBe(
      'Usual range: from 40 ng/dL',
    );
    expect(
      labTrend(series({ ...noTarget, reference_low: null, reference_high: null }), ZONE).bandText,
    ).toBeNull();
  });
});

describe('check-ins', () => {
  const checkIn = (at: string, change: Partial<CheckIn>): CheckIn => ({
    id: at,
    at,
    adam_count: 3,
    adam_severity: 12,
    iief_total: null,
    iief_not_active: null,
    qadam_total: null,
    ams_total: null,
    phq2_total: null,
    phq9_total: null,
    versions: {},
    weight: null,
    blood_pressure: null,
    ...change,
  });
  it('are listed oldest first, with only what was answered', () => {
    const trends = checkInTrends(
      [
        checkIn('2026-10-01T10:00:00Z', { adam_count: 2, weight: 180 }),
        checkIn('2026-08-01T02:00:00Z', { adam_count: 5 }),
      ],
      ZONE,
    );
    expect(trends.map((trend) => trend.key)).toEqual(['adam_count', 'adam_severity', 'weight']);
    expect(trends[0]?.points).toEqual([
      { at: '2026-07-31', value: 5 },
      { at: '2026-10-01', value: 2 },
    ]);
  });
});

it('neither draws nor compares an IIEF-5 without an attempt', () => {
  const scored = (at: string, iief_total: number, iief_not_active: boolean): CheckIn => ({
    id: at,
    at,
    adam_count: 3,
    adam_severity: 12,
    qadam_total: null,
    ams_total: null,
    phq2_total: null,
    phq9_total: null,
    versions: {},
    weight: null,
    blood_pressure: null,
    iief_total,
    iief_not_active,
  });
  const trend = checkInTrends(
    [scored('2026-05-01T15:00:00Z', 15, false), scored('2026-08-01T15:00:00Z', 3, true)],
    ZONE,
  ).find(({ key }) => key === 'iief_total');
  expect([trend?.points.map(({ value }) => value), trend?.mcid]).toEqual([[15], null]);
});

it('shows where a change of the IIEF-5 begins to matter, from the second total on', () => {
  const scored = (at: string, iief_total: number | null, qadam_total: number | null): CheckIn => ({
    id: at,
    at,
    adam_count: 3,
    adam_severity: 12,
    iief_total,
    iief_not_active: null,
    qadam_total,
    ams_total: null,
    phq2_total: null,
    phq9_total: null,
    versions: {},
    weight: null,
    blood_pressure: null,
  });
  const mcid = (...totals: (number | null)[]) => {
    const trends = checkInTrends(
      totals.map((total, n) => scored(`2026-0${n + 1}-01T15:00:00Z`, total, 30)),
      ZONE,
    );
    expect(trends.find(({ key }) => key === 'qadam_total')?.mcid).toBeNull();
    return trends.find(({ key }) => key === 'iief_total')?.mcid;
  };
  expect(mcid(12)).toBeNull();
  expect(mcid(12, null, 15)).toMatchObject({ line: 16, text: expect.stringContaining('+3 points since') });
  expect(mcid(12, 16)?.text).toContain('a change that usually matters');
  expect(mcid(12, 8)?.text).toContain('-4 points since the first: a change that usually matters');
});

it('marks doses in order', () => {
  const dose = (from: string, mg: number) => ({
    from,
    to: null,
    formulation: 'x',
    dose: mg,
    frequency: 'weekly',
  });
  expect(doseMarks([dose('2026-03-01', 100), dose('2025-12-15', 80)])).toEqual([
    { at: '2025-12-15', label: '80 mg' },
    { at: '2026-03-01', label: '100 mg' },
  ]);
});
