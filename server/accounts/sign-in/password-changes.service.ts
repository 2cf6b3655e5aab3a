import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { MessageResponse } from '#common/api/index.js';
import { Audit } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { HeldRecords } from '../../patients/held-records.service.js';
import { currentContext } from '../../platform/access/context.js';
import { badRequest, type AppError } from '../../platform/errors/errors.js';
import { subscriberOf } from '../../platform/http/address.js';
import { Limits } from '../../limits/limits.service.js';
import { weakPassword } from '../users/account-errors.js';
import { AccountMail } from '../email/account-mail.service.js';
import { AccountNotices } from '../email/account-notices.service.js';
import { EmailTokens, type TokenVerdict } from '../email/email-tokens.service.js';
import { PasswordPolicy } from '../passwords/password-policy.service.js';
import { Passwords } from '../passwords/passwords.service.js';
import { Proof } from '../second-factor/proof.service.js';
import { SecondFactors } from '../second-factor/second-factors.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { guessesOf } from './sign-in.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { TEXT } from './text/en.js';

const RESET_KINDS = ['reset', 'invite'] as const;
/** Someone who knew the old password may have requested a change of address: that link is invalidated too. */
const DEAD_WITH_PASSWORD = [...RESET_KINDS, 'change_email'] as const;

const refusals: Record<Exclude<TokenVerdict, { ok: true }>['why'], () => AppError> = {
  expired: () => badRequest(TEXT.linkExpired, 'token_expired'),
  used: () => badRequest(TEXT.linkAlreadyUsed, 'token_used'),
  invalid: () => badRequest(TEXT.linkNotValid, 'invalid_token'),
};

/** Sets a new password: by a link, or for a signed-in user who knows the old one. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: EmailTokens,
    private readonly passwords: Passwords,
    private readonly policy: PasswordPolicy,
    private readonly proof: Proof,
    private readonly secondFactors: SecondFactors,
    private readonly held: HeldRecords,
    private readonly sessions: Sessions,
    private readonly mail: AccountMail,
    private readonly notices: AccountNotices,
    private readonly limits: Limits,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  /** Returns the same for everyone; a job checks whether the account exists. */
  async request(email: string): Promise<MessageResponse> {
    await this.limits.take('reset.address', subscriberOf(currentContext()?.ip ?? null));
    await this.mail.later('reset', email);
    return { message: TEXT.ifEmailLinkedToAccount };
  }

  async check(token: string): Promise<void> {
    const verdict = await this.tokens.judge(RESET_KINDS, token);
    if (!verdict.ok) throw refusals[verdict.why]();
  }

  /** Never signs in. A rejected password leaves the link valid. */
  async reset(token: string, password: string): Promise<MessageResponse> {
    const shown = await this.tokens.judge(RESET_KINDS, token);
    if (!shown.ok) throw refusals[shown.why]();
    const account = await this.users.findById(shown.userId);
    await this.assertGood(password, shown.email, account?.display_name ?? null);
    const passwordHash = await this.passwords.hash(password);
    await this.uow.run(async () => {
      const verdict = await this.tokens.consume(RESET_KINDS, token);
      if (!verdict.ok) throw refusals[verdict.why]();
      const { userId, orgId, email, kind } = verdict;
      await this.users.setPassword(userId, passwordHash);
      // Whoever set up a second step or entered a record before did not prove that the address is theirs.
      if (kind === 'reset' && (await this.users.isUnverified(userId))) await this.handOver(userId);
      await this.users.markVerified(userId, email);
      await this.tokens.supersede(userId, DEAD_WITH_PASSWORD);
      await this.sessions.endAll(userId, 'password_reset');
      await this.notices.send('password_changed', { id: userId, org_id: orgId, email });
      await this.audit.record(null, {
        action: 'user.reset_password',
        target: { type: 'user', id: userId },
        orgId,
        detail: { by: kind },
      });
    });
    await this.limits.forget(guessesOf(shown.userId));
    return { message: TEXT.passwordUpdated };
  }

  async change(actor: Actor, current: string, password: string, reply: FastifyReply): Promise<void> {
    await this.proof.password(actor, current, 'current_password');
    if (password.normalize('NFC') === current.normalize('NFC')) {
      throw weakPassword([TEXT.currentPassword]);
    }
    await this.assertGood(password, actor.email, actor.displayName);
    const passwordHash = await this.passwords.hash(password);
    await this.uow.run(async () => {
      await this.users.setPassword(actor.userId, passwordHash);
      await this.tokens.supersede(actor.userId, DEAD_WITH_PASSWORD);
      await this.sessions.endAll(actor.userId, 'password_changed', actor.sessionId);
      await this.sessions.rotate(reply, actor, { proven: true });
      await this.notices.send('password_changed', {
        id: actor.userId,
        org_id: actor.orgId,
        email: actor.email,
      });
      await this.audit.record(actor, {
        action: 'user.change_password',
        target: { type: 'user', id: actor.userId },
      });
    });
  }

  /** The account goes to the owner of the mailbox without anything another person may have left in it. */
  private async handOver(userId: string): Promise<void> {
    await this.secondFactors.removeAll(userId);
    await this.held.hold(userId);
  }

  private async assertGood(password: string, email: string, name: string | null): Promise<void> {
    const reasons = await this.policy.reasonsAgainst(password, email, name);
    if (reasons.length) throw weakPassword(reasons);
  }
}
