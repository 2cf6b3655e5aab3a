import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not } from 'typeorm';
import type { Organisation } from '#common/api/admin.js';
import type { LabOrderCandidate } from '#common/api/lab-orders.js';
import { readOrderNumber } from '#common/order-number.js';
import { LAB_ORDER_STATUSES, OPEN_LAB_ORDERS } from '#common/vocabulary/lab-orders.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import { PATIENT_FOUND, searchedDob } from '../patients/patient-search.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { randomOrderNumber } from '../platform/crypto/order-number.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { COLUMNS, JOINS, openedOrder, OVERDUE, type OrderRow, type StoredOrder } from './lab-order-wire.js';
import { LabOrderRow } from './records/lab-order.entities.js';
import { labOrderPlace } from './records/sealed-places.js';

export const LAB_ORDER_LIST: ListDialect = {
  unit: 'lab-orders',
  sorts: { due_on: 'q.due_on', ordered_at: 'q.ordered_at' },
  defaultSort: ['due_on', 'ASC'],
  filters: {
    status: LAB_ORDER_STATUSES,
    open: 'boolean',
    overdue: 'boolean',
    patient_id: 'uuid',
    connection_id: 'uuid',
    q: 'text',
  },
};
const SHOWN = 200;
const MOST_CANDIDATES = 50;

export type NewOrder = Pick<
  LabOrderRow,
  | 'org_id'
  | 'patient_id'
  | 'case_id'
  | 'connection_id'
  | 'analytes'
  | 'fasting'
  | 'formulation'
  | 'window_from'
  | 'due_on'
  | 'ordered_by'
> & { diagnosis: string | null; note: string | null };

/** What its messages for the laboratory are made of, besides the order. */
export type OrderToSend = StoredOrder &
  Pick<LabOrderRow, 'connection_id' | 'cancel_sent_at'> & {
    dob: string | null;
    organisation: Pick<Organisation, 'name' | 'phone' | 'address'>;
  };

