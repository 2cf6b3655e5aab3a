import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { newToken, sha256 } from '../../platform/crypto/field-cipher.js';
import type { EmailTokenKind } from './email-token.entity.js';

const LIFETIME_MIN: Record<EmailTokenKind, number> = {
  verify: 24 * 60,
  reset: 15,
  invite: 24 * 60,
  change_email: 24 * 60,
};

export interface TokenOwner {
  kind: EmailTokenKind;
  userId: string;
  orgId: string | null;
  /** The address the link was sent to. */
  email: string;
}
export type TokenVerdict = ({ ok: true } & TokenOwner) | { ok: false; why: 'expired' | 'used' | 'invalid' };

interface TokenRow {
  kind: EmailTokenKind;
  user_id: string;
  org_id: string | null;
  email: string;
  used_at: Date | null;
  superseded_at: Date | null;
  expired: boolean;
  owned: boolean;
}

/** One-time links: 256 random bits, hashed at rest, one active link of each kind per user. */
@Injectable()
export class EmailTokens {
  constructor(private readonly db: Db) {}

  async issue(kind: EmailTokenKind, userId: string, email: string): Promise<string> {
    const { token, hash } = newToken();
    await this.supersede(userId, [kind]);
    await this.db.rows(
      {
        name: 'email-token-issue',
        text: 'INSERT INTO email_tokens (token_hash, user_id, kind, email, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))',
      },
      [hash, userId, kind, email, LIFETIME_MIN[kind]],
    );
    return token;
  }

  /** Invalidates the active links of these kinds. */
  async supersede(userId: string, kinds: readonly EmailTokenKind[]): Promise<void> {
    await this.db.rows(
      {
        name: 'email-token-supersede',
        text: 'UPDATE email_tokens SET superseded_at = now() WHERE user_id = $1 AND kind = ANY($2) AND used_at IS NULL AND superseded_at IS NULL',
      },
      [userId, kinds],
    );
  }

  /** The address an active link of this kind was sent to, and when it expires. */
  async living(kind: EmailTokenKind, userId: string): Promise<{ email: string; expires_at: string } | null> {
    const row = await this.db.one<{ email: string; expires_at: Date }>(
      {
        name: 'email-token-living',
        text: `SELECT email, expires_at FROM email_tokens
          WHERE user_id = $1 AND kind = $2 AND used_at IS NULL AND superseded_at IS NULL AND expires_at > now()`,
      },
      [userId, kind],
    );
    return row && { email: row.email, expires_at: row.expires_at.toISOString() };
  }

  /** Uses up the token; of many at once exactly one succeeds. */
  async consume(kinds: readonly EmailTokenKind[], token: string): Promise<TokenVerdict> {
    const verdict = await this.judge(kinds, token);
    if (!verdict.ok) return verdict;
    const used = await this.db.rows(
      {
        name: 'email-token-consume',
        text: `UPDATE email_tokens SET used_at = now()
          WHERE token_hash = $1 AND used_at IS NULL AND superseded_at IS NULL AND expires_at > now() RETURNING 1`,
      },
      [sha256(token)],
    );
    return used.length ? verdict : this.judge(kinds, token);
  }

  /** What using the token would return, without using it. */
  async judge(kinds: readonly EmailTokenKind[], token: string): Promise<TokenVerdict> {
    const row = await this.db.one<TokenRow>(
      {
        name: 'email-token-judge',
        // A link is valid only while the account has the address it was sent to; a change of address is the exception.
        text: `SELECT t.kind, t.user_id, u.org_id, t.email, t.used_at, t.superseded_at, t.expires_at <= now() AS expired,
            u.status = 'active' AND (t.kind = 'change_email' OR lower(t.email) = lower(u.email)) AS owned
          FROM email_tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = $1`,
      },
      [sha256(token)],
    );
    if (!row || !kinds.includes(row.kind)) return { ok: false, why: 'invalid' };
    if (row.used_at) return { ok: false, why: 'used' };
    if (row.superseded_at || !row.owned) return { ok: false, why: 'invalid' };
    if (row.expired) return { ok: false, why: 'expired' };
    return { ok: true, kind: row.kind, userId: row.user_id, orgId: row.org_id, email: row.email };
  }
}
