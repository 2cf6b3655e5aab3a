import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Plan as PatientPlan, PlanFlag, StaffPlan as WirePlan } from '../../common/api/index.js';
import type { PlanDraft } from '../../common/clinical/index.js';
import type { PlanLifecycle } from '../../common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import type { PlanOrigin } from './plan.entity.js';
import { PlanFlagsRepository, type NewFlag } from './plan-flags.repository.js';
import { planState, planStatus } from './plan-lifecycle.js';

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

interface Row {
  id: string;
  org_id: string;
  case_id: string;
  patient_id: string;
  patient_user_id: string;
  /** Its organisation keeps clinical acts and records to its providers. */
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
  flags: PlanFlag[];
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
  /** Its organisation keeps clinical acts and records to its providers. */
  needs_provider: boolean;
  patient_name: string;
  mrn: string;
  patient_email: string;
}

/** Every flag, oldest first; one that was cleared says by whom. */
const FLAGS = `COALESCE((SELECT jsonb_agg(jsonb_build_object('kind', f.kind, 'key', f.key, 'text', f.text,
  'by', COALESCE(b.display_name, b.email), 'at', f.at, 'cleared', CASE WHEN f.removed_at IS NOT NULL THEN jsonb_build_object(
  'by', COALESCE(r.display_name, r.email), 'at', f.removed_at, 'reason', f.removed_reason) END) ORDER BY f.at, f.id)
  FROM plan_flags f LEFT JOIN users b ON b.id = f.by LEFT JOIN users r ON r.id = f.removed_by WHERE f.plan_id = l.id), '[]')`;
const COLUMNS = `l.id, l.org_id, l.case_id, l.patient_id, p.user_id AS patient_user_id,
  ${NEEDS_PROVIDER} AS needs_provider, COALESCE(p.full_name, u.email) AS patient_name, p.mrn, u.email AS patient_email,
  l.lifecycle, l.flagged, l.flag_reason, l.formulation, l.dose, l.frequency, l.route, l.blood_draw_timing, l.target_range_low, l.target_range_high,
  l.next_review_on::text AS next_review_at, l.reason, l.override_reason, l.override_rules, l.approved_at, a.email AS approved_by_email,
  ${FLAGS} AS flags, l.version, l.created_at, l.updated_at`;
const JOINS = `JOIN organisations o ON o.id = l.org_id JOIN patients p ON p.id = l.patient_id JOIN users u ON u.id = p.user_id LEFT JOIN users a ON a.id = l.approved_by`;

const stored = (row: Row): StoredPlan => ({
  ...row,
  plan_id: row.id,
  plan_state: planState(row.lifecycle),
  status: planStatus(row.lifecycle),
  starting_dose: row.dose,
  flags: row.flags.map((flag) => ({
    ...flag,
    at: new Date(flag.at).toISOString(),
    cleared: flag.cleared && { ...flag.cleared, at: new Date(flag.cleared.at).toISOString() },
  })),
  approved_at: row.approved_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

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
  created_at: plan.created_at,
  updated_at: plan.updated_at,
});

/** As the patient sees it: that it is flagged, never what a clinician wrote about it. */
export function forPatient(plan: WirePlan): PatientPlan;
export function forPatient(plan: WirePlan | null): PatientPlan | null;
export function forPatient(plan: WirePlan | null): PatientPlan | null {
  if (!plan) return null;
  const {
    reason: _reason,
    override_reason: _override,
    override_rules: _rules,
    flags: _flags,
    ...told
  } = plan;
  return { ...told, flag_reason: null };
}

/** The flags that nobody has cleared. */
export const openFlags = ({ flags }: Pick<WirePlan, 'flags'>): PlanFlag[] =>
  flags.filter(({ cleared }) => cleared === null);

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
  ) {}

  /** Current first, then newest. The caller was allowed to reach the patient. */
  async ofPatient(patientId: string): Promise<StoredPlan[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'plans-of-patient',
        text: `SELECT ${COLUMNS} FROM plans l ${JOINS} WHERE l.patient_id = $1
          ORDER BY l.lifecycle IN ('approved', 'pending_review') DESC, l.created_at DESC, l.id`,
      },
      [patientId],
    );
    return rows.map(stored);
  }

  async currentOfCase(caseId: string): Promise<StoredPlan[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'plans-current',
        text: `SELECT ${COLUMNS} FROM plans l ${JOINS} WHERE l.case_id = $1 AND l.lifecycle IN ('approved', 'pending_review')`,
      },
      [caseId],
    );
    return rows.map(stored);
  }

  async find(actor: Actor, id: string): Promise<StoredPlan | null> {
    const row = await this.db.one<Row>(
      {
        name: 'plan-find',
        text: `SELECT ${COLUMNS} FROM plans l ${JOINS} WHERE l.id = $1 AND ($2::uuid IS NULL OR l.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && stored(row);
  }

  pending(actor: Actor, query: ListQuery): Promise<Page<StoredPlan>> {
    return listPage<Row>(
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
    ).then((page) => ({ ...page, rows: page.rows.map(stored) }));
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
        text: `INSERT INTO plans (id, org_id, case_id, patient_id, lifecycle, origin, flagged, flag_reason, formulation, dose, frequency, route, blood_draw_timing,
            target_range_low, target_range_high, next_review_on, basis, rule_set_version, reason)
          VALUES ($1, $2, $3, $4, 'pending_review', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
      },
      [
        id,
        place.orgId,
        place.caseId,
        place.patientId,
        from.origin,
        draft.flagged,
        draft.flag_reason,
        draft.formulation,
        draft.dose,
        draft.frequency,
        draft.route,
        draft.blood_draw_timing,
        draft.target_range_low,
        draft.target_range_high,
        draft.next_review_at,
        from.basis,
        from.ruleSetVersion,
        from.reason,
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
            approved_by = COALESCE($5, approved_by), next_review_on = COALESCE($6::date, next_review_on), override_reason = COALESCE($7, override_reason), override_rules = COALESCE($8, override_rules)
          WHERE id = $1 AND version = $2 AND lifecycle = $3 RETURNING id`,
      },
      [
        plan.id,
        plan.version,
        from,
        to,
        approval?.by ?? null,
        approval?.nextReviewOn ?? null,
        approval?.overrideReason ?? null,
        approval?.overrideRules ?? null,
      ],
    );
    return rows.length === 1;
  }

  /** What the plan says of its flags, from the flags that are open; false when it was changed or decided meanwhile. */
  async showFlags(plan: Pick<StoredPlan, 'id' | 'version'>): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'plan-show-flags',
        text: `UPDATE plans p SET flagged = f.flagged, flag_reason = f.reason, version = version + 1, updated_at = now()
          FROM (SELECT count(*) > 0 AS flagged, string_agg(COALESCE(key, text), ', ' ORDER BY at, id) AS reason
            FROM plan_flags WHERE plan_id = $1 AND removed_at IS NULL) f
          WHERE p.id = $1 AND p.version = $2 AND p.lifecycle = 'pending_review' RETURNING p.id`,
      },
      [plan.id, plan.version],
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
}
