import { deriveCase } from './case.js';
import { nextCheckIn, type CheckInReason } from './check-in-schedule.js';
import type { ClinicalCase } from './case.js';
import { addDays, daysBetween, isCalendarDate } from './dates.js';
import type { ClinicalFacts } from './facts.js';
import { FORMULATIONS } from './formulations.js';
import { REFILL_LABEL } from './lab-labels.js';
import { dueOnIn, type DrawDays } from './draw-days.js';
import { askedDays, labsAskedOn, suggestNextLab } from './schedule.js';
import { renewalDueOn } from './supply.js';
import type { LabSuggestion, ReminderDraft, ReminderKind } from './types.js';
import { BP } from './limits.js';

const LAB_NOTICE_DAYS = [7, 1];
const CLINIC_DOSE_NOTICE_DAYS = [7, 1];
const CHECK_IN_NOTICE_DAYS = [7, 0];
const SAFETY_CHECK_AGAIN_DAYS = 14;
const WEEK = 7;
const ORAL_BP_DAY = 21;
const BP_DAY = 42;
const HIGH_BP_DAYS = 14;
const INTAKE_DRAFT_DAYS = 3;
const EDUCATION_DAYS = 7;
const VERIFY_DAYS = 1;

/** What reminders need beyond the clinical facts. Dates are 'YYYY-MM-DD'. */
export interface ReminderFacts {
  /** Review date of the active or pending plan. */
  readonly next_review_at?: string | null;
  /** The prescription being taken, once filled or accepted. */
  readonly current_prescription?: {
    readonly issued_on: string;
    readonly filled_on: string;
    readonly days_supply: number;
    readonly refills: number;
  } | null;
  /** Latest blood pressure reading on file after the start of therapy. */
  readonly bp_recorded_on?: string | null;
  /** When the intake draft was started, while it is not submitted. */
  readonly intake_draft_since?: string | null;
  readonly intake_submitted_on?: string | null;
  /** Laboratory orders of which something is still expected. */
  readonly lab_orders?: readonly {
    readonly due_on: string;
    readonly drawn: boolean;
    readonly analytes: readonly string[];
  }[];
  /** The day of the next injection at the clinic, after the first one. */
  readonly clinic_dose_on?: string | null;
  /** Since when a safety check is due; null: none is. */
  readonly safety_check_since?: string | null;
  /** When the account was opened, while its email address is not verified. */
  readonly unverified_since?: string | null;
}

/**
 * Every currently open reminder, by due date. Running it again gives the same keys.
 * @param today where the patient lives: days are counted from it. What is due follows the clinic's calendar.
 */
export function reminders(facts: ClinicalFacts, more: ReminderFacts, today = facts.today): ReminderDraft[] {
  const atClinic = deriveCase(facts);
  const c = { ...atClinic, today };
  return [
    labDraw(atClinic, today, more),
    labOrder(atClinic, more, today),
    clinicDose(c, more),
    simple(c, 'provider_review', 'Provider review', more.next_review_at),
    renewal(c, more),
    bloodPressure(c, more),
    checkIn(c, more),
    safetyCheck(c, more),
    education(c, more),
    intakeDraft(c, more),
    simple(c, 'verify_email', 'Verify email', after(more.unverified_since, VERIFY_DAYS)),
  ]
    .filter((reminder) => reminder !== null)
    .toSorted((a, b) => a.due_in_days - b.due_in_days || a.kind.localeCompare(b.kind));
}

const after = (date: string | null | undefined, days: number): string | null =>
  isCalendarDate(date) ? addDays(date, days) : null;

export const labDrawTitle = ({ label }: Pick<LabSuggestion, 'label'>): string => `Lab draw: ${label}`;

