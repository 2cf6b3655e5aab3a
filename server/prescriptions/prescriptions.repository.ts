import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  PRESCRIPTION_STATUSES,
  type DraftAction,
  type PrescriptionStatus,
} from '../../common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { OrderRequest } from '../../common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { bothOf, openTexts, sealText, type Sealed } from '../platform/crypto/texts.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import {
  COLUMNS,
  IN_USE,
  JOINS,
  SELECT,
  WAITS,
  openPrescription,
  type OrderDraft,
  type OrderEnd,
  type PrescriptionRow,
  type StoredPrescription,
} from './prescription-rows.js';

export const PRESCRIPTION_LIST: ListDialect = {
  unit: 'prescriptions',
  sorts: {
    created_at: 'x.created_at',
    drug: 'x.drug',
    status: 'x.status',
    patient_name: '(SELECT lower(c.list_name) FROM listed_cases c WHERE c.id = x.case_id)',
  },
  defaultSort: ['created_at', 'DESC'],
  filters: {
    q: 'text',
    status: PRESCRIPTION_STATUSES,
    prescription_state: ['current', 'draft', 'past'],
    case_id: 'uuid',
    patient_id: 'uuid',
  },
};

type PlanOverrideRow = Sealed<'override_reason'> & {
  id: string;
  rules: string[];
  override_reason: string | null;
};

