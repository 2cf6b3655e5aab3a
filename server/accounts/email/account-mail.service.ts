import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Jobs } from '../../jobs/jobs.service.js';
import { Outbox } from '../../mail/outbox.service.js';
import {
  changeEmailMail,
  inviteMail,
  resetMail,
  ssoRequiredMail,
  verificationMail,
} from '../../mail/templates.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { currentContext } from '../../platform/access/context.js';
import { networkOf } from '../../platform/http/address.js';
import { Limits } from '../../limits/limits.service.js';
import type { EmailTokenKind } from './email-token.entity.js';
import { EmailTokens } from './email-tokens.service.js';
import { domainOf } from '../sso/sso-addresses.js';
import { ssoOrganisation, SsoRepository } from '../sso/sso.repository.js';
import { UsersRepository, type Account } from '../users/users.repository.js';

const PLACE = 'job:account.mail';

const LINKS: Record<EmailTokenKind, { page: string; kind: string; compose: typeof resetMail }> = {
  verify: { page: '/verify-email', kind: 'verify_email', compose: verificationMail },
  change_email: { page: '/verify-email', kind: 'change_email', compose: changeEmailMail },
  reset: { page: '/reset-password', kind: 'reset_password', compose: resetMail },
  invite: { page: '/reset-password', kind: 'invite', compose: inviteMail },
};

export interface LinkTo {
  id: string;
  org_id: string | null;
  email: string;
}

/** Emails with a one-time link. */
@Injectable()
export class AccountMail implements OnModuleInit {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: EmailTokens,
    private readonly connections: SsoRepository,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly limits: Limits,
    private readonly cipher: FieldCipher,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('account.mail', ({ what, email_enc, network_enc }) =>
      this.sendIfKnown(
        what === 'reset' ? 'reset' : 'verify',
        this.cipher.decrypt(String(email_enc), PLACE),
        // A job from an earlier version has none.
        typeof network_enc === 'string' ? this.cipher.decrypt(network_enc, PLACE) : 'unknown',
      ),
    );
  }

  /** Issues the link and queues the email, in the transaction of the action. */
  async send(kind: EmailTokenKind, { id, org_id, email }: LinkTo): Promise<string> {
    const { page, kind: mailKind, compose } = LINKS[kind];
    const url = `${this.config.publicOrigin}${page}?token=${await this.tokens.issue(kind, id, email)}`;
    await this.outbox.put({ kind: mailKind, to: email, userId: id, orgId: org_id, content: compose(url) });
    return url;
  }

  /** For signed-out users: the same work for every address, the rest in a job. */
  later(what: 'reset' | 'verify', email: string): Promise<void> {
    const network = networkOf(currentContext()?.ip ?? null);
    return this.uow.run(() =>
      this.jobs.enqueue('account.mail', {
        what,
        email_enc: this.cipher.encrypt(email, PLACE),
        network_enc: this.cipher.encrypt(network, PLACE),
      }),
    );
  }

  /** @returns whether one more verification email may go to this account now */
  async mayResend(userId: string): Promise<{ allowed: boolean; retryAfterS: number }> {
    const minute = await this.limits.tryTake('resend.account.minute', userId);
    return minute.allowed ? this.limits.tryTake('resend.account.hour', userId) : minute;
  }

  private async sendIfKnown(what: 'reset' | 'verify', email: string, network: string): Promise<void> {
    const account = await this.users.findByEmail(email);
    if (account?.status !== 'active') return;
    await this.uow.run(async () => {
      // One at a time: do not check for an active link while another one is being sent.
      await this.users.lock(account.id);
      const wanted =
        what === 'reset'
          ? await this.resetWanted(account.id, network)
          : !account.email_verified_at && (await this.mayResend(account.id)).allowed;
      if (!wanted) return;
      if (what === 'reset' && (await this.passwordIsOff(account))) await this.sayWhere(account);
      else await this.send(what, account);
    });
  }

  private async passwordIsOff(account: Account): Promise<boolean> {
    return (await this.connections.required(domainOf(account.email), ssoOrganisation(account))).organisation;
  }

  /** A new password would not help here. */
  private sayWhere({ id, org_id, email }: LinkTo): Promise<void> {
    const content = ssoRequiredMail(`${this.config.publicOrigin}/login`);
    return this.outbox.put({ kind: 'notice.sso_required', to: email, userId: id, orgId: org_id, content });
  }

  /** Other people's requests never keep the owner from a link: each network has its own count, and one active link is always sent. */
  private async resetWanted(userId: string, network: string): Promise<boolean> {
    const here = await this.limits.tryTake('reset.account.network', `${userId}:${network}`);
    const all = here.allowed && (await this.limits.tryTake('reset.account', userId)).allowed;
    return all || (await this.tokens.living('reset', userId)) === null;
  }
}