/** A lab draw is announced 7 days and 1 day ahead, then every week it is late; one that was ordered has its own reminder. */
function labDraw(
  c: ClinicalCase,
  today: string,
  { lab_orders: orders = [] }: ReminderFacts,
): ReminderDraft | null {
  const next = suggestNextLab(c);
  if (!next || orders.some((order) => next.analytes.every((key) => order.analytes.includes(key))))
    return null;
  const { draw_from, draw_until } = next;
  const days = draw_from && draw_until ? { draw_from, draw_until } : null;
  const draft = reminder(
    { today },
    'lab_draw',
    labDrawTitle(next),
    draw_from ?? next.due_on,
    LAB_NOTICE_DAYS,
  );
  return next.label === REFILL_LABEL ? forRefill(draft, days, today) : draft;
}

/** Due on each of its days; without any now, also where the clinic asked on a day that is still tomorrow. The key stays. */
function forRefill(draft: ReminderDraft, days: DrawDays | null, today: string): ReminderDraft {
  const due_date = days ? dueOnIn(days, today) : draft.due_date > today ? today : draft.due_date;
  const due_in_days = daysBetween(today, due_date);
  return { ...draft, due_date, due_in_days, status: due_in_days < 0 ? 'overdue' : 'scheduled' };
}

/** The order that has to be drawn first; on the days of a refill that waits for it. */
function labOrder(
  c: ClinicalCase,
  { lab_orders: orders = [] }: ReminderFacts,
  today: string,
): ReminderDraft | null {
  const toDraw = orders.flatMap((order) => (order.drawn ? [] : order.due_on));
  const asked = toDraw.length > 0 ? labsAskedOn(c) : null;
  const days = asked === null ? null : askedDays(c, asked);
  const forIt = days?.draw_from ?? asked;
  const [dueOn] = [...toDraw, forIt].filter((on) => on !== null).toSorted();
  if (!dueOn) return null;
  const draft = reminder({ today }, 'lab_order', 'Lab visit', dueOn, LAB_NOTICE_DAYS);
  return dueOn === forIt ? forRefill(draft, days, today) : draft;
}

/** The clinic books it; the patient knows the day, and asks where there is no visit. */
const clinicDose = (c: ClinicalCase, { clinic_dose_on: on }: ReminderFacts): ReminderDraft | null =>
  isCalendarDate(on)
    ? reminder(c, 'clinic_dose', 'Injection at the clinic', on, CLINIC_DOSE_NOTICE_DAYS)
    : null;

function renewal(c: ClinicalCase, { current_prescription: rx }: ReminderFacts): ReminderDraft | null {
  return rx ? reminder(c, 'prescription_renewal', 'Prescription renewal', renewalDueOn(rx)) : null;
}

/** On treatment, the day by which a raised blood pressure is measured again. */
export function pressureRecheckOn(facts: ClinicalFacts): string | null {
  const c = deriveCase(facts);
  return c.startedOn === null || c.plan === null ? null : raisedRecheck(c);
}

/** A raised blood pressure is measured again: within 14 days at 160/100 or higher, within 42 days at 140/90 or higher. */
function raisedRecheck({ bpOn, systolic, diastolic }: ClinicalCase): string | null {
  const reaches = (limit: { systolic: number; diastolic: number }): boolean =>
    (systolic ?? 0) >= limit.systolic || (diastolic ?? 0) >= limit.diastolic;
  if (bpOn === null || !reaches(BP.raised)) return null;
  return addDays(bpOn, reaches(BP.high) ? HIGH_BP_DAYS : BP_DAY);
}

/** Three weeks after the start for oral products, six for the others; done once a reading follows the start. */
function bloodPressure(c: ClinicalCase, { bp_recorded_on: read }: ReminderFacts): ReminderDraft | null {
  if (c.startedOn === null || c.plan === null) return null;
  const taken = isCalendarDate(read) ? read : null;
  const oral = FORMULATIONS[c.plan.formulation].routes[0] === 'oral';
  const first = taken && taken > c.startedOn ? null : addDays(c.startedOn, oral ? ORAL_BP_DAY : BP_DAY);
  const [due] = [raisedRecheck(c) ?? first, beforeRelease(c, taken)].filter((on) => on !== null).toSorted();
  return due ? reminder(c, 'blood_pressure_check', 'Blood pressure check', due) : null;
}

