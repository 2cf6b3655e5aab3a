import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Prescription as WirePrescription } from '../../common/api/index.js';
import {
  PRESCRIPTION_STATUSES,
  type DraftAction,
  type PrescriptionStatus,
} from '../../common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { OrderRequest } from '../../common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { inUse, ranOut } from './order-in-use.js';
import { prescriptionState } from './prescription-lifecycle.js';

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

type Row = Omit<
  WirePrescription,
  'prescription_state' | 'sent_at' | 'approved_at' | 'created_at' | 'updated_at' | 'on_hold'
> & {
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
  sent_at: Date | null;
  approved_at: Date | null;
  created_at: Date;
  updated_at: Date;
};
export type StoredPrescription = WirePrescription & {
  replaces_id: string | null;
  org_id: string;
  patient_user_id: string;
  /** Its organisation keeps clinical acts and records to its providers. */
  needs_provider: boolean;
  /** Who signed it. */
  approved_by: string | null;
  filled_at: string | null;
  fills: number;
  /** The product of its plan while that one waits or is in force. */
  plan_formulation: string | null;
};

/** What an order says, whether drafted from a plan or written by hand. */
export type OrderDraft = OrderRequest & { formulation: string; sig: string };

const WAITS = `x.status IN ('draft', 'submitted')`;
const IN_USE = inUse('x');
const COLUMNS = `x.id, x.id AS prescription_id, x.version, x.case_id, x.plan_id, x.patient_id,
    COALESCE(p.full_name, u.email) AS patient_name, p.mrn, u.email AS patient_email, x.drug, x.dose, x.sig, x.frequency, x.route,
    x.quantity, x.days_supply, x.vial, x.refills, x.status, x.draft_action, pl.dose AS plan_dose, pl.frequency AS plan_frequency,
    CASE WHEN pl.lifecycle IN ('approved', 'pending_review') THEN pl.formulation END AS plan_formulation,
    CASE WHEN pl.lifecycle IN ('approved', 'previous') THEN 'approved' WHEN pl.id IS NOT NULL THEN 'pending_review' END AS plan_status,
    x.formulation, x.sent_at, x.approved_at, x.created_at, x.updated_at, x.replaces_id, x.override_reason, x.override_rules, x.ended_reason,
    x.on_hold_since, x.on_hold_rule, x.on_hold_reason, COALESCE(h.display_name, h.email) AS on_hold_by, x.org_id,
    p.user_id AS patient_user_id, ${NEEDS_PROVIDER} AS needs_provider, x.filled_at, x.fills, x.approved_by, ${ranOut('x')} AS run_out`;
const JOINS = `JOIN organisations o ON o.id = x.org_id JOIN patients p ON p.id = x.patient_id JOIN users u ON u.id = p.user_id
  LEFT JOIN plans pl ON pl.id = x.plan_id LEFT JOIN users h ON h.id = x.on_hold_by`;
const SELECT = `SELECT ${COLUMNS} FROM prescriptions x ${JOINS}`;

function stored({
  run_out,
  on_hold_since,
  on_hold_rule,
  on_hold_reason,
  on_hold_by,
  ...row
}: Row): StoredPrescription {
  return {
    ...row,
    on_hold: on_hold_since && {
      since: on_hold_since.toISOString(),
      rule_key: on_hold_rule,
      reason: on_hold_reason,
      by: on_hold_by,
    },
    prescription_state: prescriptionState(row.status, run_out || row.ended_reason !== null),
    sent_at: row.sent_at?.toISOString() ?? null,
    filled_at: row.filled_at?.toISOString() ?? null,
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

  /** Orders of this plan that were approved before it was. */
  async acceptedOfPlan(planId: string): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'prescription-accepted-of-plan',
        text: `${SELECT} WHERE x.plan_id = $1 AND x.status = 'accepted' ORDER BY x.created_at, x.id`,
      },
      [planId],
    );
    return rows.map(stored);
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

  /** Orders in use that this one takes the place of: the one it was drawn to replace, and any approved since it was drawn. */
  replacedBy({ id, case_id, replaces_id, created_at }: StoredPrescription): Promise<StoredPrescription[]> {
    return this.db
      .rows<Row>(
        {
          name: 'prescription-replaced-by',
          text: `${SELECT} WHERE x.case_id = $1 AND x.id <> $2 AND ${IN_USE}
            AND (x.id = $3 OR x.approved_at > $4)`,
        },
        [case_id, id, replaces_id, created_at],
      )
      .then((rows) => rows.map(stored));
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
    reason: string | null,
  ): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-move',
        text: `UPDATE prescriptions SET status = $3, version = version + 1, updated_at = now(),
            approved_at = CASE WHEN $3 = 'accepted' THEN now() ELSE approved_at END,
            approved_by = CASE WHEN $3 = 'accepted' THEN $4 ELSE approved_by END,
            filled_at = CASE WHEN $3 = 'filled' THEN now() ELSE filled_at END,
            fills = CASE WHEN $3 = 'filled' THEN fills + 1 ELSE fills END,
            ended_reason = CASE WHEN $3 IN ('canceled', 'rejected') THEN COALESCE($5, $3) ELSE ended_reason END
          WHERE id = $1 AND status = ANY($2) RETURNING id`,
      },
      [id, from, to, by, reason],
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
    const row = await this.db.one<Row>(
      {
        name: 'prescription-in-org',
        text: `${SELECT} WHERE x.id = $1 AND ($2::uuid IS NULL OR x.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && stored(row);
  }

  async manyInOrganisation(actor: Actor, ids: readonly string[]): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'prescriptions-in-org',
        text: `${SELECT} WHERE x.id = ANY($1) AND ($2::uuid IS NULL OR x.org_id = $2)`,
      },
      [ids, actor.orgId],
    );
    return rows.map(stored);
  }

  async ofPatient(patientId: string): Promise<StoredPrescription[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'prescriptions-of-patient',
        text: `${SELECT} WHERE x.patient_id = $1 ORDER BY x.created_at DESC, x.id`,
      },
      [patientId],
    );
    return rows.map(stored);
  }

  list(actor: Actor, query: ListQuery): Promise<Page<StoredPrescription>> {
    const { q, status, prescription_state, case_id, patient_id } = query.filter;
    return listPage<Row>(
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
    ).then((page) => ({ ...page, rows: page.rows.map(stored) }));
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
        text: `UPDATE prescriptions SET override_reason = $2,
          override_rules = ARRAY(SELECT DISTINCT unnest(override_rules || $3::text[]) ORDER BY 1) WHERE id = $1`,
      },
      [id, reason, rules],
    );
  }

  /** false: it is on hold already, or over. */
  async hold(
    id: string,
    { rule, reason, by }: { rule: string | null; reason: string | null; by: string | null },
  ): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-hold',
        text: `UPDATE prescriptions SET on_hold_since = now(), on_hold_rule = $2, on_hold_reason = $3, on_hold_by = $4,
            version = version + 1, updated_at = now()
          WHERE id = $1 AND on_hold_since IS NULL AND status IN ('accepted', 'filled') AND ended_reason IS NULL RETURNING id`,
      },
      [id, rule, reason, by],
    );
    return rows.length === 1;
  }

  /** false: it is not on hold. */
  async release(id: string): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'prescription-release',
        text: `UPDATE prescriptions SET on_hold_since = NULL, on_hold_rule = NULL, on_hold_reason = NULL, on_hold_by = NULL,
            version = version + 1, updated_at = now() WHERE id = $1 AND on_hold_since IS NOT NULL RETURNING id`,
      },
      [id],
    );
    return rows.length === 1;
  }
}
