import type { DraftedPrescription, Prescription } from '#common/api/index.js';
import type { StoredPrescription } from './prescription-rows.js';

export const wirePrescription = ({
  replaces_id: _replaces,
  org_id: _org,
  patient_user_id: _user,
  needs_provider: _needsProvider,
  filled_at: _filledAt,
  overridden_at: _overriddenAt,
  override_values: _passedOn,
  fills: _fills,
  plan_formulation: _planFormulation,
  approved_by: _signer,
  ...prescription
}: StoredPrescription): Prescription => prescription;

/** Without what a clinician typed about it. */
export function draftForPatient(order: Prescription | null): DraftedPrescription | null {
  if (!order) return null;
  const {
    override_reason: _override,
    override_rules: _rules,
    override_history: _history,
    on_hold: _hold,
    ended_reason: _ended,
    ...told
  } = order;
  return told;
}
