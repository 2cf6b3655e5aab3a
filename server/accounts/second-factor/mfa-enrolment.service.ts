import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { renderSVG } from 'uqr';
import type { MfaSetupResponse, MfaStateResponse, RecoveryCodesResponse } from '#common/api/index.js';
import { Audit } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Notice } from '../../mail/templates.js';
import type { Actor } from '../../platform/access/actor.js';
import { invalidState, notAuthenticated } from '../../platform/errors/errors.js';
import { AccountNotices } from '../email/account-notices.service.js';
import { Passkeys } from './passkeys.service.js';
import { Proof, wrongCode } from './proof.service.js';
import { RecoveryCodes } from './recovery-codes.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { Totp } from './totp.service.js';
import { TEXT } from './text/en.js';

const notOn = () => invalidState(TEXT.twoStepSign);

/** Turns the authenticator app on and off, and manages its recovery codes. */
@Injectable()
export class MfaEnrolment {
  constructor(
    private readonly totp: Totp,
    private readonly recovery: RecoveryCodes,
    private readonly passkeys: Passkeys,
    private readonly users: UsersRepository,
    private readonly proof: Proof,
    private readonly sessions: Sessions,
    private readonly notices: AccountNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async state(actor: Actor): Promise<MfaStateResponse> {
    return {
      totp_enabled: await this.totp.isEnabled(actor.userId),
      recovery_codes_left: await this.recovery.left(actor.userId),
      passkeys_available: this.passkeys.available,
      has_passkey: await this.passkeys.has(actor.userId),
    };
  }

  async setUp(actor: Actor, password: string): Promise<MfaSetupResponse> {
    const anew = await this.proof.toEnrol(actor, password);
    const prepared = await this.totp.prepare(actor.userId, actor.email);
    if (!prepared) throw invalidState(TEXT.twoStepSignInAlready);
    if (anew) await this.sessions.proven(actor);
    return {
      otpauth_url: prepared.url,
      secret: prepared.secret,
      qr_svg: renderSVG(prepared.url, { ecc: 'M' }),
    };
  }

  async enable(actor: Actor, code: string, reply: FastifyReply): Promise<RecoveryCodesResponse> {
    const fresh = await this.recovery.generate();
    const confirmed = await this.proof.counted(actor, () =>
      this.uow.run(async () => {
        if (!(await this.totp.confirm(actor.userId, code))) return false;
        await this.recovery.store(actor.userId, fresh);
        await this.changed(actor, 'mfa.enable', 'mfa_enabled');
        await this.sessions.rotate(reply, actor, { secondFactor: true });
        return true;
      }),
    );
    if (!confirmed) throw wrongCode();
    return { recovery_codes: fresh.codes };
  }

  async disable(actor: Actor, password: string, code: string, reply: FastifyReply): Promise<void> {
    if (!(await this.totp.isEnabled(actor.userId))) throw notOn();
    await this.proof.password(actor, password);
    await this.proof.code(actor, code);
    await this.uow.run(async () => {
      await this.totp.remove(actor.userId);
      await this.recovery.remove(actor.userId);
      await this.changed(actor, 'mfa.disable', 'mfa_disabled');
      await this.sessions.rotate(reply, actor, { secondFactor: false });
    });
  }

  async renewCodes(actor: Actor, password: string, code: string): Promise<RecoveryCodesResponse> {
    if (!(await this.totp.isEnabled(actor.userId))) throw notOn();
    const account = await this.proof.password(actor, password);
    await this.proof.code(actor, code);
    const fresh = await this.recovery.generate();
    await this.uow.run(async () => {
      // Making them takes a while: a new password in the meantime is of someone who does not know these.
      if (!(await this.users.holdEpoch(account))) throw notAuthenticated('session_revoked');
      await this.recovery.store(actor.userId, fresh);
      await this.changed(actor, 'mfa.renew_codes', 'recovery_codes_renewed');
    });
    return { recovery_codes: fresh.codes };
  }

  /** Every change of the second factor ends other sessions, notifies the owner and is audited. */
  private async changed(actor: Actor, action: string, notice: Notice): Promise<void> {
    await this.sessions.endAll(actor.userId, 'mfa_changed', actor.sessionId);
    await this.notices.send(notice, { id: actor.userId, org_id: actor.orgId, email: actor.email });
    await this.audit.record(actor, { action, target: { type: 'user', id: actor.userId } });
  }
}
