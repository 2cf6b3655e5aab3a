import { LOCALE } from '../ui/text/locale.js';
import type { Comparator } from '#common/clinical/lab-units.js';

/** What a trend chart draws; all numbers are in `unit`. */
export interface TrendPoint {
  /** ISO time or calendar date. */
  at: string;
  value: number;
  /** The laboratory gave a limit instead of a value. */
  comparator?: Comparator;
}
export interface Band {
  low: number | null;
  high: number | null;
}
export interface DoseMark {
  at: string;
  label: string;
}

const DAY_MS = 86_400_000;
const SIDE = 0.05;

/** A calendar date is that day in the reader's zone, not the evening before. */
export const timeOf = (at: string): number => (at.length === 10 ? Date.parse(`${at}T12:00`) : Date.parse(at));

/** From the first point or mark to the last, with a margin; never zero width. */
export function timeRange(points: readonly TrendPoint[], marks: readonly DoseMark[]): [Date, Date] {
  const times = [...points, ...marks].map((one) => timeOf(one.at));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const air = Math.max((to - from) * SIDE, 7 * DAY_MS);
  return [new Date(from - air), new Date(to + air)];
}

const DAYS_OF_DAY_TICKS = 62;
const day = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' });
const month = new Intl.DateTimeFormat(LOCALE, { month: 'short' });

/** Axis labels: "Oct 5" while ticks are days or weeks apart, else "Oct ’26" (without the apostrophe it would read as a day). */
export function tickText(at: Date, [from, to]: readonly [Date, Date]): string {
  if (to.getTime() - from.getTime() <= DAYS_OF_DAY_TICKS * DAY_MS) return day.format(at);
  return `${month.format(at)} ’${String(at.getFullYear()).slice(-2)}`;
}

/** Fits all values and the limits of the band, with a margin; a scale of real amounts never goes below zero. */
export function valueRange(points: readonly TrendPoint[], band: Band | null): [number, number] {
  const values = points.map((point) => point.value);
  const limits = [band?.low, band?.high].filter((limit): limit is number => typeof limit === 'number');
  const low = Math.min(...values, ...limits);
  const high = Math.max(...values, ...limits);
  const air = high === low ? Math.max(Math.abs(high) * 0.1, 1) : (high - low) * 0.15;
  return [Math.max(0, low - air), high + air];
}

/** A fixed scale; only a side that a value exceeds grows, with a margin. */
export function domainRange(
  [from, to]: readonly [number, number],
  values: readonly number[],
): [number, number] {
  const [low, high] = [Math.min(from, ...values), Math.max(to, ...values)];
  const air = (high - low) * 0.05;
  return [low < from ? Math.max(0, low - air) : from, high > to ? high + air : to];
}

/** The doses that an axis names, the last one first; zero and earlier ones only where their numbers have room. */
export function doseTicks(doses: readonly number[], high: number): number[] {
  const ticks: number[] = [];
  for (const dose of [...doses.toReversed(), 0])
    if (ticks.every((tick) => Math.abs(tick - dose) >= high * 0.3)) ticks.push(dose);
  return ticks.toSorted((a, b) => a - b);
}

/** Marks closer together than their labels are wide alternate between two lines. */
export function markRows(marks: readonly DoseMark[], [from, to]: readonly [Date, Date]): number[] {
  const near = (to.getTime() - from.getTime()) * 0.2;
  const rows: number[] = [];
  marks.forEach((mark, index) => {
    const before = marks[index - 1];
    const close = before !== undefined && timeOf(mark.at) - timeOf(before.at) < near;
    rows.push(close ? ((rows[index - 1] ?? 0) + 1) % 2 : 0);
  });
  return rows;
}
