import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Secret, TOTP } from 'otpauth';
import { IsNull, LessThan, Not } from 'typeorm';
import { Db } from '../../database/db.js';
import type { Rows } from '../../database/unit-data-source.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { SIX_DIGITS } from '../users/accounts.dto.js';
import { TotpCredential } from './mfa.entities.js';

const PERIOD_S = 30;
/** Steps a clock may be off, in either direction. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = 'TRT Program';

export const totpPlace = (userId: string): string => `totp_credentials.secret:${userId}`;

const generator = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_S, digits: 6, algorithm: 'SHA1' });

/** One-time codes of an authenticator app; each counter is accepted once and never an older one (M-01). */
@Injectable()
export class Totp {
  constructor(
    private readonly db: Db,
    @InjectRepository(TotpCredential) private readonly credentials: Rows<TotpCredential>,
    private readonly cipher: FieldCipher,
  ) {}

  isEnabled(userId: string): Promise<boolean> {
    return this.credentials.existsBy({ user_id: userId, confirmed_at: Not(IsNull()) });
  }

  /** A new secret that takes effect once a code was entered. null if a confirmed one exists. */
  async prepare(userId: string, label: string): Promise<{ secret: string; url: string } | null> {
    const secret = new Secret({ size: SECRET_BYTES });
    const stored = await this.db.rows(
      {
        name: 'totp-prepare',
        text: `INSERT INTO totp_credentials AS t (user_id, secret_enc) VALUES ($1, $2)
          ON CONFLICT (user_id) DO UPDATE SET secret_enc = EXCLUDED.secret_enc, last_counter = 0, created_at = now()
          WHERE t.confirmed_at IS NULL RETURNING 1`,
      },
      [userId, this.cipher.encrypt(secret.base32, totpPlace(userId))],
    );
    return stored.length ? { secret: secret.base32, url: generator(secret, label).toString() } : null;
  }

  /** The first right code turns it on. */
  confirm(userId: string, code: string): Promise<boolean> {
    return this.use(userId, code, false);
  }

  accept(userId: string, code: string): Promise<boolean> {
    return this.use(userId, code, true);
  }

  async remove(userId: string): Promise<void> {
    await this.credentials.delete({ user_id: userId });
  }

  private async use(userId: string, typed: string, confirmed: boolean): Promise<boolean> {
    const code = typed.replace(/\s/g, '');
    if (!SIX_DIGITS.test(code)) return false;
    const credential = { user_id: userId, confirmed_at: confirmed ? Not(IsNull()) : IsNull() };
    const row = await this.credentials.findOneBy(credential);
    if (!row) return false;
    const secret = Secret.fromBase32(this.cipher.decrypt(row.secret_enc, totpPlace(userId)));
    const now = Date.now();
    const delta = generator(secret).validate({ token: code, window: WINDOW, timestamp: now });
    if (delta === null) return false;
    const counter = String(Math.floor(now / 1000 / PERIOD_S) + delta);
    const { affected } = await this.credentials.update(
      { ...credential, secret_enc: row.secret_enc, last_counter: LessThan(counter) },
      { last_counter: counter, confirmed_at: () => 'COALESCE(confirmed_at, now())' },
    );
    return affected === 1;
  }
}
