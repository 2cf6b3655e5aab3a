import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoginResponse, MeResponse, SignOutResponse } from '#common/api/index.js';
import { STAFF_ROLES, type Role } from '#common/vocabulary/index.js';
import { Audit } from '../../audit/audit.service.js';
import { OutageJournal } from '../../database/outage-journal.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Patients } from '../../patients/patients.service.js';
import { holds, type Actor } from '../../platform/access/actor.js';
import { currentContext } from '../../platform/access/context.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { isDatabaseUnavailable, isUniqueViolation } from '../../platform/errors/database-errors.js';
import {
  badRequest,
  databaseUnavailable,
  forbidden,
  validationFailed,
} from '../../platform/errors/errors.js';
import { subscriberOf } from '../../platform/http/address.js';
import { Limits } from '../../limits/limits.service.js';
import { Clock } from '../../platform/time/clock.js';
import { emailInUse, weakPassword } from '../users/account-errors.js';
import { AccountMail } from '../email/account-mail.service.js';
import { AccountNotices } from '../email/account-notices.service.js';
import type { SignupDto } from '../users/accounts.dto.js';
import { KnownDevices } from './known-devices.service.js';
import { Mfa, mfaExpired, type KnownDevice, type ProvenSecondStep } from '../second-factor/mfa.service.js';
import { OptionalActor } from '../sessions/optional-actor.js';
import { PasswordPolicy } from '../passwords/password-policy.service.js';
import { Passwords } from '../passwords/passwords.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { signOutPlace, SsoRepository } from '../sso/sso.repository.js';
import { UsersRepository, type Account } from '../users/users.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

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
    timezone: actor.timezone,
    clinical_acts: actor.policies.clinicalActsNeedProvider
      ? holds(actor, 'provider')
      : holds(actor, ...STAFF_ROLES),
  },
});

/** A sign-out while the database is down. */
interface LateSignOut {
  token_hash: string;
  at: string;
}

/** One that the portal keeps itself, and not what a provider of single sign-on says. */
const isOwnFactor = (method: string): boolean => ['totp', 'recovery_code', 'passkey'].includes(method);

@Injectable()
export class Accounts implements OnModuleInit {
  constructor(
    private readonly users: UsersRepository,
    private readonly patients: Patients,
    private readonly passwords: Passwords,
    private readonly policy: PasswordPolicy,
    private readonly sessions: Sessions,
    private readonly mfa: Mfa,
    private readonly mail: AccountMail,
    private readonly devices: KnownDevices,
    private readonly notices: AccountNotices,
    private readonly limits: Limits,
    private readonly optional: OptionalActor,
    private readonly connections: SsoRepository,
    private readonly cipher: FieldCipher,
    private readonly journal: OutageJournal,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.journal.on<LateSignOut>('sign-out', async ({ token_hash, at }) => {
      const actor = await this.sessions.living(Buffer.from(token_hash, 'hex'));
      if (actor) await this.endSession(actor, new Date(at));
    });
  }

  async signIn(account: Account, reply: FastifyReply): Promise<LoginResponse> {
    if (account.totp_enabled || account.has_passkey) return this.mfa.challenge(account);
    return this.openSession(account, reply, { methods: ['password'] });
  }

  /**
   * A provider that required two factors is trusted, unless the account has a second step of its own that never followed a
   * sign-in there: an administrator who sets up a provider must not be able to sign in as other staff.
   */
  async signInAtProvider(
    account: Account,
    reply: FastifyReply,
    {
      multiFactor,
      confirmed,
      at,
      loginId,
    }: { multiFactor: boolean; confirmed: boolean; at: Date | null; loginId: string },
  ): Promise<LoginResponse> {
    if (!(multiFactor && confirmed) && (account.totp_enabled || account.has_passkey))
      return this.mfa.challenge(account, loginId);
    const methods = multiFactor ? ['sso', 'sso_mfa'] : ['sso'];
    return this.openSession(account, reply, { methods, provenAt: at, ssoLoginId: loginId });
  }

  deviceOf(request: FastifyRequest): KnownDevice {
    return (userId) => this.devices.proven(request, userId);
  }

  async completeMfa(
    { userId, method, ssoLoginId, sessionEpoch }: ProvenSecondStep,
    reply: FastifyReply,
  ): Promise<MeResponse> {
    const account = await this.users.findById(userId);
    if (!account || account.status !== 'active') throw forbidden();
    return this.uow.run(async () => {
      if (ssoLoginId) {
        if (!(await this.connections.trusts(ssoLoginId))) throw mfaExpired();
        await this.connections.confirm(ssoLoginId, userId);
      }
      return this.openSession({ ...account, session_epoch: sessionEpoch }, reply, {
        methods: [ssoLoginId ? 'sso' : 'password', method],
        ssoLoginId,
      });
    });
  }

