import { describe, expect, it } from '@jest/globals';
import { emergencyDetector } from '../emergency/emergency.js';
import { ageOn, bodyMassIndex, derivedStopBang, isUnderAge, normalise, redFlags } from './index.js';
import type { FieldName, IntakeData } from './index.js';

const TODAY = '2026-11-20';

describe('bodyMassIndex', () => {
  it.each<[IntakeData, number | null]>([
    [{ height: 70, weight: 180 }, 25.8],
    [{ height: 70, weight: 250 }, 35.9],
    [{ height: 70 }, null],
    [{ height: 5, weight: 180 }, null],
    [{ height: '70', weight: 180 }, null],
    [{ height: 70, weight: 9000 }, null],
  ])('%j gives %s', (data, bmi) => expect(bodyMassIndex(data)).toBe(bmi));
});

describe('normalise', () => {
  it('calculates the BMI and drops what is blank', () => {
    expect(normalise({ height: 70, weight: 180, bmi: 99, race: ' ', asthma: false })).toEqual({
      height: 70,
      weight: 180,
      bmi: 25.8,
      asthma: false,
    });
  });
  it('keeps a stored BMI without height and weight, and drops hidden answers', () => {
    expect(normalise({ bmi: 31, tobacco_use: 'no', tobacco_years: 5 })).toEqual({
      bmi: 31,
      tobacco_use: 'no',
    });
  });
});

describe('ageOn', () => {
  it.each([
    ['1984-11-20', 42],
    ['1984-11-21', 41],
    ['1984-02-29', 42],
    ['2026-11-20', 0],
    ['not a date', null],
  ])('%s: %s', (dob, age) => expect(ageOn(dob, TODAY)).toBe(age));

  it.each([
    ['2008-11-22', false],
    ['2008-11-23', true],
    ['2026-11-22', true],
    ['2026-11-23', false],
    ['2012-11-', false],
    [undefined, false],
  ])('under age, born %s: %s', (dob, under) => expect(isUnderAge(dob, '2026-11-22')).toBe(under));
});

describe('derivedStopBang', () => {
  it.each<[IntakeData, object]>([
    [{}, {}],
    [{ bmi: 35 }, { stopbang_bmi: false }],
    [{ bmi: 35.1 }, { stopbang_bmi: true }],
    [{ height: 70, weight: 250, bmi: 20 }, { stopbang_bmi: true }],
    [{ dob: '1976-11-20' }, { stopbang_age: false }],
    [{ dob: '1975-11-20' }, { stopbang_age: true }],
    [{ dob: '1975-11-21' }, { stopbang_age: false }],
    [{ neck_circumference: 16.9 }, { stopbang_neck: false }],
    [{ neck_circumference: 17 }, { stopbang_neck: true }],
    [{ high_blood_pressure: true }, { stopbang_pressure: true }],
    [{ high_blood_pressure: false }, { stopbang_pressure: false }],
    [{ neck_circumference: 99, dob: '1975-1-', bmi: 'x' }, {}],
  ])('%j gives %j', (data, expected) => expect(derivedStopBang(data, TODAY)).toEqual(expected));
});

describe('redFlags', () => {
  const fields = (data: IntakeData) =>
    redFlags(data, emergencyDetector).map((flag): [string, FieldName] => [flag.kind, flag.field]);

  it('fires from a severity of 8', () => {
    expect(fields({ sadness_mood: true, sadness_mood_severity: 7 })).toEqual([]);
    expect(fields({ sadness_mood: true, sadness_mood_severity: 8 })).toEqual([
      ['self_harm', 'sadness_mood_severity'],
    ]);
    expect(fields({ sadness_mood: false, sadness_mood_severity: 9 })).toEqual([]);
  });
  it.each([
    'I think of suicide',
    'want to KILL MYSELF',
    'self-harm',
    'self harm',
    'end my life',
    'hurt myself',
  ])('detects %j', (text) =>
    expect(fields({ other_symptoms: text })).toEqual([['self_harm', 'other_symptoms']]),
  );
  it.each(['Chest pain on stairs', 'pressure in my chest', "can't breathe at night"])(
    'detects %j',
    (text) => {
      expect(fields({ symptom_onset: text })).toEqual([['heart_or_breathing', 'symptom_onset']]);
    },
  );
  it('detects what the assistant detects, and in a history only what is happening now', () => {
    expect(fields({ other_symptoms: 'I dont want to live anymore' })).toEqual([
      ['self_harm', 'other_symptoms'],
    ]);
    expect(fields({ other_symptoms: 'cant move my left side' })).toEqual([['stroke', 'other_symptoms']]);
    expect(fields({ surgeries: 'stent after a heart attack' })).toEqual([]);
    expect(fields({ surgeries: 'stent, and chest pain since yesterday' })).toEqual([
      ['heart_or_breathing', 'surgeries'],
    ]);
    expect(fields({ other_conditions: 'I want to die' })).toEqual([['self_harm', 'other_conditions']]);
    expect(fields({ full_name: 'Hope Les Stroke' })).toEqual([]);
  });
  it.each(['my shelf harmony', 'chest day at the gym', 'stress at work'])('ignores %j', (text) => {
    expect(fields({ other_symptoms: text })).toEqual([]);
  });
});
