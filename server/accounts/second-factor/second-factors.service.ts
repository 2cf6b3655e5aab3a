import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Db } from '../../database/db.js';
import type { Rows } from '../../database/unit-data-source.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { AccountNotices } from '../email/account-notices.service.js';
import { Passkey } from './mfa.entities.js';
import { RecoveryCodes } from './recovery-codes.service.js';
import { Totp } from './totp.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { TEXT } from './text/en.js';

export type CodeKind = 'totp' | 'recovery_code';

/** A typed code: six digits from the authenticator app, or one of the recovery codes. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly db: Db,
    private readonly totp: Totp,
    private readonly recovery: RecoveryCodes,
    @InjectRepository(Passkey) private readonly passkeys: Rows<Passkey>,
    private readonly users: UsersRepository,
    private readonly notices: AccountNotices,
    private readonly uow: UnitOfWork,
  ) {}

  /** Uses up a code, in the same transaction as the action it is for. The caller counts the wrong ones. */
  accept(
    userId: string,
    code: string,
    andThen: (kind: CodeKind) => Promise<void> = async () => {},
  ): Promise<CodeKind | null> {
    return this.uow.run(async () => {
      const used = await this.use(userId, code);
      if (used) await andThen(used);
      return used;
    });
  }

  /** Whether one has been there for a day: an intruder may have added a newer one, but only with proof by the older. */
  async isSettled(userId: string): Promise<boolean> {
    const row = await this.db.one(
      {
        name: 'second-factor-settled',
        text: `SELECT 1 FROM users u WHERE u.id = $1 AND (
          EXISTS (SELECT 1 FROM totp_credentials t WHERE t.user_id = u.id AND t.confirmed_at < now() - interval '1 day')
          OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id AND k.created_at < now() - interval '1 day'))`,
      },
      [userId],
    );
    return row !== null;
  }

  /** Authenticator app, recovery codes and passkeys. */
  async removeAll(userId: string): Promise<void> {
    await this.totp.remove(userId);
    await this.recovery.remove(userId);
    await this.passkeys.delete({ user_id: userId });
  }

  private async use(userId: string, code: string): Promise<CodeKind | null> {
    if (await this.totp.accept(userId, code)) return 'totp';
    if (!(await this.recovery.accept(userId, code))) return null;
    const account = await this.users.findById(userId);
    const left = await this.recovery.left(userId);
    const more = left === 1 ? '1 recovery code is left.' : TEXT.recoveryCodesLeft(left);
    await this.notices.send('recovery_code_used', account!, [more, TEXT.canMakeNewOnesOnAccount]);
    return 'recovery_code';
  }
}
