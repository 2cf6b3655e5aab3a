import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Prescription as WirePrescription } from '../../common/api/index.js';
import type { PrescriptionDraft } from '../../common/clinical/index.js';
import type { DraftAction, PrescriptionStatus } from '../../common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { prescriptionState } from './prescription-lifecycle.js';

type Row = Omit<
  WirePrescription,
  'prescription_state' | 'sent_at' | 'approved_at' | 'created_at' | 'updated_at'
> & {
  run_out: boolean;
  replaces_id: string | null;
  ended_reason: string | null;
  sent_at: Date | null;
  approved_at: Date | null;
  created_at: Date;
  updated_at: Date;
};
export type StoredPrescription = WirePrescription & { replaces_id: string | null };

/** A filled one has run out when its days and refills are over. */
const SELECT = `SELECT x.id, x.id AS prescription_id, x.version, x.case_id, x.plan_id, x.patient_id, COALESCE(p.full_name, u.email) AS patient_name,
    u.email AS patient_email, x.drug, x.dose, x.sig, x.frequency, x.route, x.quantity, x.days_supply, x.refills, x.status, x.draft_action,
    pl.dose AS plan_dose, pl.frequency AS plan_frequency, x.formulation, x.sent_at, x.approved_at, x.created_at, x.updated_at, x.replaces_id, x.ended_reason,
    x.status = 'filled' AND x.filled_at + make_interval(days => x.days_supply * (x.refills + 1)) < now() AS run_out
  FROM prescriptions x JOIN patients p ON p.id = x.patient_id JOIN users u ON u.id = p.user_id LEFT JOIN plans pl ON pl.id = x.plan_id`;

function stored({ run_out, ended_reason, ...row }: Row): StoredPrescription {
  return {
    ...row,
    prescription_state: prescriptionState(row.status, run_out || ended_reason !== null),
    sent_at: row.sent_at?.toISOString() ?? null,
    approved_at: row.approved_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Callers hold a case they were allowed to reach. */
@Injectable()
export class PrescriptionsRepository {
  constructor(private readonly db: Db) {}

  async ofCase(caseId: string): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'prescriptions-of-case',
        text: `${SELECT} WHERE x.case_id = $1 ORDER BY x.created_at DESC, x.id`,
      },
      [caseId],
    );
    return rows.map(stored);
  }

  async find(id: string): Promise<StoredPrescription | null> {
    const row = await this.db.one<Row>({ name: 'prescription-find', text: `${SELECT} WHERE x.id = $1` }, [
      id,
    ]);
    return row && stored(row);
  }

  /** The undecided drafts of these plans, one a plan. */
  async draftsOfPlans(planIds: readonly string[]): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'prescription-drafts',
        text: `${SELECT} WHERE x.plan_id = ANY($1) AND x.status IN ('draft', 'submitted') ORDER BY x.created_at, x.id`,
      },
      [planIds],
    );
    return rows.map(stored);
  }

  /** The one in use that a new draft would replace. */
  inUse(caseId: string): Promise<{ id: string } | null> {
    return this.db.one<{ id: string }>(
      {
        name: 'prescription-in-use',
        text: `SELECT id FROM prescriptions WHERE case_id = $1 AND status IN ('accepted', 'filled') AND ended_reason IS NULL ORDER BY created_at DESC LIMIT 1`,
      },
      [caseId],
    );
  }

  async insertDraft(
    place: { orgId: string; caseId: string; patientId: string; planId: string },
    draft: PrescriptionDraft,
    replacing: { action: DraftAction; replacesId: string | null },
  ): Promise<string> {
    const id = randomUUID();
    await this.db.rows(
      {
        name: 'prescription-insert',
        text: `INSERT INTO prescriptions (id, org_id, case_id, patient_id, plan_id, formulation, drug, dose, sig, frequency, route, quantity, days_supply, refills, status, draft_action, replaces_id)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'draft', $15, $16)`,
      },
      [
        id,
        place.orgId,
        place.caseId,
        place.patientId,
        place.planId,
        draft.formulation,
        draft.drug,
        draft.dose,
        draft.sig,
        draft.frequency,
        draft.route,
        draft.quantity,
        draft.days_supply,
        draft.refills,
        replacing.action,
        replacing.replacesId,
      ],
    );
    return id;
  }

  /** Moves one on, only from the statuses given; false when it was not in one of them. */
  async move(
    id: string,
    from: readonly PrescriptionStatus[],
    to: PrescriptionStatus,
    by: string | null,
    reason: string | null,
  ): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-move',
        text: `UPDATE prescriptions SET status = $3, version = version + 1, updated_at = now(),
            approved_at = CASE WHEN $3 = 'accepted' THEN now() ELSE approved_at END,
            approved_by = CASE WHEN $3 = 'accepted' THEN $4 ELSE approved_by END,
            ended_reason = CASE WHEN $3 IN ('canceled', 'rejected') THEN COALESCE($5, $3) ELSE ended_reason END
          WHERE id = $1 AND status = ANY($2) RETURNING id`,
      },
      [id, from, to, by, reason],
    );
    return rows.length === 1;
  }

  /** A filled one stays filled, and ends. */
  async endFilled(id: string, reason: string): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-end-filled',
        text: `UPDATE prescriptions SET ended_reason = $2, version = version + 1, updated_at = now() WHERE id = $1 AND status = 'filled' AND ended_reason IS NULL RETURNING id`,
      },
      [id, reason],
    );
    return rows.length === 1;
  }
}
