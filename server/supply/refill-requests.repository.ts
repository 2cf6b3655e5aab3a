import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In } from 'typeorm';
import type { RefillAsk, RefillAsks, RefillLabsAsk, RefillRequest } from '#common/api/supply.js';
import { REFILL_STATES, type RefillState } from '#common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { toldName } from '../platform/access/told-name.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Prescription } from '../prescriptions/prescription.entity.js';
import { labsMissing } from './records/labs-wanted.js';
import { RefillRequestRow } from './records/supply.entities.js';
import { refillPlace } from './records/sealed-places.js';
import type { ListDialect, ListQuery, Page } from '../platform/http/list-query.js';

export const REFILL_LIST: ListDialect = {
  unit: 'refill-requests',
  sorts: { due_by: 'r.due_by', requested_on: 'r.requested_on', urgency: 'LEAST(r.due_by, r.run_out_on)' },
  defaultSort: ['urgency', 'ASC'],
  filters: { state: REFILL_STATES, owner: 'uuid', overdue: 'boolean', patient_id: 'uuid' },
};

type Row = Pick<
  RefillRequestRow,
  | 'id'
  | 'version'
  | 'org_id'
  | 'patient_id'
  | 'prescription_id'
  | 'safety_check_id'
  | 'requested_on'
  | 'doses_left'
  | 'reason_enc'
  | 'state'
  | 'owner_id'
  | 'due_by'
  | 'results_on'
  | 'visit_on'
  | 'answer_enc'
  | 'decided_at'
> &
  Pick<Prescription, 'case_id' | 'drug' | 'dose' | 'frequency'> & {
    patient_user_id: string;
    patient_name: string;
    mrn: string;
    owner: string;
    asked_labs: RefillLabsAsk | null;
    asked_visit: RefillAsk | null;
    /** The same for the patient, who reads no email of staff. */
    owner_told: string;
    overdue: boolean;
    /** The day of the request where the patient lives. */
    own_requested_on: string;
  };
export type StoredRefill = RefillRequest &
  Pick<
    Row,
    | 'org_id'
    | 'patient_id'
    | 'patient_user_id'
    | 'patient_name'
    | 'mrn'
    | 'case_id'
    | 'dose'
    | 'frequency'
    | 'safety_check_id'
    | 'owner_id'
    | 'owner_told'
    | 'overdue'
    | 'own_requested_on'
  > & { asked: RefillAsks };

/** States that need action from the care team. */
const WAITS = `r.state IN ('requested', 'in_review', 'approved')`;
const LATE = `(${WAITS} AND r.due_by < (now() AT TIME ZONE (SELECT timezone FROM organisations WHERE id = r.org_id))::date)`;
/** Who asked and when, until it is answered. */
const asked = (what: 'labs' | 'visit', answeredOn: string, more = ''): string =>
  `(SELECT json_build_object('by', COALESCE(a.display_name, a.email), 'at', r.${what}_asked_at${more}) FROM users a
    WHERE a.id = r.${what}_asked_by AND r.${answeredOn} IS NULL)`;
const COLUMNS = `r.id, r.version, r.org_id, r.patient_id, p.user_id AS patient_user_id, COALESCE(p.full_name, u.email) AS patient_name, p.mrn,
  x.case_id, r.prescription_id, x.drug, x.dose, x.frequency, r.safety_check_id, r.requested_on::text AS requested_on, (r.created_at AT TIME ZONE COALESCE(p.timezone, o.timezone))::date::text AS own_requested_on, r.doses_left, r.reason_enc,
  r.state, r.owner_id, COALESCE(w.display_name, w.email) AS owner, ${toldName('w')} AS owner_told, r.due_by::text AS due_by, r.results_on::text AS results_on, r.visit_on::text AS visit_on,
  ${asked('labs', 'results_on', `, 'missing', to_json(${labsMissing('r', 'o')})`)} AS asked_labs, ${asked('visit', 'visit_on')} AS asked_visit, ${LATE} AS overdue, r.answer_enc, r.decided_at`;
const JOINS = `JOIN patients p ON p.id = r.patient_id JOIN users u ON u.id = p.user_id
  JOIN prescriptions x ON x.id = r.prescription_id JOIN users w ON w.id = r.owner_id JOIN organisations o ON o.id = r.org_id`;

export interface NewRefill {
  orgId: string;
  patientId: string;
  prescriptionId: string;
  safetyCheckId: string;
  requestedOn: string;
  dosesLeft: number | null;
  reason: string | null;
  readsAsHistory: boolean;
  ownerId: string;
  dueBy: string;
  runOutOn: string | null;
}

