import { isMoment } from '../../common/clinical/index.js';

/** Clocks of laboratories and of this server may differ a little. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const OLDEST_YEARS = 30;
/** Without one the time would mean the clock of this server. */
const WITH_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;

/** Why this cannot be the time of a draw, or null. */
export function momentError(text: string, now: number): string | null {
  if (!isMoment(text) || !WITH_OFFSET.test(text))
    return 'Enter date and time of the draw as ISO 8601 with an offset or Z.';
  const at = Date.parse(text);
  if (at > now + CLOCK_TOLERANCE_MS) return 'The draw lies in the future.';
  if (at < now - OLDEST_YEARS * 366 * 86_400_000)
    return `The draw lies more than ${OLDEST_YEARS} years back.`;
  return null;
}
