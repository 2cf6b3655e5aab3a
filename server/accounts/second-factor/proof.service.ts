import { Injectable } from '@nestjs/common';
import { Audit } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { notAuthenticated, reauthRequired, validationFailed } from '../../platform/errors/errors.js';
import { FREE_FAILURES } from '../../limits/limits.js';
import { Limits } from '../../limits/limits.service.js';
import { AccountNotices } from '../email/account-notices.service.js';
import { Passwords } from '../passwords/passwords.service.js';
import { SecondFactors, type CodeKind } from './second-factors.service.js';
import { domainOf } from '../sso/sso-addresses.js';
import { ssoOrganisation, SsoRepository } from '../sso/sso.repository.js';
import { UsersRepository, type Account } from '../users/users.repository.js';
import { TEXT } from './text/en.js';

/** A signed-in user proves their identity again. A wrong proof is 422 at the field, never 401: the session is fine. */
@Injectable()
export class Proof {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly connections: SsoRepository,
    private readonly secondFactors: SecondFactors,
    private readonly limits: Limits,
    private readonly notices: AccountNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async password(actor: Actor, password: string, field = 'password'): Promise<Account> {
    const account = await this.users.findById(actor.userId);
    if (!account) throw notAuthenticated('session_revoked');
    if (await this.passwordIsOff(account)) {
      await this.refused(actor);
      throw validationFailed({ [field]: TEXT.signInWithOrganizationAgain });
    }
    // By session: a stolen one must not make its owner wait elsewhere.
    const right = await this.limits.attempt(
      `proof:${actor.sessionId}`,
      () => this.passwords.verify(account.password_hash, password),
      (inARow) => this.tellOfPasswords(actor, inARow),
    );
    if (right) return account;
    await this.refused(actor);
    throw validationFailed({ [field]: TEXT.passwordNotRight });
  }

  /**
   * Before a second factor is added: where passwords are disabled, a recent sign-in counts instead.
   * @returns whether identity was proven again; a recent sign-in must not count for longer
   */
  async toEnrol(actor: Actor, password: string): Promise<boolean> {
    const account = await this.users.findById(actor.userId);
    if (account && (await this.passwordIsOff(account))) {
      // The page then leads to the provider, which asks again.
      if (!actor.provenRecently) throw reauthRequired();
      return false;
    }
    await this.password(actor, password);
    return true;
  }

  private async passwordIsOff(account: Account): Promise<boolean> {
    return (await this.connections.required(domainOf(account.email), ssoOrganisation(account))).organisation;
  }

  /** A code from the authenticator app, or a recovery code. */
  async code(actor: Actor, code: string): Promise<CodeKind> {
    const kind = await this.counted(actor, () => this.secondFactors.accept(actor.userId, code));
    if (kind) return kind;
    await this.refused(actor);
    throw wrongCode();
  }

  /** Judges a code in a session: ten wrong ones in 15 minutes, across a user's sessions, and then a word to the owner. */
  async counted<T>(actor: Actor, judge: () => Promise<T>): Promise<T> {
    await this.limits.take('second-factor.session', actor.userId);
    const right = await judge();
    if (right) await this.limits.giveBack('second-factor.session', actor.userId);
    else await this.tellIfFull(actor);
    return right;
  }

  /** A passkey was wrong: counted like a code. A right one is never kept waiting, since no one guesses a signature. */
  async wrongPasskey(actor: Actor): Promise<void> {
    await this.limits.take('second-factor.session', actor.userId);
    await this.tellIfFull(actor);
    await this.refused(actor);
  }

  private async tellOfPasswords({ userId: id, orgId: org_id, email }: Actor, inARow: number): Promise<void> {
    if (inARow < FREE_FAILURES) return;
    const { allowed } = await this.limits.tryTake('password-told.account', id);
    if (allowed) await this.uow.run(() => this.notices.send('passwords_refused', { id, org_id, email }));
  }

  private async tellIfFull({ userId: id, orgId: org_id, email }: Actor): Promise<void> {
    if (!(await this.limits.isFull('second-factor.session', id))) return;
    const { allowed } = await this.limits.tryTake('second-factor-told.account', id);
    if (allowed) await this.uow.run(() => this.notices.send('codes_refused', { id, org_id, email }));
  }

  /** Recorded also where another service finds the proof to be wrong. */
  refused(actor: Actor): Promise<void> {
    return this.audit.record(actor, {
      action: 'session.reauth',
      outcome: 'failure',
      target: { type: 'session', id: actor.sessionId },
    });
  }
}

export const wrongCode = () => validationFailed({ code: TEXT.codeIsntRight });
