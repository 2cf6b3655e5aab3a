import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MEASURES, asOf, clinicCompleteness, completeness } from './index.js';
import type { Completeness, CompletenessInput } from './index.js';

interface Example {
  name: string;
  input: CompletenessInput;
  expect: Omit<Completeness, 'details'>;
}
const { completeness: examples } = JSON.parse(
  readFileSync(new URL('../fixtures/care-examples.json', import.meta.url), 'utf8'),
) as { completeness: { patients: Example[] } };
const IDEAL = examples.patients[0]!.input;
const judged = (wrong: Partial<CompletenessInput>) => completeness({ ...IDEAL, ...wrong });

describe('completeness of one patient', () => {
  it.each(examples.patients)('$name', ({ input, expect: wanted }) => {
    const { details, ...result } = completeness(input);
    expect(result).toEqual(wanted);
    expect(details.map(({ id, status }) => [id, status])).toEqual(Object.entries(wanted.measures));
  });

  it('has 21 measures', () => expect(MEASURES).toHaveLength(21));

  it('a missing hematocrit is due, then overdue and critical', () => {
    const none = { hct: [-10], tt: [[45, true]] as const, checkins: [90] };
    const due = judged({ ...none, today: 120 });
    expect(due.measures.M2_hct_3_months).toBe('due');
    const over = judged({ ...none, today: 136 });
    expect(over.measures.M2_hct_3_months).toBe('overdue');
    expect(over.critical_overdue).toEqual(['M2_hct_3_months']);
    expect(over.details.find(({ id }) => id === 'M2_hct_3_months')).toMatchObject({
      due_day: 135,
      done_day: null,
    });
  });

  it.each([
    ['M2_hct_3_months', { hct: [-10, 50, 90], today: 140 }, 90],
    ['M2_hct_3_months', { hct: [-10], today: 136 }, null],
    ['M3_hct_12_months', { hct: [-10, 20], today: 400 }, 20],
    ['P1_two_morning_low_t', { tt_pre: [[-20, 250, true]] as const }, -20],
    ['P6_fertility_asked', {}, null],
    [
      'M10_hct_over_54_acted_14_d',
      {
        hct54: [
          [350, 352],
          [380, 381],
        ] as const,
      },
      380,
    ],
    [
      'M10_hct_over_54_acted_14_d',
      {
        hct54: [
          [350, 352],
          [398, null],
        ] as const,
      },
      398,
    ],
    [
      'M10_hct_over_54_acted_14_d',
      {
        hct54: [
          [350, 390],
          [398, null],
        ] as const,
      },
      350,
    ],
    ['M11_psa_alarm_referred_42_d', { psa_alarm: [] as const }, null],
  ])('%s of %j rests on the entry of day %p', (id, wrong, day) =>
    expect(judged(wrong).details.find((one) => one.id === id)!.evidence_day).toBe(day),
  );

  it.each([
    [[380, 400], 'overdue'],
    [[397, null], 'due'],
    [[380, 390], 'done'],
    [[350, null], 'overdue'],
  ] as const)('a hematocrit above 54 found and acted on on days %p is %s', (found, status) =>
    expect(judged({ hct54: [found] }).measures.M10_hct_over_54_acted_14_d).toBe(status),
  );

  it.each([
    [41, 'overdue'],
    [42, 'done'],
    [135, 'done'],
    [136, 'overdue'],
  ])('a hematocrit of day %i leaves the one at three months %s', (day, status) =>
    expect(judged({ hct: [-10, day] }).measures.M2_hct_3_months).toBe(status),
  );

  it.each([
    [104, 'not_due'],
    [105, 'due'],
    [135, 'due'],
    [136, 'overdue'],
  ])('on day %i a missing one is %s', (today, status) =>
    expect(judged({ hct: [-10], today }).measures.M2_hct_3_months).toBe(status),
  );

  it.each([
    [50, 'overdue'],
    [35, 'done'],
    [34, 'overdue'],
  ])('a yearly hematocrit of day %i is %s on day 400', (day, status) =>
    expect(judged({ hct: [day], ...(day === 50 && { today: 416 }) }).measures.M3_hct_12_months).toBe(status),
  );

  it('two low tests on the same morning count as one', () =>
    expect(
      judged({
        tt_pre: [
          [-10, 245, true],
          [-10, 250, true],
        ],
      }).measures.P1_two_morning_low_t,
    ).toBe('overdue'));

  it('shows what was known on an earlier day', () => {
    const late = { ...IDEAL, abnormal: [[200, 206]] as const };
    expect(completeness(asOf(late, 204)).measures.M9_abnormal_reviewed_7_d).toBe('due');
    expect(completeness(asOf(late, 190)).measures.M9_abnormal_reviewed_7_d).toBe('excluded');
    expect(completeness(asOf(late, 60)).measures.M2_hct_3_months).toBe('done');
    expect(completeness(asOf(late, 44)).measures.M2_hct_3_months).toBe('not_due');
  });

  it.each([{ age: -1 }, { form: 'rectal' as never }, { today: Number.NaN }, { hct: [Infinity] }])(
    'refuses %p',
    (wrong) => expect(() => judged(wrong)).toThrow(RangeError),
  );
});

describe('completeness of a clinic', () => {
  const inputs = examples.patients.map(({ input }) => input);

  it('is the sum of its patients', () => {
    const clinic = clinicCompleteness(inputs);
    const each = inputs.map((input) => completeness(input));
    for (const { id } of MEASURES) {
      const count = (status: string) => each.filter(({ measures }) => measures[id] === status).length;
      expect(clinic.measures[id]).toMatchObject({ met: count('done'), of: count('done') + count('overdue') });
    }
    expect(clinic.complete).toBe(each.filter(({ overdue }) => !overdue).length);
    expect(clinic.critical).toBe(each.filter(({ critical_overdue }) => critical_overdue.length).length);
    expect(clinicCompleteness(examples.patients)).toEqual(clinic);
  });

  it.each([
    [21, 44, 33.8, 62.1],
    [23, 36, 47.6, 77.5],
  ])('%i of %i have the interval %d to %d', (met, of, low, high) => {
    const patients = Array.from({ length: of }, (_, n) => ({ ...IDEAL, lh: n < met ? [-10] : [] }));
    expect(clinicCompleteness(patients).measures.P2_lh).toMatchObject({ met, of, low, high });
  });

  it('gives no percentage for fewer than ten', () => {
    const of = (count: number) =>
      clinicCompleteness(Array.from({ length: count }, () => IDEAL)).measures.P2_lh!;
    expect(of(9)).toMatchObject({ met: 9, of: 9, percent: null, low: null, high: null });
    expect(of(10)).toMatchObject({ percent: 100, high: 100 });
    expect(clinicCompleteness([])).toMatchObject({ patients: 0, complete: 0, critical: 0 });
  });
});
