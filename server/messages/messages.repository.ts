import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import type {
  EmergencyAdvice,
  Message,
  MessageBesideCase,
  MessagesResponse,
  StaffMessageThread,
} from '#common/api/messages.js';
import { Db } from '../database/db.js';
import { adviceFor, EMERGENCY_KINDS, emergencyAlertKey } from '#common/emergency/emergency-kinds.js';
import { listPage } from '../database/list-page.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { staffWire, type StoredThread } from './message-wire.js';
import { Message as MessageRow, MessageThread } from './records/message.entities.js';
import { askedBefore, askedOf, ANSWERED_ELSEWHERE_DAYS, type AskedRow } from './records/asked-before.js';
import { bodyPlace, subjectPlace } from './records/sealed-places.js';
import { isMarkedToReview, isToReview } from './records/to-review.js';

export const THREAD_LIST: ListDialect = {
  unit: 'threads',
  sorts: {
    last_message_at: 't.last_message_at',
    waiting_since: 't.waiting_since',
    patient_name: 'lower(COALESCE(p.full_name, u.email))',
  },
  defaultSort: ['last_message_at', 'DESC'],
  filters: { q: 'text', patient_id: 'uuid', unread: 'boolean', waiting: 'boolean' },
};

type Side = Message['from'];

type Row = Pick<
  MessageThread,
  'id' | 'org_id' | 'patient_id' | 'subject_enc' | 'last_message_at' | 'waiting_since'
> & {
  patient_name: string;
  mrn: string;
  emergency: boolean;
  unread_of_patient: number;
  unread_of_care_team: number;
  to_review: number;
};

/** For so long a message stands beside decisions after its review. */
const BESIDE_DAYS = 30;
const BESIDE_MOST = 20;
interface BesideRow extends Pick<
  MessageRow,
  'id' | 'thread_id' | 'body_enc' | 'sent_at' | 'reviewed_at' | 'reviewed_by' | 'against_treatment'
> {
  subject_enc: string;
  last_message_at: Date;
  to_review: boolean;
  asked: AskedRow[] | null;
}
interface OpenEmergency {
  thread_id: string;
  rule_key: string;
  at: Date;
}
function adviceAbout(
  { thread_id, sent_at }: Pick<MessageRow, 'thread_id' | 'sent_at'>,
  emergencies: readonly OpenEmergency[],
): EmergencyAdvice | null {
  const keys = emergencies.flatMap((one) =>
    one.thread_id === thread_id && one.at.getTime() === sent_at.getTime() ? one.rule_key : [],
  );
  return adviceFor(EMERGENCY_KINDS.filter((kind) => keys.includes(emergencyAlertKey(kind))));
}

const reviewOf = (
  { reviewed_at: at, against_treatment }: Pick<MessageRow, 'reviewed_at' | 'against_treatment'>,
  by: string | null,
): MessageBesideCase['reviewed'] => at && { by: by ?? '', at: at.toISOString(), against_treatment };

const unread = (side: Side): string =>
  `(SELECT count(*)::int FROM messages m WHERE m.thread_id = t.id AND m.sender = '${side}' AND m.read_at IS NULL)`;
/** Its alert names the thread, and waits for an answer. */
const EMERGENCY = `EXISTS (SELECT 1 FROM cases c JOIN case_alerts a ON a.case_id = c.id
    WHERE c.patient_id = t.patient_id AND a.closed_at IS NULL AND a.acknowledged_at IS NULL AND starts_with(a.rule_key, 'emergency_')
    AND a.reports @> jsonb_build_array(jsonb_build_object('thread_id', t.id::text)))`;
const COLUMNS = `t.id, t.org_id, t.patient_id, COALESCE(p.full_name, u.email) AS patient_name, p.mrn, t.subject_enc, t.last_message_at, t.waiting_since,
  ${EMERGENCY} AS emergency, ${unread('patient')} AS unread_of_patient, ${unread('care_team')} AS unread_of_care_team,
  (SELECT count(*)::int FROM messages m WHERE m.thread_id = t.id AND ${isMarkedToReview('m')}) AS to_review`;
const FROM = `FROM message_threads t JOIN patients p ON p.id = t.patient_id JOIN users u ON u.id = p.user_id`;

