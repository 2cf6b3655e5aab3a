import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { MfaRequiredResponse } from '#common/api/index.js';
import { Audit } from '../../audit/audit.service.js';
import { Db } from '../../database/db.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { newToken, sha256 } from '../../platform/crypto/field-cipher.js';
import { AppError } from '../../platform/errors/errors.js';
import { Limits } from '../../limits/limits.service.js';
import { Passkeys } from './passkeys.service.js';
import { SecondFactors } from './second-factors.service.js';
import { AccountNotices } from '../email/account-notices.service.js';
import type { Account } from '../users/users.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const TRIES = 5;
const LIFETIME_MIN = 5;

export interface ProvenSecondStep {
  userId: string;
  method: 'totp' | 'recovery_code' | 'passkey';
  /** The sign-in at the organization's provider that was the first step; null: it was the password. */
  ssoLoginId: string | null;
  /** What ends all sessions after this was proven ends the one it opens, too. */
  sessionEpoch: number;
}

/** The id of the device, where this user gave the second factor on it before. */
export type KnownDevice = (userId: string) => string | null;

/** Whose wrong ones count together: a stranger’s keep no one waiting on a device of their own. */
const countedFor = (userId: string, device: KnownDevice): string => {
  const known = device(userId);
  return known ? `${userId} ${known}` : userId;
};

interface ChallengeRow {
  user_id: string;
  org_id: string | null;
  email: string;
  session_epoch: number;
  over: boolean;
  webauthn_challenge: string | null;
  sso_login_id: string | null;
}

const mfaInvalid = () => new AppError(401, 'mfa_invalid', TEXT.invalidAuthenticationCode);
export const mfaExpired = () => new AppError(401, 'mfa_expired', TEXT.signInTookTooLong);

/** The second step of a sign-in: a challenge that grants nothing until an unused factor proves it. */
@Injectable()
export class Mfa {
  constructor(
    private readonly db: Db,
    private readonly uow: UnitOfWork,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly limits: Limits,
    private readonly notices: AccountNotices,
    private readonly audit: Audit,
  ) {}

  async challenge(account: Account, ssoLoginId: string | null = null): Promise<MfaRequiredResponse> {
    const id = randomUUID();
    const { token, hash } = newToken();
    const made = await this.db.rows(
      {
        name: 'mfa-challenge',
        // After a password change, an earlier first step no longer counts.
        text: `INSERT INTO mfa_challenges (id, token_hash, user_id, expires_at, sso_login_id)
          SELECT $1, $2, u.id, now() + make_interval(mins => $4), $6::uuid FROM users u WHERE u.id = $3 AND u.session_epoch = $5 FOR SHARE RETURNING 1`,
      },
      [id, hash, account.id, LIFETIME_MIN, account.session_epoch, ssoLoginId],
    );
    if (!made.length) throw new AppError(401, 'invalid_credentials', SHARED_TEXT.emailOrPasswordIncorrect);
    const methods: MfaRequiredResponse['methods'] = [
      ...(account.totp_enabled ? (['totp'] as const) : []),
      ...(account.has_passkey ? (['passkey'] as const) : []),
    ];
    return { mfa_required: true, session_id: id, session_token: token, email: account.email, methods };
  }

  /** @returns whose code it was; the challenge is then used up */
  async verify(id: string, token: string, code: string, device: KnownDevice): Promise<ProvenSecondStep> {
    const challenge = await this.countTry(id, token);
    const { user_id: userId, sso_login_id: ssoLoginId, session_epoch: sessionEpoch } = challenge;
    // Ten wrong ones in 15 minutes, across all of a user's sign-ins.
    const counted = countedFor(userId, device);
    await this.limits.take('second-factor.account', counted);
    const method = await this.secondFactors.accept(userId, code, () => this.end(id));
    if (!method) throw await this.refused(challenge, counted);
    await this.limits.giveBack('second-factor.account', counted);
    return { userId, method, ssoLoginId, sessionEpoch };
  }

