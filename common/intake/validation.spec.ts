import { describe, expect, it } from '@jest/globals';
import { answersThatShowEverything, completeAnswers } from './fixtures.js';
import {
  MESSAGES,
  canSubmit,
  draftErrors,
  errorsOfSection,
  firstIncompleteSection,
  firstSectionWithError,
  missingErrors,
  sectionProgress,
  sectionState,
  submitErrors,
} from './index.js';
import type { FieldName, IntakeData } from './index.js';

const TODAY = '2026-11-20';
const without = (...names: FieldName[]): IntakeData => {
  const data = completeAnswers();
  for (const name of names) delete data[name];
  return data;
};
const CONSENTS: FieldName[] = [
  'consent_evaluation',
  'consent_labs',
  'consent_understand',
  'consent_disclosed',
];
const NEEDED: FieldName[] = [
  ...(['full_name', 'dob', 'phone', 'email', 'desire_fertility', 'treatment_goals'] as const),
  ...(['psa_discussed', 'consent_telemedicine', 'consent_controlled', 'signature_date'] as const),
];

describe('draftErrors', () => {
  it('finds nothing in an empty, a complete or a blank form', () => {
    expect(draftErrors({}, TODAY)).toEqual({});
    expect(draftErrors(completeAnswers(), TODAY)).toEqual({});
    expect(draftErrors({ phone: ' ', email: '', dob: '' }, TODAY)).toEqual({});
  });

  it('reports what is out of bounds, partly typed or of the wrong kind', () => {
    const errors = draftErrors(
      {
        height: 5,
        weight: 9000,
        email: 'not-yet@',
        dob: '1984-01-15',
        heart_rate: 7,
        full_name: 5,
        asthma: 'yes',
      },
      TODAY,
    );
    expect(Object.keys(errors)).toEqual(['full_name', 'email', 'height', 'weight', 'asthma', 'heart_rate']);
  });

  it('ignores hidden answers', () => {
    expect(draftErrors({ tobacco_use: 'no', tobacco_years: 900 }, TODAY)).toEqual({});
    expect(Object.keys(draftErrors({ tobacco_use: 'yes', tobacco_years: 900 }, TODAY))).toEqual([
      'tobacco_years',
    ]);
  });
});

describe('submitErrors', () => {
  it('accepts a complete form, and one where everything shows', () => {
    expect(submitErrors(completeAnswers(), TODAY)).toBeNull();
    expect(submitErrors(answersThatShowEverything(), TODAY)).toBeNull();
  });

  it('needs nothing from sections 2 to 4 and 6 to 9', () => {
    expect(submitErrors(without('height', 'weight', 'injection_comfort', 'psa_agreed'), TODAY)).toBeNull();
  });

  it.each(CONSENTS)('without %s: the consent sentence', (name) => {
    for (const value of [undefined, false, 'true', 1]) {
      const error = submitErrors({ ...completeAnswers(), [name]: value }, TODAY);
      expect(error?.message).toBe('Please acknowledge all consent statements before submitting.');
      expect(Object.keys(error?.fields ?? {})).toEqual([name]);
    }
  });

  it.each(NEEDED)('without %s: the sections sentence', (name) => {
    const error = submitErrors(without(name), TODAY);
    expect(error?.message).toBe(
      'Please complete all required sections (Patient Information, Reproductive Plans, and Consent) before submitting.',
    );
    expect(Object.keys(error?.fields ?? {})).toEqual([name]);
  });

  it('puts the consent sentence first and lists everything at once', () => {
    const error = submitErrors({ ...without('full_name', 'consent_labs'), height: 500 }, TODAY);
    expect(error?.message).toBe(MESSAGES.consents);
    expect(Object.keys(error?.fields ?? {}).sort()).toEqual(['consent_labs', 'full_name', 'height']);
  });

  it.each(['consent_telemedicine', 'consent_controlled'] as const)('does not accept a No for %s', (name) => {
    expect(submitErrors({ ...completeAnswers(), [name]: false }, TODAY)).toEqual({
      message: MESSAGES.sections,
      fields: { [name]: expect.any(String) },
    });
  });

  it('accepts No for the PSA question, with or without a reason', () => {
    expect(submitErrors({ ...without('psa_agreed'), psa_discussed: false }, TODAY)).toBeNull();
    expect(submitErrors({ ...completeAnswers(), psa_agreed: false }, TODAY)).toBeNull();
  });

  it.each(['full_name', 'treatment_goals', 'phone'] as const)('treats spaces as no answer to %s', (name) => {
    expect(submitErrors({ ...completeAnswers(), [name]: '   ' }, TODAY)?.fields).toHaveProperty(name);
  });

  it.each(['previous_trt_experience', 'formulation_preference'] as const)('needs %s', (name) => {
    const error = submitErrors(without(name), TODAY);
    expect(error).toEqual({
      message: MESSAGES.correct,
      fields: { [name]: expect.stringMatching(/^Choose/) },
    });
  });

  it.each<[IntakeData, FieldName]>([
    [{ height: 500 }, 'height'],
    [{ phone: 'call me' }, 'phone'],
    [{ email: 'nope' }, 'email'],
    [{ dob: '1985-02-30' }, 'dob'],
    [{ dob: '2026-11-21' }, 'dob'],
    [{ signature_date: 'yesterday' }, 'signature_date'],
    [{ full_name: 5 }, 'full_name'],
    [{ desire_fertility: 'nope' }, 'desire_fertility'],
    [{ psa_agreed: 'yes' }, 'psa_agreed'],
  ])('asks to correct %j', (change, name) => {
    const error = submitErrors({ ...completeAnswers(), ...change }, TODAY);
    expect(error?.message).toBe('Please correct the marked answers before submitting.');
    expect(Object.keys(error?.fields ?? {})).toEqual([name]);
  });

  it('accepts hidden nonsense', () => {
    const data: IntakeData = { ...completeAnswers(), exercise_regularly: false, exercise_frequency: 99 };
    expect(submitErrors(data, TODAY)).toBeNull();
  });
});

