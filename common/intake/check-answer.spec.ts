import { describe, expect, it } from '@jest/globals';
import { FIELDS, MESSAGES, checkAnswer, fieldByName, isEmailAddress, isPhoneNumber } from './index.js';
import type { FieldName, IntakeValue } from './index.js';

const TODAY = '2026-11-20';
const check = (name: FieldName, value: IntakeValue) => checkAnswer(fieldByName(name), value, TODAY);
const numbers = FIELDS.flatMap((field) => (field.type === 'number' ? [field] : []));
const stepOf = (field: (typeof numbers)[number]) => (field.integer ? 1 : (field.step ?? 0.1));

describe('numbers', () => {
  it.each(numbers.map((field) => [field.name, field] as const))(
    '%s: below, at and above each bound',
    (_, field) => {
      const step = stepOf(field);
      const tidy = (n: number) => Math.round(n * 100) / 100;
      for (const [value, ok] of [
        [tidy(field.min - step), false],
        [field.min, true],
        [tidy(field.min + step), true],
        [tidy(field.max - step), true],
        [field.max, true],
        [tidy(field.max + step), false],
      ] as const) {
        expect([value, checkAnswer(field, value, TODAY) === null]).toEqual([value, ok]);
      }
    },
  );

  it.each(numbers.filter((field) => field.integer).map((field) => [field.name, field] as const))(
    '%s accepts whole numbers only',
    (_, field) => expect(checkAnswer(field, field.min + 0.5, TODAY)).toBe(MESSAGES.whole(field.label)),
  );

  it('accepts half hours of sleep and nothing in between', () => {
    expect(check('sleep_hours_per_night', 6.5)).toBeNull();
    expect(check('sleep_hours_per_night', 6.25)).toBe(MESSAGES.step('Hours of sleep per night', 0.5));
  });

  it('says which numbers are possible', () => {
    expect(check('height', 5)).toBe('Height must be between 36 and 96 in.');
    expect(check('sadness_mood_severity', 11)).toBe('Sad or irritable: severity must be between 0 and 10.');
    expect(check('heart_rate', 7)).toBe('Heart rate must be between 30 and 220.');
  });

  it('points at height and weight when the BMI is impossible', () => {
    expect(check('bmi', 434)).toBe('Check your height and weight: together they give an unlikely BMI.');
  });

  it.each(['70', 'about 70', true])('does not accept %j as a number', (value) => {
    expect(check('height', value)).toBe(MESSAGES.number('Height'));
  });
});

describe('choices and yes/no', () => {
  it.each(FIELDS.flatMap((field) => (field.type === 'choice' ? [[field.name, field] as const] : [])))(
    '%s accepts its options and nothing else',
    (_, field) => {
      for (const option of field.options) expect(checkAnswer(field, option, TODAY)).toBeNull();
      const [first = ''] = field.options;
      const otherCase = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
      for (const other of ['nope', otherCase, 1, true]) {
        expect(checkAnswer(field, other, TODAY)).toBe(MESSAGES.chooseOption(field.label));
      }
    },
  );

  it.each(FIELDS.flatMap((field) => (field.type === 'boolean' ? [[field.name, field] as const] : [])))(
    '%s accepts only true and false',
    (_, field) => {
      expect(checkAnswer(field, true, TODAY)).toBeNull();
      expect(checkAnswer(field, false, TODAY)).toBeNull();
      for (const other of ['yes', 'true', 1, 0]) {
        expect(checkAnswer(field, other, TODAY)).toBe(MESSAGES.chooseYesNo(field.label));
      }
    },
  );
});

describe('texts', () => {
  it.each(
    FIELDS.flatMap((field) => (field.type === 'text' || field.type === 'longtext' ? [field.name] : [])),
  )('%s accepts no number and no yes/no', (name) => {
    expect(check(name, 5)).toBe(MESSAGES.enterText(fieldByName(name).label));
    expect(check(name, true)).toBe(MESSAGES.enterText(fieldByName(name).label));
  });

  it('accepts markup, quotes and emoji unchanged', () => {
    expect(check('other_symptoms', '<b>"q"</b> & 🦦 %s')).toBeNull();
  });
});

describe('dates', () => {
  it.each<[FieldName, IntakeValue, string | null]>([
    ['dob', '1984-01-15', null],
    ['dob', TODAY, null],
    ['dob', '2026-11-21', MESSAGES.notFuture('Date of birth')],
    ['dob', '1985-02-30', MESSAGES.realDate('Date of birth')],
    ['dob', '1985-13-01', MESSAGES.realDate('Date of birth')],
    ['dob', '1985-00-10', MESSAGES.realDate('Date of birth')],
    ['dob', '1985-04-31', MESSAGES.realDate('Date of birth')],
    ['dob', '2000-02-29', null],
    ['dob', '1900-02-29', MESSAGES.realDate('Date of birth')],
    ['dob', '1999-02-29', MESSAGES.realDate('Date of birth')],
    ['dob', '01/02/1985', MESSAGES.date('Date of birth')],
    ['dob', '1985-1-2', MESSAGES.date('Date of birth')],
    ['dob', '1985-01-', MESSAGES.date('Date of birth')],
    ['dob', '1985-01-02T00:00:00Z', MESSAGES.date('Date of birth')],
    ['dob', 19850102, MESSAGES.date('Date of birth')],
    ['dob', '1906-11-20', null],
    ['dob', '1905-11-21', null],
    ['dob', '1905-11-20', MESSAGES.plausibleAge('Date of birth')],
    ['signature_date', TODAY, null],
    ['signature_date', '2026-11-19', null],
    ['signature_date', '2026-11-21', MESSAGES.notFuture('Signature date')],
    ['signature_date', 'yesterday', MESSAGES.date('Signature date')],
  ])('%s %j: %s', (name, value, message) => {
    expect(check(name, value)).toBe(message);
  });
});

describe('phone numbers', () => {
  it.each([
    '555-0142',
    '(512) 555-0142',
    '+1 512 555 0142',
    '512.555.0142',
    '5125550142',
    '512-555-0142 x12',
    '512-555-0142 ext. 3',
    ' 555-0142 ',
    '+44 20 7946 0958',
  ])('accepts %j', (text) => expect(isPhoneNumber(text)).toBe(true));
  it.each([
    'call me',
    '5',
    '555',
    '555-01',
    '',
    '1234567890123456',
    '555-0142 call',
    'x555-0142',
    '++1 5550142',
    '512-555-0142 x',
    `${'5-'.repeat(30)}`,
  ])('rejects %j', (text) => expect(isPhoneNumber(text)).toBe(false));
  it('applies to both phone fields', () => {
    expect(check('phone', 'call me')).toBe(MESSAGES.phone('Phone'));
    expect(check('emergency_contact_phone', '5')).toBe(MESSAGES.phone('Emergency contact phone'));
  });
});

describe('email addresses', () => {
  it.each(['a@b.co', 'first.last+tag@mail.example.org', "o'neil@demo.test", ' a@b.co '])(
    '%j is one',
    (text) => {
      expect(isEmailAddress(text)).toBe(true);
    },
  );
  it.each([
    'nope',
    'not-yet@',
    '@b.co',
    'a@b',
    'a b@c.de',
    'a@b..co',
    'a@.co',
    'a@b.co.',
    `${'a'.repeat(250)}@b.co`,
  ])('rejects %j', (text) => expect(isEmailAddress(text)).toBe(false));
  it('is fast on hostile texts', () => {
    const started = performance.now();
    isEmailAddress(`a@${'a.'.repeat(50_000)}@`);
    isEmailAddress('@'.repeat(100_000));
    isPhoneNumber('('.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
