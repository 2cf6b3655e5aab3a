import { describe, expect, it } from '@jest/globals';
import type { CurveLevels, CurveResponse } from '#common/api/index.js';
import {
  actionSaid,
  currentName,
  curveInWords,
  drawDue,
  freeSaid,
  inTarget,
  levelSaid,
  measuredSaid,
  steadySaid,
  targetSaid,
  windowSaid,
} from './curve-words.js';

const levels = (change: Partial<CurveLevels> = {}): CurveLevels => ({
  formulation: 'testosterone_cypionate_im',
  dose: 100,
  frequency: 'once weekly',
  fitted: true,
  average_only: false,
  judged_on: 'middle',
  target: { low: 450, high: 600 },
  action_limits: { low: 350, high: 600 },
  next_draw: { due_on: '2026-12-05', draw_timing: 'Morning' },
  average: [449, 580, 781],
  peak: [507, 657, 886],
  middle: [473, 612, 826],
  trough: [362, 467, 627],
  in_target: 0.631,
  peak_over_1000: 0.02,
  measured: { range: [380, 610, 900], in_target: 0.47 },
  steady_after_weeks: 6,
  steady_from: null,
  points: [],
  ...change,
});
const gel = levels({
  formulation: 'testosterone_gel_1_62',
  frequency: 'once daily',
  average_only: true,
  peak: null,
  middle: null,
  trough: null,
  peak_over_1000: null,
  judged_on: 'average',
  action_limits: { low: 350, high: 750 },
});
const pellet = levels({
  formulation: 'testosterone_pellet',
  frequency: 'every 4 months',
  action_limits: null,
  next_draw: null,
});
const curve = (change: Partial<CurveResponse> = {}): CurveResponse =>
  ({
    basis: 'plan',
    fitted: true,
    clearance_factor: 1.2,
    draws: [],
    current: levels(),
    proposed: null,
    free_t: null,
    free_t_withheld: null,
    ...change,
  }) as CurveResponse;

describe('what is said of a level', () => {
  it('is only the average where only that is claimed', () => {
    expect(['average', 'peak', 'middle', 'trough'].map((name) => levelSaid(gel, name as 'peak'))).toEqual([
      '580 (449 to 781)',
      'Not predicted',
      'Not predicted',
      'Not predicted',
    ]);
    expect(levelSaid(levels(), 'peak')).toBe('657 (507 to 886)');
  });

  it('is one at steady state, from the day on which it is reached', () => {
    const steady_from = '2027-01-08';
    expect([
      steadySaid(levels({ steady_from }), true),
      steadySaid(levels(), true),
      steadySaid(levels(), false),
    ]).toEqual([
      'at steady state, from Jan 8, 2027: about 6 weeks after the change',
      'at steady state now',
      'at steady state, after about 6 weeks',
    ]);
    const said = curveInWords(curve({ current: levels({ steady_from }), proposed: gel }));
    expect(said).toContain('Current: middle 612 (473 to 826), at steady state, from Jan 8, 2027');
    expect(said).toContain('Proposed: average 580 (449 to 781), at steady state, after about 6 weeks');
  });

  it('tells the next lab result apart from the true level', () => {
    expect(measuredSaid(levels())).toBe('610 (380 to 900); in target: 47%');
  });

  it('names the level that is judged, and the target', () => {
    expect(inTarget(levels())).toBe('Middle in 450 to 600: 63%');
    // The clinic gives it, and no document names a range for it.
    const depot = levels({ formulation: 'testosterone_undecanoate_im', judged_on: 'trough' });
    expect([inTarget(depot), targetSaid(depot), measuredSaid(depot)]).toEqual([
      'Not predicted',
      'None for this product: the target of the plan is for draws of other products',
      '610 (380 to 900)',
    ]);
    expect(inTarget(gel)).toBe('Average in 450 to 600: 63%');
    expect(inTarget(levels({ judged_on: 'trough', target: { low: 350, high: 600 } }))).toBe(
      'Trough in 350 to 600: 63%',
    );
  });
});

