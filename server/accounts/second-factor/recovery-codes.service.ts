import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { Passwords } from '../passwords/passwords.service.js';

const HOW_MANY = 10;
/** 32 characters that are not easily confused; 16 of them are 80 random bits. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHAPE = /^(\d{1,2})([0-9A-HJKMNP-TV-Z]{16})$/;

export interface NewCodes {
  codes: string[];
  hashes: string[];
}

const groups = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  ).join('-');

/** The number and the secret of a typed code; people write O for 0, and I or L for 1. */
export function parseRecoveryCode(typed: string): { number: number; secret: string } | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  const [, number, secret] = SHAPE.exec(plain) ?? [];
  return number && secret ? { number: Number(number), secret } : null;
}

/** M-04: ten codes, shown once, hashed like passwords, each usable once. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly db: Db,
    private readonly passwords: Passwords,
  ) {}

  /** Created before the transaction that stores them, because hashing takes time. */
  async generate(): Promise<NewCodes> {
    const codes = Array.from({ length: HOW_MANY }, (_, i) => `${i + 1}-${groups()}`);
    const hashes: string[] = [];
    for (const code of codes) hashes.push(await this.passwords.hashCode(parseRecoveryCode(code)!.secret));
    return { codes, hashes };
  }

  /** Replaces all codes of a user. */
  async store(userId: string, { hashes }: NewCodes): Promise<void> {
    await this.remove(userId);
    await this.db.rows(
      {
        name: 'recovery-store',
        text: 'INSERT INTO recovery_codes (user_id, number, code_hash) SELECT $1, n, h FROM unnest($2::smallint[], $3::text[]) AS c(n, h)',
      },
      [userId, hashes.map((_, i) => i + 1), hashes],
    );
  }

  async remove(userId: string): Promise<void> {
    await this.db.rows({ name: 'recovery-remove', text: 'DELETE FROM recovery_codes WHERE user_id = $1' }, [
      userId,
    ]);
  }

  async left(userId: string): Promise<number> {
    const row = await this.db.one<{ left: number }>(
      {
        name: 'recovery-left',
        text: 'SELECT count(*)::int AS left FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL',
      },
      [userId],
    );
    return row?.left ?? 0;
  }

  /** Uses up a code. Its number says which hash to compare: one slow comparison per attempt. */
  async accept(userId: string, typed: string): Promise<boolean> {
    const code = parseRecoveryCode(typed);
    if (!code) return false;
    const row = await this.db.one<{ code_hash: string }>(
      {
        name: 'recovery-find',
        text: 'SELECT code_hash FROM recovery_codes WHERE user_id = $1 AND number = $2 AND used_at IS NULL',
      },
      [userId, code.number],
    );
    if (!(await this.passwords.verify(row?.code_hash ?? null, code.secret)) || !row) return false;
    const used = await this.db.rows(
      {
        name: 'recovery-use',
        text: 'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND number = $2 AND code_hash = $3 AND used_at IS NULL RETURNING 1',
      },
      [userId, code.number, row.code_hash],
    );
    return used.length === 1;
  }
}
