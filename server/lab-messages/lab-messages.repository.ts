import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  LAB_MESSAGE_STATUSES,
  type LabMessage,
  type LabMessageStatus,
  type LabProblem,
} from '#common/api/lab-messages.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import type { ListDialect, ListQuery, Page } from '../platform/http/list-query.js';
import { LabMessageRow } from './lab-message.entities.js';
import type { SaidPatient } from './reading.js';

export const LAB_MESSAGE_LIST: ListDialect = {
  unit: 'lab-messages',
  sorts: {
    received_at: 'm.received_at',
    // Critical ones first, then those that wait longest.
    urgency: 'CASE WHEN m.critical THEN 0 ELSE 1 END, m.received_at',
  },
  defaultSort: ['received_at', 'DESC'],
  filters: { status: LAB_MESSAGE_STATUSES, waiting: 'boolean', critical: 'boolean', connection_id: 'uuid' },
};

/** What lists show of a message; the rest is in its text. */
export interface Summary {
  patient: SaidPatient;
  results: number;
  problems: LabProblem[];
}

type Listed = Pick<LabMessageRow, 'id' | 'status' | 'critical' | 'patient_id' | 'received_at' | 'version'> & {
  organisation: string | null;
  laboratory: string | null;
  sender: string;
  summary_enc: string;
};
export type StoredMessage = Listed &
  Pick<
    LabMessageRow,
    'org_id' | 'connection_id' | 'control_id' | 'confirmed' | 'handled_at' | 'reason_enc' | 'text_enc'
  > & {
    handled_by: string | null;
  };

/** What reading a message once more writes. */
export type Outcome = Pick<
  LabMessageRow,
  'org_id' | 'connection_id' | 'patient_id' | 'order_hash' | 'status' | 'critical'
> & { summary: Summary };
export type NewLabMessage = Outcome &
  Pick<
    LabMessageRow,
    | 'id'
    | 'hash'
    | 'body_hash'
    | 'control_id'
    | 'sending_application'
    | 'sending_facility'
    | 'receiving_facility'
    | 'received_at'
  > & { bytes: Buffer };

/** What tells a message from those before it. */
export type Arrived = Pick<NewLabMessage, 'id' | 'control_id' | 'body_hash' | 'received_at'>;

/** An order has few messages. */
const MOST_OF_ORDER = 50;

const summaryPlace = (id: string): string => `lab_messages.summary:${id}`;
const textPlace = (id: string): string => `lab_messages.text:${id}`;
export const reasonPlace = (id: string): string => `lab_messages.reason:${id}`;

const COLUMNS = `m.id, o.name AS organisation, k.name AS laboratory, concat_ws(' ', NULLIF(m.sending_application, ''), NULLIF(m.sending_facility, '')) AS sender,
  m.received_at, m.status, m.critical, m.patient_id, m.summary_enc, m.version`;
const FROM = `FROM lab_messages m LEFT JOIN organisations o ON o.id = m.org_id LEFT JOIN lab_connections k ON k.id = m.connection_id`;
/** Who is not of the organization sees no message of one that keeps records to its providers. */
const REACHED = `($1::uuid IS NULL OR m.org_id = $1) AND ($2::boolean IS FALSE OR m.org_id IS NULL OR NOT ${NEEDS_PROVIDER})`;

