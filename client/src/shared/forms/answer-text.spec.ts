import { describe, expect, it } from '@jest/globals';
import { fieldByName, type FieldName, type IntakeValue } from '#common/intake/index.js';
import { answerText } from './answer-text.js';

describe('answerText', () => {
  it.each<[FieldName, IntakeValue, string]>([
    ['full_name', 'Ann', 'Ann'],
    ['asthma', true, 'Yes'],
    ['asthma', false, 'No'],
    ['formulation_preference', 'no_preference', 'No preference'],
    ['dob', '1984-01-15', 'Jan 15, 1984'],
    ['dob', '1984-1-', '1984-1-'],
    ['height', 70, '70 inches'],
    ['height', 'about 70', 'about 70'],
    ['sleep_quality', 6, '6 of 10'],
    ['number_of_children', 0, '0'],
    ['heart_rate', 66, '66 beats per minute'],
  ])('%s %j reads %s', (name, value, text) => expect(answerText(fieldByName(name), value)).toBe(text));
});