/** Callers hold a case they were allowed to reach. */
@Injectable()
export class PrescriptionsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  async ofCase(caseId: string): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<PrescriptionRow>(
      {
        name: 'prescriptions-of-case',
        text: `${SELECT} WHERE x.case_id = $1 ORDER BY x.created_at DESC, x.id`,
      },
      [caseId],
    );
    return this.opened(rows);
  }

  async find(id: string): Promise<StoredPrescription | null> {
    const row = await this.db.one<PrescriptionRow>(
      { name: 'prescription-find', text: `${SELECT} WHERE x.id = $1` },
      [id],
    );
    return row && openPrescription(row, this.cipher);
  }

  /** Orders of this plan that were approved before it was. */
  async acceptedOfPlan(planId: string): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<PrescriptionRow>(
      {
        name: 'prescription-accepted-of-plan',
        text: `${SELECT} WHERE x.plan_id = $1 AND x.status = 'accepted' ORDER BY x.created_at, x.id`,
      },
      [planId],
    );
    return this.opened(rows);
  }

  /** The orders that go with these plans: drafts, and those approved ahead of them. */
  async livingOfPlans(planIds: readonly string[]): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<PrescriptionRow>(
      {
        name: 'prescriptions-living-of-plans',
        text: `${SELECT} WHERE x.plan_id = ANY($1) AND x.status IN ('draft', 'submitted', 'accepted') ORDER BY x.status <> 'accepted', x.created_at, x.id`,
      },
      [planIds],
    );
    return rows.map((row) => openPrescription(row, this.cipher));
  }

  /** The undecided drafts of these plans, one a plan. */
  async draftsOfPlans(planIds: readonly string[]): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<PrescriptionRow>(
      {
        name: 'prescription-drafts',
        text: `${SELECT} WHERE x.plan_id = ANY($1) AND x.status IN ('draft', 'submitted') ORDER BY x.created_at, x.id`,
      },
      [planIds],
    );
    return this.opened(rows);
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

  /**
   * Orders that this one takes the place of: the one it was drawn to replace, also if its days are over by now (what it left is
   * still in hand), and any in use that were approved since it was drawn.
   */
  replacedBy({ id, case_id, replaces_id, created_at }: StoredPrescription): Promise<StoredPrescription[]> {
    return this.db
      .rows<PrescriptionRow>(
        {
          name: 'prescription-replaced-by',
          text: `${SELECT} WHERE x.case_id = $1 AND x.id <> $2 AND x.status IN ('accepted', 'filled') AND x.ended_reason IS NULL
            AND (x.id = $3 OR (x.approved_at > $4 AND ${IN_USE}))`,
        },
        [case_id, id, replaces_id, created_at],
      )
      .then((rows) => this.opened(rows));
  }

  async insertDraft(
    place: { orgId: string; caseId: string; patientId: string; planId: string },
    draft: OrderDraft,
    replacing: { action: DraftAction; replacesId: string | null },
  ): Promise<string> {
    const id = randomUUID();
    await this.db.rows(
      {
        name: 'prescription-insert',
        text: `INSERT INTO prescriptions (id, org_id, case_id, patient_id, plan_id, formulation, drug, dose, sig, frequency, route, quantity, days_supply, refills, status, draft_action, replaces_id, vial)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'draft', $15, $16, $17)`,
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
        draft.vial ?? null,
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
    end: OrderEnd,
  ): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-move',
        text: `UPDATE prescriptions SET status = $3, version = version + 1, updated_at = now(),
            approved_at = CASE WHEN $3 = 'accepted' THEN now() ELSE approved_at END,
            approved_by = CASE WHEN $3 = 'accepted' THEN $4 ELSE approved_by END,
            filled_at = CASE WHEN $3 = 'filled' THEN now() ELSE filled_at END,
            fills = CASE WHEN $3 = 'filled' THEN fills + 1 ELSE fills END,
            ended_reason = CASE WHEN $3 IN ('canceled', 'rejected') THEN COALESCE($5, $3) ELSE ended_reason END,
            ended_note_enc = CASE WHEN $3 IN ('canceled', 'rejected') THEN $6 ELSE ended_note_enc END
          WHERE id = $1 AND status = ANY($2) RETURNING id`,
      },
      [id, from, to, by, end.code ?? null, this.sealed('ended_note', id, end.note ?? null)],
    );
    return rows.length === 1;
  }

  /** The calendar day where the clinic works. */
  async clinicDay(orgId: string): Promise<string> {
    const row = await this.db.one<{ day: string }>(
      {
        name: 'prescription-clinic-day',
        text: 'SELECT (now() AT TIME ZONE timezone)::date::text AS day FROM organisations WHERE id = $1',
      },
      [orgId],
    );
    return row!.day;
  }

  /** Counts fills, and keeps the first one's time: noon of its day where it was not today. */
  async filled(id: string, filledOn: string, more: 0 | 1): Promise<void> {
    await this.db.rows(
      {
        name: 'prescription-filled',
        text: `UPDATE prescriptions x SET fills = x.fills + $3, updated_at = now(), version = x.version + $3,
            filled_at = LEAST(x.filled_at, ($2::date + time '12:00') AT TIME ZONE o.timezone, now())
          FROM organisations o WHERE o.id = x.org_id AND x.id = $1`,
      },
      [id, filledOn, more],
    );
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

  /** The plan a new order belongs to: the one waiting, else the one in force. */
  async planFor(caseId: string): Promise<string | null> {
    const row = await this.db.one<{ id: string }>(
      {
        name: 'prescription-plan',
        text: `SELECT id FROM plans WHERE case_id = $1 AND lifecycle IN ('pending_review', 'approved')
          ORDER BY lifecycle = 'pending_review' DESC LIMIT 1`,
      },
      [caseId],
    );
    return row?.id ?? null;
  }

  /** Whether the plan of an order waits for review with a flag. */
  async planIsFlagged(planId: string | null): Promise<boolean> {
    const row = await this.db.one(
      {
        name: 'prescription-plan-flagged',
        text: `SELECT 1 FROM plans WHERE id = $1 AND lifecycle = 'pending_review' AND flagged`,
      },
      [planId],
    );
    return row !== null;
  }

  /** For staff: of the actor's organisation only. */
  async inOrganisation(actor: Actor, id: string): Promise<StoredPrescription | null> {
    const row = await this.db.one<PrescriptionRow>(
      {
        name: 'prescription-in-org',
        text: `${SELECT} WHERE x.id = $1 AND ($2::uuid IS NULL OR x.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && openPrescription(row, this.cipher);
  }

  async manyInOrganisation(actor: Actor, ids: readonly string[]): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<PrescriptionRow>(
      {
        name: 'prescriptions-in-org',
        text: `${SELECT} WHERE x.id = ANY($1) AND ($2::uuid IS NULL OR x.org_id = $2)`,
      },
      [ids, actor.orgId],
    );
    return this.opened(rows);
  }

  async ofPatient(patientId: string): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<PrescriptionRow>(
      {
        name: 'prescriptions-of-patient',
        text: `${SELECT} WHERE x.patient_id = $1 ORDER BY x.created_at DESC, x.id`,
      },
      [patientId],
    );
    return this.opened(rows);
  }

  list(actor: Actor, query: ListQuery): Promise<Page<StoredPrescription>> {
    const { q, status, prescription_state, case_id, patient_id } = query.filter;
    return listPage<PrescriptionRow, StoredPrescription>(
      this.db,
      {
        name: 'prescription-list',
        search: q !== undefined,
        columns: COLUMNS,
        details: `JOIN prescriptions x ON x.id = page.id ${JOINS}`,
        body: `FROM listed_prescriptions x WHERE ($1::uuid IS NULL OR x.org_id = $1) AND ($2::uuid[] IS NULL OR x.id = ANY($2))
          AND ($3::text IS NULL OR x.list_search LIKE lower($3)) AND ($4::text IS NULL OR x.status = $4)
          AND ($5::text IS NULL OR CASE $5 WHEN 'draft' THEN ${WAITS} WHEN 'current' THEN ${IN_USE} ELSE NOT (${WAITS} OR ${IN_USE}) END)
          AND ($6::uuid IS NULL OR x.case_id = $6) AND ($7::uuid IS NULL OR x.patient_id = $7)`,
        values: [
          actor.orgId,
          query.ids,
          searched(q),
          status ?? null,
          prescription_state ?? null,
          case_id ?? null,
          patient_id ?? null,
        ],
      },
      query,
      'x.id',
      (rows) => this.opened(rows),
    );
  }

  /** false: it was decided or changed in the meantime. */
  async edit(id: string, version: number, fields: OrderRequest & { sig: string }): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-edit',
        text: `UPDATE prescriptions SET drug = $3, dose = $4, frequency = $5, route = $6, quantity = $7, refills = $8,
            days_supply = $9, sig = $10, vial = $11, version = version + 1, updated_at = now()
          WHERE id = $1 AND version = $2 AND status IN ('draft', 'submitted') RETURNING id`,
      },
      [
        id,
        version,
        fields.drug,
        fields.dose,
        fields.frequency,
        fields.route,
        fields.quantity,
        fields.refills,
        fields.days_supply,
        fields.sig,
        fields.vial ?? null,
      ],
    );
    return rows.length === 1;
  }

  async markSent(id: string): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-sent',
        text: `UPDATE prescriptions SET sent_at = now(), version = version + 1, updated_at = now()
          WHERE id = $1 AND status = 'accepted' AND sent_at IS NULL RETURNING id`,
      },
      [id],
    );
    return rows.length === 1;
  }

  async keepOverride(id: string, reason: string, rules: readonly string[]): Promise<void> {
    await this.db.rows(
      {
        name: 'prescription-override',
        text: `UPDATE prescriptions SET override_reason_enc = $2, override_reason = NULL, overridden_at = now(),
          override_rules = ARRAY(SELECT DISTINCT unnest(override_rules || $3::text[]) ORDER BY 1) WHERE id = $1`,
      },
      [id, this.sealed('override_reason', id, reason), rules],
    );
  }

  /** Whether the plan of an order was approved against rules, and which. */
  async planOverride(planId: string | null): Promise<{ reason: string; rules: string[] } | null> {
    const row = await this.db.one<PlanOverrideRow>(
      {
        name: 'prescription-plan-override',
        text: `SELECT l.id, l.override_rules AS rules, ${bothOf('l', 'override_reason')} FROM plans l WHERE l.id = $1`,
      },
      [planId],
    );
    if (!row) return null;
    const { override_reason: reason, rules } = openTexts(this.cipher, 'plans', row, ['override_reason']);
    return reason === null ? null : { reason, rules };
  }

  /** How many orders of the case were sent today, by the clinic's calendar. */
  async sentToday(caseId: string): Promise<number> {
    const row = await this.db.one<{ count: number }>(
      {
        name: 'prescriptions-sent-today',
        text: `SELECT count(*)::int AS count FROM prescriptions x JOIN organisations o ON o.id = x.org_id
          WHERE x.case_id = $1 AND (x.sent_at AT TIME ZONE o.timezone)::date = (now() AT TIME ZONE o.timezone)::date`,
      },
      [caseId],
    );
    return row!.count;
  }

  /** false: it is on hold already, or over. */
  async hold(
    id: string,
    { rule, reason, by }: { rule: string | null; reason: string | null; by: string | null },
  ): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-hold',
        text: `UPDATE prescriptions SET on_hold_since = now(), on_hold_rule = $2, on_hold_reason_enc = $3, on_hold_reason = NULL, on_hold_by = $4,
            version = version + 1, updated_at = now()
          WHERE id = $1 AND on_hold_since IS NULL AND status IN ('accepted', 'filled') AND ended_reason IS NULL RETURNING id`,
      },
      [id, rule, this.sealed('on_hold_reason', id, reason), by],
    );
    return rows.length === 1;
  }

  /** false: it is not on hold. */
  async release(id: string): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-release',
        text: `UPDATE prescriptions SET on_hold_since = NULL, on_hold_rule = NULL, on_hold_reason = NULL, on_hold_reason_enc = NULL, on_hold_by = NULL,
            version = version + 1, updated_at = now() WHERE id = $1 AND on_hold_since IS NOT NULL RETURNING id`,
      },
      [id],
    );
    return rows.length === 1;
  }

  private opened(rows: readonly PrescriptionRow[]): StoredPrescription[] {
    return rows.map((row) => openPrescription(row, this.cipher));
  }

  private sealed(column: string, id: string, text: string | null): string | null {
    return sealText(this.cipher, 'prescriptions', column, { id, text });
  }
}
