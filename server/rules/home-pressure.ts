import { daysBetween } from '#common/clinical/index.js';
import { checkAnswer, fieldByName, type FieldName } from '#common/intake/index.js';
import { unknownField } from '../platform/errors/errors.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** A blood pressure that the patient measured, as sent with a check-in or a safety check. */
const PRESSURE = {
  systolic: 'blood_pressure_systolic',
  diastolic: 'blood_pressure_diastolic',
  on: 'blood_pressure_on',
} as const satisfies Record<string, FieldName>;
const OLDEST_PRESSURE_DAYS = 365;

/** Both numbers within the intake's bounds, the top one above the bottom one, and a day of the last year. */
export function pressureFaults(told: Record<string, unknown>, today: string): Record<string, string> {
  const unknown = Object.keys(told).filter((name) => !Object.hasOwn(PRESSURE, name));
  if (unknown.length) throw unknownField(unknown.map((name) => `blood_pressure.${name}`));
  const faults: Record<string, string> = {};
  for (const [name, field] of Object.entries(PRESSURE)) {
    const value = told[name];
    const error = ['string', 'number', 'boolean'].includes(typeof value)
      ? checkAnswer(fieldByName(field), value as string | number | boolean, today)
      : SHARED_TEXT.enterBothNumbersAndDay;
    if (error) faults[`blood_pressure.${name}`] = error;
  }
  if (Object.keys(faults).length) return faults;
  if (Number(told['systolic']) <= Number(told['diastolic']))
    faults['blood_pressure.systolic'] = TEXT.topNumberHigherOne;
  const on = String(told['on']);
  if (on > today || daysBetween(on, today) > OLDEST_PRESSURE_DAYS)
    faults['blood_pressure.on'] = TEXT.enterDayOfLastYear;
  return faults;
}
