/** When to draw the blood test that a refill waits for. */
import { addDays, dateIn, daysBetween } from './dates.js';
import { INTERVAL_DAYS, drawWindowHours, type FormulationId, type Frequency } from './formulations.js';

/** First and last day on which a draw says something, as days where the patient lives. */
export interface DrawDays {
  readonly draw_from: string;
  readonly draw_until: string;
}

/** Results take days, and so do a decision and the pharmacy: with less supply than this, a draw does not wait. */
const NEEDED_DAYS = 10;
/** A shorter interval has no day that is better than another. */
const SHORTEST_INTERVAL = 3;
/** Where no day is better than another, and there is time. */
const SOON_DAYS = 6;
/** Of a year's weekly doses, as long as doses may be logged late. */
const MOST_DOSES = 60;
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** What the day depends on. */
export interface RefillDrawFacts {
  readonly asked_on: string;
  readonly today: string;
  /** Where the patient lives. */
  readonly zone: string;
  /** The last dose that was logged. */
  readonly last_dose_at: string | null;
  /** The first day without supply; null: unknown. */
  readonly run_out_on: string | null;
}
interface Rhythm {
  readonly formulation: FormulationId;
  readonly frequency: Frequency;
}

/** The days of the draw; null: at once, for want of supply or because the days are over. */
export function refillDraw(plan: Rhythm | null, facts: RefillDrawFacts): DrawDays | null {
  const { asked_on, today, run_out_on: runOut } = facts;
  const timed = plan && daysAfterDose(plan, facts);
  const days = timed ?? { draw_from: asked_on, draw_until: addDays(asked_on, SOON_DAYS) };
  const late = runOut === null || daysBetween(timed?.draw_until ?? today, runOut) < NEEDED_DAYS;
  return late || days.draw_until < today ? null : days;
}

/** The next days at the right distance from a dose, counted from the last one; null where no day is better than another. */
function daysAfterDose(
  { formulation, frequency }: Rhythm,
  { asked_on, last_dose_at: at, zone, today }: RefillDrawFacts,
): DrawDays | null {
  const interval = INTERVAL_DAYS[frequency];
  const [window] = drawWindowHours(formulation, frequency) ?? [];
  if (!window || at === null || interval < SHORTEST_INTERVAL) return null;
  const day = (hours: number): string => dateIn(new Date(Date.parse(at) + hours * HOUR_MS), zone);
  const [from, to] = window;
  for (let doses = 0; doses < MOST_DOSES; doses += 1) {
    const hours = doses * interval * DAY_HOURS;
    // Whole days within the hours, whatever the hour of the draw.
    const [first, last] = [day(from + hours), day(to + hours)];
    const until = daysBetween(first, last) > 1 ? addDays(last, -1) : last;
    if (until >= today) return { draw_from: first < asked_on ? asked_on : first, draw_until: until };
  }
  return null;
}

/** When the draw is due: on the first day, and on each of the others, so that it is late only once they are over. */
export function dueOnIn({ draw_from: from, draw_until: until }: DrawDays, today: string): string {
  if (today <= from) return from;
  return today < until ? today : until;
}
