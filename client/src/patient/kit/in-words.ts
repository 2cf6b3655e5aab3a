import { formatDate } from '../../shared/ui/format.js';

const DAY_MS = 86_400_000;

/** Whole days from one calendar date to another; negative when it has passed. @param today where the patient lives */
export const daysUntil = (date: string, today: string): number =>
  Math.round((Date.parse(date.slice(0, 10)) - Date.parse(today)) / DAY_MS);

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
export const dateInWords = (date: string, today: string): string =>
  `${formatDate(date)} (${whenInWords(daysUntil(date, today))})`;