describe('completeness', () => {
  it('leaves 1, 2, 5 and 10 incomplete in an empty form', () => {
    const states = Array.from({ length: 10 }, (_, index) => sectionState(index + 1, {}));
    expect(states.flatMap((state, index) => (state === 'incomplete' ? [index + 1] : []))).toEqual([
      1, 2, 5, 10,
    ]);
    expect(firstIncompleteSection({})).toBe(1);
    expect(canSubmit({})).toBe(false);
  });

  it.each<[number, FieldName]>([
    [1, 'full_name'],
    [1, 'dob'],
    [1, 'phone'],
    [1, 'email'],
    [2, 'height'],
    [2, 'weight'],
    [5, 'desire_fertility'],
    [5, 'treatment_goals'],
    ...[...CONSENTS, ...NEEDED.slice(6)].map((name): [number, FieldName] => [10, name]),
  ])('section %i needs %s', (number, name) => {
    expect(sectionState(number, completeAnswers())).toBe('complete');
    expect(sectionState(number, without(name))).toBe('incomplete');
    expect(canSubmit(without(name))).toBe(number === 2);
    expect(firstIncompleteSection(without(name))).toBe(number);
  });

  it('opens a finished form in section 10', () => {
    expect(firstIncompleteSection(completeAnswers())).toBe(10);
  });

  it('does not wait for the two required answers the spec leaves out', () => {
    expect(sectionState(5, without('previous_trt_experience', 'formulation_preference'))).toBe('complete');
  });

  it('counts visible answered questions, without the computed one', () => {
    expect(sectionProgress(4, { iief_confidence: 0 })).toEqual({ answered: 1, shown: 5 });
    expect(sectionProgress(6, { diabetes: true })).toEqual({ answered: 1, shown: 31 });
    expect(sectionProgress(2, { height: 70, bmi: 25 }).answered).toBe(1);
  });
});

describe('errors by section', () => {
  it('come in question order', () => {
    const errors = missingErrors({});
    expect(errorsOfSection(1, errors).map(([field]) => field.name)).toEqual([
      'full_name',
      'dob',
      'phone',
      'email',
    ]);
    expect(errorsOfSection(3, errors)).toEqual([]);
    expect(firstSectionWithError(errors)).toBe(1);
    expect(firstSectionWithError({ height: 'x', signature_date: 'x' })).toBe(2);
    expect(firstSectionWithError({})).toBeNull();
  });

  it('say what to do for each kind of question', () => {
    const errors = missingErrors({});
    expect(errors['full_name']).toBe('Enter an answer for “Full name”.');
    expect(errors['consent_labs']).toBe('Check “Consent to lab testing” to agree.');
    expect(errors['psa_discussed']).toMatch(/^Choose an answer/);
    expect(errors['signature_date']).toMatch(/full date .* four-digit year/);
  });
});
