/** Days of treatment: while therapy is on hold nothing is taken, so that what is in hand stays as it is. */
import { dateOfDay, dayNumber } from './dates.js';

/** A hold of the therapy: its first day, and the day on which it was resumed; null while it lasts. */
export type Hold = readonly [since: string, until: string | null];

/** Dates counted without the days on hold, and back. */
export interface TreatmentDays {
  /** The date, earlier by every day on hold before it. */
  of(date: string): string;
  /** The first date that is so many treatment days on; a hold that lasts still adds none. */
  back(date: string): string;
  /** Today, or the first day of a hold that lasts: from then on the supply stands still. */
  standing(today: string): string;
}

type Span = [from: number, until: number];

/** In order, with those that touch or overlap as one. */
function spansOf(holds: readonly Hold[]): Span[] {
  const spans: Span[] = [];
  const all = holds.map(([since, until]): Span => [dayNumber(since), until ? dayNumber(until) : Infinity]);
  for (const [from, until] of all.toSorted(([a], [b]) => a - b)) {
    const last = spans.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else if (until > from) spans.push([from, until]);
  }
  return spans;
}

/** Throws RangeError on an invalid date. */
export function treatmentDays(holds: readonly Hold[]): TreatmentDays {
  const spans = spansOf(holds);
  const of = (date: string): string => {
    const day = dayNumber(date);
    const held = spans.reduce((sum, [from, until]) => sum + Math.max(0, Math.min(day, until) - from), 0);
    return dateOfDay(day - held);
  };
  const back = (date: string): string =>
    dateOfDay(
      spans.reduce(
        (day, [from, until]) => (day >= from && Number.isFinite(until) ? day + until - from : day),
        dayNumber(date),
      ),
    );
  return { of, back, standing: (today) => back(of(today)) };
}
