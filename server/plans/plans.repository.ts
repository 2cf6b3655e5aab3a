import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PlanDraft } from '../../common/clinical/index.js';
import type { PlanLifecycle } from '../../common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { sealText } from '../platform/crypto/texts.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import type { PlanOrigin } from './plan.entity.js';
import { PlanFlagsRepository, type NewFlag } from './plan-flags.repository.js';
import { COLUMNS, JOINS, openPlan, type PlanRow, type StoredPlan } from './plan-rows.js';

export const PENDING_LIST: ListDialect = {
  unit: 'plans',
  sorts: {
    created_at: 'l.created_at',
    patient_name: '(SELECT lower(c.list_name) FROM listed_cases c WHERE c.id = l.case_id)',
    formulation: 'l.formulation',
    flagged: 'l.flagged',
  },
  defaultSort: ['created_at', 'ASC'],
  filters: { q: 'text', flagged: 'boolean' },
};

export type PlanCandidate = Pick<StoredPlan, 'id' | 'needs_provider'>;

interface Approval {
  by: string;
  nextReviewOn: string;
  overrideReason: string | null;
  overrideRules: string[];
}

@Injectable()
export class PlansRepository {
  constructor(
    private readonly db: Db,
    private readonly flags: PlanFlagsRepository,
    private readonly cipher: FieldCipher,
  ) {}

  /** Current first, then newest. The caller was allowed to reach the patient. */
  async ofPatient(patientId: string): Promise<StoredPlan[]> {
    const rows = await this.db.rows<PlanRow>(
      {
        name: 'plans-of-patient',
        text: `SELECT ${COLUMNS} FROM plans l ${JOINS} WHERE l.patient_id = $1
          ORDER BY l.lifecycle IN ('approved', 'pending_review') DESC, l.created_at DESC, l.id`,
      },
      [patientId],
    );
    return rows.map((row) => openPlan(row, this.cipher));
  }

  async currentOfCase(caseId: string): Promise<StoredPlan[]> {
    const rows = await this.db.rows<PlanRow>(
      {
        name: 'plans-current',
        text: `SELECT ${COLUMNS} FROM plans l ${JOINS} WHERE l.case_id = $1 AND l.lifecycle IN ('approved', 'pending_review')`,
      },
      [caseId],
    );
    return rows.map((row) => openPlan(row, this.cipher));
  }

