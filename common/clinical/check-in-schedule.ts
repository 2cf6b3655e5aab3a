/** When a patient on treatment is asked for a check-in, and whether someone can call the same day. */
import { addDays, dayNumber, daysBetween } from './dates.js';

const MILESTONES = [
  { reason: 'week_4', day: 28 },
  { reason: 'week_12', day: 84 },
  { reason: 'week_26', day: 182 },
  { reason: 'week_52', day: 364 },
] as const;
const HALF_YEAR_DAYS = 182;
/** A check-in counts from two weeks before its day, and is asked for from then on. */
const OPENS_DAYS = 14;
/** One in the four weeks before a renewal need not be repeated for it. */
const RECENT_DAYS = 28;

export type CheckInReason = (typeof MILESTONES)[number]['reason'] | 'half_year' | 'renewal';
export interface CheckInDue {
  /** 'YYYY-MM-DD'. */
  readonly due_on: string;
  /** From this day on it is asked for. */
  readonly opens_on: string;
  readonly reason: CheckInReason;
}
export interface CheckInClock {
  readonly today: string;
  /** First day of treatment; null while there is none. */
  readonly started_on: string | null;
  /** Days of earlier check-ins, in any order. */
  readonly check_ins: readonly string[];
  /** The day to renew the prescription. */
  readonly renewal_on?: string | null;
}

const due = (reason: CheckInReason, due_on: string): CheckInDue => ({
  due_on,
  opens_on: addDays(due_on, -OPENS_DAYS),
  reason,
});

function milestone(startedOn: string, n: number): CheckInDue {
  const known = MILESTONES[n];
  if (known) return due(known.reason, addDays(startedOn, known.day));
  const later = n - MILESTONES.length + 1;
  return due('half_year', addDays(startedOn, MILESTONES.at(-1)!.day + later * HALF_YEAR_DAYS));
}

/** The newest milestone that is open and not answered, otherwise the next one. A missed one ends with the next. */
function nextMilestone(startedOn: string, today: string, last: string): CheckInDue {
  const open = Math.max(0, daysBetween(startedOn, today)) + OPENS_DAYS;
  let n = 0;
  while (daysBetween(startedOn, milestone(startedOn, n + 1).due_on) <= open) n += 1;
  const current = milestone(startedOn, n);
  return last >= current.opens_on ? milestone(startedOn, n + 1) : current;
}

/**
 * The next check-in: weeks 4, 12, 26 and 52, then every half year, and before each renewal; null without treatment.
 * Dates as YYYY-MM-DD; throws RangeError on anything else. Source: product default (AUA 2018 asks for follow-up, and
 * advises against deciding by questionnaires).
 */
export function nextCheckIn({
  today,
  started_on: started,
  check_ins,
  renewal_on,
}: CheckInClock): CheckInDue | null {
  dayNumber(today);
  if (started === null) return null;
  const last =
    check_ins
      .filter((on) => on <= today && on > started)
      .toSorted()
      .at(-1) ?? '';
  const next = nextMilestone(started, today, last);
  if (!renewal_on || renewal_on <= started || last >= addDays(renewal_on, -RECENT_DAYS)) return next;
  return renewal_on < next.due_on ? due('renewal', renewal_on) : next;
}

/** Without a check-in for as long no refill is prescribed. */
const GATE_DAYS = 183;

/** The last day on which a refill needs no new check-in; null without a treatment. Dates as YYYY-MM-DD. */
export function checkInGate(
  today: string,
  startedOn: string | null | undefined,
  last: string | undefined,
): { readonly met: boolean; readonly due_on: string | null } {
  const since = last ?? startedOn;
  const due_on = since ? addDays(since, GATE_DAYS) : null;
  return { met: due_on === null || today <= due_on, due_on };
}

/** Until this hour of a weekday a call can still be made the same day. */
const CALLS_UNTIL_HOUR = 16;

/** Whether the clinic can still call today: Monday to Friday, from midnight until four in the afternoon. */
export function canCallToday(today: string, hour: number): boolean {
  // Day 0 was a Thursday.
  const weekday = (((dayNumber(today) + 3) % 7) + 7) % 7;
  return weekday < 5 && hour < CALLS_UNTIL_HOUR;
}