/** The date a hold ends, until a reading is taken during it. */
function beforeRelease({ facts: { hold } }: ClinicalCase, read: string | null): string | null {
  return hold?.until_on && !(read && read > hold.since) ? hold.until_on : null;
}

const CHECK_IN_TITLE: Readonly<Record<CheckInReason, string>> = {
  week_4: 'Check-in: week 4',
  week_12: 'Check-in: week 12',
  week_26: 'Check-in: week 26',
  week_52: 'Check-in: week 52',
  half_year: 'Check-in: every half year',
  renewal: 'Check-in before the renewal',
};

/** Only while a check-in counts for the date: a day earlier it would have to be repeated. */
function checkIn(c: ClinicalCase, { current_prescription: rx }: ReminderFacts): ReminderDraft | null {
  const next = nextCheckIn({
    today: c.today,
    started_on: c.plan ? c.startedOn : null,
    check_ins: (c.facts.check_ins ?? []).map(({ on }) => on),
    renewal_on: rx ? renewalDueOn(rx) : null,
  });
  if (!next || next.opens_on > c.today) return null;
  return reminder(c, 'check_in', CHECK_IN_TITLE[next.reason], next.due_on, CHECK_IN_NOTICE_DAYS);
}

/** Asked for when it is due, and once more after 14 days: then it stays on the page without an email. */
function safetyCheck(c: ClinicalCase, { safety_check_since: since }: ReminderFacts): ReminderDraft | null {
  const draft = simple(c, 'safety_check', 'Safety check', since);
  return draft && { ...draft, notices: [draft.due_date, addDays(draft.due_date, SAFETY_CHECK_AGAIN_DAYS)] };
}

/** The day of the next email about a reminder, from today on; null: no more. `last`: the day of the last one. */
export function noticeOn(draft: ReminderDraft, today: string, last: string | null): string | null {
  const { notices } = draft;
  if (!notices) return draft.next_notice_on;
  const passed = notices.findLast((on) => on <= today);
  if (passed && (last === null || last < passed)) return today;
  return notices.find((on) => on > today) ?? null;
}

function education(c: ClinicalCase, more: ReminderFacts): ReminderDraft | null {
  if (c.facts.education_acknowledged === true) return null;
  return simple(
    c,
    'acknowledge_education',
    'Acknowledge education',
    after(more.intake_submitted_on, EDUCATION_DAYS),
  );
}

/** Only reminds about a draft left for more than three days. */
function intakeDraft(c: ClinicalCase, { intake_draft_since: since }: ReminderFacts): ReminderDraft | null {
  if (!isCalendarDate(since) || daysBetween(since, c.today) <= INTAKE_DRAFT_DAYS) return null;
  return simple(c, 'complete_intake', 'Complete intake', addDays(since, INTAKE_DRAFT_DAYS));
}

const simple = (
  c: ClinicalCase,
  kind: ReminderKind,
  title: string,
  dueOn: string | null | undefined,
): ReminderDraft | null => (isCalendarDate(dueOn) ? reminder(c, kind, title, dueOn) : null);

function reminder(
  c: Pick<ClinicalCase, 'today'>,
  kind: ReminderKind,
  title: string,
  dueOn: string,
  noticeDaysAhead: readonly number[] = [0],
): ReminderDraft {
  const dueInDays = daysBetween(c.today, dueOn);
  return {
    kind,
    title,
    status: dueInDays < 0 ? 'overdue' : 'scheduled',
    due_date: dueOn,
    due_in_days: dueInDays,
    key: `${kind}:${dueOn}`,
    next_notice_on: nextNotice(c.today, dueOn, noticeDaysAhead),
  };
}

/** The next upcoming notice day; after the due date, every seventh day. */
function nextNotice(today: string, dueOn: string, daysAhead: readonly number[]): string {
  const ahead = daysAhead.map((days) => addDays(dueOn, -days)).find((date) => date >= today);
  if (ahead) return ahead;
  const late = Math.max(daysBetween(dueOn, today), 1);
  return addDays(dueOn, Math.ceil(late / WEEK) * WEEK);
}