  async signUp(
    { email, password, confirm_password, timezone }: SignupDto,
    reply: FastifyReply,
  ): Promise<MeResponse> {
    if (timezone !== undefined && !(await this.patients.isTimezone(timezone)))
      throw validationFailed({ timezone: SHARED_TEXT.chooseTimeZone });
    if (password !== confirm_password)
      throw badRequest(TEXT.passwordsDoNotMatch, 'password_mismatch', { error: 'password_mismatch' });
    const reasons = await this.policy.reasonsAgainst(password, email, null);
    if (reasons.length) throw weakPassword(reasons);
    const organisation = await this.users.defaultOrganisation();
    if (!organisation) throw databaseUnavailable();
    const address = subscriberOf(currentContext()?.ip ?? null);
    await this.limits.take('sign-up.address', address);
    if (await this.users.findByEmail(email)) {
      await this.limits.tryTake('sign-up.address', address);
      throw emailInUse();
    }
    const passwordHash = await this.passwords.hash(password);
    const account = {
      id: randomUUID(),
      org_id: organisation.id,
      email,
      password_hash: passwordHash,
      roles: ['patient'] as Role[],
    };
    try {
      return await this.uow.run(async () => {
        await this.users.insert(account);
        const patientId = await this.patients.create(account.id, account.org_id, timezone);
        await this.audit.record(null, {
          action: 'user.sign_up',
          target: { type: 'user', id: account.id },
          orgId: account.org_id,
          patientId,
        });
        await this.mail.send('verify', { id: account.id, org_id: account.org_id, email });
        const { id, org_id, roles } = account;
        return this.openSession({ id, org_id, roles, session_epoch: 0, seen: false }, reply, {
          methods: ['password'],
        });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw emailInUse();
      throw error;
    }
  }

  async switchRole(actor: Actor, role: Role, reply: FastifyReply): Promise<MeResponse> {
    if (!holds(actor, role)) throw forbidden('role_not_held');
    return this.uow.run(async () => {
      const switched = await this.sessions.rotate(reply, actor, { role });
      await this.audit.record(switched, {
        action: 'session.switch_role',
        target: { type: 'session', id: actor.sessionId },
        detail: { role },
      });
      return me(switched);
    });
  }

  /** @returns the URL that ends the session at the organization's provider, if there is one */
  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<SignOutResponse | null> {
    let provider: string | null = null;
    try {
      const actor = await this.optional.of(request);
      if (actor) {
        await this.endSession(actor);
        provider = await this.providerSignOut(actor);
      }
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      const hash = this.sessions.forget(request);
      if (hash)
        this.journal.write('sign-out', {
          token_hash: hash.toString('hex'),
          at: this.clock.now().toISOString(),
        } satisfies LateSignOut);
    }
    this.sessions.clearCookies(reply);
    void reply.header('clear-site-data', '"cache", "storage"');
    return provider === null ? null : { provider_sign_out: provider };
  }

  private async providerSignOut(actor: Actor): Promise<string | null> {
    const login = await this.connections.ofSession(actor.sessionId);
    return login && this.cipher.decrypt(login.sign_out_enc, signOutPlace(login.id));
  }

  private endSession(actor: Actor, at?: Date): Promise<void> {
    return this.uow.run(async () => {
      await this.sessions.end(actor.sessionId, 'signed_out');
      await this.audit.record(actor, {
        action: 'session.end',
        target: { type: 'session', id: actor.sessionId },
        ...(at && { at }),
      });
    });
  }

  private async openSession(
    account: Pick<Account, 'id' | 'org_id' | 'roles' | 'session_epoch' | 'seen'>,
    reply: FastifyReply,
    {
      methods,
      provenAt,
      ssoLoginId,
    }: { methods: string[]; provenAt?: Date | null; ssoLoginId?: string | null },
  ): Promise<MeResponse> {
    return this.uow.run(async () => {
      const actor = await this.sessions.open(
        reply,
        { id: account.id, roles: account.roles, sessionEpoch: account.session_epoch },
        { methods, provenAt: provenAt ?? null },
      );
      if (ssoLoginId) await this.connections.opened(ssoLoginId, actor.sessionId);
      await this.audit.record(actor, {
        action: 'session.open',
        target: { type: 'session', id: actor.sessionId },
        detail: { methods, ...(ssoLoginId && { by: 'sso' }) },
      });
      if (account.seen && !this.devices.idOf(reply.request, account.id))
        await this.notices.send('new_device', { ...account, email: actor.email });
      this.devices.remember(reply, account.id, methods.some(isOwnFactor));
      return me(actor);
    });
  }
}
