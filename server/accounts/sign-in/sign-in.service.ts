import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Audit } from '../../audit/audit.service.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Outbox } from '../../mail/outbox.service.js';
import { passwordDisabledMail } from '../../mail/templates.js';
import { AppError } from '../../platform/errors/errors.js';
import { networkOf, siteOf, subscriberOf } from '../../platform/http/address.js';
import { Limits } from '../../limits/limits.service.js';
import { KnownDevices } from './known-devices.service.js';
import { Passwords } from '../passwords/passwords.service.js';
import { domainOf } from '../sso/sso-addresses.js';
import { ssoOrganisation, SsoRepository } from '../sso/sso.repository.js';
import { UsersRepository, type Account } from '../users/users.repository.js';
import { TEXT } from './text/en.js';

const ssoRequired = () => new AppError(401, 'sso_required', TEXT.signInWithOrganization);

/** This many wrong passwords in a row from unknown devices disable the password for them (A-05). */
const MOST_IN_A_ROW = 100;

/** Counts consecutive wrong passwords: those for an account on devices it was never used on. */
export const guessesOf = (account: string): string => `password:${account}`;

/** What a wrong password delays: guesses at this account from the same place, and no one elsewhere. A reset ends it. */
const guesserOf = (account: Account | null, email: string, network: string): string =>
  `password:${account ? `${account.id}:${account.session_epoch}` : email.toLowerCase()}:${network}`;

/** The password step, and everything that slows down guessing without locking the owner out. */
@Injectable()
export class SignIn {
  constructor(
    private readonly users: UsersRepository,
    private readonly connections: SsoRepository,
    private readonly passwords: Passwords,
    private readonly devices: KnownDevices,
    private readonly limits: Limits,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** null for an unknown account, a wrong password or a disabled one: same response and timing. Throws 429. */
  async checkPassword(email: string, password: string, request: FastifyRequest): Promise<Account | null> {
    await this.limits.take('sign-in.address', subscriberOf(request.ip));
    await this.limits.check('sign-in-failure.network', networkOf(request.ip));
    const site = siteOf(request.ip);
    if (site) await this.limits.check('sign-in-failure.site', site);
    const account = await this.users.findByEmail(email);
    const device = account && (await this.knownDevice(request, account));
    const off = await this.passwordsOff(email, account);
    const offered = !(off.domain && off.organisation);
    const usable =
      offered && account?.status === 'active' && (!account.password_disabled_at || device !== null);
    const hash = usable ? account.password_hash : null;
    const right = await this.limits.attempt(
      device ?? guesserOf(account, email, networkOf(request.ip)),
      () => this.passwords.verify(hash, password),
      () => this.failed(account, email, request.ip, device === null),
    );
    if (right ? off.organisation : off.domain) throw ssoRequired();
    if (!account || !right) return null;
    if (!device) await this.limits.forget(guessesOf(account.id));
    if (hash && this.passwords.isOutdated(hash)) {
      await this.users.rehash(account.id, hash, await this.passwords.hash(password));
    }
    return account;
  }

  /** Returned for every wrong password under the domain, so that it does not reveal which accounts exist. */
  private passwordsOff(
    email: string,
    account: Account | null,
  ): Promise<{ domain: boolean; organisation: boolean }> {
    return this.connections.required(domainOf(email), account && ssoOrganisation(account));
  }

  /** @returns the count a known device adds to; a device that failed too often is no longer known */
  private async knownDevice(request: FastifyRequest, account: Account): Promise<string | null> {
    const id = this.devices.idOf(request, account.id);
    if (!id) return null;
    const subject = `device:${account.id}:${id}`;
    return (await this.limits.failuresOf(subject)) < MOST_IN_A_ROW ? subject : null;
  }

  private async failed(
    account: Account | null,
    email: string,
    ip: string,
    unknownDevice: boolean,
  ): Promise<void> {
    await this.limits.tryTake('sign-in-failure.network', networkOf(ip));
    const site = siteOf(ip);
    if (site) await this.limits.tryTake('sign-in-failure.site', site);
    await this.audit.record(null, {
      action: 'session.refuse',
      outcome: 'failure',
      orgId: account?.org_id ?? null,
      ...(account && { target: { type: 'user', id: account.id } }),
    });
    if (!unknownDevice) return;
    const inARow = await this.limits.countFailure(guessesOf(account?.id ?? email.toLowerCase()));
    if (account && inARow >= MOST_IN_A_ROW) await this.disable(account);
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
