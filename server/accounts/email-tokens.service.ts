import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import { newToken, sha256 } from '../platform/crypto/field-cipher.js';
import type { EmailTokenKind } from './email-token.entity.js';

const LIFETIME_MIN: Record<EmailTokenKind, number> = { verify: 24 * 60, reset: 15, invite: 24 * 60, change_email: 24 * 60 };

export type TokenVerdict = { ok: true; userId: string; email: string } | { ok: false; why: 'expired' | 'used' | 'invalid' };

interface TokenRow {
  kind: string;
  used_at: Date | null;
  superseded_at: Date | null;
  expired: boolean;
}

/** One-time links: 256 random bits, hashed at rest, one living link of each kind a person. */
@Injectable()
export class EmailTokens {
  constructor(private readonly db: Db) {}

  async issue(kind: EmailTokenKind, userId: string, email: string): Promise<string> {
    const { token, hash } = newToken();
    await this.db.rows(
      {
        name: 'email-token-supersede',
        text: 'UPDATE email_tokens SET superseded_at = now() WHERE user_id = $1 AND kind = $2 AND used_at IS NULL AND superseded_at IS NULL',
      },
      [userId, kind],
    );
    await this.db.rows(
      {
        name: 'email-token-issue',
        text: 'INSERT INTO email_tokens (token_hash, user_id, kind, email, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))',
      },
      [hash, userId, kind, email, LIFETIME_MIN[kind]],
    );
    return token;
  }

  /** Uses the token up; of many at once exactly one succeeds. */
  async consume(kind: EmailTokenKind, token: string): Promise<TokenVerdict> {
    const hash = sha256(token);
    const used = await this.db.one<{ user_id: string; email: string }>(
      {
        name: 'email-token-consume',
        text: `UPDATE email_tokens SET used_at = now()
          WHERE token_hash = $1 AND kind = $2 AND used_at IS NULL AND superseded_at IS NULL AND expires_at > now()
          RETURNING user_id, email`,
      },
      [hash, kind],
    );
    if (used) return { ok: true, userId: used.user_id, email: used.email };
    const row = await this.db.one<TokenRow>(
      { name: 'email-token-why', text: 'SELECT kind, used_at, superseded_at, expires_at <= now() AS expired FROM email_tokens WHERE token_hash = $1' },
      [hash],
    );
    if (!row || row.kind !== kind) return { ok: false, why: 'invalid' };
    if (row.used_at) return { ok: false, why: 'used' };
    return { ok: false, why: row.expired ? 'expired' : 'invalid' };
  }
}
