import { describe, expect, it } from '@jest/globals';
import type { LabFlag, Plan } from '#common/api/index.js';
import { doseMarks, labTrend, trendInWords, type LabPoint } from './labTrend.js';

const point = (at: string, value: number, flag: LabFlag = 'normal'): LabPoint => ({
  at: `${at}T13:00:00Z`,
  value,
  unit: 'ng/dL',
  flag,
  reference_low: 264,
  reference_high: 916,
});
const plan = { target_range_low: 450, target_range_high: 600 } as Plan;
const points = [point('2026-01-05', 245, 'low'), point('2026-03-02', 520), point('2026-06-01', 480)];

describe('labTrend', () => {
  it("compares testosterone with the plan's target", () => {
    expect(labTrend('tt_ng_dl', points, plan)).toMatchObject({
      name: 'Total testosterone',
      band: { low: 450, high: 600 },
      bandText: 'Target 450 to 600 ng/dL',
    });
  });
  it('uses the usual target where the plan gives none', () => {
    const bare = { target_range_low: null, target_range_high: null } as Plan;
    expect(labTrend('tt_ng_dl', points, bare).band).toEqual({ low: 450, high: 600 });
  });
  it("compares everything else, and testosterone without a plan, with the laboratory's range", () => {
    expect(labTrend('tt_ng_dl', points, null).bandText).toBe('Reference range 264 to 916 ng/dL');
    const upper = points.map((p) => ({ ...p, reference_low: null }));
    expect(labTrend('psa_ng_ml', upper, plan).bandText).toBe('Reference range up to 916 ng/dL');
    const none = upper.map((p) => ({ ...p, reference_high: null }));
    expect(labTrend('psa_ng_ml', none, plan)).toMatchObject({ band: null, bandText: 'No reference range' });
  });
});

describe('trendInWords', () => {
  const said = (some: LabPoint[]) => trendInWords(labTrend('tt_ng_dl', some, plan));
  it('describes the newest value, the one before it, and the range of all values', () => {
    expect(said(points)).toBe(
      'Newest: 480 ng/dL on Jun 1, 2026, normal. Down from 520 ng/dL on Mar 2, 2026. 3 values between 245 and 520 ng/dL.',
    );
    expect(said(points.slice(0, 2))).toContain('Up from 245 ng/dL');
    expect(said([point('2026-01-05', 300), point('2026-02-05', 300)])).toContain('The same as 300 ng/dL');
  });
  it('needs only one value to say something', () => {
    expect(said(points.slice(0, 1))).toBe('Newest: 245 ng/dL on Jan 5, 2026, low.');
    expect(said([])).toBe('');
  });
});

describe('doseMarks', () => {
  const period = (from: string, to: string | null, dose: number) => ({
    from,
    to,
    dose,
    formulation: 'testosterone_cypionate_im',
    frequency: 'once weekly',
  });
  it('marks the start, each dose change, and where a treatment stopped', () => {
    const plans = [period('2026-03-01', '2026-05-01', 100), period('2026-01-10', '2026-03-01', 80)];
    expect(doseMarks({ plans, therapy_started_on: '2026-01-02' })).toEqual([
      { at: '2026-01-02', label: 'start' },
      { at: '2026-01-10', label: '80 mg' },
      { at: '2026-03-01', label: '100 mg' },
      { at: '2026-05-01', label: 'stopped' },
    ]);
  });
  it('mentions what begins on the same day once', () => {
    const plans = [period('2026-01-02', null, 80)];
    expect(doseMarks({ plans, therapy_started_on: '2026-01-02' })).toEqual([
      { at: '2026-01-02', label: '80 mg' },
    ]);
  });
});
