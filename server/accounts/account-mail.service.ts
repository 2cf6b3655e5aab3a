import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { Outbox } from '../mail/outbox.service.js';
import { changeEmailMail, inviteMail, resetMail, verificationMail } from '../mail/templates.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Limits } from '../platform/limits/limits.service.js';
import type { EmailTokenKind } from './email-token.entity.js';
import { EmailTokens } from './email-tokens.service.js';
import { UsersRepository, type Account } from './users.repository.js';

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

/** Mails with a one-time link. */
@Injectable()
export class AccountMail implements OnModuleInit {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: EmailTokens,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly limits: Limits,
    private readonly cipher: FieldCipher,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('account.mail', ({ what, email_enc }) =>
      this.sendIfKnown(what === 'reset' ? 'reset' : 'verify', this.cipher.decrypt(String(email_enc), PLACE)),
    );
  }

  /** Issues the link and puts the mail into the outbox, in the transaction of the act. */
  async send(kind: EmailTokenKind, { id, org_id, email }: LinkTo): Promise<string> {
    const { page, kind: mailKind, compose } = LINKS[kind];
    const url = `${this.config.publicOrigin}${page}?token=${await this.tokens.issue(kind, id, email)}`;
    await this.outbox.put({ kind: mailKind, to: email, userId: id, orgId: org_id, content: compose(url) });
    return url;
  }

  /** For people who are not signed in: the same work for every address, the rest in a job. */
  later(what: 'reset' | 'verify', email: string): Promise<void> {
    return this.uow.run(() =>
      this.jobs.enqueue('account.mail', { what, email_enc: this.cipher.encrypt(email, PLACE) }),
    );
  }

  /** @returns whether one more verification mail may go to this account now */
  async mayResend(userId: string): Promise<{ allowed: boolean; retryAfterS: number }> {
    const minute = await this.limits.tryTake('resend.account.minute', userId);
    return minute.allowed ? this.limits.tryTake('resend.account.hour', userId) : minute;
  }

  private async sendIfKnown(what: 'reset' | 'verify', email: string): Promise<void> {
    const account = await this.users.findByEmail(email);
    if (!account || account.status !== 'active' || !(await this.wanted(what, account))) return;
    await this.uow.run(() => this.send(what, account));
  }

  private async wanted(what: 'reset' | 'verify', account: Account): Promise<boolean> {
    if (what === 'reset') return (await this.limits.tryTake('reset.account', account.id)).allowed;
    return !account.email_verified_at && (await this.mayResend(account.id)).allowed;
  }
}
