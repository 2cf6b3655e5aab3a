import type { AppointmentOverlap } from './appointments.js';
import type { PrescriptionApproval } from './prescriptions.js';

export type ErrorCode =
  | 'bad_request'
  | 'password_mismatch'
  | 'password_invalid'
  | 'missing_token'
  | 'token_expired'
  | 'token_used'
  | 'token_consumed'
  | 'token_invalid'
  | 'invalid_token'
  | 'not_authenticated'
  | 'session_expired'
  | 'session_revoked'
  | 'invalid_credentials'
  | 'sso_required'
  | 'mfa_invalid'
  | 'mfa_expired'
  | 'forbidden'
  | 'csrf'
  | 'reauth_required'
  | 'mfa_enrollment_required'
  | 'email_unverified'
  | 'reason_required'
  | 'not_found'
  | 'version_conflict'
  | 'invalid_state'
  | 'given_in_clinic'
  | 'rule_blocked'
  | 'email_in_use'
  | 'duplicate_in_flight'
  | 'too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'unknown_field'
  | 'idempotency_mismatch'
  | 'too_many_requests'
  | 'database_unavailable'
  | 'overloaded'
  | 'storage_full'
  | 'internal';

/** The body of every error response. */
export interface ErrorBody {
  error: ErrorCode;
  message: string;
  detail: unknown;
  fields?: Record<string, string>;
  /** With version_conflict: the record as it is stored now. */
  current?: unknown;
  /** With version_conflict, if known: who made the last change, and when. */
  changed_by?: string;
  changed_at?: string;
  /** With rule_blocked: the rule that blocks. */
  rule_key?: string;
  /** Every blocking rule, `rule_key` first. */
  blocked_by?: string[];
  /** When a plan needs a reason: the keys of the rules that fire. */
  rules?: string[];
  /** When none of several prescriptions could be approved: why, one by one. */
  results?: PrescriptionApproval[];
  /** When a draw is already on file. */
  lab_id?: string;
  /** When open orders already have some of the tests. */
  open_orders?: string[];
  /** When a visit would overlap others. */
  overlaps?: AppointmentOverlap[];
  request_id: string;
}
