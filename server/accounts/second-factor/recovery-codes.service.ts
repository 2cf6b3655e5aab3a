import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import type { Rows } from '../../database/unit-data-source.js';
import { Passwords } from '../passwords/passwords.service.js';
import { RecoveryCode } from './mfa.entities.js';

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
    @InjectRepository(RecoveryCode) private readonly codes: Rows<RecoveryCode>,
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
    await this.codes.insert(hashes.map((code_hash, i) => ({ user_id: userId, number: i + 1, code_hash })));
  }

  async remove(userId: string): Promise<void> {
    await this.codes.delete({ user_id: userId });
  }

  left(userId: string): Promise<number> {
    return this.codes.countBy({ user_id: userId, used_at: IsNull() });
  }

  /** Uses up a code. Its number says which hash to compare: one slow comparison per attempt. */
  async accept(userId: string, typed: string): Promise<boolean> {
    const code = parseRecoveryCode(typed);
    if (!code) return false;
    const unused = { user_id: userId, number: code.number, used_at: IsNull() };
    const row = await this.codes.findOneBy(unused);
    if (!(await this.passwords.verify(row?.code_hash ?? null, code.secret)) || !row) return false;
    const { affected } = await this.codes.update(
      { ...unused, code_hash: row.code_hash },
      { used_at: () => 'now()' },
    );
    return affected === 1;
  }
}
