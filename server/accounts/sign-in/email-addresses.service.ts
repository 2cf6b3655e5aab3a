import { Injectable } from '@nestjs/common';
import type { EmailChangeResponse, ResendResponse } from '#common/api/index.js';
import { Audit } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { currentContext } from '../../platform/access/context.js';
import { isUniqueViolation } from '../../platform/errors/database-errors.js';
import { badRequest, invalidState, validationFailed, type AppError } from '../../platform/errors/errors.js';
import { subscriberOf } from '../../platform/http/address.js';
import { Limits, tooManyRequests } from '../../limits/limits.service.js';
import { newEmailInUse } from '../users/account-errors.js';
import { AccountMail } from '../email/account-mail.service.js';
import { AccountNotices } from '../email/account-notices.service.js';
import { EmailTokens, type TokenOwner, type TokenVerdict } from '../email/email-tokens.service.js';
import { Proof } from '../second-factor/proof.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const invalid = () => badRequest(TEXT.linkNotValid, 'token_invalid');
const refusals: Record<Exclude<TokenVerdict, { ok: true }>['why'], () => AppError> = {
  expired: () => badRequest(TEXT.linkExpired, 'token_expired'),
  used: () => badRequest(TEXT.linkAlreadyUsed, 'token_consumed'),
  invalid,
};
const sent = (): ResendResponse => ({ ok: true, sent: true, reason: null });

/** Whether an email address belongs to the user: verification, resending, changing. */
@Injectable()
export class EmailAddresses {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: EmailTokens,
    private readonly mail: AccountMail,
    private readonly notices: AccountNotices,
    private readonly proof: Proof,
    private readonly limits: Limits,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async verify(token: string | undefined): Promise<{ ok: true }> {
    if (!token) throw badRequest(SHARED_TEXT.linkMissingToken, 'missing_token');
    try {
      return await this.uow.run(async () => {
        const verdict = await this.tokens.consume(['verify', 'change_email'], token);
        if (!verdict.ok) throw refusals[verdict.why]();
        if (verdict.kind === 'change_email') await this.change(verdict);
        else await this.users.markVerified(verdict.userId, verdict.email);
        await this.audit.record(null, {
          action: verdict.kind === 'change_email' ? 'user.change_email' : 'user.verify_email',
          target: { type: 'user', id: verdict.userId },
          orgId: verdict.orgId,
        });
        return { ok: true };
      });
    } catch (error) {
      // Someone else has taken the new address since.
      if (isUniqueViolation(error)) throw invalid();
      throw error;
    }
  }

  /** Signed in: your own address. Signed out: the same answer for every address. */
  async resend(actor: Actor | null, email: string | undefined): Promise<ResendResponse> {
    if (actor) return this.resendOwn(actor);
    if (!email) return { ok: true, sent: false, reason: 'no_email' };
    await this.limits.take('resend.address', subscriberOf(currentContext()?.ip ?? null));
    await this.mail.later('verify', email);
    return sent();
  }

  async requestChange(actor: Actor, password: string, email: string): Promise<void> {
    const account = await this.proof.password(actor, password);
    if (email.toLowerCase() === account.email.toLowerCase()) {
      throw validationFailed({ email: TEXT.alreadyEmailAddress });
    }
    await this.limits.take('change-email.account', actor.userId);
    if (await this.users.findByEmail(email)) throw newEmailInUse();
    await this.uow.run(async () => {
      // A new password cancels a change of address, even one requested in the meantime.
      if (!(await this.users.holdEpoch(account))) throw invalidState(TEXT.accountChangedInMeantime);
      await this.mail.send('change_email', { id: account.id, org_id: account.org_id, email });
      await this.notices.send('email_change_requested', account);
      await this.audit.record(actor, {
        action: 'user.request_email_change',
        target: { type: 'user', id: actor.userId },
      });
    });
  }

  async pendingChange(actor: Actor): Promise<EmailChangeResponse> {
    return { pending: await this.tokens.living('change_email', actor.userId) };
  }

  async callOffChange(actor: Actor): Promise<void> {
    await this.uow.run(async () => {
      await this.tokens.supersede(actor.userId, ['change_email']);
      await this.audit.record(actor, {
        action: 'user.call_off_email_change',
        target: { type: 'user', id: actor.userId },
      });
    });
  }

  private async resendOwn(actor: Actor): Promise<ResendResponse> {
    if (actor.emailVerified) return { ok: true, sent: false, reason: 'already_verified' };
    const { allowed, retryAfterS } = await this.mail.mayResend(actor.userId);
    if (!allowed) throw tooManyRequests(retryAfterS);
    await this.uow.run(async () => {
      await this.mail.send('verify', { id: actor.userId, org_id: actor.orgId, email: actor.email });
      await this.audit.record(actor, {
        action: 'user.resend_verification',
        target: { type: 'user', id: actor.userId },
      });
    });
    return sent();
  }

  private async change({ userId, email }: TokenOwner): Promise<void> {
    const before = await this.users.findById(userId);
    await this.users.changeEmail(userId, email);
    await this.tokens.supersede(userId, ['verify', 'reset', 'change_email']);
    if (before) await this.notices.send('email_changed', before);
  }
}
