import { Injectable } from '@nestjs/common';
import { STAFF_ROLES, type Role } from '../../../common/vocabulary/index.js';
import { Db } from '../../database/db.js';

export interface Connection {
  org_id: string;
  org_name: string;
  issuer: string;
  client_id: string;
  client_secret_enc: string;
  required: boolean;
  trust_addresses: boolean;
  tried_at: Date | null;
  version: number;
  domains: string[];
}

export interface PendingLogin {
  id: string;
  org_id: string;
  nonce: string;
  verifier_enc: string;
  /** The administrator testing the connection. */
  tried_by: string | null;
}

const CONNECTION = `SELECT c.org_id, o.name AS org_name, c.issuer, c.client_id, c.client_secret_enc, c.required,
    c.trust_addresses, c.tried_at, c.version,
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
  constructor(private readonly db: Db) {}

  byOrganisation(orgId: string): Promise<Connection | null> {
    return this.db.one<Connection>({ name: 'sso-connection', text: `${CONNECTION} WHERE c.org_id = $1` }, [
      orgId,
    ]);
  }

  byDomain(domain: string): Promise<Connection | null> {
    return this.db.one<Connection>(
      {
        name: 'sso-connection-by-domain',
        text: `${CONNECTION} JOIN sso_domains s ON s.org_id = c.org_id WHERE s.domain = $1`,
      },
      [domain],
    );
  }

  async store(connection: Omit<Connection, 'org_name' | 'version'>): Promise<void> {
    await this.db.rows(
      {
        name: 'sso-connection-store',
        text: `INSERT INTO sso_connections (org_id, issuer, client_id, client_secret_enc, required, trust_addresses, tried_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7)
          ON CONFLICT (org_id) DO UPDATE SET issuer = $2, client_id = $3, client_secret_enc = $4, required = $5,
            trust_addresses = $6, tried_at = $7, version = sso_connections.version + 1, updated_at = now()`,
      },
      [
        connection.org_id,
        connection.issuer,
        connection.client_id,
        connection.client_secret_enc,
        connection.required,
        connection.trust_addresses,
        connection.tried_at,
      ],
    );
    await this.db.rows(
      {
        name: 'sso-domains-drop',
        text: 'DELETE FROM sso_domains WHERE org_id = $1 AND NOT domain = ANY($2::text[])',
      },
      [connection.org_id, connection.domains],
    );
    await this.db.rows(
      {
        name: 'sso-domains-add',
        text: `INSERT INTO sso_domains (domain, org_id) SELECT d, $1 FROM unnest($2::text[]) d
          WHERE NOT EXISTS (SELECT 1 FROM sso_domains s WHERE s.domain = d AND s.org_id = $1)`,
      },
      [connection.org_id, connection.domains],
    );
  }

  /** Only the settings that were used are known to work. */
  async succeeded({ org_id, version }: Connection): Promise<void> {
    await this.db.rows(
      {
        name: 'sso-connection-succeeded',
        text: 'UPDATE sso_connections SET tried_at = now() WHERE org_id = $1 AND version = $2',
      },
      [org_id, version],
    );
  }

  /** @returns whether there was one */
  async remove(orgId: string): Promise<boolean> {
    for (const table of ['sso_logins', 'sso_links', 'sso_domains'])
      await this.db.rows({ name: `${table}-drop`, text: `DELETE FROM ${table} WHERE org_id = $1` }, [orgId]);
    const gone = await this.db.rows(
      { name: 'sso-connection-drop', text: 'DELETE FROM sso_connections WHERE org_id = $1 RETURNING 1' },
      [orgId],
    );
    return gone.length === 1;
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
            WHERE d.domain = $1 AND c.required) AS domain,
          EXISTS (SELECT 1 FROM sso_connections c WHERE c.org_id = $2::uuid AND c.required) AS organisation`,
      },
      [domain, orgId],
    );
    return row ?? { domain: false, organisation: false };
  }

  async begin(login: PendingLogin & { stateHash: Buffer; browserHash: Buffer }): Promise<void> {
    await this.db.rows(
      {
        name: 'sso-login-begin',
        text: `INSERT INTO sso_logins (id, state_hash, browser_hash, nonce, verifier_enc, org_id, tried_by, expires_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '${LIFETIME_MIN} minutes')`,
      },
      [
        login.id,
        login.stateHash,
        login.browserHash,
        login.nonce,
        login.verifier_enc,
        login.org_id,
        login.tried_by,
      ],
    );
  }

  /** Only one caller gets it, in any process; another browser's state is not touched. */
  consume(stateHash: Buffer, browserHash: Buffer): Promise<PendingLogin | null> {
    return this.db.one<PendingLogin>(
      {
        name: 'sso-login-consume',
        text: `UPDATE sso_logins SET consumed_at = now()
          WHERE state_hash = $1 AND browser_hash = $2 AND consumed_at IS NULL AND expires_at > now()
          RETURNING id, org_id, nonce, verifier_enc, tried_by`,
      },
      [stateHash, browserHash],
    );
  }

  async linked(orgId: string, issuer: string, subject: string): Promise<string | null> {
    const row = await this.db.one<{ user_id: string }>(
      {
        name: 'sso-link',
        text: 'SELECT user_id FROM sso_links WHERE org_id = $1 AND issuer = $2 AND subject = $3',
      },
      [orgId, issuer, subject],
    );
    return row?.user_id ?? null;
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
    await this.db.rows(
      { name: 'sso-login-sign-out', text: 'UPDATE sso_logins SET sign_out_enc = $2 WHERE id = $1' },
      [id, signOutEnc],
    );
  }

  async opened(id: string, sessionId: string): Promise<void> {
    await this.db.rows(
      { name: 'sso-login-opened', text: 'UPDATE sso_logins SET session_id = $2 WHERE id = $1' },
      [id, sessionId],
    );
  }

  ofSession(sessionId: string): Promise<{ id: string; sign_out_enc: string } | null> {
    return this.db.one<{ id: string; sign_out_enc: string }>(
      {
        name: 'sso-login-of-session',
        text: 'SELECT id, sign_out_enc FROM sso_logins WHERE session_id = $1 AND sign_out_enc IS NOT NULL',
      },
      [sessionId],
    );
  }
}
