import type { Plan as PatientPlan, PlanFlag, StaffPlan as WirePlan } from '#common/api/index.js';
import type { PlanLifecycle } from '#common/vocabulary/index.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';
import { bothOf, openTexts, type Sealed } from '../platform/crypto/texts.js';
import { planState, planStatus } from './plan-lifecycle.js';

/** A flag as it is stored. */
type FlagRow = Omit<PlanFlag, 'cleared'> &
  Sealed<'text' | 'removed_reason'> & {
    id: string;
    removed_reason: string | null;
    cleared: { by: string | null; at: string } | null;
  };
export interface PlanRow extends Sealed<'flag_reason' | 'reason' | 'override_reason' | 'blood_draw_timing'> {
  id: string;
  org_id: string;
  case_id: string;
  patient_id: string;
  patient_user_id: string;
  /** Its organization keeps clinical acts and records to its providers. */
  needs_provider: boolean;
  patient_name: string;
  mrn: string;
  patient_email: string;
  lifecycle: PlanLifecycle;
  flagged: boolean;
  flag_reason: string | null;
  formulation: string;
  dose: number;
  frequency: string;
  route: string;
  blood_draw_timing: string;
  target_range_low: number | null;
  target_range_high: number | null;
  next_review_at: string | null;
  reason: string | null;
  override_reason: string | null;
  override_rules: string[];
  approved_at: Date | null;
  approved_by_email: string | null;
  approved_by: string | null;
  flags: FlagRow[];
  version: number;
  created_at: Date;
  updated_at: Date;
}
export interface StoredPlan extends WirePlan {
  lifecycle: PlanLifecycle;
  org_id: string;
  case_id: string;
  patient_id: string;
  patient_user_id: string;
  /** Its organization keeps clinical acts and records to its providers. */
  needs_provider: boolean;
  patient_name: string;
  mrn: string;
  patient_email: string;
}

/** Every flag, oldest first; one that was cleared says by whom. */
const FLAGS = `COALESCE((SELECT jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'key', f.key, 'text', f.text, 'text_enc', f.text_enc,
  'removed_reason', f.removed_reason, 'removed_reason_enc', f.removed_reason_enc, 'by', COALESCE(b.display_name, b.email), 'at', f.at,
  'cleared', CASE WHEN f.removed_at IS NOT NULL THEN jsonb_build_object('by', COALESCE(r.display_name, r.email), 'at', f.removed_at) END)
  ORDER BY f.at, f.id)
  FROM plan_flags f LEFT JOIN users b ON b.id = f.by LEFT JOIN users r ON r.id = f.removed_by WHERE f.plan_id = l.id), '[]')`;
/** With the degrees that the name does not say itself. */
const APPROVER = `COALESCE(a.display_name || COALESCE((SELECT ', ' || string_agg(DISTINCT t.type, ', ') FROM provider_licenses t
  WHERE t.user_id = a.id AND position(lower(t.type) IN lower(a.display_name)) = 0), ''), a.email)`;
const TEXTS = ['flag_reason', 'reason', 'override_reason', 'blood_draw_timing'] as const;
export const COLUMNS = `l.id, l.org_id, l.case_id, l.patient_id, p.user_id AS patient_user_id,
  ${NEEDS_PROVIDER} AS needs_provider, COALESCE(p.full_name, u.email) AS patient_name, p.mrn, u.email AS patient_email,
  l.lifecycle, l.flagged, l.formulation, l.dose, l.frequency, l.route, l.target_range_low, l.target_range_high, ${bothOf('l', ...TEXTS)},
  (CASE WHEN l.lifecycle = 'approved' THEN (SELECT c.next_review_on FROM cases c WHERE c.id = l.case_id) ELSE l.next_review_on END)::text AS next_review_at, l.override_rules, l.approved_at, a.email AS approved_by_email, ${APPROVER} AS approved_by,
  ${FLAGS} AS flags, l.version, l.created_at, l.updated_at`;
export const JOINS = `JOIN organisations o ON o.id = l.org_id JOIN patients p ON p.id = l.patient_id JOIN users u ON u.id = p.user_id LEFT JOIN users a ON a.id = l.approved_by`;

function openFlag(row: FlagRow, cipher: FieldCipher): PlanFlag {
  const { kind, key, text, by, at, cleared, removed_reason } = openTexts(cipher, 'plan_flags', row, [
    'text',
    'removed_reason',
  ]);
  return {
    kind,
    key,
    text,
    by,
    at: new Date(at).toISOString(),
    cleared: cleared && { by: cleared.by, at: new Date(cleared.at).toISOString(), reason: removed_reason },
  };
}

export function openPlan(row: PlanRow, cipher: FieldCipher): StoredPlan {
  const plan = openTexts(cipher, 'plans', row, TEXTS);
  return {
    ...plan,
    plan_id: plan.id,
    plan_state: planState(plan.lifecycle),
    status: planStatus(plan.lifecycle),
    starting_dose: plan.dose,
    flags: plan.flags.map((flag) => openFlag(flag, cipher)),
    approved_at: plan.approved_at?.toISOString() ?? null,
    created_at: plan.created_at.toISOString(),
    updated_at: plan.updated_at.toISOString(),
  };
}

export const wirePlan = (plan: StoredPlan): WirePlan => ({
  id: plan.id,
  plan_id: plan.plan_id,
  version: plan.version,
  plan_state: plan.plan_state,
  status: plan.status,
  flagged: plan.flagged,
  flag_reason: plan.flag_reason,
  formulation: plan.formulation,
  dose: plan.dose,
  starting_dose: plan.starting_dose,
  frequency: plan.frequency,
  route: plan.route,
  blood_draw_timing: plan.blood_draw_timing,
  target_range_low: plan.target_range_low,
  target_range_high: plan.target_range_high,
  next_review_at: plan.next_review_at,
  reason: plan.reason,
  override_reason: plan.override_reason,
  override_rules: plan.override_rules,
  flags: plan.flags,
  approved_at: plan.approved_at,
  approved_by_email: plan.approved_by_email,
  approved_by: plan.approved_by,
  created_at: plan.created_at,
  updated_at: plan.updated_at,
});

/** As the patient sees it: that it is flagged, never what a clinician wrote about it. */
export function forPatient(plan: WirePlan): PatientPlan;
export function forPatient(plan: WirePlan | null): PatientPlan | null;
export function forPatient(plan: WirePlan | null): PatientPlan | null {
  if (!plan) return null;
  const {
    approved_by: _approver,
    reason: _reason,
    override_reason: _override,
    override_rules: _rules,
    flags: _flags,
    ...told
  } = plan;
  return { ...told, flag_reason: null };
}

/** The flags that no one has cleared. */
export const openFlags = ({ flags }: Pick<WirePlan, 'flags'>): PlanFlag[] =>
  flags.filter(({ cleared }) => cleared === null);
