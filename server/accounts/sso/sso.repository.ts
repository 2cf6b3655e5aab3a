import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not } from 'typeorm';
import { STAFF_ROLES, type Role } from '#common/vocabulary/index.js';
import { Db } from '../../database/db.js';
import type { Rows } from '../../database/unit-data-source.js';
import { SsoConnection, SsoDomain, SsoLink, SsoLogin } from './sso.entities.js';

export type Connection = Pick<
  SsoConnection,
  | 'org_id'
  | 'issuer'
  | 'client_id'
  | 'client_secret_enc'
  | 'required'
  | 'trust_addresses'
  | 'tried_at'
  | 'set_by'
  | 'paused_at'
  | 'version'
> & { org_name: string; domains: string[] };

/** tried_by: the administrator testing the connection. */
export type PendingLogin = Pick<
  SsoLogin,
  'id' | 'org_id' | 'nonce' | 'verifier_enc' | 'tried_by' | 'asked_again'
>;

const CONNECTION = `SELECT c.org_id, o.name AS org_name, c.issuer, c.client_id, c.client_secret_enc, c.required,
    c.trust_addresses, c.tried_at, c.set_by, c.paused_at, c.version,
    ARRAY(SELECT d.domain FROM sso_domains d WHERE d.org_id = c.org_id ORDER BY d.domain) AS domains
  FROM sso_connections c JOIN organisations o ON o.id = c.org_id`;
const LIFETIME_MIN = 10;

export const secretPlace = (orgId: string): string => `sso_connections.client_secret:${orgId}`;
export const verifierPlace = (id: string): string => `sso_logins.verifier:${id}`;
export const signOutPlace = (id: string): string => `sso_logins.sign_out:${id}`;

/** Whose single sign-on applies to a user: none for patients and system-wide administrators. */
export const ssoOrganisation = ({ roles, org_id }: { roles: readonly Role[]; org_id: string | null }) =>
  roles.some((role) => STAFF_ROLES.includes(role)) ? org_id : null;

