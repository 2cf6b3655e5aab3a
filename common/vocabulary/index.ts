/** The vocabulary shared by both sides: one table for each list of statuses, with label and tone. */

export const ROLES = ['system_admin', 'provider', 'patient'] as const;
export type Role = (typeof ROLES)[number];
export const STAFF_ROLES: readonly Role[] = ['provider', 'system_admin'];

export const ROLE_LABEL: Record<Role, string> = {
  system_admin: 'System admin',
  provider: 'Provider',
  patient: 'Patient',
};

export const ROLE_HOME: Record<Role, string> = {
  system_admin: '/admin',
  provider: '/trt/provider/cases',
  patient: '/trt/patient',
};
export const OTHER_HOME = '/dashboard';

export function roleHome(role: string | null | undefined): string {
  return (role && ROLE_HOME[role as Role]) || OTHER_HOME;
}

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';
export interface StatusWord {
  label: string;
  tone: Tone;
}

export const CASE_STATUSES = ['open', 'monitoring', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];
export const CASE_STATUS: Record<CaseStatus, StatusWord> = {
  open: { label: 'open', tone: 'info' },
  // Where the case stands, not how the patient is: a green tick beside a held hematocrit would say that all is well.
  monitoring: { label: 'monitoring', tone: 'info' },
  closed: { label: 'closed', tone: 'neutral' },
};

/** Stored states; the API shows `approved` or `pending_review`. */
export const PLAN_STATES = ['pending_review', 'approved', 'previous', 'superseded'] as const;
export type PlanLifecycle = (typeof PLAN_STATES)[number];
export type PlanStatus = 'approved' | 'pending_review';
export type PlanState = 'current' | 'previous';
export const PLAN_STATUS: Record<PlanStatus, StatusWord> = {
  approved: { label: 'approved', tone: 'success' },
  pending_review: { label: 'pending review', tone: 'warning' },
};
export const DEFAULT_PLAN_LABEL = 'pending';
export const DEFAULT_CASE_LABEL = 'open';

export const PRESCRIPTION_STATUSES = [
  'draft',
  'submitted',
  'accepted',
  'filled',
  'canceled',
  'rejected',
] as const;
export type PrescriptionStatus = (typeof PRESCRIPTION_STATUSES)[number];
export const PRESCRIPTION_STATUS: Record<PrescriptionStatus, StatusWord> = {
  draft: { label: 'draft', tone: 'warning' },
  submitted: { label: 'submitted', tone: 'info' },
  accepted: { label: 'accepted', tone: 'success' },
  filled: { label: 'filled', tone: 'success' },
  canceled: { label: 'canceled', tone: 'neutral' },
  rejected: { label: 'rejected', tone: 'danger' },
};
export const PATIENT_PRESCRIPTION_STATUSES = ['draft', 'approved', 'sent', 'filled', 'discontinued'] as const;
export type PatientPrescriptionStatus = (typeof PATIENT_PRESCRIPTION_STATUSES)[number];
export type PrescriptionState = 'current' | 'draft' | 'past';
export type DraftAction = 'will_replace' | 'new';

export const INTAKE_STATUSES = ['none', 'draft', 'submitted'] as const;
export type IntakeStatus = (typeof INTAKE_STATUSES)[number];

export const LAB_STATUSES = ['scheduled', 'overdue', 'completed'] as const;
export type LabStatus = (typeof LAB_STATUSES)[number];
export const LAB_STATUS: Record<LabStatus, StatusWord> = {
  scheduled: { label: 'scheduled', tone: 'info' },
  overdue: { label: 'overdue', tone: 'warning' },
  completed: { label: 'completed', tone: 'success' },
};

/** A panel's status in the API: one with results may have been corrected or voided. */
export type LabRecordStatus = LabStatus | 'corrected' | 'voided';
export const LAB_RECORD_STATUS: Record<LabRecordStatus, StatusWord> = {
  ...LAB_STATUS,
  corrected: { label: 'corrected', tone: 'info' },
  voided: { label: 'voided', tone: 'neutral' },
};
/** Its results count: rules read them and staff review them. */
export const hasLabResults = (status: LabRecordStatus): boolean =>
  status === 'completed' || status === 'corrected';

export const ALERT_SEVERITIES = ['critical', 'warning', 'info'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];
export const SEVERITY_TONE: Record<AlertSeverity, Tone> = {
  critical: 'danger',
  warning: 'warning',
  info: 'info',
};

export const SERVICE_STATUSES = ['ok', 'degraded', 'unavailable', 'warn', 'critical', 'unknown'] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];
export const SERVICE_TONE: Record<ServiceStatus, Tone> = {
  ok: 'success',
  degraded: 'warning',
  unavailable: 'danger',
  warn: 'warning',
  critical: 'danger',
  unknown: 'neutral',
};

export const DEFAULT_TARGET_RANGE = { low: 450, high: 600 } as const;
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
/** Identifiers are shown by their first characters. */
export const shortId = (id: string): string => id.slice(0, 8);

/** Why a treatment ended. */
export const DISCONTINUE_REASONS = [
  'side_effect',
  'fertility',
  'no_benefit',
  'patient_choice',
  'safety_event',
  'lost_to_follow_up',
  'other',
] as const;
export type DiscontinueReason = (typeof DISCONTINUE_REASONS)[number];

/** recheck: reviewed, and due again on a date. handled: acted on; it comes back when the value gets worse. */
export const ALERT_ACTIONS = ['recheck', 'handled'] as const;
export type AlertAction = (typeof ALERT_ACTIONS)[number];

/** Inbox counts stop here: they are for a badge, not for a report. */
export const INBOX_COUNTED_TO = 100;

/** Who reported that an order was filled. */
export const DISPENSE_SOURCES = ['patient', 'pharmacy', 'staff'] as const;
export type DispenseSource = (typeof DISPENSE_SOURCES)[number];

/** A refill request. */
export const REFILL_STATES = [
  'requested',
  'in_review',
  'approved',
  'needs_labs',
  'needs_visit',
  'refused',
  'sent',
  'filled',
  'withdrawn',
] as const;
export type RefillState = (typeof REFILL_STATES)[number];
export const REFILL_STATE: Record<RefillState, StatusWord> = {
  requested: { label: 'requested', tone: 'info' },
  in_review: { label: 'in review', tone: 'info' },
  approved: { label: 'approved', tone: 'success' },
  needs_labs: { label: 'needs labs', tone: 'warning' },
  needs_visit: { label: 'needs a visit', tone: 'warning' },
  refused: { label: 'refused', tone: 'danger' },
  sent: { label: 'sent', tone: 'success' },
  filled: { label: 'filled', tone: 'success' },
  withdrawn: { label: 'withdrawn', tone: 'neutral' },
};
export const REFILL_DECISIONS = ['review', 'approve', 'needs_labs', 'needs_visit', 'refuse'] as const;
export type RefillDecision = (typeof REFILL_DECISIONS)[number];

/** The units a patient can log a dose in. */
export const DOSE_UNITS = [
  'mg',
  'mL',
  'g',
  'pumps',
  'packets',
  'patches',
  'capsules',
  'sprays',
  'injections',
  'pellets',
] as const;
export type DoseUnit = (typeof DOSE_UNITS)[number];
