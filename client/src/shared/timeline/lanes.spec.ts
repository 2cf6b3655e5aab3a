import { describe, expect, it } from '@jest/globals';
import { entriesOn } from './lane-days.js';
import { dosePath, lanesOf, type TimelineData } from './lanes.js';

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
      {
        collected_at: '2026-10-11T03:30:00Z',
        value: 521,
        hours_after_dose: 84,
        hours_from_log: true as const,
      },
      { collected_at: '2026-05-02T13:00:00Z', value: 1261, hours_after_dose: null },
    ];
    const target = { low: 450, high: 600 };
    expect(lane({ testosterone, target }, 'testosterone')).toMatchObject({
      hint: 'Target 450 to 600 ng/dL',
      values: { band: target },
      entries: [
        { on: '2026-05-02', text: '1,261 ng/dL' },
        { on: '2026-10-10', text: '521 ng/dL', note: '84 hours after the dose (from the dose log)' },
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
    expect(hint).toContain('Thin line: simulated');
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
      { on: '2026-05-01', systolic: 128, diastolic: null, reported: true },
      { on: '2026-04-01', systolic: 150, diastolic: 90, reported: false },
      { on: '2026-03-01', systolic: null, diastolic: null, reported: false },
    ];
    const { entries, values } = lane({ blood_pressure }, 'pressure');
    expect(entries.map(({ text, note }) => [text, note])).toEqual([
      ['150/90 mmHg', undefined],
      ['128/? mmHg', 'patient-reported'],
    ]);
    expect(values?.series.map(({ name, points }) => [name, points.length])).toEqual([
      ['Systolic', 1],
      ['Diastolic', 1],
      ['Systolic, at home', 1],
      ['Diastolic, at home', 0],
    ]);
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
      blood_pressure: null,
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
      misread: null,
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
  it('has a fixed scale for each laboratory value, with its limits', () => {
    const values = (key: string) => lane({}, key).values;
    expect(values('psa')).toMatchObject({ domain: [0, 5], limits: [4] });
    expect(values('hematocrit')).toMatchObject({ domain: [36, 56], limits: [50, 54] });
    expect(values('testosterone')?.domain).toEqual([0, 1000]);
    expect(lane({}, 'psa').hint).toContain('Limit 4, or 2 with finasteride');
  });
  it('has the doses that were logged, and those reported as not taken', () => {
    const dose = { id: 'a', unit: 'mg' as const, note: null, recorded_at: '' };
    const doses = [
      { ...dose, taken_at: '2026-05-09T03:30:00Z', dose: 80, site: 'left_thigh', note: 'late' },
      { ...dose, taken_at: '2026-05-01T15:00:00Z', dose: 80, site: null },
    ];
    const missed_doses = [{ due_at: '2026-05-16T15:00:00Z', dose: 80, unit: 'mg' as const }];
    expect(lane({ doses, missed_doses }, 'doses')).toMatchObject({
      dense: true,
      entries: [
        { on: '2026-05-01', text: '80 mg', note: '' },
        { on: '2026-05-08', text: '80 mg', note: 'Left thigh, late' },
        { on: '2026-05-16', text: 'Not taken: 80 mg', note: 'reported by the patient', tone: 'warning' },
      ],
    });
  });
  it('has what was taken back, with when', () => {
    const removed = {
      id: 'a',
      unit: 'mL' as const,
      note: null,
      recorded_at: '',
      site: null,
      dose: 0.4,
      taken_at: '2026-05-09T15:30:00Z',
      removed_at: '2026-05-09T16:00:00Z',
    };
    expect(lane({ removed_doses: [removed] }, 'doses').entries).toMatchObject([
      {
        on: '2026-05-09',
        text: 'Removed: 0.4 mL',
        note: expect.stringMatching(/^removed by the patient on May 9/),
      },
    ]);
    // Behind what was taken, and several as one.
    const taken = { ...removed, dose: 1, unit: 'injections' as const };
    const lanes = [lane({ doses: [taken], removed_doses: [removed, { ...removed, dose: 0.5 }] }, 'doses')];
    expect(entriesOn(lanes, '2026-05-09').map((one) => [one.text, one.note])).toEqual([
      ['1 injection', ''],
      ['2 removed', expect.stringMatching(/^0\.4 mL, 0\.5 mL, removed by the patient on May 9/)],
    ]);
  });
  it('has the fills, for patients too, in the unit of the product', () => {
    const fill = {
      id: 'a',
      prescription_id: 'p',
      filled_on: '2026-05-01',
      quantity: 4,
      days: 28,
      source: 'pharmacy' as const,
      n: 1,
      completes: null,
      recorded_at: '',
      shipment: null,
      formulation: 'testosterone_cypionate_im',
    };
    const rest = { ...fill, filled_on: '2026-05-03', quantity: 1, days: 1, n: 2, completes: 'a' };
    // Whatever is taken since.
    const gel = { ...plan('2026-03-01', null, 40.5), formulation: 'testosterone_gel_1_62' };
    const plans = [gel];
    expect(lane({}, 'fills').entries).toEqual([]);
    expect(lane({ dispenses: [rest, fill], plans }, 'fills').entries).toMatchObject([
      { on: '2026-05-01', text: 'Fill 1: 4 mL', note: '28 days, reported by the pharmacy' },
      { on: '2026-05-03', text: 'Rest of a fill: 1 mL', note: '1 day, reported by the pharmacy' },
    ]);
  });
});
