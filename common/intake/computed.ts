import { bmi as bmiOf } from '../scores/index.js';
import { plainPhone } from '../visible-text.js';
import { effectiveAnswers } from './answers.js';
import { ageOn } from './calendar.js';
import { FIELDS, FIELD_BY_NAME } from './definition.js';
import type { FieldName, IntakeData } from './definition.js';

const PHONES = FIELDS.filter((field) => field.type === 'text' && field.format === 'phone');

/** The answer if it is a number within bounds, otherwise null. */
function numberInBounds(data: IntakeData, name: FieldName): number | null {
  const field = FIELD_BY_NAME.get(name);
  const value = data[name];
  if (field?.type !== 'number' || typeof value !== 'number') return null;
  return value >= field.min && value <= field.max ? value : null;
}

/** From height and weight within bounds (clinical C03); null unless both are present. */
export function bodyMassIndex(data: IntakeData): number | null {
  return bmiOf(numberInBounds(data, 'height'), numberInBounds(data, 'weight'));
}

/** With height and weight present, BMI is calculated, whatever was sent. */
export function withBodyMassIndex(data: IntakeData): IntakeData {
  const bmi = bodyMassIndex(data);
  return bmi === null ? data : { ...data, bmi };
}

/** The answers as signed: visible and not blank, BMI calculated, phone numbers normalized. */
export function normalise(data: IntakeData): IntakeData {
  const result = withBodyMassIndex(effectiveAnswers(data));
  for (const { name } of PHONES) {
    const phone = result[name];
    if (typeof phone === 'string') result[name] = plainPhone(phone);
  }
  return result;
}

export type StopBangItem = Extract<FieldName, `stopbang_${string}`>;

/** STOP-BANG items that other answers already decide; the patient may change them. */
export function derivedStopBang(data: IntakeData, today: string): Partial<Record<StopBangItem, boolean>> {
  const answers = effectiveAnswers(data);
  const derived: Partial<Record<StopBangItem, boolean>> = {};
  const bmi = bodyMassIndex(answers) ?? numberInBounds(answers, 'bmi');
  if (bmi !== null) derived.stopbang_bmi = bmi > 35;
  const age = typeof answers.dob === 'string' ? ageOn(answers.dob, today) : null;
  if (age !== null && age >= 0) derived.stopbang_age = age > 50;
  const neck = numberInBounds(answers, 'neck_circumference');
  if (neck !== null) derived.stopbang_neck = neck >= 17;
  if (typeof answers.high_blood_pressure === 'boolean')
    derived.stopbang_pressure = answers.high_blood_pressure;
  return derived;
}
