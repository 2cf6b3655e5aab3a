import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Raw } from 'typeorm';
import { Db } from '../../database/db.js';
import type { Rows } from '../../database/unit-data-source.js';
import { newToken, sha256 } from '../../platform/crypto/field-cipher.js';
import { administersNow } from '../users/maker.js';
import { EmailToken, type EmailTokenKind } from './email-token.entity.js';

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

type TokenRow = Pick<EmailToken, 'kind' | 'user_id' | 'email' | 'used_at' | 'superseded_at'> & {
  org_id: string | null;
  expired: boolean;
  owned: boolean;
};

const UNUSED = { used_at: IsNull(), superseded_at: IsNull() };
/** By the database's clock, which set it. */
const AHEAD = Raw<Date>((column) => `${column} > now()`);

/** Nobody gets in by a password whose inviter is gone before it is set. */
const INVITED_STILL = `(u.password_hash IS NOT NULL OR u.invited_by IS NULL
    OR EXISTS (SELECT 1 FROM users i WHERE i.id = u.invited_by AND ${administersNow('i', 'u.org_id')}))`;

/** One-time links: 256 random bits, hashed at rest, one active link of each kind per user. */
@Injectable()
export class EmailTokens {
  constructor(
    private readonly db: Db,
    @InjectRepository(EmailToken) private readonly tokens: Rows<EmailToken>,
  ) {}

  async issue(kind: EmailTokenKind, userId: string, email: string): Promise<string> {
    const { token, hash } = newToken();
    await this.supersede(userId, [kind]);
    await this.tokens.insert({
      token_hash: hash,
      user_id: userId,
      kind,
      email,
      expires_at: () => `now() + interval '${LIFETIME_MIN[kind]} minutes'`,
    });
    return token;
  }

  /** Invalidates the active links of these kinds. */
  async supersede(userId: string, kinds: readonly EmailTokenKind[]): Promise<void> {
    await this.tokens.update(
      { user_id: userId, kind: In(kinds), ...UNUSED },
      { superseded_at: () => 'now()' },
    );
  }

  /** The address an active link of this kind was sent to, and when it expires. */
  async living(kind: EmailTokenKind, userId: string): Promise<{ email: string; expires_at: string } | null> {
    const row = await this.tokens.findOneBy({ user_id: userId, kind, ...UNUSED, expires_at: AHEAD });
    return row && { email: row.email, expires_at: row.expires_at.toISOString() };
  }

  /** Uses up the token; of many at once exactly one succeeds. */
  async consume(kinds: readonly EmailTokenKind[], token: string): Promise<TokenVerdict> {
    const verdict = await this.judge(kinds, token);
    if (!verdict.ok) return verdict;
    const { affected } = await this.tokens.update(
      { token_hash: sha256(token), ...UNUSED, expires_at: AHEAD },
      { used_at: () => 'now()' },
    );
    return affected === 1 ? verdict : this.judge(kinds, token);
  }

  /** What using the token would return, without using it. */
  async judge(kinds: readonly EmailTokenKind[], token: string): Promise<TokenVerdict> {
    const row = await this.db.one<TokenRow>(
      {
        name: 'email-token-judge',
        // A link is valid only while the account has the address it was sent to; a change of address is the exception.
        text: `SELECT t.kind, t.user_id, u.org_id, t.email, t.used_at, t.superseded_at, t.expires_at <= now() AS expired,
            u.status = 'active' AND (t.kind = 'change_email' OR lower(t.email) = lower(u.email)) AND ${INVITED_STILL} AS owned
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
