import { describe, expect, it } from '@jest/globals';
import { newestAnswers, safetyCheckDue, type AnsweredCheck, type SafetyCheckClock } from './safety-check.js';

const check = (
  answers: AnsweredCheck['answers'],
  after_intake = true,
  known: AnsweredCheck['known'] = {},
): AnsweredCheck => ({ answers, known, after_intake });

describe('the newest answer', () => {
  it('comes from the last check that gives it', () => {
    expect(
      newestAnswers({ vte_history: 'no', location_state: 'NY' }, [
        check({ vte_history: 'yes', location_state: 'NJ' }),
        check({ location_state: 'CT' }),
      ]),
    ).toEqual({ vte_history: 'yes', location_state: 'CT' });
  });
  it("stays the check's when a later intake repeats what was known before it", () => {
    expect(
      newestAnswers({ vte_history: 'no' }, [check({ vte_history: 'yes' }, false, { vte_history: 'no' })]),
    ).toEqual({
      vte_history: 'yes',
    });
  });
  it('comes from a later intake if it was changed there', () => {
    expect(
      newestAnswers({ vte_history: 'unsure' }, [check({ vte_history: 'yes' }, false, { vte_history: 'no' })]),
    ).toEqual({});
  });
  it("stays the check's when a later intake leaves the question blank", () => {
    expect(newestAnswers({}, [check({ location_state: 'NJ' }, false)])).toEqual({ location_state: 'NJ' });
  });
});

describe('when a safety check is due', () => {
  const clock: SafetyCheckClock = {
    today: '2026-11-22',
    intake: { submitted_on: '2026-08-24', schema_version: 2 },
    last_check_on: null,
    on_treatment_since: null,
  };
  it.each<[string, Partial<SafetyCheckClock>, ReturnType<typeof safetyCheckDue>]>([
    ['not before there is an intake', { intake: null }, null],
    ['not off treatment, however old the intake is', {}, null],
    [
      'immediately after an intake without these questions',
      { intake: { submitted_on: '2026-11-20', schema_version: 1 } },
      { since: '2026-11-20', reason: 'older_intake' },
    ],
    [
      'no longer once it was answered',
      { intake: { submitted_on: '2026-08-24', schema_version: 1 }, last_check_on: '2026-11-21' },
      null,
    ],
    [
      '90 days after the intake on treatment',
      { on_treatment_since: '2026-08-01' },
      { since: '2026-11-22', reason: 'every_90_days' },
    ],
    ['not a day earlier', { on_treatment_since: '2026-08-01', today: '2026-11-21' }, null],
    ['90 days after the last check', { on_treatment_since: '2026-08-01', last_check_on: '2026-08-25' }, null],
    ['90 days after the start, where that came last', { on_treatment_since: '2026-09-15' }, null],
  ])('%s', (_title, change, due) => {
    expect(safetyCheckDue({ ...clock, ...change })).toEqual(due);
  });
});
