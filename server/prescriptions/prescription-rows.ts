import type { OrderRequest, Prescription as WirePrescription } from '#common/api/index.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { Revealed } from '../platform/errors/revealed.js';
import { bothOf, openText, openTexts, type Sealed } from '../platform/crypto/texts.js';
import { inUse, ranOut } from './records/order-in-use.js';
import { openHistory } from './override-history.js';
import { openValues, type PassedValues } from './passed-values.js';
import { prescriptionState } from './prescription-lifecycle.js';

export type PrescriptionRow = Omit<
  WirePrescription,
  | 'prescription_state'
  | 'override_history'
  | 'sent_at'
  | 'approved_at'
  | 'created_at'
  | 'updated_at'
  | 'on_hold'
> &
  Sealed<'override_reason' | 'on_hold_reason' | 'ended_note'> & {
    on_hold_since: Date | null;
    on_hold_rule: string | null;
    on_hold_reason: string | null;
    on_hold_by: string | null;
    run_out: boolean;
    replaces_id: string | null;
    org_id: string;
    patient_user_id: string;
    needs_provider: boolean;
    approved_by: string | null;
    fills: number;
    plan_formulation: string | null;
    filled_at: Date | null;
    overridden_at: Date | null;
    override_values_enc: string | null;
    override_history_enc: string | null;
    sent_at: Date | null;
    approved_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
export type StoredPrescription = WirePrescription & {
  replaces_id: string | null;
  org_id: string;
  patient_user_id: string;
  /** Its organization keeps clinical acts and records to its providers. */
  needs_provider: boolean;
  /** Who signed it. */
  approved_by: string | null;
  filled_at: string | null;
  /** When it last passed rules by name. */
  overridden_at: string | null;
  /** The values on which it passed them; null: not kept. */
  override_values: PassedValues | null;
  fills: number;
  /** The product of its plan while that one waits or is in force. */
  plan_formulation: string | null;
};

/** Why an order ended: a code, or else what was typed. */
export interface OrderEnd {
  code?: string;
  note?: string | null;
}

/** What an order says, whether drafted from a plan or written by hand. */
export type OrderDraft = OrderRequest & { formulation: string; sig: string };

export const WAITS = `x.status IN ('draft', 'submitted')`;
export const IN_USE = inUse('x');
export const COLUMNS = `x.id, x.id AS prescription_id, x.version, x.case_id, x.plan_id, x.patient_id,
    COALESCE(p.full_name, u.email) AS patient_name, p.mrn, u.email AS patient_email, x.drug, x.dose, x.sig, x.frequency, x.route,
    x.quantity, x.days_supply, x.vial, x.refills, x.status, x.draft_action, pl.dose AS plan_dose, pl.frequency AS plan_frequency,
    CASE WHEN pl.lifecycle IN ('approved', 'pending_review') THEN pl.formulation END AS plan_formulation,
    CASE WHEN pl.lifecycle IN ('approved', 'previous') THEN 'approved' WHEN pl.id IS NOT NULL THEN 'pending_review' END AS plan_status,
    x.formulation, x.sent_at, x.approved_at, x.created_at, x.updated_at, x.replaces_id, x.override_rules, x.overridden_at, x.override_values_enc, x.override_history_enc, x.ended_reason, x.ended_note_enc,
    ${bothOf('x', 'override_reason', 'on_hold_reason')}, x.on_hold_since, x.on_hold_rule, COALESCE(h.display_name, h.email) AS on_hold_by, x.org_id,
    p.user_id AS patient_user_id, ${NEEDS_PROVIDER} AS needs_provider, x.filled_at, x.fills, x.approved_by, ${ranOut('x')} AS run_out`;
export const JOINS = `JOIN organisations o ON o.id = x.org_id JOIN patients p ON p.id = x.patient_id JOIN users u ON u.id = p.user_id
  LEFT JOIN plans pl ON pl.id = x.plan_id LEFT JOIN users h ON h.id = x.on_hold_by`;
export const SELECT = `SELECT ${COLUMNS} FROM prescriptions x ${JOINS}`;

export type OrderEnding = Pick<PrescriptionRow, 'id' | 'ended_reason' | 'ended_note_enc'>;

/** What was typed about the end, or else its code. */
export const endedReason = (
  { id, ended_reason: code, ended_note_enc: stored }: OrderEnding,
  cipher: FieldCipher,
): string | null => openText(cipher, 'prescriptions', 'ended_note', { id, stored }) ?? code;

export function openPrescription(sealed: PrescriptionRow, cipher: FieldCipher): StoredPrescription {
  const {
    run_out,
    on_hold_since,
    on_hold_rule,
    on_hold_reason,
    on_hold_by,
    ended_note_enc: _,
    override_values_enc: passed,
    override_history_enc: history,
    ...row
  } = openTexts(cipher, 'prescriptions', sealed, ['override_reason', 'on_hold_reason']);
  return {
    ...row,
    ended_reason: endedReason(sealed, cipher),
    on_hold: on_hold_since && {
      since: on_hold_since.toISOString(),
      rule_key: on_hold_rule,
      reason: on_hold_by && on_hold_reason,
      by: on_hold_by,
    },
    prescription_state: prescriptionState(row.status, run_out || row.ended_reason !== null),
    sent_at: row.sent_at?.toISOString() ?? null,
    filled_at: row.filled_at?.toISOString() ?? null,
    overridden_at: row.overridden_at?.toISOString() ?? null,
    override_values: openValues(cipher, row.id, passed),
    override_history: openHistory(cipher, { id: row.id, stored: history }, row),
    approved_at: row.approved_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** What a refusal that shows this order reveals. */
export const orderRevealed = ({ id, patient_id, org_id }: StoredPrescription): Revealed => ({
  kind: 'prescription',
  id,
  patientId: patient_id,
  orgId: org_id,
});
