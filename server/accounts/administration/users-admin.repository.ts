import { Injectable } from '@nestjs/common';
import type { AdminUser } from '#common/api/index.js';
import { ROLES } from '#common/vocabulary/index.js';
import { Db } from '../../database/db.js';
import { listPage } from '../../database/list-page.js';
import type { Actor } from '../../platform/access/actor.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../../platform/http/list-query.js';

export const USER_LIST: ListDialect = {
  unit: 'users',
  sorts: {
    email: 'lower(u.email)',
    display_name: 'lower(u.display_name)',
    status: 'u.status',
    last_seen_at: 'u.last_seen_at',
    created_at: 'u.created_at',
  },
  defaultSort: ['email', 'ASC'],
  filters: { q: 'text', role: ROLES, status: ['active', 'disabled'] },
};

type Row = Omit<AdminUser, 'last_seen_at'> & { last_seen_at: Date | null };
const COLUMNS = `u.id, u.email, u.display_name, u.roles, u.org_id, o.name AS org_name, u.status,
  (EXISTS (SELECT 1 FROM totp_credentials t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id)) AS mfa_enabled,
  u.password_hash IS NULL AS invited, u.last_seen_at, u.version`;
const FROM = 'FROM users u LEFT JOIN organisations o ON o.id = u.org_id';
const onTheWire = (row: Row): AdminUser => ({
  ...row,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});

/** The accounts an administrator may see: those of their organization, or all. */
@Injectable()
export class UsersAdminRepository {
  constructor(private readonly db: Db) {}

  async find(actor: Actor, id: string): Promise<AdminUser | null> {
    const row = await this.db.one<Row>(
      {
        name: 'users-admin-find',
        text: `SELECT ${COLUMNS} ${FROM} WHERE u.id = $1 AND ($2::uuid IS NULL OR u.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && onTheWire(row);
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<AdminUser>> {
    const { q, role, status } = query.filter;
    const page = await listPage<Row>(
      this.db,
      {
        name: 'users-admin-list',
        columns: COLUMNS,
        body: `${FROM} WHERE ($1::uuid IS NULL OR u.org_id = $1)
          AND ($2::uuid[] IS NULL OR u.id = ANY($2))
          AND ($3::text IS NULL OR $3 = ANY(u.roles))
          AND ($4::text IS NULL OR u.status = $4)
          AND ($5::text IS NULL OR u.email ILIKE $5 OR u.display_name ILIKE $5)`,
        values: [actor.orgId, query.ids, role ?? null, status ?? null, searched(q)],
      },
      query,
      'u.id',
    );
    return { ...page, rows: page.rows.map(onTheWire) };
  }
}
