import { describe, expect, it } from '@jest/globals';
import { completeAnswers } from './fixtures.js';
import { normalise } from './computed.js';
import { unsentFields } from './unsent.js';

const signed = normalise(completeAnswers());

describe('unsentFields', () => {
  it('finds nothing right after submission', () => {
    expect(unsentFields(completeAnswers(), signed)).toEqual([]);
  });

  it('names changed, added and cleared answers in the order of the form', () => {
    const data = {
      ...completeAnswers(),
      current_medications: 'warfarin 5 mg',
      full_name: 'Another Name',
      phone: undefined,
    };
    delete data.phone;
    expect(unsentFields(data, signed)).toEqual(['full_name', 'phone', 'current_medications']);
  });

  it('compares phone numbers as signed, and ignores the calculated BMI', () => {
    const weight = { ...completeAnswers(), weight: 231, bmi: 1 };
    expect(unsentFields(weight, signed)).toEqual(['weight']);
    expect(unsentFields({ ...completeAnswers(), phone: `${signed.phone} ` }, signed)).toEqual([]);
  });

  it('ignores a follow-up that is hidden now and was hidden then', () => {
    const data = { ...completeAnswers(), cancer: false, cancer_type: 'skin' };
    expect(unsentFields(data, normalise({ ...completeAnswers(), cancer: false }))).toEqual([]);
  });
});