@Injectable()
export class MessagesRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(MessageThread) private readonly threads: Rows<MessageThread>,
    @InjectRepository(MessageRow) private readonly messageRows: Rows<MessageRow>,
  ) {}

  /** Newest first. The caller has checked access to this patient. */
  async clinic(orgId: string): Promise<MessagesResponse['clinic']> {
    const row = await this.db.one<MessagesResponse['clinic']>(
      { name: 'messages-clinic', text: 'SELECT name, phone FROM organisations WHERE id = $1' },
      [orgId],
    );
    return row!;
  }

  async ofPatient(patientId: string): Promise<StoredThread[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'threads-of-patient',
        text: `SELECT ${COLUMNS} ${FROM} WHERE t.patient_id = $1 ORDER BY t.last_message_at DESC, t.id LIMIT 500`,
      },
      [patientId],
    );
    return this.opened(rows, 'patient');
  }

  /** One of the patient's own, locked until the transaction ends. */
  async lockOwn(patientId: string, id: string): Promise<StoredThread | null> {
    const rows = await this.db.rows<Row>(
      {
        name: 'thread-lock-own',
        text: `SELECT ${COLUMNS} ${FROM} WHERE t.id = $1 AND t.patient_id = $2 FOR UPDATE OF t`,
      },
      [id, patientId],
    );
    return (await this.opened(rows, 'patient'))[0] ?? null;
  }

  /** What the care team wrote last, in any conversation of late, with the subject it gave. */
  async askedLately(patientId: string): Promise<{ subject: string | null; body: string } | null> {
    const row = await this.db.one<Pick<AskedRow, 'id' | 'thread_id' | 'body_enc' | 'subject_enc'>>(
      {
        name: 'messages-asked-lately',
        text: `SELECT e.id, e.thread_id, e.body_enc, CASE WHEN 'care_team' = (SELECT f.sender FROM messages f WHERE f.thread_id = t.id ORDER BY f.sent_at, f.id LIMIT 1)
            THEN t.subject_enc END AS subject_enc
          FROM message_threads t JOIN messages e ON e.thread_id = t.id WHERE t.patient_id = $1 AND e.sender = 'care_team'
            AND e.sent_at > now() - interval '${ANSWERED_ELSEWHERE_DAYS} days' ORDER BY e.sent_at DESC, e.id LIMIT 1`,
      },
      [patientId],
    );
    return (
      row && {
        subject: row.subject_enc && this.cipher.decrypt(row.subject_enc, subjectPlace(row.thread_id)),
        body: this.cipher.decrypt(row.body_enc, bodyPlace(row.id)),
      }
    );
  }

  /** One in the actor's organization, locked until the transaction ends. */
  async lock(actor: Actor, id: string): Promise<StoredThread | null> {
    const rows = await this.db.rows<Row>(
      {
        name: 'thread-lock',
        text: `SELECT ${COLUMNS} ${FROM} WHERE t.id = $1 AND ($2::uuid IS NULL OR t.org_id = $2) FOR UPDATE OF t`,
      },
      [id, actor.orgId],
    );
    return (await this.opened(rows, 'care_team'))[0] ?? null;
  }

  list(actor: Actor, query: ListQuery): Promise<Page<StaffMessageThread>> {
    const { q, patient_id, unread: unreadOnly, waiting } = query.filter;
    return listPage<Row, StaffMessageThread>(
      this.db,
      {
        name: 'thread-list',
        records: { actor, table: 't' },
        columns: COLUMNS,
        body: `${FROM} WHERE ($1::uuid IS NULL OR t.org_id = $1) AND ($2::uuid[] IS NULL OR t.id = ANY($2)) AND ($3::uuid IS NULL OR t.patient_id = $3)
          AND ($4::boolean IS NULL OR $4 = EXISTS (SELECT 1 FROM messages m WHERE m.thread_id = t.id AND m.sender = 'patient' AND m.read_at IS NULL))
          AND ($5::boolean IS NULL OR $5 = (t.waiting_since IS NOT NULL))
          AND ($6::text IS NULL OR p.full_name ILIKE $6 OR u.email ILIKE $6 OR p.id::text ILIKE $6)`,
        values: [
          actor.orgId,
          query.ids,
          patient_id ?? null,
          unreadOnly ?? null,
          waiting ?? null,
          searched(q),
        ],
      },
      query,
      't.id',
      async (rows) => (await this.opened(rows, 'care_team')).map(staffWire),
    );
  }

  async open(patient: { id: string; org_id: string }, subject: string): Promise<string> {
    const id = randomUUID();
    await this.threads.insert({
      id,
      org_id: patient.org_id,
      patient_id: patient.id,
      subject_enc: this.cipher.encrypt(subject, subjectPlace(id)),
    });
    return id;
  }

  /** A patient's wait starts with the first unanswered message. Prepared: one statement for both tables. */
  async append(
    thread: { id: string; org_id: string },
    message: { sender: Side; authorId: string; body: string; readsAsHistory?: boolean; saysMore?: boolean },
  ): Promise<string> {
    const id = randomUUID();
    await this.db.rows(
      {
        name: 'message-append',
        text: `WITH sent AS (INSERT INTO messages (id, thread_id, org_id, sender, author_id, body_enc, reads_as_history, says_more) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING sent_at)
          UPDATE message_threads SET last_message_at = sent.sent_at,
            waiting_since = CASE WHEN $4 = 'patient' THEN COALESCE(waiting_since, sent.sent_at) END FROM sent WHERE id = $2`,
      },
      [
        id,
        thread.id,
        thread.org_id,
        message.sender,
        message.authorId,
        this.cipher.encrypt(message.body, bodyPlace(id)),
        message.readsAsHistory ?? false,
        message.saysMore ?? false,
      ],
    );
    return id;
  }

  /** No reply is owed for messages so far. */
  async endWaiting(threadId: string): Promise<void> {
    await this.threads.update({ id: threadId }, { waiting_since: null });
  }

  /** @returns how many messages from that side were unread before */
  async markRead(threadId: string, sender: Side): Promise<number> {
    const { affected } = await this.messageRows.update(
      { thread_id: threadId, sender, read_at: IsNull() },
      { read_at: () => 'now()' },
    );
    return affected ?? 0;
  }

  /** A provider has the conversation on the screen. */
  async markSeen(threadId: string): Promise<void> {
    await this.messageRows.update(
      { thread_id: threadId, sender: 'patient', provider_saw_at: IsNull() },
      { provider_saw_at: () => 'now()' },
    );
  }

  /** On the case, where the history of a patient is reviewed. */
  async markHistoryRead(patientId: string): Promise<void> {
    await this.db.rows(
      {
        name: 'messages-history-read',
        text: `UPDATE messages SET history_read_at = now() WHERE reads_as_history AND history_read_at IS NULL
          AND thread_id IN (SELECT id FROM message_threads WHERE patient_id = $1)`,
      },
      [patientId],
    );
  }

  /**
   * What waits for a review carries the answer; what speaks against treatment is history from then on. Where nothing
   * waits, a yes takes the place of the answers before it; a no takes the place of none.
   * @param only one message of the thread, whether or not it waits
   * @returns the messages that carry the answer now, and whether history is among what was reviewed
   */
  async markReviewed(
    actor: Actor,
    threadId: string,
    { against, only }: { against: boolean; only?: string | undefined },
  ): Promise<{ answered: string[]; history: boolean }> {
    const rows = await this.db.rows<{ id: string; answered: boolean; reads_as_history: boolean }>(
      {
        name: 'messages-reviewed',
        text: `WITH told AS (SELECT m.id, ${isMarkedToReview('m')} AS waits FROM messages m
            WHERE m.thread_id = $1 AND m.sender = 'patient' AND ($4::uuid IS NULL OR m.id = $4)),
          chosen AS (SELECT t.id, t.waits OR ($3::boolean AND NOT (SELECT bool_or(o.waits) FROM told o)) AS answered FROM told t)
          UPDATE messages m SET reviewed_at = now(), reviewed_by = $2, provider_saw_at = COALESCE(m.provider_saw_at, now()),
            against_treatment = CASE WHEN c.answered THEN $3::boolean ELSE m.against_treatment END,
            reads_as_history = m.reads_as_history OR ($3::boolean AND c.answered)
          FROM chosen c WHERE m.id = c.id AND (m.reviewed_at IS NULL OR (c.answered AND m.against_treatment IS DISTINCT FROM true))
          RETURNING m.id, c.answered, m.reads_as_history`,
      },
      [threadId, actor.userId, against, only ?? null],
    );
    return {
      answered: rows.flatMap(({ id, answered }) => (answered ? id : [])),
      history: rows.some(({ reads_as_history: history }) => history),
    };
  }

  /** What the patient wrote that stands beside a decision, newest first. The caller has checked access to the patient. */
  async besideCase(patientId: string): Promise<MessageBesideCase[]> {
    const rows = await this.db.rows<BesideRow>(
      {
        name: 'messages-beside-case',
        text: `SELECT m.id, m.thread_id, t.subject_enc, m.body_enc, m.sent_at, t.last_message_at, ${isToReview('m')} AS to_review,
            m.reviewed_at, m.against_treatment, COALESCE(u.display_name, u.email) AS reviewed_by, asked.rows AS asked
          FROM message_threads t JOIN messages m ON m.thread_id = t.id LEFT JOIN users u ON u.id = m.reviewed_by
          LEFT JOIN LATERAL (SELECT e.id, e.sender, e.body_enc FROM messages e WHERE e.thread_id = m.thread_id AND e.sent_at < m.sent_at
            ORDER BY e.sent_at DESC, e.id LIMIT 1) q ON q.sender = 'care_team'
          LEFT JOIN ${askedBefore('m', 't')} asked ON true
          WHERE t.patient_id = $1 AND m.sender = 'patient' AND (NOT m.reads_as_history OR m.reviewed_at IS NOT NULL OR q.sender = 'care_team')
            AND (${isToReview('m')} OR m.sent_at > now() - interval '${BESIDE_DAYS} days')
          ORDER BY m.sent_at DESC, m.id LIMIT ${BESIDE_MOST}`,
      },
      [patientId],
    );
    return rows
      .map((row) => ({ row, body: this.cipher.decrypt(row.body_enc, bodyPlace(row.id)) }))
      .map(({ row, body }) => ({
        message_id: row.id,
        thread_id: row.thread_id,
        subject: this.cipher.decrypt(row.subject_enc, subjectPlace(row.thread_id)),
        body,
        asked: askedOf(row.asked, body, this.cipher, { withSubject: false }) ?? null,
        sent_at: row.sent_at.toISOString(),
        last_message_at: row.last_message_at.toISOString(),
        to_review: row.to_review,
        reviewed: reviewOf(row, row.reviewed_by),
      }));
  }

  private async opened(rows: readonly Row[], reader: Side): Promise<StoredThread[]> {
    const ids = rows.map((r) => r.id);
    const messages = await this.messages(
      ids,
      reader === 'patient' ? await this.openEmergencies(ids) : [],
      reader,
    );
    return rows.map((row) => ({
      id: row.id,
      thread_id: row.id,
      org_id: row.org_id,
      patient_id: row.patient_id,
      patient_name: row.patient_name,
      mrn: row.mrn,
      subject: this.cipher.decrypt(row.subject_enc, subjectPlace(row.id)),
      last_message_at: row.last_message_at.toISOString(),
      waiting_since: row.waiting_since?.toISOString() ?? null,
      emergency: row.emergency,
      to_review: row.to_review,
      unread: reader === 'patient' ? row.unread_of_care_team : row.unread_of_patient,
      messages: messages.get(row.id) ?? [],
    }));
  }

  /** Reports of emergencies that are open; one carries the time of the message it came with. */
  private openEmergencies(threadIds: readonly string[]): Promise<OpenEmergency[]> {
    return this.db.rows<OpenEmergency>(
      {
        name: 'emergencies-of-threads',
        text: `SELECT r ->> 'thread_id' AS thread_id, a.rule_key, (r ->> 'at')::timestamptz AS at
          FROM message_threads t JOIN cases c ON c.patient_id = t.patient_id JOIN case_alerts a ON a.case_id = c.id
            CROSS JOIN LATERAL jsonb_array_elements(a.reports) r
          WHERE t.id = ANY($1) AND a.closed_at IS NULL AND starts_with(a.rule_key, 'emergency_') AND r ->> 'thread_id' = t.id::text`,
      },
      [threadIds],
    );
  }

  /** Oldest first, by thread. */
  private async messages(
    threadIds: readonly string[],
    emergencies: readonly OpenEmergency[],
    reader: Side,
  ): Promise<Map<string, Message[]>> {
    if (!threadIds.length) return new Map();
    const rows = await this.db.rows<
      Pick<
        MessageRow,
        | 'id'
        | 'thread_id'
        | 'sender'
        | 'body_enc'
        | 'sent_at'
        | 'read_at'
        | 'reviewed_at'
        | 'against_treatment'
      > & { author_name: string; reviewer: string | null }
    >(
      {
        name: 'messages-of-threads',
        text: `SELECT m.id, m.thread_id, m.sender, m.body_enc, m.sent_at, m.read_at, m.reviewed_at, m.against_treatment,
            (SELECT COALESCE(r.display_name, r.email) FROM users r WHERE r.id = m.reviewed_by) AS reviewer, COALESCE(u.display_name, CASE WHEN m.sender = 'patient' THEN u.email ELSE 'Care team' END) AS author_name
          FROM messages m JOIN users u ON u.id = m.author_id WHERE m.thread_id = ANY($1) ORDER BY m.sent_at, m.id`,
      },
      [threadIds],
    );
    const byThread = new Map<string, Message[]>();
    for (const m of rows) {
      const emergency = m.sender === 'patient' && adviceAbout(m, emergencies);
      const message = {
        message_id: m.id,
        from: m.sender,
        author_name: m.author_name,
        body: this.cipher.decrypt(m.body_enc, bodyPlace(m.id)),
        sent_at: m.sent_at.toISOString(),
        read_at: m.read_at?.toISOString() ?? null,
        ...(emergency && { emergency }),
        ...(reader === 'care_team' && m.sender === 'patient' && { reviewed: reviewOf(m, m.reviewer) }),
      };
      byThread.set(m.thread_id, [...(byThread.get(m.thread_id) ?? []), message]);
    }
    return byThread;
  }
}
