import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  LAB_CONNECTION_STATUSES,
  type LabConnection,
  type UnknownLaboratory,
} from '#common/api/lab-messages.js';
import type { LabOrderLaboratory } from '#common/api/lab-orders.js';
import { madeBy } from '../accounts/users/maker.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Header } from '../lab-spool/message.js';
import type { Actor } from '../platform/access/actor.js';
import { inScope } from '../platform/access/context.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { LabConnectionRow } from './lab-message.entities.js';

export const LAB_CONNECTION_LIST: ListDialect = {
  unit: 'lab-connections',
  sorts: { name: 'lower(k.name)', created_at: 'k.created_at', last_message_at: 'k.last_message_at' },
  defaultSort: ['created_at', 'DESC'],
  filters: { q: 'text', status: LAB_CONNECTION_STATUSES },
};

/** What can be written of a connection. */
export type ConnectionState = Pick<
  LabConnectionRow,
  | 'name'
  | 'sending_application'
  | 'sending_facility'
  | 'receiving_facility'
  | 'timezone'
  | 'codes'
  | 'account_number'
  | 'address'
  | 'phone'
  | 'hours'
  | 'sends_orders'
  | 'paused'
>;
type Names = Pick<LabConnectionRow, 'sending_application' | 'sending_facility' | 'receiving_facility'>;
type Listed = Omit<LabConnection, 'created_at' | 'last_message_at'> &
  Pick<LabConnectionRow, 'created_at' | 'last_message_at'>;

const COLUMNS = `k.id, k.org_id, o.name AS organisation, k.name, k.sending_application, k.sending_facility, k.receiving_facility,
  k.timezone, CASE WHEN k.paused THEN 'paused' ELSE 'active' END AS status, k.codes, k.account_number, k.address, k.phone, k.hours,
  k.sends_orders, k.last_message_at,
  (SELECT count(*)::int FROM lab_messages m WHERE m.connection_id = k.id AND m.status IN ('unmatched', 'preliminary')) AS waiting,
  ${madeBy('u', 'k.org_id')}, k.created_at, k.version`;
const FROM =
  'FROM lab_connections k JOIN organisations o ON o.id = k.org_id LEFT JOIN users u ON u.id = COALESCE(k.set_by, k.created_by)';
const REACHED = '($1::uuid IS NULL OR k.org_id = $1)';
const SAME_SENDER = 'lower(k.sending_application) = lower($1) AND lower(k.sending_facility) = lower($2)';

const onTheWire = (row: Listed): LabConnection => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_message_at: row.last_message_at?.toISOString() ?? null,
});

