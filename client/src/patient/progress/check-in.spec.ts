import { describe, expect, it } from '@jest/globals';
import {
  checkInProblems,
  controlOf,
  EMPTY_CHECK_IN,
  isTouched,
  toRequest,
  type CheckInDraft,
} from './check-in.js';

const draft = (change: Partial<CheckInDraft>): CheckInDraft => ({
  ...EMPTY_CHECK_IN,
  present: { lack_of_energy: true },
  severity: { lack_of_energy: 3 },
  ...change,
});
const FIVE = {
  iief_confidence: 4,
  iief_hardness: 4,
  iief_maintain: 3,
  iief_difficulty: 5,
  iief_satisfaction: 0,
};

describe('checkInProblems', () => {
  it.each([
    ['nothing answered', EMPTY_CHECK_IN, ['decreased_libido']],
    ['one answer is enough', draft({}), []],
    ['a home pressure', draft({ systolic: 128, diastolic: 82, measuredOn: '2026-11-20' }), []],
    ['half a pressure', draft({ systolic: 128 }), ['diastolic', 'measuredOn']],
    [
      'a pressure upside down',
      draft({ systolic: 80, diastolic: 120, measuredOn: '2026-11-20' }),
      ['systolic'],
    ],
    ['a Yes without its severity', draft({ severity: {} }), ['lack_of_energy_severity']],
    ['an invalid severity', draft({ severity: { lack_of_energy: 11 } }), ['lack_of_energy_severity']],
    ['half a number', draft({ severity: { lack_of_energy: 2.5 } }), ['lack_of_energy_severity']],
    ['words', draft({ severity: { lack_of_energy: 'a lot' } }), ['lack_of_energy_severity']],
    [
      'the severity of a No does not count',
      draft({ present: { lack_of_energy: false }, severity: { lack_of_energy: 99 } }),
      [],
    ],
    [
      'four of five',
      draft({ iief: { ...FIVE, iief_maintain: undefined } as CheckInDraft['iief'] }),
      ['iief_maintain'],
    ],
    ['all five', draft({ iief: FIVE }), []],
    ['weight too low', draft({ weight: 49 }), ['weight']],
    ['weight in words', draft({ weight: 'heavy' }), ['weight']],
    ['weight', draft({ weight: 180.5 }), []],
  ])('%s', (_, given, names) => expect(Object.keys(checkInProblems(given))).toEqual(names));
});

describe('toRequest', () => {
  it('leaves out unanswered questions', () => {
    expect(toRequest(draft({}))).toEqual({ symptoms: { lack_of_energy: { present: true, severity: 3 } } });
  });
  it('sends severities of Yes answers only, all five items together, and the weight', () => {
    expect(
      toRequest(
        draft({
          present: { lack_of_energy: true, sadness_mood: false },
          severity: { lack_of_energy: 0, sadness_mood: 7 },
          iief: FIVE,
          weight: 181,
        }),
      ),
    ).toEqual({
      symptoms: { lack_of_energy: { present: true, severity: 0 }, sadness_mood: { present: false } },
      iief: { confidence: 4, hardness: 4, maintain: 3, difficulty: 5, satisfaction: 0 },
      weight: 181,
    });
  });
});

it('finds the control for a server message', () => {
  expect(controlOf('symptoms.lack_of_energy.severity')).toBe('lack_of_energy_severity');
  expect(controlOf('symptoms.lack_of_energy.present')).toBe('lack_of_energy');
  expect(controlOf('symptoms')).toBe('decreased_libido');
  expect(controlOf('iief.hardness')).toBe('iief_hardness');
  expect(controlOf('weight')).toBe('weight');
});

it('keeps a form once something was answered', () => {
  expect(isTouched(EMPTY_CHECK_IN)).toBe(false);
  expect(isTouched(draft({}))).toBe(true);
  expect(isTouched({ ...EMPTY_CHECK_IN, weight: 1 })).toBe(true);
});

it('sends a questionnaire with any answer, with its blanks, and none without', () => {
  const scales = { qadam: [null, 3, ...Array.from({ length: 8 }, () => null)], phq2: [null, null] };
  expect(toRequest(draft({ scales }))).toEqual({
    symptoms: { lack_of_energy: { present: true, severity: 3 } },
    qadam: scales.qadam,
  });
  expect(isTouched({ ...EMPTY_CHECK_IN, scales })).toBe(true);
  expect(isTouched({ ...EMPTY_CHECK_IN, scales: { phq2: [null, null] } })).toBe(false);
  expect([controlOf('qadam.3'), controlOf('phq2')]).toEqual(['qadam.3', 'phq2.0']);
});
