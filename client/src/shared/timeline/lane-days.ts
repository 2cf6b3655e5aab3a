import { formatDate } from '../ui/format.js';
import { timeOf, timeRange } from '../charts/trend.js';
import type { Entry, Lane } from './lanes.js';
import { TIMELINE_TEXT as text } from './text/en.js';

export const filledLanes = (lanes: readonly Lane[]): Lane[] =>
  lanes.filter(({ entries }) => entries.length > 0);

/** One line that names the empty lanes; null where every lane has an entry. */
export function missingLine(lanes: readonly Lane[]): string | null {
  const titles = lanes.filter(({ entries }) => entries.length === 0).map(({ title }) => title);
  return titles.length > 0 ? text.missing(titles.join(', ')) : null;
}

/** The days with entries, oldest first. */
export const momentsOf = (lanes: readonly Lane[]): string[] =>
  [...new Set(lanes.flatMap(({ entries }) => entries.map(({ on }) => on)))].toSorted();

/** The axis that all lanes share. */
export const axisOf = (moments: readonly string[], today: string): [Date, Date] =>
  timeRange(
    [],
    [...moments, today].map((at) => ({ at, label: '' })),
  );

/** A day's position on the axis, from 0 to 1. */
export const shareOf = (on: string, [from, to]: readonly [Date, Date]): number =>
  (timeOf(on) - from.getTime()) / (to.getTime() - from.getTime());

/** The day with an entry that is nearest to a position on the axis. */
export function nearestMoment(
  moments: readonly string[],
  share: number,
  axis: readonly [Date, Date],
): string | undefined {
  const distance = (on: string) => Math.abs(shareOf(on, axis) - share);
  return moments.reduce<string | undefined>(
    (best, on) => (best === undefined || distance(on) < distance(best) ? on : best),
    undefined,
  );
}

/** Places on the axis that a slider tells apart. */
export const PLACES = 1000;
export const placeOn = (on: string, axis: readonly [Date, Date]): number =>
  Math.round(shareOf(on, axis) * PLACES);

/** The day a slider was moved to: one step is the next day with an entry, more the nearest one. */
export function slidTo(
  moments: readonly string[],
  { from, to }: { from: string; to: number },
  axis: readonly [Date, Date],
): string | undefined {
  const steps = to - placeOn(from, axis);
  return Math.abs(steps) === 1
    ? (moments[moments.indexOf(from) + steps] ?? from)
    : nearestMoment(moments, to / PLACES, axis);
}

export interface Told extends Entry {
  lane: string;
}

/** Keeps a busy day readable; the table has the rest. */
const MOST_OF_LANE = 2;
const rank = ({ tone }: Entry): number => (tone === 'danger' ? 0 : tone === 'warning' ? 1 : 2);

/** A day's entries, most severe first, and the dose current on that day. */
export function entriesOn(lanes: readonly Lane[], on: string): Told[] {
  return lanes.flatMap(({ key, title, entries }) => {
    const ofDay = entries.filter((entry) => entry.on === on).toSorted((a, b) => rank(a) - rank(b));
    const held = key === 'dose' && ofDay.length === 0 && entries.findLast((entry) => entry.on < on);
    const rest = ofDay.length - MOST_OF_LANE;
    return [
      ...ofDay.slice(0, MOST_OF_LANE),
      ...(rest > 0 ? [{ on, text: text.more(rest) }] : []),
      ...(held && (!held.until || held.until > on) ? [held] : []),
    ].map((entry) => ({ ...entry, lane: title }));
  });
}

/** Every entry, newest first. */
export const tableRows = (lanes: readonly Lane[]): Told[] =>
  lanes
    .flatMap(({ title, entries }) => entries.map((entry) => ({ ...entry, lane: title })))
    .toSorted((a, b) => b.on.localeCompare(a.on));

/** A day's entries as one sentence, for screen readers. */
export const inWords = (on: string, told: readonly Told[]): string =>
  [
    formatDate(on),
    ...told.map(({ lane, text: value, note }) => `${lane} ${value}${note ? `, ${note}` : ''}`),
  ].join('. ');
