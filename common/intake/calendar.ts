const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** Reads YYYY-MM-DD; null for another format or a day that does not exist. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const match = ISO_DATE.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return { year, month, day };
}

export const isWrittenAsDate = (text: string): boolean => ISO_DATE.test(text);

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whole years on `today`; null unless both are calendar dates. */
export function ageOn(dob: string, today: string): number | null {
  const born = parseCalendarDate(dob);
  const now = parseCalendarDate(today);
  if (!born || !now) return null;
  const hadBirthday = now.month > born.month || (now.month === born.month && now.day >= born.day);
  return now.year - born.year - (hadBirthday ? 0 : 1);
}

/** The program treats adults: rule age_under_18. */
export const ADULT_AGE = 18;

/** A valid date of birth under 18 on `today`. */
export function isUnderAge(dob: unknown, today: string): boolean {
  const age = typeof dob === 'string' && dob <= today ? ageOn(dob, today) : null;
  return age !== null && age < ADULT_AGE;
}