  async find(actor: Actor, id: string): Promise<StoredPlan | null> {
    const row = await this.db.one<PlanRow>(
      {
        name: 'plan-find',
        text: `SELECT ${COLUMNS} FROM plans l ${JOINS} WHERE l.id = $1 AND ($2::uuid IS NULL OR l.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && openPlan(row, this.cipher);
  }

  pending(actor: Actor, query: ListQuery): Promise<Page<StoredPlan>> {
    return listPage<PlanRow, StoredPlan>(
      this.db,
      {
        name: 'plans-pending',
        columns: COLUMNS,
        details: `JOIN plans l ON l.id = page.id ${JOINS}`,
        body: `FROM listed_plans l WHERE l.lifecycle = 'pending_review' AND ($1::uuid IS NULL OR l.org_id = $1) AND ($2::uuid[] IS NULL OR l.id = ANY($2))
          AND ($3::boolean IS NULL OR l.flagged = $3)
          AND ($4::text IS NULL OR l.case_id IN (SELECT c.id FROM listed_cases c WHERE c.list_search LIKE lower($4)))`,
        values: [actor.orgId, query.ids, query.filter.flagged ?? null, searched(query.filter.q)],
      },
      query,
      'l.id',
      (rows) => rows.map((row) => openPlan(row, this.cipher)),
    );
  }

  /** Pending plans in the order of their cases, so that two providers lock them in the same order. */
  pendingIds(actor: Actor): Promise<PlanCandidate[]> {
    return this.db.rows<PlanCandidate>(
      {
        name: 'plans-pending-ids',
        text: `SELECT l.id, ${NEEDS_PROVIDER} AS needs_provider FROM plans l JOIN organisations o ON o.id = l.org_id
          WHERE l.lifecycle = 'pending_review' AND ($1::uuid IS NULL OR l.org_id = $1) ORDER BY l.case_id`,
      },
      [actor.orgId],
    );
  }

  /** Those of these plans that the actor may reach, pending or not, in the same order. */
  knownIds(actor: Actor, ids: readonly string[]): Promise<PlanCandidate[]> {
    return this.db.rows<PlanCandidate>(
      {
        name: 'plans-known-ids',
        text: `SELECT l.id, ${NEEDS_PROVIDER} AS needs_provider FROM plans l JOIN organisations o ON o.id = l.org_id
          WHERE l.id = ANY($2::uuid[]) AND ($1::uuid IS NULL OR l.org_id = $1) ORDER BY l.case_id, l.id`,
      },
      [actor.orgId, ids],
    );
  }

  async insert(
    place: { orgId: string; caseId: string; patientId: string },
    draft: PlanDraft,
    from: {
      origin: PlanOrigin;
      basis: string | null;
      ruleSetVersion: string;
      reason: string | null;
      flags: readonly NewFlag[];
      /** Who flags it; null: the rules. */
      by: string | null;
    },
  ): Promise<string> {
    const id = randomUUID();
    await this.db.rows(
      {
        name: 'plan-insert',
        text: `INSERT INTO plans (id, org_id, case_id, patient_id, lifecycle, origin, flagged, flag_reason_enc, formulation, dose, frequency, route, blood_draw_timing,
            blood_draw_timing_enc, target_range_low, target_range_high, next_review_on, basis, rule_set_version, reason_enc)
          VALUES ($1, $2, $3, $4, 'pending_review', $5, $6, $7, $8, $9, $10, $11, '', $12, $13, $14, $15, $16, $17, $18)`,
      },
      [
        id,
        place.orgId,
        place.caseId,
        place.patientId,
        from.origin,
        draft.flagged,
        this.sealed('flag_reason', id, draft.flag_reason),
        draft.formulation,
        draft.dose,
        draft.frequency,
        draft.route,
        this.sealed('blood_draw_timing', id, draft.blood_draw_timing),
        draft.target_range_low,
        draft.target_range_high,
        draft.next_review_at,
        from.basis,
        from.ruleSetVersion,
        this.sealed('reason', id, from.reason),
      ],
    );
    await this.flags.add({ id, org_id: place.orgId }, from.flags, from.by);
    return id;
  }

  /** Moves one on, only from `from` and only at that version; false when somebody was faster. */
  async move(
    plan: Pick<StoredPlan, 'id' | 'version'>,
    from: PlanLifecycle,
    to: PlanLifecycle,
    approval: Approval | null = null,
  ): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'plan-move',
        text: `UPDATE plans SET lifecycle = $4, version = version + 1, updated_at = now(),
            approved_at = CASE WHEN $5::uuid IS NOT NULL THEN now() ELSE approved_at END,
            approved_by = COALESCE($5, approved_by), next_review_on = COALESCE($6::date, next_review_on), override_rules = COALESCE($8, override_rules),
            override_reason_enc = COALESCE($7, override_reason_enc), override_reason = CASE WHEN $7::text IS NULL THEN override_reason END
          WHERE id = $1 AND version = $2 AND lifecycle = $3 RETURNING id`,
      },
      [
        plan.id,
        plan.version,
        from,
        to,
        approval?.by ?? null,
        approval?.nextReviewOn ?? null,
        this.sealed('override_reason', plan.id, approval?.overrideReason ?? null),
        approval?.overrideRules ?? null,
      ],
    );
    return rows.length === 1;
  }

  /** What the plan says of its flags, from the flags that are open; false when it was changed or decided meanwhile. */
  async showFlags(plan: Pick<StoredPlan, 'id' | 'version'>): Promise<boolean> {
    const open = await this.flags.open(plan.id);
    const rows = await this.db.rows(
      {
        name: 'plan-show-flags',
        text: `UPDATE plans SET flagged = $3, flag_reason_enc = $4, flag_reason = NULL, version = version + 1, updated_at = now()
          WHERE id = $1 AND version = $2 AND lifecycle = 'pending_review' RETURNING id`,
      },
      [
        plan.id,
        plan.version,
        open.length > 0,
        this.sealed('flag_reason', plan.id, open.flatMap(({ key, text }) => key ?? text ?? []).join(', ')),
      ],
    );
    return rows.length === 1;
  }

  baselineAnswer(caseId: string): Promise<{
    basis: string;
    outcome: string;
    reasons: string[];
    plan_id: string | null;
    prescription_id: string | null;
  } | null> {
    return this.db.one(
      {
        name: 'baseline-answer',
        text: 'SELECT basis, outcome, reasons, plan_id, prescription_id FROM baseline_answers WHERE case_id = $1',
      },
      [caseId],
    );
  }

  async keepBaselineAnswer(answer: {
    caseId: string;
    orgId: string;
    basis: string;
    outcome: string;
    reasons: readonly string[];
    planId: string | null;
    prescriptionId: string | null;
  }): Promise<void> {
    await this.db.rows(
      {
        name: 'baseline-answer-keep',
        text: `INSERT INTO baseline_answers (case_id, org_id, basis, outcome, reasons, plan_id, prescription_id) VALUES ($1, $2, $3, $4, $5, $6, $7)
          ON CONFLICT (case_id) DO UPDATE SET basis = $3, outcome = $4, reasons = $5, plan_id = $6, prescription_id = $7, created_at = now()`,
      },
      [
        answer.caseId,
        answer.orgId,
        answer.basis,
        answer.outcome,
        answer.reasons,
        answer.planId,
        answer.prescriptionId,
      ],
    );
  }

  private sealed(column: string, id: string, text: string | null): string | null {
    return sealText(this.cipher, 'plans', column, { id, text });
  }
}
