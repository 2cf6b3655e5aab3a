import { Injectable } from '@nestjs/common';
import type { Organisation, OrganisationPolicies, PolicyVersion } from '#common/api/index.js';
import { Db } from '../../database/db.js';
import { listPage } from '../../database/list-page.js';
import type { Actor } from '../../platform/access/actor.js';
import { inScope } from '../../platform/access/context.js';
import { ACCOUNTS } from '../../platform/access/scope.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../../platform/http/list-query.js';

export const ORGANISATION_LIST: ListDialect = {
  unit: 'organisations',
  sorts: { name: 'lower(o.name)', created_at: 'o.created_at' },
  defaultSort: ['name', 'ASC'],
  filters: { q: 'text' },
};

const COLUMNS = 'o.id, o.name, o.timezone, o.phone, o.address, o.policies, o.version';

@Injectable()
export class OrganisationsRepository {
  constructor(private readonly db: Db) {}

  /** Of all of them, like the next one: an administrator is told that another organization is closed or its name taken. */
  async exists(id: string): Promise<boolean> {
    const row = await inScope(ACCOUNTS, () =>
      this.db.one({ name: 'organisation-exists', text: 'SELECT 1 FROM organisations WHERE id = $1' }, [id]),
    );
    return row !== null;
  }

  async isNamed(name: string, but: string | null): Promise<boolean> {
    const row = await inScope(ACCOUNTS, () =>
      this.db.one(
        {
          name: 'organisation-named',
          text: 'SELECT 1 FROM organisations WHERE lower(name) = lower($1) AND id IS DISTINCT FROM $2::uuid',
        },
        [name, but],
      ),
    );
    return row !== null;
  }

  /** The organization, locked until the transaction ends; one outside the administrator's scope is not found. */
  lock(actor: Actor, id: string): Promise<Organisation | null> {
    return this.db.one<Organisation>(
      {
        name: 'organisation-lock',
        text: `SELECT ${COLUMNS} FROM organisations o WHERE o.id = $1 AND ($2::uuid IS NULL OR o.id = $2) FOR UPDATE`,
      },
      [id, actor.orgId],
    );
  }

  list(actor: Actor, query: ListQuery): Promise<Page<Organisation>> {
    return listPage<Organisation>(
      this.db,
      {
        name: 'organisation-list',
        columns: COLUMNS,
        body: `FROM organisations o WHERE ($1::uuid IS NULL OR o.id = $1) AND ($2::uuid[] IS NULL OR o.id = ANY($2))
          AND ($3::text IS NULL OR o.name ILIKE $3)`,
        values: [actor.orgId, query.ids, searched(query.filter.q)],
      },
      query,
      'o.id',
    );
  }

  /** A new version of the policies, effective from that date. */
  async keepPolicies({ id, policies }: Organisation, from: string, by: string): Promise<void> {
    await this.db.rows(
      {
        name: 'organisation-policies-keep',
        text: `INSERT INTO organisation_policies (id, org_id, n, effective_from, policies, by_id)
          SELECT gen_random_uuid(), $1, COALESCE(max(v.n), 0) + 1, $2, $3, $4 FROM organisation_policies v WHERE v.org_id = $1`,
      },
      [id, from, JSON.stringify(policies), by],
    );
  }

  async policyVersions(id: string): Promise<PolicyVersion<OrganisationPolicies>[]> {
    const rows = await this.db.rows<Omit<PolicyVersion<OrganisationPolicies>, 'at'> & { at: Date }>(
      {
        name: 'organisation-policies',
        text: `SELECT v.n, v.effective_from::text AS effective_from, COALESCE(u.display_name, u.email) AS by, v.at, v.policies
          FROM organisation_policies v LEFT JOIN users u ON u.id = v.by_id WHERE v.org_id = $1 ORDER BY v.n DESC`,
      },
      [id],
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }

  /** If there is no default organization yet, the new one becomes it. */
  async insert({ id, name, timezone, phone, address, policies }: Organisation): Promise<void> {
    await this.db.rows(
      {
        name: 'organisation-insert',
        text: `INSERT INTO organisations (id, name, timezone, policies, phone, address, is_default)
          VALUES ($1, $2, $3, $4, $5, $6, NOT EXISTS (SELECT 1 FROM organisations WHERE is_default))`,
      },
      [id, name, timezone, JSON.stringify(policies), phone, address],
    );
  }

  async store({ id, name, timezone, phone, address, policies }: Organisation): Promise<Organisation> {
    const row = await this.db.one<Organisation>(
      {
        name: 'organisation-store',
        text: `UPDATE organisations o SET name = $2, timezone = $3, policies = $4, phone = $5, address = $6, version = version + 1, updated_at = now()
          WHERE o.id = $1 RETURNING ${COLUMNS}`,
      },
      [id, name, timezone, JSON.stringify(policies), phone, address],
    );
    return row!;
  }
}
