import { describe, expect, it } from '@jest/globals';
import { answersThatShowEverything } from './fixtures.js';
import { FIELDS, effectiveAnswers, isBlank, isShown } from './index.js';
import type { FieldName, IntakeData } from './index.js';

describe('isShown', () => {
  it('shows every field once the preceding questions have the triggering answers', () => {
    const data = answersThatShowEverything();
    expect(FIELDS.filter((field) => !isShown(field, data)).map((field) => field.name)).toEqual([]);
  });

  it('hides every follow-up in an empty form', () => {
    const hidden = FIELDS.filter((field) => !isShown(field, {}));
    expect(hidden.map((field) => field.name).sort()).toEqual(
      FIELDS.filter((field) => field.showIf)
        .map((field) => field.name)
        .sort(),
    );
  });

  it.each<[FieldName, IntakeData, boolean]>([
    ['exercise_type', { exercise_regularly: true }, true],
    ['exercise_type', { exercise_regularly: false }, false],
    ['exercise_type', { exercise_regularly: 'true' }, false],
    ['tobacco_years', { tobacco_use: 'yes' }, true],
    ['tobacco_years', { tobacco_use: 'former' }, true],
    ['tobacco_years', { tobacco_use: 'no' }, false],
    ['alcohol_drinks_per_week', { alcohol_consumption: 'former' }, true],
    ['alcohol_drinks_per_week', { alcohol_consumption: 'no' }, false],
    ['weight_change_amount', { recent_weight_change: 'loss' }, true],
    ['weight_change_amount', { recent_weight_change: 'none' }, false],
    ['injection_comfort', { formulation_preference: 'injection' }, true],
    ['injection_comfort', { formulation_preference: 'no_preference' }, true],
    ['injection_comfort', { formulation_preference: 'gel' }, false],
    ['psa_agreed', { psa_discussed: true }, true],
    ['psa_agreed', { psa_discussed: false }, false],
    ['psa_decline_reason', { psa_discussed: true, psa_agreed: false }, true],
    ['psa_decline_reason', { psa_discussed: true, psa_agreed: true }, false],
    ['psa_decline_reason', { psa_discussed: true }, false],
  ])('%s with %j: %s', (name, data, shown) => {
    expect(isShown(name, data)).toBe(shown);
  });

  it('hides a follow-up whose parent is hidden', () => {
    const data: IntakeData = {
      alcohol_consumption: 'no',
      alcohol_heavy_history: true,
      alcohol_heavy_details: 'x',
    };
    expect(isShown('alcohol_heavy_details', data)).toBe(false);
    expect(isShown('psa_decline_reason', { psa_discussed: false, psa_agreed: false })).toBe(false);
  });
});

describe('effectiveAnswers', () => {
  it('drops hidden and blank answers and keeps false and zero', () => {
    expect(
      effectiveAnswers({
        full_name: ' ',
        occupation: '',
        tobacco_use: 'no',
        tobacco_years: 12,
        asthma: false,
        number_of_children: 0,
      }),
    ).toEqual({ tobacco_use: 'no', asthma: false, number_of_children: 0 });
  });

  it('leaves an untouched question absent, never false', () => {
    expect(effectiveAnswers({})).toEqual({});
  });
});

describe('isBlank', () => {
  it.each([undefined, null, '', '  ', '\n\t', '\u200b'])('%j is no answer', (value) =>
    expect(isBlank(value)).toBe(true),
  );
  it.each([0, false, 'x'])('%j is an answer', (value) => expect(isBlank(value)).toBe(false));
});
