import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not } from 'typeorm';
import {
  PRESCRIPTION_STATUSES,
  type DraftAction,
  type PrescriptionStatus,
} from '#common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { OrderRequest } from '#common/api/index.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { sealText } from '../platform/crypto/texts.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { aheadOfPlan } from './records/order-in-use.js';
import { Prescription } from './prescription.entity.js';
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

/** Callers hold a case they were allowed to reach. */
@Injectable()
export class PrescriptionsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(Prescription) private readonly orders: Rows<Prescription>,
  ) {}

  ofCase(caseId: string): Promise<StoredPrescription[]> {
    return this.many('prescriptions-of-case', 'x.case_id = $1 ORDER BY x.created_at DESC, x.id', [caseId]);
  }

  find(id: string): Promise<StoredPrescription | null> {
    return this.one('prescription-find', 'x.id = $1', [id]);
  }

  /** Orders of this plan that were approved before it was. */
  acceptedOfPlan(planId: string): Promise<StoredPrescription[]> {
    return this.many(
      'prescription-accepted-of-plan',
      `x.plan_id = $1 AND x.status = 'accepted' ORDER BY x.created_at, x.id`,
      [planId],
    );
  }

  /** The orders that go with these plans: drafts, and those approved ahead of them. */
  livingOfPlans(planIds: readonly string[]): Promise<StoredPrescription[]> {
    return this.many(
      'prescriptions-living-of-plans',
      `x.plan_id = ANY($1) AND x.status IN ('draft', 'submitted', 'accepted') ORDER BY x.status <> 'accepted', x.created_at, x.id`,
      [planIds],
    );
  }

  /** The undecided drafts of these plans, one a plan. */
  draftsOfPlans(planIds: readonly string[]): Promise<StoredPrescription[]> {
    return this.many(
      'prescription-drafts',
      `x.plan_id = ANY($1) AND x.status IN ('draft', 'submitted') ORDER BY x.created_at, x.id`,
      [planIds],
    );
  }

  /** The one in use that a new draft would replace. */
  inUse(caseId: string): Promise<Pick<Prescription, 'id'> | null> {
    return this.db.one<Pick<Prescription, 'id'>>(
      {
        name: 'prescription-in-use',
        text: `SELECT x.id FROM prescriptions x WHERE x.case_id = $1 AND x.status IN ('accepted', 'filled') AND x.ended_reason IS NULL
          AND NOT ${aheadOfPlan('x')} ORDER BY x.created_at DESC, x.id LIMIT 1`,
      },
      [caseId],
    );
  }

  /**
   * Orders that this one takes the place of: the one it was drawn to replace, also if its days are over by now (what it left is
   * still in hand), and any in use of the same product as either, or that were approved since it was drawn.
   */
  replacedBy(order: StoredPrescription): Promise<StoredPrescription[]> {
    const { id, case_id, replaces_id, created_at, formulation } = order;
    return this.many(
      'prescription-replaced-by',
      `x.case_id = $1 AND x.id <> $2 AND x.status IN ('accepted', 'filled') AND x.ended_reason IS NULL
        AND (x.id = $3 OR (${IN_USE} AND (x.on_hold_since IS NOT NULL OR x.approved_at > $4 OR x.formulation = $5
          OR x.formulation = (SELECT y.formulation FROM prescriptions y WHERE y.id = $3))))`,
      [case_id, id, replaces_id, created_at, formulation],
    );
  }

  async insertDraft(
    place: { orgId: string; caseId: string; patientId: string; planId: string },
    draft: OrderDraft,
    replacing: { action: DraftAction; replacesId: string | null },
  ): Promise<string> {
    const id = randomUUID();
    const { formulation, drug, dose, sig, frequency, route, quantity, days_supply, refills, vial } = draft;
    const order = { formulation, drug, dose, sig, frequency, route, quantity, days_supply, refills, vial };
    await this.orders.insert({
      id,
      org_id: place.orgId,
      case_id: place.caseId,
      patient_id: place.patientId,
      plan_id: place.planId,
      ...order,
      status: 'draft',
      draft_action: replacing.action,
      replaces_id: replacing.replacesId,
    });
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
    const ends = to === 'canceled' || to === 'rejected';
    const { affected } = await this.orders.update(
      { id, status: In(from) },
      {
        status: to,
        ...(to === 'accepted' && { approved_at: () => 'now()', approved_by: by }),
        ...(to === 'filled' && { filled_at: () => 'now()', fills: () => 'fills + 1' }),
        ...(ends && {
          ended_reason: end.code ?? to,
          ended_note_enc: this.sealed('ended_note', id, end.note ?? null),
        }),
        version: NEXT_VERSION,
      },
    );
    return affected === 1;
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
    const { affected } = await this.orders.update(
      { id, status: 'filled', ended_reason: IsNull() },
      { ended_reason: reason, version: NEXT_VERSION },
    );
    return affected === 1;
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

  /** For staff: of the actor's organization only. */
  inOrganisation(actor: Actor, id: string): Promise<StoredPrescription | null> {
    return this.one('prescription-in-org', 'x.id = $1 AND ($2::uuid IS NULL OR x.org_id = $2)', [
      id,
      actor.orgId,
    ]);
  }

  manyInOrganisation(actor: Actor, ids: readonly string[]): Promise<StoredPrescription[]> {
    return this.many('prescriptions-in-org', 'x.id = ANY($1) AND ($2::uuid IS NULL OR x.org_id = $2)', [
      ids,
      actor.orgId,
    ]);
  }

  ofPatient(patientId: string): Promise<StoredPrescription[]> {
    return this.many('prescriptions-of-patient', 'x.patient_id = $1 ORDER BY x.created_at DESC, x.id', [
      patientId,
    ]);
  }

  list(actor: Actor, query: ListQuery): Promise<Page<StoredPrescription>> {
    const { q, status, prescription_state, case_id, patient_id } = query.filter;
    return listPage<PrescriptionRow, StoredPrescription>(
      this.db,
      {
        name: 'prescription-list',
        records: { actor, table: 'x' },
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
    const { drug, dose, frequency, route, quantity, refills, days_supply, sig, vial = null } = fields;
    const { affected } = await this.orders.update(
      { id, version, status: In(['draft', 'submitted']) },
      { drug, dose, frequency, route, quantity, refills, days_supply, sig, vial, version: NEXT_VERSION },
    );
    return affected === 1;
  }

  async markSent(id: string): Promise<boolean> {
    const { affected } = await this.orders.update(
      { id, status: 'accepted', sent_at: IsNull() },
      { sent_at: () => 'now()', version: NEXT_VERSION },
    );
    return affected === 1;
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

  /** Fills of one dose: after a change the stock of the earlier one lasts another time. */
  fillsOfDose(id: string): Promise<{ id: string; filled_on: string; days: number }[]> {
    return this.db.rows(
      {
        name: 'fills-of-dose',
        text: `SELECT d.id, d.filled_on::text AS filled_on, d.days FROM prescriptions o
          JOIN prescriptions p ON p.case_id = o.case_id AND p.formulation = o.formulation AND p.dose = o.dose AND p.frequency = o.frequency
          JOIN dispenses d ON d.prescription_id = p.id WHERE o.id = $1 ORDER BY d.filled_on, d.n, d.id`,
      },
      [id],
    );
  }

  /** false: it is on hold already, or over. */
  async hold(
    id: string,
    { rule, reason, by }: { rule: string | null; reason: string | null; by: string | null },
  ): Promise<boolean> {
    const { affected } = await this.orders.update(
      { id, on_hold_since: IsNull(), status: In(['accepted', 'filled']), ended_reason: IsNull() },
      {
        on_hold_since: () => 'now()',
        on_hold_rule: rule,
        on_hold_reason: null,
        on_hold_reason_enc: this.sealed('on_hold_reason', id, reason),
        on_hold_by: by,
        version: NEXT_VERSION,
      },
    );
    return affected === 1;
  }

  /** false: it is not on hold. */
  async release(id: string): Promise<boolean> {
    const { affected } = await this.orders.update(
      { id, on_hold_since: Not(IsNull()) },
      {
        on_hold_since: null,
        on_hold_rule: null,
        on_hold_reason: null,
        on_hold_reason_enc: null,
        on_hold_by: null,
        version: NEXT_VERSION,
      },
    );
    return affected === 1;
  }

  private async many(name: string, where: string, values: unknown[]): Promise<StoredPrescription[]> {
    return this.opened(
      await this.db.rows<PrescriptionRow>({ name, text: `${SELECT} WHERE ${where}` }, values),
    );
  }

  private async one(name: string, where: string, values: unknown[]): Promise<StoredPrescription | null> {
    return (await this.many(name, where, values))[0] ?? null;
  }

  private opened(rows: readonly PrescriptionRow[]): StoredPrescription[] {
    return rows.map((row) => openPrescription(row, this.cipher));
  }

  private sealed(column: string, id: string, text: string | null): string | null {
    return sealText(this.cipher, 'prescriptions', column, { id, text });
  }
}
