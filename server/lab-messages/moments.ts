import { isCalendarDate } from '#common/clinical/index.js';

const TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:\.\d{1,4})?([+-]\d{4})?$/;
const DATE = /^(\d{4})(\d{2})(\d{2})/;
const DAY_MS = 86_400_000;

/** A date of HL7, YYYYMMDD with or without more, as YYYY-MM-DD; null if it is none. */
export function readDate(text: string): string | null {
  const [, year, month, day] = DATE.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  return isCalendarDate(iso) ? iso : null;
}

const signed = (minutes: number): string => {
  const size = Math.abs(minutes);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

/** Minutes that a zone is ahead of UTC at a moment. */
function offsetOf(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return Math.round((wall - Math.floor(at / 60_000) * 60_000) / 60_000);
}

/**
 * A time of HL7 as ISO 8601 with its offset: its own, else that of the zone. null: it is no time to the minute, or the zone
 * has it twice or not at all.
 */
export function readMoment(text: string, zone: string): string | null {
  const [, year, month, day, hour, minute, second = '00', offset] = TIME.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const wall = `${date}T${hour}:${minute}:${second}`;
  if (offset) {
    const iso = `${wall}${offset.slice(0, 3)}:${offset.slice(3)}`;
    return Number.isNaN(Date.parse(iso)) ? null : iso;
  }
  const asUtc = Date.parse(`${wall}Z`);
  const offsets = new Set([asUtc - DAY_MS, asUtc + DAY_MS].map((near) => offsetOf(zone, near)));
  const fitting = [...offsets].filter((minutes) => offsetOf(zone, asUtc - minutes * 60_000) === minutes);
  return fitting.length === 1 ? `${wall}${signed(fitting[0]!)}` : null;
}
