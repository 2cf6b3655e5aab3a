import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { LoginResponse, MeResponse } from '../../common/api/index.js';
import type { Role } from '../../common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Outbox } from '../mail/outbox.service.js';
import { verificationMail } from '../mail/templates.js';
import { Patients } from '../patients/patients.service.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { isUniqueViolation } from '../platform/errors/database-errors.js';
import { AppError, badRequest, databaseUnavailable, forbidden } from '../platform/errors/errors.js';
import type { SignupDto } from './accounts.dto.js';
import { EmailTokens } from './email-tokens.service.js';
import { Mfa } from './mfa.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import { Passwords } from './passwords.service.js';
import { Sessions } from './sessions.service.js';
import { UsersRepository, type Account } from './users.repository.js';

export const me = (actor: Actor): MeResponse => ({
  user: {
    id: actor.userId,
    email: actor.email,
    role: actor.roles[0]!,
    roles: [...actor.roles],
    email_verified: actor.emailVerified,
    display_name: actor.displayName,
  },
  claims: {
    roles: [...actor.roles],
    org_id: actor.orgId,
    org_name: actor.orgName,
    mfa_enabled: actor.mfaEnabled,
    session_expires_at: actor.sessionExpiresAt.toISOString(),
    email_verified: actor.emailVerified,
  },
});

const emailInUse = () =>
  new AppError(409, 'email_in_use', 'That email is already registered. Try signing in instead.', { detail: { error: 'email_in_use' } });

@Injectable()
export class Accounts {
  constructor(
    private readonly users: UsersRepository,
    private readonly patients: Patients,
    private readonly passwords: Passwords,
    private readonly policy: PasswordPolicy,
    private readonly sessions: Sessions,
    private readonly mfa: Mfa,
    private readonly tokens: EmailTokens,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** For passport-local. null for an unknown account, a wrong password, a disabled one: alike in answer and time. */
  async checkPassword(email: string, password: string): Promise<Account | null> {
    const account = await this.users.findByEmail(email);
    const usable = account?.status === 'active' && !account.password_disabled_at;
    const right = await this.passwords.verify(usable ? account.password_hash : null, password);
    if (account && right) return account;
    await this.audit.record(null, {
      action: 'session.refuse',
      outcome: 'failure',
      orgId: account?.org_id ?? null,
      ...(account && { target: { type: 'user', id: account.id } }),
    });
    return null;
  }

  async signIn(account: Account, reply: FastifyReply): Promise<LoginResponse> {
    if (account.mfa_enabled) return this.mfa.challenge(account);
    return this.openSession(account, reply, ['password']);
  }

  async completeMfa(id: string, token: string, code: string, reply: FastifyReply): Promise<MeResponse> {
    const userId = await this.mfa.verify(id, token, code);
    const account = await this.users.findById(userId);
    if (!account || account.status !== 'active') throw forbidden();
    return this.openSession(account, reply, ['password', 'totp']);
  }

  async signUp({ email, password, confirm_password }: SignupDto, reply: FastifyReply): Promise<MeResponse> {
    if (password !== confirm_password) throw badRequest('Passwords do not match.', 'password_mismatch', { error: 'password_mismatch' });
    const reasons = await this.policy.reasonsAgainst(password, email);
    if (reasons.length) {
      throw badRequest('Please choose a stronger password.', 'password_invalid', { error: 'password_invalid', reasons });
    }
    const organisation = await this.users.defaultOrganisation();
    if (!organisation) throw databaseUnavailable();
    if (await this.users.findByEmail(email)) throw emailInUse();
    const passwordHash = await this.passwords.hash(password);
    const account = { id: randomUUID(), orgId: organisation.id, email, passwordHash, roles: ['patient'] as Role[] };
    try {
      return await this.uow.run(async () => {
        await this.users.insert(account);
        const patientId = await this.patients.create(account.id, account.orgId);
        await this.audit.record(null, { action: 'user.sign_up', target: { type: 'user', id: account.id }, orgId: account.orgId, patientId });
        await this.sendVerification(account.id, email, account.orgId);
        return this.openSession({ id: account.id, roles: account.roles, session_epoch: 0 }, reply, ['password']);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw emailInUse();
      throw error;
    }
  }

  async switchRole(actor: Actor, role: Role, reply: FastifyReply): Promise<MeResponse> {
    if (!holds(actor, role)) throw forbidden('role_not_held');
    return this.uow.run(async () => {
      const token = await this.sessions.rotate(reply, actor, role);
      const switched = await this.sessions.actorOf(token);
      await this.audit.record(switched, { action: 'session.switch_role', target: { type: 'session', id: actor.sessionId }, detail: { role } });
      return me(switched);
    });
  }

  async signOut(actor: Actor | null, reply: FastifyReply): Promise<void> {
    if (actor) {
      await this.uow.run(async () => {
        await this.sessions.end(actor.sessionId, 'signed_out');
        await this.audit.record(actor, { action: 'session.end', target: { type: 'session', id: actor.sessionId } });
      });
    }
    this.sessions.clearCookies(reply);
    void reply.header('clear-site-data', '"cache", "storage"');
  }

  async verifyEmail(token: string | undefined): Promise<{ ok: true }> {
    if (!token) throw badRequest('This link is missing its token. Request a new email.', 'missing_token');
    return this.uow.run(async () => {
      const verdict = await this.tokens.consume('verify', token);
      if (!verdict.ok) {
        const refusals = {
          expired: badRequest('This link has expired. Request a new email.', 'token_expired'),
          used: badRequest('This link was already used.', 'token_consumed'),
          invalid: badRequest('This link is not valid.', 'token_invalid'),
        };
        throw refusals[verdict.why];
      }
      await this.users.markVerified(verdict.userId, verdict.email);
      await this.audit.record(null, { action: 'user.verify_email', target: { type: 'user', id: verdict.userId } });
      return { ok: true };
    });
  }

  private async sendVerification(userId: string, email: string, orgId: string | null): Promise<void> {
    const token = await this.tokens.issue('verify', userId, email);
    const content = verificationMail(`${this.config.publicOrigin}/verify-email?token=${token}`);
    await this.outbox.put({ kind: 'verify_email', to: email, userId, orgId, content });
  }

  private async openSession(account: Pick<Account, 'id' | 'roles' | 'session_epoch'>, reply: FastifyReply, methods: string[]): Promise<MeResponse> {
    return this.uow.run(async () => {
      const token = await this.sessions.open(reply, { id: account.id, roles: account.roles, sessionEpoch: account.session_epoch }, { methods });
      const actor = await this.sessions.actorOf(token);
      await this.audit.record(actor, { action: 'session.open', target: { type: 'session', id: actor.sessionId }, detail: { methods } });
      return me(actor);
    });
  }
}
