import { isInstant } from '../platform/time/instant.js';

/** Clocks of laboratories and of this server may differ a little. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const OLDEST_YEARS = 30;

export const isLater = (at: number, now: number): boolean => at > now + CLOCK_TOLERANCE_MS;

/** Why this cannot be the time of a draw, or null. */
export function momentError(text: string, now: number): string | null {
  if (!isInstant(text))
    return 'Enter the date and time of the draw with the time zone, such as 2026-11-20T08:15:00-05:00.';
  const at = Date.parse(text);
  if (isLater(at, now)) return 'The draw is in the future.';
  if (at < now - OLDEST_YEARS * 366 * 86_400_000) return `The draw is more than ${OLDEST_YEARS} years ago.`;
  return null;
}
