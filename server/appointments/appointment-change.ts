import type { AppointmentStatus } from '#common/api/appointments.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import { APPOINTMENT_LIFECYCLE } from './appointment-lifecycle.js';
import type { AppointmentChangeDto } from './appointments.dto.js';
import { TEXT } from './text/en.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Tolerates small clock differences between devices and this server. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const LONGEST_APPOINTMENT_MS = 8 * HOUR;
const LONGEST_VISIT_MS = DAY;
const FURTHEST_AHEAD_MS = 366 * DAY;

/** What can change about an appointment. */
export interface AppointmentState {
  status: AppointmentStatus;
  starts_at: Date | null;
  ends_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  provider_id: string | null;
  join_url: string | null;
  note: string | null;
  cancel_reason: string | null;
}

/** Why this cannot be the time of an upcoming appointment, or null. */
export function comingTimeError(at: Date, now: Date): string | null {
  if (at <= now) return TEXT.chooseTimeInFuture;
  return at.getTime() - now.getTime() > FURTHEST_AHEAD_MS ? TEXT.chooseTimeWithinYear : null;
}

function isHttpsLink(text: string): boolean {
  // The parser drops line breaks silently; a calendar and an email would not.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  // A name with a domain: no address of a machine in the patient's own network.
  return protocol === 'https:' && /\.[a-z][a-z\d-]+$/i.test(hostname) && !username && !password;
}

/** As parsed when it was checked. */
const cleanLink = (text: string | null): string | null =>
  text && isHttpsLink(text) ? new URL(text).href : text;

const same = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();
const textOf = (text: string | null | undefined, before: string | null): string | null =>
  text === undefined ? before : text?.trim() || null;

/**
 * Applies a staff change to the appointment; throws if it is not allowed. Ending a visit completes its appointment; a note
 * sent with a cancellation is its reason, which the patient sees.
 */
export function changed(before: AppointmentState, change: AppointmentChangeDto, now: Date): AppointmentState {
  const time = (name: 'starts_at' | 'ends_at' | 'started_at' | 'ended_at'): Date | null =>
    change[name] === undefined ? before[name] : new Date(change[name]);
  const cancels = change.status === 'cancelled' && before.status !== 'cancelled';
  const ends = change.ended_at !== undefined && before.status === 'scheduled';
  const next: AppointmentState = {
    status: change.status ?? (ends ? 'completed' : before.status),
    starts_at: time('starts_at'),
    ends_at: time('ends_at'),
    started_at: time('started_at'),
    ended_at: time('ended_at'),
    provider_id: change.provider_id === undefined ? before.provider_id : change.provider_id,
    join_url: cleanLink(textOf(change.join_url, before.join_url)),
    note: cancels ? before.note : textOf(change.note, before.note),
    cancel_reason: cancels ? textOf(change.note, before.cancel_reason) : before.cancel_reason,
  };
  if (next.status !== before.status) APPOINTMENT_LIFECYCLE.assert(before.status, next.status);
  if (next.status === 'completed' && next.started_at) next.ended_at ??= now;
  assertPossible(before, next, now);
  const fields = { ...planErrors(before, next, now), ...visitErrors(before, next, now) };
  if (Object.keys(fields).length) throw validationFailed(fields);
  return next;
}

/** What the appointment's state does not allow, whatever the values. */
function assertPossible(before: AppointmentState, next: AppointmentState, now: Date): void {
  const moved = !same(before.starts_at, next.starts_at) || !same(before.ends_at, next.ends_at);
  const visited = next.started_at !== null || next.ended_at !== null || next.note !== null;
  if (moved && (next.status !== 'scheduled' || next.started_at))
    throw invalidState(TEXT.onlyScheduledAppointmentNotStartedTimes);
  if (before.join_url !== next.join_url && next.status !== 'scheduled')
    throw invalidState(TEXT.onlyScheduledAppointmentLink);
  if (before.provider_id !== next.provider_id && next.status !== 'scheduled' && next.status !== 'requested')
    throw invalidState(TEXT.providerOfPastAppointmentStays);
  if (visited && (next.status === 'cancelled' || next.status === 'no_show'))
    throw invalidState(before.started_at ? TEXT.visitStarted : TEXT.appointmentDidNotTakePlace);
  if (visited && next.status === 'requested') throw invalidState(TEXT.onlyScheduledAppointmentCanBecomeVisit);
  if (next.status === 'completed' && !next.started_at) throw invalidState(TEXT.startVisitBeforeComplete);
  if (next.status === 'no_show' && next.status !== before.status && (next.starts_at ?? now) >= now)
    throw invalidState(TEXT.appointmentNotStartedYet);
}

/** The times and the link of an upcoming appointment. */
function planErrors(before: AppointmentState, next: AppointmentState, now: Date): Record<string, string> {
  if (next.status !== 'scheduled') return {};
  const { starts_at, ends_at, join_url } = next;
  const fields: Record<string, string> = {};
  if (!starts_at) fields['starts_at'] = TEXT.enterWhenStarts;
  else if (!same(before.starts_at, starts_at) || before.status !== 'scheduled') {
    const error = comingTimeError(starts_at, now);
    if (error) fields['starts_at'] = error;
  }
  if (!ends_at) fields['ends_at'] = TEXT.enterWhenEnds;
  else if (starts_at && ends_at <= starts_at) fields['ends_at'] = TEXT.endMustComeAfterStart;
  else if (starts_at && ends_at.getTime() - starts_at.getTime() > LONGEST_APPOINTMENT_MS)
    fields['ends_at'] = TEXT.appointmentTakesEightHoursAtMost;
  if (join_url && !isHttpsLink(join_url)) fields['join_url'] = TEXT.enterFullHttpsLink;
  return fields;
}

/** When the visit took place, and its note. */
function visitErrors(before: AppointmentState, next: AppointmentState, now: Date): Record<string, string> {
  const { starts_at, started_at, ended_at, note } = next;
  const fields: Record<string, string> = {};
  const later = (at: Date): boolean => at.getTime() > now.getTime() + CLOCK_TOLERANCE_MS;
  if (started_at && !same(before.started_at, started_at)) {
    if (later(started_at)) fields['started_at'] = TEXT.visitCannotStartInFuture;
    else if (starts_at && started_at.getTime() < starts_at.getTime() - DAY)
      fields['started_at'] = TEXT.visitCannotStartMoreThanDay;
  }
  if (!started_at && (ended_at || note)) fields['started_at'] = TEXT.enterWhenVisitStarted;
  if (started_at && ended_at) {
    const length = ended_at.getTime() - started_at.getTime();
    if (length < 0) fields['ended_at'] = TEXT.visitCannotEndBeforeStarts;
    else if (length > LONGEST_VISIT_MS) fields['ended_at'] = TEXT.visitTakesDayAtMost;
    else if (later(ended_at)) fields['ended_at'] = TEXT.visitCannotEndInFuture;
  }
  return fields;
}
