import { describe, expect, it } from '@jest/globals';
import {
  axisOf,
  entriesOn,
  filledLanes,
  inWords,
  missingLine,
  momentsOf,
  nearestMoment,
  placeOn,
  shareOf,
  slidTo,
  tableRows,
} from './lane-days.js';
import { lanesOf, type TimelineData } from './lanes.js';

const CONTEXT = { zone: 'America/New_York', productName: () => 'Cypionate' };
const EMPTY: TimelineData = {
  today: '2026-11-20',
  therapy_started_on: null,
  target: null,
  plans: [],
  dispenses: [],
  doses: [],
  missed_doses: [],
  testosterone: [],
  hematocrit: [],
  psa: [],
  blood_pressure: [],
  scores: [],
  side_effects: [],
  visits: [],
};
const plan = (from: string, to: string | null, dose: number) => ({
  from,
  to,
  dose,
  formulation: 'testosterone_cypionate_im',
  frequency: 'once weekly',
});
describe('lanes without an entry', () => {
  it('are left out, and named in one line', () => {
    const lanes = lanesOf(
      { ...EMPTY, side_effects: [{ on: '2026-05-01', key: 'acne', severity: 'mild', since: null }] },
      CONTEXT,
    );
    expect(filledLanes(lanes).map(({ key }) => key)).toEqual(['side_effects']);
    expect(missingLine(lanes)).toBe(
      'Nothing on record yet: Dose, Doses logged, Fills, Total testosterone, Hematocrit, PSA, Blood pressure, Symptom severity, Visits.',
    );
    expect(missingLine(filledLanes(lanes))).toBeNull();
  });
});

describe('one day', () => {
  const lanes = lanesOf(
    {
      ...EMPTY,
      plans: [plan('2026-03-01', '2026-06-01', 80)],
      psa: [
        { collected_at: '2026-05-01T13:00:00Z', value: 1.2 },
        { collected_at: '2026-07-01T13:00:00Z', value: 1.4 },
      ],
    },
    CONTEXT,
  );
  it('lists what is on record and the current dose', () => {
    expect(inWords('2026-05-01', entriesOn(lanes, '2026-05-01'))).toBe(
      'May 1, 2026. Dose 80 mg once weekly, Cypionate, until Jun 1, 2026. PSA 1.2 ng/mL',
    );
  });
  it('shows no dose after it ended', () => {
    expect(entriesOn(lanes, '2026-07-01').map((told) => told.lane)).toEqual(['PSA']);
  });
  it('names the two most severe of many alerts, and how many more there are', () => {
    const alert = (title: string, severity: 'info' | 'warning' | 'critical') => ({
      rule_key: title,
      title,
      severity,
      opened_at: '2026-05-01T15:00:00Z',
      closed_at: null,
      misread: null,
    });
    const alerts = [alert('A', 'info'), alert('B', 'warning'), alert('C', 'critical'), alert('D', 'info')];
    const busy = lanesOf({ ...EMPTY, alerts }, CONTEXT);
    expect(entriesOn(busy, '2026-05-01').map(({ text }) => text)).toEqual(['C', 'B', '2 more']);
    expect(tableRows(busy)).toHaveLength(4);
  });
  it('is the one nearest to the pointer', () => {
    const moments = momentsOf(lanes);
    const axis = axisOf(moments, EMPTY.today);
    expect(moments).toEqual(['2026-03-01', '2026-05-01', '2026-07-01']);
    for (const on of moments) expect(nearestMoment(moments, shareOf(on, axis) + 0.01, axis)).toBe(on);
    expect(nearestMoment(moments, -1, axis)).toBe('2026-03-01');
    expect(nearestMoment([], 0.5, axis)).toBeUndefined();
  });
  it('has today on the axis', () => {
    expect(shareOf(EMPTY.today, axisOf(momentsOf(lanes), EMPTY.today))).toBeLessThan(1);
  });
});

it('lists every entry in the table, newest first', () => {
  const lanes = lanesOf(
    {
      ...EMPTY,
      plans: [plan('2026-03-01', null, 80)],
      hematocrit: [{ collected_at: '2026-05-01T13:00:00Z', value: 48.5 }],
    },
    CONTEXT,
  );
  expect(tableRows(lanes).map(({ on, lane: title, text }) => [on, title, text])).toEqual([
    ['2026-05-01', 'Hematocrit', '48.5%'],
    ['2026-03-01', 'Dose', '80 mg once weekly'],
  ]);
});

describe('the slider of days', () => {
  const moments = ['2025-12-01', '2026-03-01', '2026-03-02', '2026-11-01'];
  const axis = axisOf(moments, '2026-11-20');
  const to = (from: string, steps: number) =>
    slidTo(moments, { from, to: placeOn(from, axis) + steps }, axis);

  it('stands at the day on the axis', () =>
    expect(placeOn('2026-03-01', axis) / 1000).toBeCloseTo(shareOf('2026-03-01', axis), 2));

  it('goes to the next day with an entry by one step, however far it is', () => {
    expect(to('2025-12-01', 1)).toBe('2026-03-01');
    expect(to('2026-03-01', 1)).toBe('2026-03-02');
    expect(to('2026-11-01', -1)).toBe('2026-03-02');
    expect(to('2026-11-01', 1)).toBe('2026-11-01');
    expect(to('2025-12-01', -1)).toBe('2025-12-01');
  });

  it('goes to the nearest day where it is let go', () => {
    expect(slidTo(moments, { from: '2026-11-01', to: 0 }, axis)).toBe('2025-12-01');
    expect(slidTo(moments, { from: '2025-12-01', to: 1000 }, axis)).toBe('2026-11-01');
  });
});
