import type { RuleSetDescription } from '../clinical/index.js';
import type { Role, ServiceStatus } from '../vocabulary/index.js';
import type { ListMeta } from './lists.js';
import type { PolicyVersion, StatePolicy, TelemedicinePolicy } from './regulation.js';

export interface OverviewCard {
  label: string;
  status: ServiceStatus;
  value: number | null;
  source: string;
}
export interface ClinicCounts {
  org_id: string;
  name: string;
  active_cases: number;
  pending_review: number;
  new_intakes: number;
  reviews_overdue: number;
}
/** GET /api/admin/overview */
export interface OverviewResponse {
  generated_at: string;
  org_scope: { scope: 'system' | 'organisation'; org_id: string | null };
  program_health: {
    active_trt_cases: OverviewCard;
    intakes_pending_review: OverviewCard;
    new_intakes_last_7_days: OverviewCard;
    reviews: {
      label: string;
      status: ServiceStatus;
      upcoming_7_days: number | null;
      overdue: number | null;
      source: string;
    };
  };
  /** Each clinic beside the others, by name; one row within a clinic. */
  clinics: ClinicCounts[];
  /** The last eight weeks, oldest first; the newest is still running. */
  trend: { week_of: string; new_intakes: number; plans_approved: number }[];
  service_status: Record<string, { status: ServiceStatus; message: string; detail: string | null }>;
}

export interface AdminUser {
  id: string;
  email: string;
  display_name: string | null;
  roles: Role[];
  org_id: string | null;
  org_name: string | null;
  status: 'active' | 'disabled';
  mfa_enabled: boolean;
  /** No password has ever been set. */
  invited: boolean;
  last_seen_at: string | null;
  version: number;
}
export interface AdminUsersResponse extends ListMeta {
  users: AdminUser[];
}
export interface AdminUserPatchRequest {
  version?: number;
  roles?: Role[];
  status?: 'active' | 'disabled';
  org_id?: string | null;
  display_name?: string | null;
}
export interface AdminInviteRequest {
  email: string;
  display_name?: string | null;
  roles: Role[];
  org_id: string | null;
}

export interface OrganisationPolicies {
  mfa_required_for_staff: boolean;
  step_up_for_prescribing: boolean;
  monitoring_mode: 'quarterly' | 'guideline';
  /** Clinical acts and record content require the provider role. */
  clinical_acts_need_provider?: boolean;
  /** A license or registration counts only once an administrator has verified it with the board. */
  licenses_need_verification?: boolean;
  /** Staff must give a reason to open a record outside their case load. */
  break_glass_reason?: boolean;
  /** Check-ins ask the AMS scale: the clinic says that it has the owner's license. */
  ask_ams?: boolean;
  /** null or absent: no limit. */
  service_states?: string[] | null;
  telemedicine?: TelemedicinePolicy;
  /** By state code; a state without an entry uses the default. */
  states?: Record<string, StatePolicy>;
}
export interface OrganisationPoliciesResponse {
  versions: PolicyVersion<OrganisationPolicies>[];
}
/** How patients and laboratories reach a clinic; null: not known. */
export interface ClinicContact {
  phone: string | null;
  address: string | null;
}
export const CLINIC_CONTACT_LIMITS = { addressLength: 300 } as const;

export interface Organisation extends ClinicContact {
  id: string;
  name: string;
  timezone: string;
  policies: OrganisationPolicies;
  version: number;
}
export interface OrganisationsResponse extends ListMeta {
  organisations: Organisation[];
}
/** The secret is write-only. */
export interface SsoSettings {
  issuer: string;
  client_id: string;
  email_domains: string[];
  required: boolean;
  /** Counts an address as verified when the provider does not say. */
  trust_addresses: boolean;
  /** When a sign-in with these settings last succeeded; `required` is refused without one. */
  tried_at: string | null;
  /** Since when no one signs in with it, because who saved it last is no longer an administrator; saving resumes it. */
  paused_at: string | null;
  version: number;
}
/** POST /api/admin/organisations/{id}/sso/try: where to send the browser; it returns with `?sso_trial=`. */
export interface SsoTrialResponse {
  url: string;
}
export type SsoTrialOutcome = 'passed' | 'provider' | 'unavailable' | 'unverified_email' | 'other_domain';
export interface SsoSettingsResponse {
  sso: SsoSettings | null;
  /** The redirect URI to register at the provider. */
  callback_url: string;
  /**
   * What a session that was opened through single sign-on may still save: `renewal` a new client secret and that it is no
   * longer required, or `nothing`; null: anything.
   */
  only: 'renewal' | 'nothing' | null;
}
export interface SsoSettingsRequest extends Omit<
  SsoSettings,
  'version' | 'tried_at' | 'paused_at' | 'trust_addresses'
> {
  version?: number;
  /** Absent: off. */
  trust_addresses?: boolean;
  /** Absent: keep the stored one. */
  client_secret?: string;
}
/** null or blank takes a phone number or an address away. */
export interface OrganisationCreateRequest extends Partial<ClinicContact> {
  name: string;
  timezone?: string;
  policies?: PoliciesPatch;
}
/** States sent replace the entries with their code; null resets a state to the default. */
export type PoliciesPatch = Partial<Omit<OrganisationPolicies, 'states'>> & {
  states?: Record<string, StatePolicy | null>;
};
export interface OrganisationPatchRequest extends Partial<ClinicContact> {
  version?: number;
  name?: string;
  timezone?: string;
  policies?: PoliciesPatch;
}

export interface AuditEvent {
  id: string;
  seq: number;
  at: string;
  actor_id: string | null;
  actor_role: string | null;
  action: string;
  target_type: string | null;
  target_id: string | null;
  patient_id: string | null;
  org_id: string | null;
  outcome: string;
  request_id: string | null;
  /** For administrative actions: what was set, or where access was refused. */
  detail: Record<string, unknown> | null;
}
export interface AuditResponse extends ListMeta {
  events: AuditEvent[];
}
export interface AuditVerifyResponse {
  ok: boolean;
  checked: number;
  first_bad_seq: number | null;
}

export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'dead'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];
export interface AdminMail {
  id: string;
  to: string;
  subject: string;
  status: MailStatus;
  attempts: number;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
}
export interface AdminMailsResponse extends ListMeta {
  mails: AdminMail[];
}

export const ARTICLE_AUDIENCES = ['all', 'patient', 'staff'] as const;
export type ArticleAudience = (typeof ARTICLE_AUDIENCES)[number];
export interface Article {
  id: string;
  slug: string;
  title: string;
  body: string;
  tags: string[];
  sources: string[];
  /** How people ask for it in their own words; searched, not shown to readers. */
  asked_as: string[];
  audience: ArticleAudience;
  /** Not reviewed by a clinician yet; readers see a note. */
  awaiting_review: boolean;
  version: number;
  updated_at: string;
}
export interface ArticlesResponse extends ListMeta {
  articles: Article[];
}
export interface ArticleRequest {
  slug: string;
  title: string;
  body: string;
  tags: string[];
  sources: string[];
  asked_as?: string[];
  audience?: ArticleAudience;
  version?: number;
}
/** GET /api/admin/articles/{id}/versions: every saved version, newest first. */
export interface ArticleVersion extends Omit<Article, 'id' | 'updated_at' | 'awaiting_review'> {
  /** null: comes with the portal. */
  author: string | null;
  at: string;
}
export interface ArticleVersionsResponse {
  versions: ArticleVersion[];
}

/** The clinical rules, in words. */
export type RuleSetResponse = RuleSetDescription;
