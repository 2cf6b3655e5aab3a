import { isInstant } from '../platform/time/instant.js';
import { TEXT } from './text/en.js';

/** Clocks of laboratories and of this server may differ a little. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const OLDEST_YEARS = 30;

export const isLater = (at: number, now: number): boolean => at > now + CLOCK_TOLERANCE_MS;

/** Why this cannot be the time of a draw, or null. */
export function momentError(text: string, now: number): string | null {
  if (!isInstant(text)) return TEXT.enterDateAndTimeOfDraw;
  const at = Date.parse(text);
  if (isLater(at, now)) return TEXT.drawInFuture;
  if (at < now - OLDEST_YEARS * 366 * 86_400_000) return TEXT.drawMoreThanYearsAgo(OLDEST_YEARS);
  return null;
}