@Injectable()
export class RefillRequestsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(RefillRequestRow) private readonly requests: Rows<RefillRequestRow>,
    @InjectRepository(Prescription) private readonly orders: Rows<Prescription>,
  ) {}

  async insert(request: NewRefill): Promise<string> {
    const id = randomUUID();
    await this.requests.insert({
      id,
      org_id: request.orgId,
      patient_id: request.patientId,
      prescription_id: request.prescriptionId,
      safety_check_id: request.safetyCheckId,
      requested_on: request.requestedOn,
      doses_left: request.dosesLeft,
      reason_enc: request.reason && this.cipher.encrypt(request.reason, refillPlace('reason', id)),
      owner_id: request.ownerId,
      due_by: request.dueBy,
      run_out_on: request.runOutOn,
      reads_as_history: request.readsAsHistory,
    });
    await this.takeOver(id, request.patientId);
    return id;
  }

  /** What the request before it still asked for when it was withdrawn, the next one asks for too. */
  private async takeOver(id: string, patientId: string): Promise<void> {
    await this.db.rows(
      {
        name: 'refill-take-over',
        text: `UPDATE refill_requests r SET
            labs_asked_at = CASE WHEN w.results_on IS NULL THEN w.labs_asked_at END, labs_asked_by = CASE WHEN w.results_on IS NULL THEN w.labs_asked_by END,
            labs_wanted = CASE WHEN w.results_on IS NULL THEN w.labs_wanted END,
            visit_asked_at = CASE WHEN w.visit_on IS NULL THEN w.visit_asked_at END, visit_asked_by = CASE WHEN w.visit_on IS NULL THEN w.visit_asked_by END
          FROM (SELECT * FROM refill_requests WHERE patient_id = $2 AND id <> $1 ORDER BY created_at DESC, id LIMIT 1) w
          WHERE r.id = $1 AND w.state = 'withdrawn'`,
      },
      [id, patientId],
    );
  }

  /** For a patient with checked access, newest first. */
  async ofPatient(patientId: string): Promise<StoredRefill[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'refills-of-patient',
        text: `SELECT ${COLUMNS} FROM refill_requests r ${JOINS} WHERE r.patient_id = $1 ORDER BY r.created_at DESC, r.id LIMIT 200`,
      },
      [patientId],
    );
    return rows.map((row) => this.opened(row));
  }

  async ofOwn(patientId: string, id: string): Promise<StoredRefill | null> {
    return this.one('refill-own', 'r.id = $1 AND r.patient_id = $2', [id, patientId]);
  }

  async inOrganisation(actor: Actor, id: string): Promise<StoredRefill | null> {
    return this.one('refill-in-org', 'r.id = $1 AND ($2::uuid IS NULL OR r.org_id = $2)', [id, actor.orgId]);
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<StoredRefill>> {
    const { state, owner, overdue, patient_id } = query.filter;
    const page = await listPage<Row>(
      this.db,
      {
        name: 'refill-list',
        records: { actor, table: 'r' },
        columns: COLUMNS,
        details: `JOIN refill_requests r ON r.id = page.id ${JOINS}`,
        body: `FROM refill_requests r WHERE ($1::uuid IS NULL OR r.org_id = $1) AND ($2::uuid[] IS NULL OR r.id = ANY($2))
          AND ($3::text IS NULL OR r.state = $3) AND ($4::uuid IS NULL OR r.owner_id = $4)
          AND ($5::boolean IS NULL OR ${LATE} = $5) AND ($6::uuid IS NULL OR r.patient_id = $6)`,
        values: [actor.orgId, query.ids, state ?? null, owner ?? null, overdue ?? null, patient_id ?? null],
      },
      query,
      'r.id',
    );
    return { ...page, rows: page.rows.map((row) => this.opened(row)) };
  }

  /** false: it was not in one of these states, or had another version. */
  async move(
    id: string,
    { from, to, version }: { from: readonly RefillState[]; to: RefillState; version: number },
    decision: {
      by: string;
      ownerId: string;
      dueBy: string;
      runOutOn: string | null;
      answer: string | null;
      labsWanted: string[] | null;
    } | null,
  ): Promise<boolean> {
    const { affected } = await this.requests.update(
      { id, state: In(from), version },
      {
        state: to,
        version: NEXT_VERSION,
        ...(decision && {
          owner_id: decision.ownerId,
          due_by: decision.dueBy,
          // Asked again, it waits for the next draw or visit.
          ...(to === 'needs_labs' && {
            results_on: null,
            labs_asked_at: () => 'now()',
            labs_asked_by: decision.by,
            labs_wanted: decision.labsWanted,
          }),
          ...(to === 'needs_visit' && {
            visit_on: null,
            visit_asked_at: () => 'now()',
            visit_asked_by: decision.by,
          }),
          run_out_on: decision.runOutOn,
          decided_by: decision.by,
          decided_at: () => 'now()',
          // Taken into review, the words to the patient stand until they are decided on.
          ...((to !== 'in_review' || decision.answer) && {
            answer_enc: decision.answer && this.cipher.encrypt(decision.answer, refillPlace('answer', id)),
          }),
        }),
      },
    );
    return affected === 1;
  }

  async approverOf(id: string): Promise<string | null> {
    const order = await this.orders.findOne({ select: { approved_by: true }, where: { id } });
    return order?.approved_by ?? null;
  }

  /** The longest-serving clinician: for a case that has none. */
  async anyClinician(orgId: string): Promise<string | null> {
    const row = await this.db.one<{ id: string }>(
      {
        name: 'refill-any-clinician',
        text: `SELECT id FROM users WHERE org_id = $1 AND status = 'active' AND 'provider' = ANY(roles) ORDER BY created_at, id LIMIT 1`,
      },
      [orgId],
    );
    return row?.id ?? null;
  }

  private async one(name: string, where: string, values: unknown[]): Promise<StoredRefill | null> {
    const text = `SELECT ${COLUMNS} FROM refill_requests r ${JOINS} WHERE ${where}`;
    const row = await this.db.one<Row>({ name, text }, values);
    return row && this.opened(row);
  }

  private opened({
    reason_enc: reason,
    answer_enc: answer,
    decided_at,
    asked_labs: labs,
    asked_visit: visit,
    ...row
  }: Row): StoredRefill {
    const told = <Ask extends RefillAsk>(ask: Ask | null) =>
      ask && { ...ask, at: new Date(ask.at).toISOString() };
    return {
      ...row,
      asked: { labs: told(labs), visit: told(visit) },
      reason: reason && this.cipher.decrypt(reason, refillPlace('reason', row.id)),
      answer: answer && this.cipher.decrypt(answer, refillPlace('answer', row.id)),
      withdrawn: row.state === 'withdrawn',
      decided_at: decided_at?.toISOString() ?? null,
    };
  }
}