@Injectable()
export class LabOrdersRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(LabOrderRow) private readonly orders: Rows<LabOrderRow>,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<StoredOrder>> {
    const { status, open, overdue, patient_id, connection_id, q } = query.filter;
    const page = await listPage<OrderRow>(
      this.db,
      {
        name: 'lab-order-list',
        records: { actor, table: 'q' },
        columns: COLUMNS,
        details: `JOIN lab_orders q ON q.id = page.id ${JOINS}`,
        body: `FROM lab_orders q WHERE ($1::uuid IS NULL OR q.org_id = $1) AND ($2::uuid[] IS NULL OR q.id = ANY($2))
          AND ($3::text IS NULL OR q.status = $3) AND ($4::boolean IS NULL OR (q.status IN ('${OPEN_LAB_ORDERS.join("', '")}')) = $4)
          AND ($5::boolean IS NULL OR ${OVERDUE} = $5) AND ($6::uuid IS NULL OR q.patient_id = $6)
          AND ($7::uuid IS NULL OR q.connection_id = $7)
          AND ($8::text IS NULL AND $9::date IS NULL OR q.number = $10
            OR q.patient_id IN (SELECT p.id FROM listed_patients p WHERE ($1::uuid IS NULL OR p.org_id = $1) AND ${PATIENT_FOUND('$8', '$9')}))`,
        values: [
          actor.orgId,
          query.ids,
          status ?? null,
          open ?? null,
          overdue ?? null,
          patient_id ?? null,
          connection_id ?? null,
          searched(q),
          searchedDob(q),
          typeof q === 'string' ? readOrderNumber(q) : null,
        ],
      },
      query,
      'q.id',
    );
    return { ...page, rows: page.rows.map((row) => openedOrder(row, this.cipher)) };
  }

  /** For a patient with checked access, newest first. */
  async ofPatient(patientId: string): Promise<StoredOrder[]> {
    const rows = await this.db.rows<OrderRow>(
      {
        name: 'lab-orders-of-patient',
        text: `SELECT ${COLUMNS} FROM lab_orders q ${JOINS} WHERE q.patient_id = $1 ORDER BY q.ordered_at DESC, q.id LIMIT ${SHOWN}`,
      },
      [patientId],
    );
    return rows.map((row) => openedOrder(row, this.cipher));
  }

  async inOrganisation(actor: Pick<Actor, 'orgId'>, id: string): Promise<StoredOrder | null> {
    const row = await this.db.one<OrderRow>(
      {
        name: 'lab-order-in-org',
        text: `SELECT ${COLUMNS} FROM lab_orders q ${JOINS} WHERE q.id = $1 AND ($2::uuid IS NULL OR q.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && openedOrder(row, this.cipher);
  }

  /** The caller may read the order. */
  async toSend(id: string): Promise<OrderToSend | null> {
    const row = await this.db.one<
      OrderRow & Pick<OrderToSend, 'connection_id' | 'cancel_sent_at' | 'dob' | 'organisation'>
    >(
      {
        name: 'lab-order-to-send',
        text: `SELECT ${COLUMNS}, q.connection_id, q.cancel_sent_at, p.dob::text AS dob,
            jsonb_build_object('name', o.name, 'phone', o.phone, 'address', o.address) AS organisation
          FROM lab_orders q ${JOINS} JOIN organisations o ON o.id = q.org_id WHERE q.id = $1`,
      },
      [id],
    );
    if (!row) return null;
    const { connection_id, cancel_sent_at, dob, organisation, ...order } = row;
    return { ...openedOrder(order, this.cipher), connection_id, cancel_sent_at, dob, organisation };
  }

  async insert({ diagnosis, note, ...order }: NewOrder): Promise<string> {
    const id = randomUUID();
    const sealed = (column: 'diagnosis' | 'note', text: string | null): string | null =>
      text && this.cipher.encrypt(text, labOrderPlace(column, id));
    const signer = await this.db.one<{ name: string; npi: string | null }>(
      {
        name: 'lab-order-signer',
        text: 'SELECT COALESCE(display_name, email) AS name, npi FROM users WHERE id = $1',
      },
      [order.ordered_by],
    );
    await this.orders.insert({
      ...order,
      id,
      signed_name: signer!.name,
      signed_npi: signer!.npi,
      number: await this.freeNumber(order.org_id),
      diagnosis_enc: sealed('diagnosis', diagnosis),
      note_enc: sealed('note', note),
    });
    return id;
  }

  async drawn(id: string, drawnOn: string | null): Promise<void> {
    await this.orders.update(
      { id },
      { drawn_on: drawnOn, status: drawnOn ? 'drawn' : 'ordered', version: NEXT_VERSION },
    );
  }

  async cancel(id: string, by: string, reason: string): Promise<void> {
    await this.orders.update(
      { id, status: Not('canceled') },
      {
        status: 'canceled',
        canceled_by: by,
        canceled_at: () => 'now()',
        cancel_reason_enc: this.cipher.encrypt(reason, labOrderPlace('cancel_reason', id)),
        version: NEXT_VERSION,
      },
    );
  }

  async sent(id: string, column: 'sent_at' | 'cancel_sent_at'): Promise<void> {
    await this.orders.update({ id }, { [column]: () => 'now()' });
  }

  /** Draws with results since the order, with at least one of its tests. The caller was allowed to reach the order. */
  async candidates(id: string): Promise<LabOrderCandidate[]> {
    const rows = await this.db.rows<Omit<LabOrderCandidate, 'collected_at'> & { collected_at: Date }>(
      {
        name: 'lab-order-candidates',
        text: `SELECT l.id AS lab_id, l.collected_at, ARRAY(SELECT r.analyte FROM lab_results r WHERE r.panel_id = l.id ORDER BY 1) AS analytes,
            EXISTS (SELECT 1 FROM lab_order_panels k WHERE k.order_id = q.id AND k.panel_id = l.id) AS linked
          FROM lab_orders q JOIN lab_panels l ON l.patient_id = q.patient_id AND l.status = 'completed'
          WHERE q.id = $1 AND (EXISTS (SELECT 1 FROM lab_order_panels k WHERE k.order_id = q.id AND k.panel_id = l.id)
            OR l.collected_at >= q.ordered_at - interval '1 day'
              AND EXISTS (SELECT 1 FROM lab_results r WHERE r.panel_id = l.id AND r.analyte = ANY(q.analytes)))
          ORDER BY l.collected_at DESC, l.id LIMIT ${MOST_CANDIDATES}`,
      },
      [id],
    );
    return rows.map((row) => ({ ...row, collected_at: row.collected_at.toISOString() }));
  }

  private async freeNumber(orgId: string): Promise<string> {
    for (;;) {
      const number = randomOrderNumber();
      if (!(await this.orders.existsBy({ org_id: orgId, number }))) return number;
    }
  }
}
