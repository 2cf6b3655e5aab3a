import { randomUUID, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import type { MfaRequiredResponse } from '../../common/api/index.js';
import { Db } from '../database/db.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { FieldCipher, newToken, sha256 } from '../platform/crypto/field-cipher.js';
import { AppError } from '../platform/errors/errors.js';
import { SIX_DIGITS } from './accounts.dto.js';
import type { Account } from './users.repository.js';

const PERIOD_S = 30;
const WINDOW = 1;
const TRIES = 5;
const LIFETIME_MIN = 5;

export const totpPlace = (userId: string): string => `totp_credentials.secret:${userId}`;

interface ChallengeRow {
  id: string;
  user_id: string;
  token_hash: Buffer;
  tries: number;
  over: boolean;
}

const mfaInvalid = () => new AppError(401, 'mfa_invalid', 'Invalid authentication code.');
const mfaExpired = () => new AppError(401, 'mfa_expired', 'That sign-in took too long. Please sign in again.');

/** The second factor: a challenge that opens nothing until a code that was never used proves it. */
@Injectable()
export class Mfa {
  constructor(
    private readonly db: Db,
    private readonly uow: UnitOfWork,
    private readonly cipher: FieldCipher,
  ) {}

  async challenge(account: Account): Promise<MfaRequiredResponse> {
    const id = randomUUID();
    const { token, hash } = newToken();
    await this.db.rows(
      {
        name: 'mfa-challenge',
        text: 'INSERT INTO mfa_challenges (id, token_hash, user_id, expires_at) VALUES ($1, $2, $3, now() + make_interval(mins => $4))',
      },
      [id, hash, account.id, LIFETIME_MIN],
    );
    return { mfa_required: true, session_id: id, session_token: token, email: account.email, methods: ['totp'] };
  }

  /** @returns the user whose code it was; the challenge is over then */
  async verify(id: string, token: string, code: string): Promise<string> {
    // The count of tries must survive the refusal, so it is committed before the code is judged.
    const challenge = await this.db.one<ChallengeRow>(
      {
        name: 'mfa-try',
        text: `UPDATE mfa_challenges SET tries = tries + 1 WHERE id = $1 AND token_hash = $2 AND ended_at IS NULL
          RETURNING id, user_id, token_hash, tries, expires_at <= now() OR tries > ${TRIES} AS over`,
      },
      [id, sha256(token)],
    );
    if (!challenge || challenge.over || !timingSafeEqual(challenge.token_hash, sha256(token))) throw mfaExpired();
    const right = await this.uow.run(async () => {
      if (!(await this.acceptTotp(challenge.user_id, code.replace(/\s/g, '')))) return false;
      await this.db.rows({ name: 'mfa-end', text: 'UPDATE mfa_challenges SET ended_at = now() WHERE id = $1' }, [id]);
      return true;
    });
    if (!right) throw mfaInvalid();
    return challenge.user_id;
  }

  async cancel(id: string, token: string): Promise<void> {
    await this.db.rows(
      { name: 'mfa-cancel', text: 'UPDATE mfa_challenges SET ended_at = now() WHERE id = $1 AND token_hash = $2 AND ended_at IS NULL' },
      [id, sha256(token)],
    );
  }

  /** A code is accepted once: its counter must be higher than the last accepted one. */
  private async acceptTotp(userId: string, code: string): Promise<boolean> {
    if (!SIX_DIGITS.test(code)) return false;
    const row = await this.db.one<{ secret_enc: string }>(
      { name: 'totp-secret', text: 'SELECT secret_enc FROM totp_credentials WHERE user_id = $1 AND confirmed_at IS NOT NULL' },
      [userId],
    );
    if (!row) return false;
    const secret = Secret.fromBase32(this.cipher.decrypt(row.secret_enc, totpPlace(userId)));
    const delta = new TOTP({ secret, period: PERIOD_S, digits: 6, algorithm: 'SHA1' }).validate({ token: code, window: WINDOW });
    if (delta === null) return false;
    const counter = Math.floor(Date.now() / 1000 / PERIOD_S) + delta;
    const accepted = await this.db.rows(
      { name: 'totp-accept', text: 'UPDATE totp_credentials SET last_counter = $2 WHERE user_id = $1 AND last_counter < $2 RETURNING 1' },
      [userId, counter],
    );
    return accepted.length === 1;
  }
}
