import type { Status } from './types.js';
import { SAVED_TEXT } from './text/saved.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The save indicator's text. "Saved" only when the server confirmed it and nothing changed since. */
export function savedText(status: Status, savedAt: number | null, now: number): string {
  if (status === 'loading') return SAVED_TEXT.loading;
  if (status === 'untouched') return SAVED_TEXT.untouched;
  if (status !== 'saved' || savedAt === null) return SAVED_TEXT.notYet;
  const age = now - savedAt;
  if (age < MINUTE) return SAVED_TEXT.justNow;
  return age < HOUR ? SAVED_TEXT.minutes(Math.floor(age / MINUTE)) : SAVED_TEXT.hours(Math.floor(age / HOUR));
}