/** Connections, links and sign-ins in progress; all before there is an actor, or after the organization was locked for them. */
@Injectable()
export class SsoRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(SsoConnection) private readonly connections: Rows<SsoConnection>,
    @InjectRepository(SsoDomain) private readonly domains: Rows<SsoDomain>,
    @InjectRepository(SsoLink) private readonly links: Rows<SsoLink>,
    @InjectRepository(SsoLogin) private readonly logins: Rows<SsoLogin>,
  ) {}

  byOrganisation(orgId: string): Promise<Connection | null> {
    return this.db.one<Connection>({ name: 'sso-connection', text: `${CONNECTION} WHERE c.org_id = $1` }, [
      orgId,
    ]);
  }

  /** None while it is paused. */
  byDomain(domain: string): Promise<Connection | null> {
    return this.db.one<Connection>(
      {
        name: 'sso-connection-by-domain',
        text: `${CONNECTION} JOIN sso_domains s ON s.org_id = c.org_id WHERE s.domain = $1 AND c.paused_at IS NULL`,
      },
      [domain],
    );
  }

  async store(connection: Omit<Connection, 'org_name' | 'paused_at' | 'version'>): Promise<void> {
    await this.db.rows(
      {
        name: 'sso-connection-store',
        text: `INSERT INTO sso_connections (org_id, issuer, client_id, client_secret_enc, required, trust_addresses, tried_at, set_by)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
          ON CONFLICT (org_id) DO UPDATE SET issuer = $2, client_id = $3, client_secret_enc = $4, required = $5,
            trust_addresses = $6, tried_at = $7, set_by = $8, paused_at = NULL, version = sso_connections.version + 1, updated_at = now()`,
      },
      [
        connection.org_id,
        connection.issuer,
        connection.client_id,
        connection.client_secret_enc,
        connection.required,
        connection.trust_addresses,
        connection.tried_at,
        connection.set_by,
      ],
    );
    await this.domains.delete({ org_id: connection.org_id, domain: Not(In(connection.domains)) });
    await this.db.rows(
      {
        name: 'sso-domains-add',
        text: `INSERT INTO sso_domains (domain, org_id) SELECT d, $1 FROM unnest($2::text[]) d
          WHERE NOT EXISTS (SELECT 1 FROM sso_domains s WHERE s.domain = d AND s.org_id = $1)`,
      },
      [connection.org_id, connection.domains],
    );
  }

  /** Settings are written and paused one after another. */
  async lock(orgId: string): Promise<void> {
    await this.db.rows(
      { name: 'sso-connection-lock', text: 'SELECT 1 FROM sso_connections WHERE org_id = $1 FOR UPDATE' },
      [orgId],
    );
  }

  /** Whether what a sign-in went through is trusted still; keeps it so until the session is there. */
  async trusts(loginId: string): Promise<boolean> {
    const held = await this.db.rows(
      {
        name: 'sso-connection-trusts',
        text: `SELECT 1 FROM sso_connections c JOIN sso_logins l ON l.org_id = c.org_id
          WHERE l.id = $1 AND c.paused_at IS NULL FOR NO KEY UPDATE OF c`,
      },
      [loginId],
    );
    return held.length === 1;
  }

  /** Only the settings that were used are known to work. */
  async succeeded({ org_id, version }: Connection): Promise<void> {
    await this.connections.update({ org_id, version }, { tried_at: () => 'now()' });
  }

  /**
   * Pauses what a person set, except in the organization where they still may.
   * @returns what was paused
   */
  async pauseSetBy(
    userId: string,
    exceptOrg: string | null,
  ): Promise<Pick<Connection, 'org_id' | 'issuer'>[]> {
    return this.db.rows(
      {
        name: 'sso-connections-pause',
        text: `UPDATE sso_connections SET paused_at = now(), version = version + 1, updated_at = now()
          WHERE set_by = $1 AND paused_at IS NULL AND ($2::uuid IS NULL OR org_id <> $2) RETURNING org_id, issuer`,
      },
      [userId, exceptOrg],
    );
  }

  /** @returns whether there was one */
  async remove(orgId: string): Promise<boolean> {
    const own = { org_id: orgId };
    await this.logins.delete(own);
    await this.links.delete(own);
    await this.domains.delete(own);
    const { affected } = await this.connections.delete(own);
    return affected === 1;
  }

  /** Active staff of the organization who would be locked out by these domains. */
  async staffOutside(orgId: string, domains: readonly string[]): Promise<number> {
    const row = await this.db.one<{ n: number }>(
      {
        name: 'sso-staff-outside',
        text: `SELECT count(*)::int AS n FROM users WHERE org_id = $1 AND status = 'active'
          AND roles && ARRAY['provider', 'system_admin'] AND NOT substring(lower(email) from '[^@]*$') = ANY($2::text[])`,
      },
      [orgId, domains],
    );
    return row?.n ?? 0;
  }

  /** Whether passwords are disabled: for staff with addresses in this domain, and for this organization's staff. */
  async required(domain: string, orgId: string | null): Promise<{ domain: boolean; organisation: boolean }> {
    const row = await this.db.one<{ domain: boolean; organisation: boolean }>(
      {
        name: 'sso-required',
        text: `SELECT EXISTS (SELECT 1 FROM sso_domains d JOIN sso_connections c ON c.org_id = d.org_id
            WHERE d.domain = $1 AND c.required AND c.paused_at IS NULL) AS domain,
          EXISTS (SELECT 1 FROM sso_connections c WHERE c.org_id = $2::uuid AND c.required AND c.paused_at IS NULL) AS organisation`,
      },
      [domain, orgId],
    );
    return row ?? { domain: false, organisation: false };
  }

  async begin({
    stateHash,
    browserHash,
    ...login
  }: PendingLogin & { stateHash: Buffer; browserHash: Buffer }): Promise<void> {
    await this.logins.insert({
      ...login,
      state_hash: stateHash,
      browser_hash: browserHash,
      expires_at: () => `now() + interval '${LIFETIME_MIN} minutes'`,
    });
  }

  /** Only one caller gets it, in any process; another browser's state is not touched. */
  consume(stateHash: Buffer, browserHash: Buffer): Promise<PendingLogin | null> {
    return this.db.one<PendingLogin>(
      {
        name: 'sso-login-consume',
        text: `UPDATE sso_logins SET consumed_at = now()
          WHERE state_hash = $1 AND browser_hash = $2 AND consumed_at IS NULL AND expires_at > now()
          RETURNING id, org_id, nonce, verifier_enc, tried_by, asked_again`,
      },
      [stateHash, browserHash],
    );
  }

  linked(org_id: string, issuer: string, subject: string): Promise<SsoLink | null> {
    return this.links.findOneBy({ org_id, issuer, subject });
  }

  /** The account's own second step followed this sign-in. */
  async confirm(loginId: string, userId: string): Promise<void> {
    await this.db.rows(
      {
        name: 'sso-link-confirm',
        text: `UPDATE sso_links l SET confirmed_at = now()
          FROM sso_logins o JOIN sso_connections c ON c.org_id = o.org_id
          WHERE o.id = $1 AND l.user_id = $2 AND l.org_id = o.org_id AND l.issuer = c.issuer AND l.confirmed_at IS NULL`,
      },
      [loginId, userId],
    );
  }

  /** @returns false if the account or the subject already belongs to another one */
  async link(orgId: string, issuer: string, subject: string, userId: string): Promise<boolean> {
    const made = await this.db.rows(
      {
        name: 'sso-link-add',
        text: `INSERT INTO sso_links (org_id, issuer, subject, user_id) VALUES ($1, $2, $3, $4)
          ON CONFLICT DO NOTHING RETURNING 1`,
      },
      [orgId, issuer, subject, userId],
    );
    return made.length === 1;
  }

  async keepSignOut(id: string, signOutEnc: string): Promise<void> {
    await this.logins.update({ id }, { sign_out_enc: signOutEnc });
  }

  async opened(id: string, sessionId: string): Promise<void> {
    await this.logins.update({ id }, { session_id: sessionId });
  }

  async ofSession(sessionId: string): Promise<{ id: string; sign_out_enc: string } | null> {
    const login = await this.logins.findOneBy({ session_id: sessionId, sign_out_enc: Not(IsNull()) });
    return login && { id: login.id, sign_out_enc: login.sign_out_enc! };
  }
}
