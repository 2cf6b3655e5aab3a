import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Audit } from '../audit/audit.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Outbox } from '../mail/outbox.service.js';
import { passwordDisabledMail } from '../mail/templates.js';
import { networkOf, subscriberOf } from '../platform/limits/address.js';
import { Limits } from '../platform/limits/limits.service.js';
import { KnownDevices } from './known-devices.service.js';
import { Passwords } from './passwords.service.js';
import { UsersRepository, type Account } from './users.repository.js';

/** So many wrong passwords in a row from devices nobody knows switch the password off for them. */
const MOST_IN_A_ROW = 100;

/** Whose wrong passwords are counted: those of an account on devices it was never used on. */
export const guessesOf = (account: string): string => `password:${account}`;

/** The password step, and everything that keeps guessing slow without locking the owner out. */
@Injectable()
export class SignIn {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly devices: KnownDevices,
    private readonly limits: Limits,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** null for an unknown account, a wrong password, a disabled one: alike in answer and time. Throws 429. */
  async checkPassword(email: string, password: string, request: FastifyRequest): Promise<Account | null> {
    await this.limits.take('sign-in.address', subscriberOf(request.ip));
    await this.limits.check('sign-in-failure.network', networkOf(request.ip));
    const account = await this.users.findByEmail(email);
    const device = account && (await this.knownDevice(request, account));
    const usable = account?.status === 'active' && (!account.password_disabled_at || device !== null);
    const hash = usable ? account.password_hash : null;
    const right = await this.limits.attempt(
      device ?? guessesOf(account?.id ?? email.toLowerCase()),
      () => this.passwords.verify(hash, password),
      (inARow) => this.failed(account, request.ip, device === null && inARow >= MOST_IN_A_ROW),
    );
    if (!account || !right) return null;
    if (hash && this.passwords.isOutdated(hash)) {
      await this.users.rehash(account.id, hash, await this.passwords.hash(password));
    }
    return account;
  }

  /** @returns whose count a known device adds to; one that failed too often is known no more */
  private async knownDevice(request: FastifyRequest, account: Account): Promise<string | null> {
    const id = this.devices.idOf(request, account.id);
    if (!id) return null;
    const subject = `device:${account.id}:${id}`;
    return (await this.limits.failuresOf(subject)) < MOST_IN_A_ROW ? subject : null;
  }

  private async failed(account: Account | null, ip: string, disable: boolean): Promise<void> {
    await this.limits.tryTake('sign-in-failure.network', networkOf(ip));
    await this.audit.record(null, {
      action: 'session.refuse',
      outcome: 'failure',
      orgId: account?.org_id ?? null,
      ...(account && { target: { type: 'user', id: account.id } }),
    });
    if (disable && account) await this.disable(account);
  }

  private async disable(account: Account): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.users.disablePassword(account.id))) return;
      const content = passwordDisabledMail(`${this.config.publicOrigin}/forgot-password`);
      await this.outbox.put({
        kind: 'notice.password_disabled',
        to: account.email,
        userId: account.id,
        orgId: account.org_id,
        content,
      });
      await this.audit.record(null, {
        action: 'user.disable_password',
        target: { type: 'user', id: account.id },
        orgId: account.org_id,
      });
    });
  }
}
