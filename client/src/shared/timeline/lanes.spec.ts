import { describe, expect, it } from '@jest/globals';
import {
  axisOf,
  dosePath,
  entriesOn,
  filledLanes,
  inWords,
  lanesOf,
  missingLine,
  momentsOf,
  nearestMoment,
  placeOn,
  shareOf,
  slidTo,
  tableRows,
  type TimelineData,
} from './lanes.js';

const CONTEXT = { zone: 'America/New_York', productName: () => 'Cypionate' };
const EMPTY: TimelineData = {
  today: '2026-11-20',
  therapy_started_on: null,
  target: null,
  plans: [],
  doses: [],
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
const lane = (change: Partial<TimelineData>, key: string) =>
  lanesOf({ ...EMPTY, ...change }, CONTEXT).find((one) => one.key === key)!;

describe('dosePath', () => {
  it('is flat while a dose is current, and steps where the next one begins', () => {
    expect(
      dosePath([plan('2026-06-01', null, 100), plan('2026-03-01', '2026-06-01', 80)], '2026-11-20'),
    ).toEqual([
      { at: '2026-03-01', value: 80 },
      { at: '2026-06-01', value: 80 },
      { at: '2026-06-01', value: 100 },
      { at: '2026-11-20', value: 100 },
    ]);
  });
  it('has a gap while there is no dose, and never ends before it began', () => {
    const path = dosePath([plan('2026-03-01', '2026-04-01', 80), plan('2026-12-01', null, 60)], '2026-11-20');
    expect(path.map(({ at, value }) => [at, value])).toEqual([
      ['2026-03-01', 80],
      ['2026-04-01', 80],
      ['2026-04-01', null],
      ['2026-12-01', 60],
      ['2026-12-01', 60],
    ]);
  });
});

describe('lanesOf', () => {
  it("puts a draw on the patient's own calendar day, with the hours after the dose if known", () => {
    const testosterone = [
      { collected_at: '2026-10-11T03:30:00Z', value: 521, hours_after_dose: 84 },
      { collected_at: '2026-05-02T13:00:00Z', value: 1261, hours_after_dose: null },
    ];
    const target = { low: 450, high: 600 };
    expect(lane({ testosterone, target }, 'testosterone')).toMatchObject({
      hint: 'Target 450 to 600 ng/dL',
      values: { band: target },
      entries: [
        { on: '2026-05-02', text: '1,261 ng/dL' },
        { on: '2026-10-10', text: '521 ng/dL', note: '84 hours after the dose' },
      ],
    });
  });
  it('says whether a draw was in the window of its plan, and draws the simulated level beside it', () => {
    const at = (collected_at: string, hours_after_dose: number | null) => ({
      collected_at,
      value: 520,
      hours_after_dose,
    });
    const testosterone = [
      at('2026-05-02T13:00:00Z', 84),
      at('2026-06-02T13:00:00Z', 12),
      at('2026-07-02T13:00:00Z', null),
    ];
    const simulated = [
      { on: '2026-05-01', low: 400, mid: 500, high: 700 },
      { on: '2026-05-08', low: 410, mid: 510, high: 720 },
    ];
    const { entries, hint, values } = lane(
      { testosterone, simulated, plans: [plan('2026-03-01', null, 80)] },
      'testosterone',
    );
    expect(entries.map(({ note }) => note)).toEqual([
      '84 hours after the dose, in the draw window (67 to 101 h)',
      '12 hours after the dose, outside the draw window (67 to 101 h)',
      'hours after the dose unknown',
    ]);
    expect(hint).toContain('Simulated');
    expect(values?.series.map((one) => [one.points.length, one.simulated ?? false])).toEqual([
      [3, false],
      [2, true],
    ]);
    expect(values?.spread?.[1]).toEqual({ at: '2026-05-08', low: 410, high: 720 });
  });
  it('shows hematocrit against 50 and 54', () => {
    expect(lane({}, 'hematocrit').values?.limits).toEqual([50, 54]);
  });
  it('draws both blood pressure values, and keeps a reading with only one', () => {
    const blood_pressure = [
      { on: '2026-05-01', systolic: 128, diastolic: null },
      { on: '2026-04-01', systolic: 150, diastolic: 90 },
      { on: '2026-03-01', systolic: null, diastolic: null },
    ];
    const { entries, values } = lane({ blood_pressure }, 'pressure');
    expect(entries.map(({ text }) => text)).toEqual(['150/90 mmHg', '128/? mmHg']);
    expect(values?.series.map(({ points }) => points.length)).toEqual([2, 1]);
  });
  it('leaves out visits that were canceled or only requested', () => {
    const visits = (['scheduled', 'cancelled', 'requested', 'no_show', 'completed'] as const).map(
      (status, day) => ({ at: `2026-05-0${day + 1}T15:00:00Z`, kind: 'video', status }),
    );
    expect(lane({ visits }, 'visits').entries.map(({ text, note }) => `${text} ${note}`)).toEqual([
      'Video visit scheduled',
      'Video visit missed',
      'Video visit completed',
    ]);
  });
  it('has a lane for each questionnaire that was answered, with the change that matters', () => {
    const score = (at: string, totals: object) => ({
      id: at,
      at,
      adam_count: 1,
      adam_severity: 3,
      iief_total: null,
      iief_not_active: null,
      qadam_total: null,
      ams_total: null,
      phq2_total: null,
      phq9_total: null,
      versions: {},
      weight: null,
      ...totals,
    });
    const scores = [
      score('2026-05-01T15:00:00Z', { iief_total: 12, qadam_total: 30 }),
      score('2026-08-01T15:00:00Z', { iief_total: 3, iief_not_active: true }),
    ];
    expect(lane({ scores }, 'iief')).toMatchObject({
      hint: 'Information. Line: 4 points above the first',
      values: { marks: [16], series: [{ points: [{ value: 12 }] }] },
      entries: [{ text: '12 of 25' }, { text: 'Not scored: no attempt in questions 2 to 5' }],
    });
    expect(lane({ scores: scores.slice(1) }, 'iief')).toMatchObject({
      values: null,
      entries: [{ text: 'Not scored: no attempt in questions 2 to 5' }],
    });
    expect(lane({ scores }, 'qadam')).toMatchObject({ hint: 'Information', entries: [{ text: '30 of 50' }] });
    expect(lane({ scores }, 'phq2')).toBeUndefined();
    expect(lane({}, 'iief')).toBeUndefined();
  });
  it('has a lane of alerts for staff only', () => {
    const alert = {
      rule_key: 'x',
      title: 'Hematocrit above 54%',
      severity: 'critical' as const,
      opened_at: '2026-05-01T15:00:00Z',
      closed_at: '2026-05-04T15:00:00Z',
    };
    expect(lane({}, 'alerts')).toBeUndefined();
    expect(lane({ alerts: [alert] }, 'alerts').entries).toEqual([
      {
        on: '2026-05-01',
        text: 'Hematocrit above 54%',
        note: 'critical, closed May 4, 2026',
        tone: 'danger',
      },
    ]);
  });
});

describe('lanes without an entry', () => {
  it('are left out, and named in one line', () => {
    const lanes = lanesOf(
      { ...EMPTY, side_effects: [{ on: '2026-05-01', key: 'acne', severity: 'mild', since: null }] },
      CONTEXT,
    );
    expect(filledLanes(lanes).map(({ key }) => key)).toEqual(['side_effects']);
    expect(missingLine(lanes)).toBe(
      'Nothing on record yet: Dose, Total testosterone, Hematocrit, PSA, Blood pressure, Symptom severity, Visits.',
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
    });
    const alerts = [alert('A', 'info'), alert('B', 'warning'), alert('C', 'critical'), alert('D', 'info')];
    const busy = lanesOf({ ...EMPTY, alerts }, CONTEXT);
    expect(entriesOn(busy, '2026-05-01').map(({ text }) => text)).toEqual(['C', 'B', 'and 2 more']);
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