  /** The browser's options for a passkey; the challenge works once. */
  async passkeyOptions(id: string, token: string): Promise<Record<string, unknown>> {
    this.passkeys.assertAvailable();
    const row = await this.db.one<{ user_id: string }>(
      {
        name: 'mfa-passkey-user',
        text: `SELECT user_id FROM mfa_challenges
          WHERE id = $1 AND token_hash = $2 AND ended_at IS NULL AND expires_at > now() AND tries < ${TRIES}`,
      },
      [id, sha256(token)],
    );
    if (!row) throw mfaExpired();
    const options = await this.passkeys.authenticationOptions(row.user_id);
    await this.db.rows(
      {
        name: 'mfa-passkey-challenge',
        text: 'UPDATE mfa_challenges SET webauthn_challenge = $2 WHERE id = $1 AND ended_at IS NULL',
      },
      [id, options.challenge],
    );
    return { ...options };
  }

  async verifyPasskey(
    id: string,
    token: string,
    response: Record<string, unknown>,
    device: KnownDevice,
  ): Promise<ProvenSecondStep> {
    this.passkeys.assertAvailable();
    const challenge = await this.countTry(id, token);
    const { user_id, webauthn_challenge, sso_login_id: ssoLoginId, session_epoch: sessionEpoch } = challenge;
    const proven =
      webauthn_challenge !== null &&
      (await this.uow.run(async () => {
        const accepted = await this.passkeys.accept(user_id, webauthn_challenge, response);
        if (accepted) await this.end(id);
        return accepted;
      }));
    if (!proven) {
      // Only the wrong ones count: no one guesses a signature, so a passkey remains to its owner whatever others tried.
      const counted = countedFor(user_id, device);
      await this.limits.take('second-factor.account', counted);
      throw await this.refused(challenge, counted);
    }
    return { userId: user_id, method: 'passkey', ssoLoginId, sessionEpoch };
  }

  async cancel(id: string, token: string): Promise<void> {
    await this.db.rows(
      {
        name: 'mfa-cancel',
        text: 'UPDATE mfa_challenges SET ended_at = now() WHERE id = $1 AND token_hash = $2 AND ended_at IS NULL',
      },
      [id, sha256(token)],
    );
  }

  /** A password that was right and a second step that was not is what an attack looks like: it is recorded. */
  private async refused({ user_id: id, org_id, email }: ChallengeRow, counted: string): Promise<AppError> {
    await this.audit.record(null, {
      action: 'session.refuse',
      outcome: 'failure',
      orgId: org_id,
      target: { type: 'user', id },
      detail: { step: 'second_factor' },
    });
    // Whoever tries ten knows the password.
    if (
      (await this.limits.isFull('second-factor.account', counted)) &&
      (await this.limits.tryTake('second-factor-told.account', `${id} signing in`)).allowed
    )
      await this.uow.run(() => this.notices.send('second_steps_refused', { id, org_id, email }));
    await this.limits.tryTake('second-factor.account.day', id);
    if (
      (await this.limits.isFull('second-factor.account.day', id)) &&
      (await this.limits.tryTake('second-factor-told.account.day', id)).allowed
    )
      await this.uow.run(() => this.notices.send('second_steps_of_day', { id, org_id, email }));
    return mfaInvalid();
  }

  /** The count of attempts must survive the refusal, so commit it before checking anything. */
  private async countTry(id: string, token: string): Promise<ChallengeRow> {
    const challenge = await this.db.one<ChallengeRow>(
      {
        name: 'mfa-try',
        text: `UPDATE mfa_challenges c SET tries = c.tries + 1, webauthn_challenge = NULL
          FROM (SELECT id, webauthn_challenge FROM mfa_challenges WHERE id = $1 FOR UPDATE) old, users u
          WHERE c.id = old.id AND c.token_hash = $2 AND c.ended_at IS NULL AND u.id = c.user_id
          RETURNING c.user_id, u.org_id, u.email, u.session_epoch, c.sso_login_id, c.expires_at <= now() OR c.tries > ${TRIES} AS over, old.webauthn_challenge`,
      },
      [id, sha256(token)],
    );
    if (!challenge || challenge.over) throw mfaExpired();
    return challenge;
  }

  private async end(id: string): Promise<void> {
    const ended = await this.db.rows(
      {
        name: 'mfa-end',
        text: 'UPDATE mfa_challenges SET ended_at = now() WHERE id = $1 AND ended_at IS NULL RETURNING 1',
      },
      [id],
    );
    if (!ended.length) throw mfaExpired();
  }
}