@Injectable()
export class LabConnectionsRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(LabConnectionRow) private readonly connections: Rows<LabConnectionRow>,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<LabConnection>> {
    const page = await listPage<Listed>(
      this.db,
      {
        name: 'lab-connection-list',
        columns: COLUMNS,
        body: `${FROM} WHERE ${REACHED} AND ($2::uuid[] IS NULL OR k.id = ANY($2))
          AND ($3::text IS NULL OR k.paused = ($3 = 'paused'))
          AND ($4::text IS NULL OR k.name ILIKE $4 OR k.sending_application ILIKE $4 OR k.sending_facility ILIKE $4)`,
        values: [actor.orgId, query.ids, query.filter.status ?? null, searched(query.filter.q)],
      },
      query,
      'k.id',
    );
    return { ...page, rows: page.rows.map(onTheWire) };
  }

  /** Senders without a connection, where the messages that wait are of the organization's patients, or of nobody known here. */
  async unknown(actor: Pick<Actor, 'orgId'>): Promise<UnknownLaboratory[]> {
    const rows = await this.db.rows<Omit<UnknownLaboratory, 'last_at'> & { last_at: Date }>(
      {
        name: 'lab-messages-unknown-senders',
        text: `SELECT sending_application, sending_facility, receiving_facility, count(*)::int AS messages, max(received_at) AS last_at
          FROM lab_messages m WHERE connection_id IS NULL AND status = 'unmatched' AND ($1::uuid IS NULL OR org_id = $1)
            AND (org_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM lab_connections k WHERE lower(k.sending_application) = lower(m.sending_application)
              AND lower(k.sending_facility) = lower(m.sending_facility)))
          GROUP BY 1, 2, 3 ORDER BY 5 DESC LIMIT 50`,
      },
      [actor.orgId],
    );
    return rows.map((row) => ({ ...row, last_at: row.last_at.toISOString() }));
  }

  async find(actor: Pick<Actor, 'orgId'>, id: string): Promise<LabConnection | null> {
    const row = await this.db.one<Listed>(
      { name: 'lab-connection-find', text: `SELECT ${COLUMNS} ${FROM} WHERE ${REACHED} AND k.id = $2` },
      [actor.orgId, id],
    );
    return row && onTheWire(row);
  }

  /** Two changes at once take turns. */
  async lock(actor: Pick<Actor, 'orgId'>, id: string): Promise<LabConnection | null> {
    const row = await this.db.one(
      {
        name: 'lab-connection-lock',
        text: `SELECT 1 FROM lab_connections k WHERE ${REACHED} AND k.id = $2 FOR UPDATE`,
      },
      [actor.orgId, id],
    );
    return row && this.find(actor, id);
  }

  madeBy(userId: string): Promise<Pick<LabConnectionRow, 'org_id' | 'name'>[]> {
    return this.connections.find({
      select: { org_id: true, name: true },
      where: [{ created_by: userId }, { set_by: userId }],
      order: { name: 'ASC' },
    });
  }

  /** Two administrators with the same names take turns, so that a message never has two receivers. */
  async lockNames(): Promise<void> {
    await this.db.rows({
      name: 'lab-connection-names-lock',
      text: `SELECT pg_advisory_xact_lock(hashtextextended('names of lab connections', 0))`,
    });
  }

  /** The other connections of the same sender, in every organization. */
  sameSender(
    names: Names,
    except: string | null,
  ): Promise<Pick<LabConnectionRow, 'org_id' | 'receiving_facility'>[]> {
    return inScope(EVERYTHING, () =>
      this.db.rows(
        {
          name: 'lab-connection-same-sender',
          text: `SELECT k.org_id, k.receiving_facility FROM lab_connections k WHERE ${SAME_SENDER} AND ($3::uuid IS NULL OR k.id <> $3)`,
        },
        [names.sending_application, names.sending_facility, except],
      ),
    );
  }

  /** Whose message it is: a connection that names the receiver goes before one that takes any. */
  async ofHeader(header: Header): Promise<LabConnectionRow | null> {
    return this.db.one<LabConnectionRow>(
      {
        name: 'lab-connection-of-header',
        text: `SELECT k.* FROM lab_connections k WHERE ${SAME_SENDER} AND (k.receiving_facility = '' OR lower(k.receiving_facility) = lower($3))
          ORDER BY k.receiving_facility = '' LIMIT 1`,
      },
      [header.sendingApplication, header.sendingFacility, header.receivingFacility],
    );
  }

  /** By name: those an order can go to. */
  ofOrganisation(orgId: string): Promise<LabOrderLaboratory[]> {
    return this.db.rows<LabOrderLaboratory>(
      {
        name: 'lab-connections-for-orders',
        text: `SELECT k.id, k.name, k.account_number, k.address, k.phone, k.hours FROM lab_connections k
          WHERE k.org_id = $1 AND NOT k.paused ORDER BY lower(k.name), k.id`,
      },
      [orgId],
    );
  }

  byId(id: string): Promise<LabConnectionRow | null> {
    return this.connections.findOneBy({ id });
  }

  countOf(orgId: string): Promise<number> {
    return this.connections.countBy({ org_id: orgId });
  }

  async insert(row: ConnectionState & Pick<LabConnectionRow, 'id' | 'org_id' | 'created_by'>): Promise<void> {
    await this.connections.insert(row);
  }

  async update(id: string, state: ConnectionState, by: string): Promise<void> {
    await this.connections.update({ id }, { ...state, set_by: by, version: NEXT_VERSION });
  }

  async setCode(id: string, code: string, meaning: string): Promise<void> {
    await this.db.rows(
      {
        name: 'lab-connection-code',
        text: `UPDATE lab_connections SET codes = codes || jsonb_build_object($2::text, $3::text), version = version + 1 WHERE id = $1`,
      },
      [id, code, meaning],
    );
  }

  async heard(id: string, at: Date): Promise<void> {
    await this.db.rows(
      {
        name: 'lab-connection-heard',
        text: 'UPDATE lab_connections SET last_message_at = GREATEST(last_message_at, $2) WHERE id = $1',
      },
      [id, at],
    );
  }

  /** The organization's zone, where the administrator names none. */
  async zoneOf(orgId: string): Promise<string> {
    const row = await this.db.one<{ timezone: string }>(
      { name: 'lab-connection-zone', text: 'SELECT timezone FROM organisations WHERE id = $1' },
      [orgId],
    );
    return row?.timezone ?? 'UTC';
  }
}