@Injectable()
export class LabMessagesRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(LabMessageRow) private readonly messages: Rows<LabMessageRow>,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<LabMessage>> {
    const { status, waiting, critical, connection_id } = query.filter;
    const page = await listPage<Listed>(
      this.db,
      {
        name: 'lab-message-list',
        columns: COLUMNS,
        body: `${FROM} WHERE ${REACHED} AND ($3::uuid[] IS NULL OR m.id = ANY($3))
          AND ($4::text IS NULL OR m.status = $4) AND ($5::boolean IS NULL OR (m.status IN ('unmatched', 'preliminary')) = $5)
          AND ($6::boolean IS NULL OR m.critical = $6) AND ($7::uuid IS NULL OR m.connection_id = $7)`,
        values: [
          actor.orgId,
          actor.systemWide,
          query.ids,
          status ?? null,
          waiting ?? null,
          critical ?? null,
          connection_id ?? null,
        ],
      },
      query,
      'm.id',
    );
    return { ...page, rows: page.rows.map((row) => this.onTheWire(row)) };
  }

  find(actor: Actor, id: string, { lock = false } = {}): Promise<StoredMessage | null> {
    return this.db.one<StoredMessage>(
      {
        name: `lab-message-find${lock ? '-lock' : ''}`,
        text: `SELECT ${COLUMNS}, m.org_id, m.connection_id, m.control_id, m.confirmed, m.handled_at, m.reason_enc, m.text_enc,
            (SELECT COALESCE(u.display_name, u.email) FROM users u WHERE u.id = m.handled_by) AS handled_by
          ${FROM} WHERE ${REACHED} AND m.id = $3 ${lock ? 'FOR UPDATE OF m' : ''}`,
      },
      [actor.orgId, actor.systemWide, id],
    );
  }

  onTheWire({ summary_enc, organisation, laboratory, sender, ...row }: Listed): LabMessage {
    const { patient, results, problems } = this.cipher.decryptJson<Summary>(
      summary_enc,
      summaryPlace(row.id),
    );
    const { id, received_at, status, critical, patient_id, version } = row;
    return {
      id,
      organisation: organisation ?? '',
      laboratory: laboratory ?? sender,
      received_at: received_at.toISOString(),
      status,
      critical,
      patient_id,
      said_name: patient.name,
      said_dob: patient.dob,
      said_numbers: patient.numbers,
      results,
      problems,
      version,
    };
  }

  bytesOf({ id, text_enc }: Pick<StoredMessage, 'id' | 'text_enc'>): Buffer {
    return Buffer.from(this.cipher.decrypt(text_enc, textPlace(id)), 'latin1');
  }

  reasonOf({ id, reason_enc }: Pick<StoredMessage, 'id' | 'reason_enc'>): string | null {
    return reason_enc && this.cipher.decrypt(reason_enc, reasonPlace(id));
  }

  /** Messages are judged one after another: a duplicate must see what came before it. */
  async takeTurns(): Promise<void> {
    await this.db.rows({
      name: 'lab-message-turn',
      text: `SELECT pg_advisory_xact_lock(hashtextextended('lab messages', 0))`,
    });
  }

  known(hash: string): Promise<boolean> {
    return this.messages.existsBy({ hash });
  }

  /**
   * An earlier message of the connection with the same number, or with the same content while nothing else came of its order
   * (or, without a number of the order, of its patient): a laboratory can say something, take it back, and say it again.
   */
  async earlier(
    connectionId: string,
    { id, control_id, body_hash, received_at }: Arrived,
  ): Promise<{ same: boolean } | null> {
    return this.db.one<{ same: boolean }>(
      {
        name: 'lab-message-earlier',
        text: `SELECT e.body_hash = $3 AS same FROM lab_messages e
          WHERE e.connection_id = $1 AND e.id <> $4 AND e.received_at <= $5 AND e.status NOT IN ('duplicate', 'discarded')
            AND (e.control_id = $2 OR e.body_hash = $3 AND NOT EXISTS (SELECT 1 FROM lab_messages l
              WHERE l.connection_id = $1 AND l.id NOT IN (e.id, $4) AND l.status NOT IN ('duplicate', 'discarded')
                AND l.received_at BETWEEN e.received_at AND $5 AND l.body_hash <> e.body_hash
                AND CASE WHEN e.order_hash IS NULL THEN l.patient_id = e.patient_id ELSE l.order_hash = e.order_hash END))
          ORDER BY e.body_hash = $3 DESC LIMIT 1`,
      },
      [connectionId, control_id, body_hash, id, received_at],
    );
  }

  /** Messages of a patient whose final results are awaited. */
  async preliminary(connectionId: string, patientId: string): Promise<{ id: string; bytes: Buffer }[]> {
    const rows = await this.db.rows<Pick<LabMessageRow, 'id' | 'text_enc'>>(
      {
        name: 'lab-message-preliminary',
        text: `SELECT id, text_enc FROM lab_messages
          WHERE connection_id = $1 AND patient_id = $2 AND status = 'preliminary' ORDER BY received_at, id`,
      },
      [connectionId, patientId],
    );
    return rows.map((row) => ({ id: row.id, bytes: this.bytesOf(row) }));
  }

  /** Messages of the laboratory's order whose results are on file. */
  async ofOrder(
    connectionId: string,
    patientId: string,
    orderHash: string,
    except: string,
  ): Promise<Buffer[]> {
    const rows = await this.db.rows<Pick<LabMessageRow, 'id' | 'text_enc'>>(
      {
        name: 'lab-message-of-order',
        text: `SELECT id, text_enc FROM lab_messages WHERE connection_id = $1 AND patient_id = $2 AND order_hash = $3
          AND id <> $4 AND status IN ('imported', 'preliminary', 'replaced') ORDER BY received_at DESC LIMIT ${MOST_OF_ORDER}`,
      },
      [connectionId, patientId, orderHash, except],
    );
    return rows.map((row) => this.bytesOf(row));
  }

  async insert({ bytes, summary, ...row }: NewLabMessage): Promise<void> {
    await this.messages.insert({
      ...row,
      text_enc: this.cipher.encrypt(bytes.toString('latin1'), textPlace(row.id)),
      summary_enc: this.cipher.encryptJson(summary, summaryPlace(row.id)),
    });
  }

  async update(id: string, { summary, ...outcome }: Outcome): Promise<void> {
    await this.messages.update(
      { id },
      {
        ...outcome,
        summary_enc: this.cipher.encryptJson(summary, summaryPlace(id)),
        version: NEXT_VERSION,
      },
    );
  }

  async confirmed(
    id: string,
    { patientId, by, reason }: { patientId: string; by: string; reason: string | null },
  ): Promise<void> {
    await this.messages.update(
      { id },
      {
        patient_id: patientId,
        confirmed: true,
        reason_enc: reason && this.cipher.encrypt(reason, reasonPlace(id)),
        handled_by: by,
        handled_at: () => 'now()',
      },
    );
  }

  async discard(id: string, reason: string, by: string): Promise<void> {
    await this.messages.update(
      { id },
      {
        status: 'discarded',
        reason_enc: this.cipher.encrypt(reason, reasonPlace(id)),
        handled_by: by,
        handled_at: () => 'now()',
        version: NEXT_VERSION,
      },
    );
  }

  /** Its final results came. */
  async replaced(id: string): Promise<void> {
    await this.messages.update({ id }, { status: 'replaced', version: NEXT_VERSION });
  }

  /** Takes back that it was discarded. */
  async undiscard(id: string): Promise<void> {
    await this.messages.update({ id }, { status: 'unmatched', reason_enc: null, version: NEXT_VERSION });
  }

  /** Messages of a connection that wait, and those of its names that came before it was made; oldest first. */
  async toRetry(connectionId: string): Promise<string[]> {
    const rows = await this.db.rows<{ id: string }>(
      {
        name: 'lab-message-retry',
        text: `SELECT m.id FROM lab_messages m JOIN lab_connections k ON k.id = $1
          WHERE m.status = 'unmatched' AND (m.connection_id = k.id OR m.connection_id IS NULL
            AND lower(m.sending_application) = lower(k.sending_application) AND lower(m.sending_facility) = lower(k.sending_facility))
          ORDER BY m.received_at, m.id`,
      },
      [connectionId],
    );
    return rows.map(({ id }) => id);
  }

  /** Reading it again takes this. */
  async toRead(id: string): Promise<(LabMessageRow & { bytes: Buffer; summary: Summary }) | null> {
    const row = await this.db.one<LabMessageRow>(
      { name: 'lab-message-read', text: 'SELECT * FROM lab_messages WHERE id = $1 FOR UPDATE' },
      [id],
    );
    return (
      row && {
        ...row,
        bytes: this.bytesOf(row),
        summary: this.cipher.decryptJson<Summary>(row.summary_enc, summaryPlace(id)),
      }
    );
  }

  async counts(): Promise<
    {
      status: Extract<LabMessageStatus, 'unmatched' | 'preliminary'>;
      critical: number;
      unknown: number;
      messages: number;
    }[]
  > {
    return this.db.rows({
      name: 'lab-message-counts',
      text: `SELECT status, count(*)::int AS messages, count(*) FILTER (WHERE critical)::int AS critical,
          count(*) FILTER (WHERE connection_id IS NULL)::int AS unknown
        FROM lab_messages WHERE status IN ('unmatched', 'preliminary') GROUP BY status`,
    });
  }
}