describe('what is said of a plan', () => {
  it('has its own action limits and draw window', () => {
    expect(actionSaid(levels())).toBe('Act below 350, act above 600');
    expect(actionSaid(levels({ action_limits: { low: 350, high: 650, acts_at_high: true } }))).toBe(
      'Act below 350, act from 650',
    );
    expect([actionSaid(pellet), windowSaid(pellet)]).toEqual(['None: no automatic change', 'No hour is set']);
    expect([windowSaid(levels()), windowSaid(gel)]).toEqual([
      '67 to 101 h after the dose',
      '20 to 26 h after the dose',
    ]);
  });

  it('has its own next draw, as if it began today where it is not in effect', () => {
    expect(drawDue(levels(), true)).toBe('Dec 5, 2026');
    expect(drawDue(levels(), false)).toBe('Dec 5, 2026 if begun today');
    expect(drawDue(pellet, false)).toBe('None due');
  });

  it('does not call a plan current that waits for review', () => {
    expect(currentName({ basis: 'pending_plan' })).toBe('Plan waiting for review');
    expect(curveInWords(curve({ basis: 'pending_plan' }))).not.toContain('Current');
    expect(curveInWords(curve())).toContain(
      'Current: middle 612 (473 to 826), at steady state now; act below 350',
    );
  });

  it('is in the text of the chart with its target and limits', () => {
    const said = curveInWords(curve({ proposed: { ...gel, fitted: false } }));
    expect(said).toContain('Target 450 to 600 ng/dL.');
    expect(said).toContain(
      'Proposed: average 580 (449 to 781), at steady state, after about 6 weeks (the product itself within days, natural production takes longer to fall); act below 350, act above 750.',
    );
    expect(said).toContain('Peak limit 1,000 ng/dL.');
    expect(said).toContain('dashed proposed curve is the average patient');
  });
});

describe('free testosterone', () => {
  const from = {
    total: { value: 520, collected_at: '2026-11-01', age_days: 12 },
    shbg: { value: 35, collected_at: '2026-05-01', age_days: 196 },
  };
  it('is shown with what it was calculated from, and how old that is', () => {
    const free_t = {
      pg_ml: 106.14,
      percent: 2.04,
      shbg_age_days: 196,
      albumin_assumed: true,
      draw_hour: null,
      ...from,
    };
    expect(freeSaid({ free_t, free_t_withheld: null })).toBe(
      'Calculated free testosterone: 106.1 pg/mL (2.0%). Not a lab’s measurement. From a total of 520 ng/dL (Nov 1, 2026, 12 days old) and an SHBG of 35 nmol/L (May 1, 2026, 196 days old). Albumin 4.3 g/dL assumed.',
    );
  });

  it('says what is wrong with the hour of its total', () => {
    const said = (draw_hour: 'unknown' | 'outside_window') =>
      freeSaid({
        free_t: {
          pg_ml: 106.14,
          percent: 2.04,
          shbg_age_days: 196,
          albumin_assumed: false,
          draw_hour,
          ...from,
        },
        free_t_withheld: null,
      });
    expect(said('unknown')).toMatch(/The hours between dose and draw are unknown/);
    expect(said('outside_window')).toMatch(/drawn outside the draw window/);
  });

  it('is not shown from a draw that the model rejected, which is said', () => {
    const free_t_withheld = { reason: 'draw_rejected' as const, z: 3.51, ...from };
    const said = freeSaid({ free_t: null, free_t_withheld });
    expect(said).toContain('not shown. The model rejected its total (3.5 SD from what is expected)');
    expect(said).toContain('Total 520 ng/dL (Nov 1, 2026, 12 days old)');
    expect(said).not.toContain('pg/mL');
    expect(freeSaid({ free_t: null, free_t_withheld: null })).toBeNull();
  });
});
