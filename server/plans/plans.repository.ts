import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PlanDraft } from '#common/clinical/index.js';
import type { PlanLifecycle } from '#common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { sealText } from '../platform/crypto/texts.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { BaselineAnswer, Plan } from './plan.entity.js';
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
    @InjectRepository(Plan) private readonly plans: Rows<Plan>,
    @InjectRepository(BaselineAnswer) private readonly answers: Rows<BaselineAnswer>,
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
        records: { actor, table: 'l', patient: '(SELECT c.patient_id FROM cases c WHERE c.id = l.case_id)' },
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
      origin: Plan['origin'];
      basis: string | null;
      ruleSetVersion: string;
      reason: string | null;
      flags: readonly NewFlag[];
      /** Who flags it; null: the rules. */
      by: string | null;
    },
  ): Promise<string> {
    const id = randomUUID();
    const { flagged, formulation, dose, frequency, route, target_range_low, target_range_high } = draft;
    const plain = { flagged, formulation, dose, frequency, route, target_range_low, target_range_high };
    await this.plans.insert({
      id,
      org_id: place.orgId,
      case_id: place.caseId,
      patient_id: place.patientId,
      lifecycle: 'pending_review',
      origin: from.origin,
      ...plain,
      flag_reason_enc: this.sealed('flag_reason', id, draft.flag_reason),
      blood_draw_timing: '',
      blood_draw_timing_enc: this.sealed('blood_draw_timing', id, draft.blood_draw_timing),
      next_review_on: draft.next_review_at,
      basis: from.basis,
      rule_set_version: from.ruleSetVersion,
      reason_enc: this.sealed('reason', id, from.reason),
    });
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
    const reason = this.sealed('override_reason', plan.id, approval?.overrideReason ?? null);
    const { affected } = await this.plans.update(
      { id: plan.id, version: plan.version, lifecycle: from },
      {
        lifecycle: to,
        version: NEXT_VERSION,
        ...(approval && {
          approved_at: () => 'now()',
          approved_by: approval.by,
          next_review_on: approval.nextReviewOn,
          override_rules: approval.overrideRules,
        }),
        ...(reason && { override_reason_enc: reason, override_reason: null }),
      },
    );
    return affected === 1;
  }

  /** What the plan says of its flags, from the flags that are open; false when it was changed or decided meanwhile. */
  async showFlags(plan: Pick<StoredPlan, 'id' | 'version'>): Promise<boolean> {
    const { affected } = await this.plans.update(
      { id: plan.id, version: plan.version, lifecycle: 'pending_review' },
      { ...(await this.openFlags(plan.id)), version: NEXT_VERSION },
    );
    return affected === 1;
  }

  /** The same with fewer flags than the reviewer has seen: the version stays. */
  async showAnswered(id: string): Promise<void> {
    await this.plans.update({ id, lifecycle: 'pending_review' }, await this.openFlags(id));
  }

  private async openFlags(id: string): Promise<Pick<Plan, 'flagged' | 'flag_reason_enc' | 'flag_reason'>> {
    const open = await this.flags.open(id);
    const reason = open.flatMap(({ key, text }) => key ?? text ?? []).join(', ');
    return {
      flagged: open.length > 0,
      flag_reason_enc: this.sealed('flag_reason', id, reason),
      flag_reason: null,
    };
  }

  baselineAnswer(caseId: string): Promise<BaselineAnswer | null> {
    return this.answers.findOneBy({ case_id: caseId });
  }

  async keepBaselineAnswer(answer: Omit<BaselineAnswer, 'created_at'>): Promise<void> {
    await this.answers.upsert({ ...answer, created_at: () => 'now()' }, ['case_id']);
  }

  private sealed(column: string, id: string, text: string | null): string | null {
    return sealText(this.cipher, 'plans', column, { id, text });
  }
}
