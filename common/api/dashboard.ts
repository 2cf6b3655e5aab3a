import type { UnsentChanges } from './intake.js';
import type { MaybeKept } from './lists.js';
import type { IntakeStatus, LabStatus } from '../vocabulary/index.js';
import type { Plan } from './plans.js';

export interface NextLabSuggestion {
  instruction: string;
  suggested_in_days: number;
  draw_timing: string;
  status: LabStatus;
  due_in_days: number;
  due_on: string;
  /** The purpose of the draw: '6-week check'. */
  label: string;
  analytes: string[];
  /** First and last day of a draw that a refill waits for; absent: at once. `due_on` is the first of them that is left. */
  draw_from?: string;
  draw_until?: string;
}

export interface IntakeSummary {
  full_name: string | null;
  dob: string | null;
  height: number | null;
  weight: number | null;
  bmi: number | null;
  desire_fertility: string | null;
  iief_confidence: number | null;
  iief_hardness: number | null;
  iief_maintain: number | null;
  iief_difficulty: number | null;
  iief_satisfaction: number | null;
}

/** The summary for staff. */
export interface StaffIntakeSummary extends IntakeSummary {
  age: number | null;
  allergies: string | null;
  current_medications: string | null;
}

/** Why a submitted intake has no plan. */
export interface NoPlan {
  /** ended: the treatment was discontinued. not_started: discontinued before it had begun. not_eligible: a rule is against starting; a clinician reviews it. */
  reason: 'ended' | 'not_started' | 'not_eligible';
  /** The date of the discontinuation. */
  ended_on: string | null;
  /** Keys of the rules against starting, without those that a clinician explains in person. */
  reasons: string[];
  /** A clinician will talk with the patient about a reason. */
  in_person: boolean;
}

/** The treatment, or each order in use, is on hold until the care team resumes it, or a rule stops a start. */
export interface TreatmentHold {
  since: string;
  /** The planned end date; null if there is none. */
  until_on: string | null;
}

/** GET /api/trt/dashboard */
export interface DashboardResponse {
  case_source: string;
  as_of: string;
  intake_completed: boolean;
  intake_status: IntakeStatus;
  /** The active plan, otherwise the pending one. */
  plan: Plan | null;
  pending_plan: Plan | null;
  /** null with a plan, and while no rule is against one. */
  no_plan: NoPlan | null;
  /** No dose may be taken until it ends. */
  hold: TreatmentHold | null;
  /** The directions that go on while a new dose waits; null if none waits. */
  goes_on_as: string | null;
  /** What it waits for: its approval, its fill, or the injection at the clinic, with the day of the visit booked for it. */
  goes_on_until: { what: 'approval' | 'fill' | 'injection'; on: string | null } | null;
  /** An emergency or an overdose that the patient reported is not answered yet: no dose may be taken until it is. */
  emergency_open: boolean;
  next_lab_suggestion: NextLabSuggestion | null;
  /** The laboratory order that comes first: where to go, or what results are expected. */
  lab_order: { laboratory: string; due_on: string; drawn: boolean } | null;
  intake: IntakeSummary | null;
  /** Answers changed after submission, which the care team cannot see yet. */
  unsent_changes: UnsentChanges | null;
  reminders_due: number;
  /** Since when information entered before the address was verified has been waiting for the care team. */
  held_since: string | null;
}

export interface Reminder {
  id: string;
  title: string;
  status: LabStatus;
  due_in_days: number;
  due_date: string;
  kind: string;
  acknowledged_at: string | null;
}

export interface RemindersResponse extends MaybeKept {
  reminders: Reminder[];
}

export interface ReminderAcknowledgement {
  id: string;
  title: string;
  kind: string;
  acknowledged_at: string;
}

export interface ReminderAcknowledgementsResponse {
  acknowledgements: ReminderAcknowledgement[];
}

export interface ReminderMailResponse {
  enabled: boolean;
  email: string;
  next_send_at: string | null;
  preview: { subject: string; text: string };
}
