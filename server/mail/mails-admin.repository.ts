import { Injectable } from '@nestjs/common';
import type { AdminMail } from '#common/api/index.js';
import { MAIL_STATUSES } from '#common/api/admin.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Actor } from '../platform/access/actor.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';

export const MAIL_LIST: ListDialect = {
  unit: 'mails',
  sorts: { created_at: 'm.created_at', sent_at: 'm.sent_at', status: 'm.status', to: 'm.recipient' },
  defaultSort: ['created_at', 'DESC'],
  filters: { q: 'text', status: MAIL_STATUSES },
};

type Row = Omit<AdminMail, 'created_at' | 'sent_at'> & { created_at: Date; sent_at: Date | null };

const COLUMNS =
  'm.id, m.recipient AS to, m.subject, m.status, m.attempts, m.last_error, m.created_at, m.sent_at';
const onTheWire = (row: Row): AdminMail => ({
  ...row,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

/** The administrator's view of the outbox: never the text of an email, whose links grant access to accounts. */
@Injectable()
export class MailsAdminRepository {
  constructor(private readonly db: Db) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<AdminMail>> {
    const page = await listPage<Row>(
      this.db,
      {
        name: 'mail-list',
        columns: COLUMNS,
        body: `FROM mails m WHERE ($1::uuid IS NULL OR m.org_id = $1) AND ($2::uuid[] IS NULL OR m.id = ANY($2))
          AND ($3::text IS NULL OR m.status = $3) AND ($4::text IS NULL OR m.recipient ILIKE $4 OR m.subject ILIKE $4)`,
        values: [actor.orgId, query.ids, query.filter.status ?? null, searched(query.filter.q)],
      },
      query,
      'm.id',
    );
    return { ...page, rows: page.rows.map(onTheWire) };
  }

  async lock(actor: Actor, id: string): Promise<AdminMail | null> {
    const row = await this.db.one<Row>(
      {
        name: 'mail-lock',
        text: `SELECT ${COLUMNS} FROM mails m WHERE m.id = $1 AND ($2::uuid IS NULL OR m.org_id = $2) FOR UPDATE`,
      },
      [id, actor.orgId],
    );
    return row && onTheWire(row);
  }

  async requeue(id: string): Promise<AdminMail> {
    const row = await this.db.one<Row>(
      {
        name: 'mail-requeue',
        text: `UPDATE mails m SET status = 'queued', attempts = 0, last_error = NULL WHERE m.id = $1 RETURNING ${COLUMNS}`,
      },
      [id],
    );
    return onTheWire(row!);
  }
}
