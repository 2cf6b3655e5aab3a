import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import { API_KEY_STATUSES, type ApiKey, type ApiKeyStatus } from '#common/api/api-keys.js';
import { administersNow, madeBy } from '../accounts/users/maker.js';
import { ChecksDb, Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import { ApiKeyRow } from './api-key.entity.js';
import { clientIdOf, shownPrefix } from './key-text.js';

export const API_KEY_LIST: ListDialect = {
  unit: 'api-keys',
  sorts: {
    name: 'k.name',
    created_at: 'k.created_at',
    expires_at: 'k.expires_at',
    last_used_at: 'k.last_used_at',
  },
  defaultSort: ['created_at', 'DESC'],
  filters: { q: 'text', status: API_KEY_STATUSES },
};

/** A key with its organization's policy for its calls. */
export type KnownKey = Pick<
  ApiKeyRow,
  'id' | 'org_id' | 'name' | 'scopes' | 'secret_hash' | 'jwks' | 'jwks_url' | 'expires_at'
> & {
  org_name: string;
  org_timezone: string;
  needs_reason: boolean;
  /** The organization keeps records to its providers, and who made the key is none of them. */
  needs_provider: boolean;
  revoked: boolean;
  expired: boolean;
  touch: boolean;
  /** Of the token it calls with. */
  types: string[] | null;
};

type Listed = Pick<
  ApiKeyRow,
  | 'id'
  | 'org_id'
  | 'name'
  | 'public_id'
  | 'scopes'
  | 'created_at'
  | 'expires_at'
  | 'last_used_at'
  | 'revoked_at'
  | 'jwks'
  | 'jwks_url'
> & { organisation: string; created_by: string; maker_left: boolean; status: ApiKeyStatus };

const STATUS = `CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END`;
const COLUMNS = `k.id, k.org_id, o.name AS organisation, k.name, k.public_id, k.scopes, k.jwks, k.jwks_url, ${STATUS} AS status,
  ${madeBy('u', 'k.org_id')}, k.created_at, k.expires_at, k.last_used_at, k.revoked_at`;
const FROM =
  'FROM api_keys k JOIN organisations o ON o.id = k.org_id LEFT JOIN users u ON u.id = k.created_by';
const NEEDS_REASON = `COALESCE((o.policies->>'break_glass_reason')::boolean, false)`;
/** Recording each use would make every read a write. */
const TOUCH_AFTER_S = 60;
/** Who made it is a provider of the key's own organization: no one from outside counts among them. */
const MAY_OPEN = `(m.status = 'active' AND 'provider' = ANY(m.roles) AND m.org_id = k.org_id)`;
/** Whoever made it knows its secret: it works only while they administer the organization. */
const ENDED = `(k.revoked_at IS NOT NULL OR (k.secret_hash IS NOT NULL AND NOT ${administersNow('m', 'k.org_id')}))`;
const KNOWN = `k.id, k.org_id, k.name, k.scopes, k.secret_hash, k.jwks, k.jwks_url, k.expires_at, o.name AS org_name, o.timezone AS org_timezone,
  ${NEEDS_REASON} AS needs_reason, ${NEEDS_PROVIDER} AND NOT ${MAY_OPEN} AS needs_provider, ${ENDED} AS revoked, k.expires_at <= now() AS expired,
  k.last_used_at IS NULL OR k.last_used_at < now() - interval '${TOUCH_AFTER_S} seconds' AS touch`;
const OF_ORG = 'JOIN organisations o ON o.id = k.org_id JOIN users m ON m.id = k.created_by';

const onTheWire = ({ public_id, jwks, ...row }: Listed): ApiKey => ({
  ...row,
  ...(jwks || row.jwks_url
    ? { kind: 'signed', prefix: clientIdOf(public_id) }
    : { kind: 'secret', prefix: shownPrefix(public_id) }),
  key_ids: jwks?.map(({ kid }) => kid) ?? [],
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

@Injectable()
export class ApiKeysRepository {
  constructor(
    private readonly db: Db,
    private readonly checks: ChecksDb,
    @InjectRepository(ApiKeyRow) private readonly keys: Rows<ApiKeyRow>,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<ApiKey>> {
    const page = await listPage<Listed>(
      this.db,
      {
        name: 'api-key-list',
        columns: COLUMNS,
        body: `${FROM} WHERE ($1::uuid IS NULL OR k.org_id = $1) AND ($2::uuid[] IS NULL OR k.id = ANY($2))
          AND ($3::text IS NULL OR ${STATUS} = $3) AND ($4::text IS NULL OR k.name ILIKE $4)`,
        values: [actor.orgId, query.ids, query.filter.status ?? null, searched(query.filter.q)],
      },
      query,
      'k.id',
    );
    return { ...page, rows: page.rows.map(onTheWire) };
  }

  async find(actor: Actor, id: string): Promise<ApiKey | null> {
    const row = await this.db.one<Listed>(
      {
        name: 'api-key-find',
        text: `SELECT ${COLUMNS} ${FROM} WHERE k.id = $1 AND ($2::uuid IS NULL OR k.org_id = $2)`,
      },
      [id, actor.orgId],
    );
    return row && onTheWire(row);
  }

  /** What the organization asks of who opens its records. */
  async limitsOf(orgId: string): Promise<{ needs_reason: boolean; needs_provider: boolean }> {
    const row = await this.db.one<{ needs_reason: boolean; needs_provider: boolean }>(
      {
        name: 'api-key-limits',
        text: `SELECT ${NEEDS_REASON} AS needs_reason, ${NEEDS_PROVIDER} AS needs_provider FROM organisations o WHERE o.id = $1`,
      },
      [orgId],
    );
    return row!;
  }

  async insert(
    key: Pick<ApiKeyRow, 'id' | 'org_id' | 'public_id' | 'name' | 'scopes' | 'created_by' | 'expires_at'> &
      Partial<Pick<ApiKeyRow, 'secret_hash' | 'jwks' | 'jwks_url'>>,
  ): Promise<void> {
    await this.keys.insert(key);
  }

  /** false: it was revoked before. */
  async revoke(id: string, by: string): Promise<boolean> {
    const { affected } = await this.keys.update(
      { id, revoked_at: IsNull() },
      { revoked_at: () => 'now()', revoked_by: by },
    );
    return affected === 1;
  }

  /**
   * Active keys; `signed`: with no secret that we gave.
   * @param except the organization whose keys its maker still administers
   */
  madeBy(
    userId: string,
    except: string | null,
  ): Promise<(Pick<ApiKeyRow, 'id' | 'org_id' | 'name'> & { signed: boolean })[]> {
    return this.db.rows(
      {
        name: 'api-keys-made-by',
        text: `SELECT id, org_id, name, secret_hash IS NULL AS signed FROM api_keys WHERE created_by = $1 AND revoked_at IS NULL
          AND expires_at > now() AND org_id IS DISTINCT FROM $2 ORDER BY name, id FOR UPDATE`,
      },
      [userId, except],
    );
  }

  /** No actor: a key itself says whose it is. */
  known(publicId: string): Promise<KnownKey | null> {
    return this.checks.one<KnownKey>(
      {
        name: 'api-key-known',
        text: `SELECT ${KNOWN}, NULL AS types FROM api_keys k ${OF_ORG} WHERE k.public_id = $1`,
      },
      [publicId],
    );
  }

  /** The key behind a token of five minutes. */
  knownByToken(tokenHash: Buffer): Promise<KnownKey | null> {
    return this.checks.one<KnownKey>(
      {
        name: 'api-key-known-by-token',
        text: `SELECT ${KNOWN}, t.types FROM key_tokens t JOIN api_keys k ON k.id = t.key_id ${OF_ORG}
          WHERE t.token_hash = $1 AND t.expires_at > now()`,
      },
      [tokenHash],
    );
  }

  knownById(id: string): Promise<KnownKey | null> {
    return this.db.one<KnownKey>(
      {
        name: 'api-key-known-by-id',
        text: `SELECT ${KNOWN}, NULL AS types FROM api_keys k ${OF_ORG} WHERE k.id = $1`,
      },
      [id],
    );
  }

  /** In the transaction of the caller. */
  async use(id: string): Promise<void> {
    await this.keys.update({ id }, { last_used_at: () => 'now()' });
  }

  async touch(id: string): Promise<void> {
    await this.checks.rows(
      { name: 'api-key-touch', text: 'UPDATE api_keys SET last_used_at = now() WHERE id = $1' },
      [id],
    );
  }
}
