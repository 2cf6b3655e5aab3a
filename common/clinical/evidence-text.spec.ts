import { describe, expect, it } from '@jest/globals';
import { evidenceText, inputName, isIdle } from './evidence-text.js';

describe('inputName', () => {
  it.each([
    ['hct_percent', 'Hematocrit'],
    ['tt_ng_dl_morning_latest', 'Total testosterone, morning latest'],
    ['bmi', 'BMI'],
    ['psa_agreed', 'PSA testing'],
    ['blood_pressure_systolic', 'Systolic blood pressure'],
  ])('%s reads %s', (name, text) => expect(inputName(name)).toBe(text));
});

describe('evidenceText', () => {
  it.each([
    [{ value: null }, 'not on file'],
    [{ value: 55.2, unit: '%', threshold: '> 54.0 %', age_days: 2 }, '55.2 %, limit > 54.0 %, 2 days old'],
    [
      { value: 1120, unit: 'ng/dL', threshold: '> target_range_high' },
      '1,120 ng/dL, above the target maximum',
    ],
    [
      { value: 146, unit: 'mmHg', threshold: '>= 140 mmHg', age_days: 0 },
      '146 mmHg, limit ≥ 140 mmHg, today',
    ],
    [
      { value: 58, unit: 'd', threshold: '>= the minimum of the product' },
      '58 days, at least the minimum of the product is needed',
    ],
    [{ value: 2, threshold: '2 on a 5-alpha-reductase inhibitor' }, '2, on a 5-alpha-reductase inhibitor'],
    [{ value: 'yes', threshold: 'not no' }, 'yes'],
    [{ value: true, threshold: 'yes' }, 'yes'],
    [{ value: 'testosterone_cypionate_im' }, 'Testosterone cypionate injection'],
    [{ name: 'psa_agreed', value: 'yes', threshold: 'not no' }, 'agreed to by the patient'],
    [{ name: 'psa_agreed', value: false, threshold: '= no' }, 'declined by the patient'],
    [
      { value: 53, unit: '%', threshold: '> 52.0 and <= 54.0 %', age_days: 1 },
      '53 %, above 52.0 and up to 54.0 %, 1 day old',
    ],
    [{ value: '2026-09-17' }, 'Sep 17, 2026'],
    [{ value: 'changes.conditions, other_conditions' }, 'conditions (safety check), other conditions'],
    [{ value: 'changes.message' }, 'message'],
    [{ value: 'hct_percent <= 50' }, 'Hematocrit ≤ 50'],
    [{ value: 'hct_on_therapy_over_54' }, 'Hct over 54% on treatment'],
    [{ value: 'Percocet', threshold: '/percocet|norco/' }, 'Percocet'],
    [
      { value: 520, unit: 'ng/dL', since_last_dose_h: 84, age_days: 1 },
      '520 ng/dL, 1 day old, 84 h after dose',
    ],
  ])('%j reads "%s"', (evidence, text) => expect(evidenceText(evidence)).toBe(text));
});

describe('isIdle', () => {
  it('leaves out a factor that changes nothing', () =>
    expect([1, 2].map((value) => isIdle({ name: 'psa_factor', value }))).toEqual([true, false]));
});
