import { isEmailAddress } from '../text/email-address.js';
import { plainPhone } from '../visible-text.js';
import { ageOn, isWrittenAsDate, parseCalendarDate } from './calendar.js';
import type { FieldDefinition } from './definition.js';
import { MESSAGES } from './messages.js';
import type { IntakeValue, NumberField } from './types.js';

const OLDEST_AGE = 120;
const PHONE_CHARACTERS = /^\+?[\d\s().\-/]+(?:(?:x|ext\.?|extension)\s*\d{1,6})?$/i;
export const PHONE_EXTENSION = /(?:x|ext\.?|extension)\s*\d{1,6}$/i;

/** 7 to 15 digits (E.164), the usual separators, an extension: accepts "555-0142", but not "call me". */
export function isPhoneNumber(text: string): boolean {
  const value = plainPhone(text);
  if (value.length > 40 || !PHONE_CHARACTERS.test(value)) return false;
  const digits = value.replace(PHONE_EXTENSION, '').replace(/\D/g, '').length;
  return digits >= 7 && digits <= 15;
}

/** What is wrong with one answer that is present, or null. `today` is YYYY-MM-DD. */
export function checkAnswer(field: FieldDefinition, value: IntakeValue, today: string): string | null {
  switch (field.type) {
    case 'number':
      return checkNumber(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? null : MESSAGES.chooseYesNo(field.label);
    case 'choice':
      return typeof value === 'string' && field.options.includes(value)
        ? null
        : MESSAGES.chooseOption(field.label);
    case 'date':
      return checkDate(field, value, today);
    case 'text':
      if (typeof value !== 'string') return MESSAGES.enterText(field.label);
      if (field.format === 'email' && !isEmailAddress(value)) return MESSAGES.email(field.label);
      if (field.format === 'phone' && !isPhoneNumber(value)) return MESSAGES.phone(field.label);
      return null;
    case 'longtext':
      return typeof value === 'string' ? null : MESSAGES.enterText(field.label);
  }
}

function checkNumber(field: NumberField, value: IntakeValue): string | null {
  if (typeof value !== 'number') return MESSAGES.number(field.label);
  if (value < field.min || value > field.max) {
    return field.computed
      ? MESSAGES.computedRange(field.label)
      : MESSAGES.range(field.label, field.min, field.max, field.unit);
  }
  if (field.integer && !Number.isInteger(value)) return MESSAGES.whole(field.label);
  if (field.step && !Number.isInteger(value / field.step)) return MESSAGES.step(field.label, field.step);
  return null;
}

function checkDate(field: FieldDefinition, value: IntakeValue, today: string): string | null {
  if (typeof value !== 'string' || !isWrittenAsDate(value)) return MESSAGES.date(field.label);
  if (!parseCalendarDate(value)) return MESSAGES.realDate(field.label);
  if (value > today) return MESSAGES.notFuture(field.label);
  if (field.name === 'dob' && (ageOn(value, today) ?? 0) > OLDEST_AGE)
    return MESSAGES.plausibleAge(field.label);
  return null;
}
