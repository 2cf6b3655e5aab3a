import { formatDate } from '../../shared/ui/format.js';

const DAY_MS = 86_400_000;

/** Whole days from the person's own today to a calendar date; negative when it has passed. */
export function daysUntil(date: string, now: Date = new Date()): number {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number);
  return Math.round(
    (Date.UTC(year, month - 1, day) - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())) / DAY_MS,
  );
}

/** "today", "tomorrow", "in 12 days", "in 5 months", "3 days ago". */
export function whenInWords(days: number): string {
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  const n = Math.abs(days);
  const span = n < 61 ? `${n} days` : `${Math.round(n / 30.44)} months`;
  return days > 0 ? `in ${span}` : `${span} ago`;
}

/** "Oct 21, 2026 (30 days ago)" */
export const dateInWords = (date: string, now?: Date): string =>
  `${formatDate(date)} (${whenInWords(daysUntil(date, now))})`;
