import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyReply } from 'fastify';
import type { PasskeySummary, PasskeysResponse } from '#common/api/index.js';
import { Audit } from '../../audit/audit.service.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Db } from '../../database/db.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { isUniqueViolation } from '../../platform/errors/database-errors.js';
import { invalidState, notFound, validationFailed, type AppError } from '../../platform/errors/errors.js';
import { AccountNotices } from '../email/account-notices.service.js';
import { Proof } from './proof.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** A tenth of all modules: loaded with the first passkey, not at the start. */
const webAuthn = () => import('@simplewebauthn/server');

const RP_NAME = 'TRT Program';
const CHALLENGE_MIN = 5;
const MOST = 10;

interface StoredPasskey {
  id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
}

/** This portal's relying party id for passkeys: its host name. null for an IP address, which browsers refuse. */
export function relyingPartyId(publicOrigin: string): string | null {
  const { hostname } = new URL(publicOrigin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : hostname;
}

const factorNeeded = (byCode: boolean): AppError =>
  byCode
    ? validationFailed({ code: TEXT.enterCodeOfAuthenticatorApp })
    : invalidState(TEXT.signInAgainWithPasskey);

/** M-05: passkeys as a second factor; fixed id, exact origin, one-time challenge, user verification, increasing counter. */
@Injectable()
export class Passkeys {
  private readonly rpId: string | null;
  private readonly origins: string[];

  constructor(
    private readonly db: Db,
    private readonly uow: UnitOfWork,
    private readonly proof: Proof,
    private readonly sessions: Sessions,
    private readonly notices: AccountNotices,
    private readonly audit: Audit,
    @Inject(CONFIG) config: Config,
  ) {
    this.rpId = relyingPartyId(config.publicOrigin);
    this.origins = [config.publicOrigin, ...config.extraOrigins];
  }

  get available(): boolean {
    return this.rpId !== null;
  }

  assertAvailable(): string {
    if (!this.rpId) throw notFound();
    return this.rpId;
  }

  async list(actor: Actor): Promise<PasskeysResponse> {
    this.assertAvailable();
    const rows = await this.db.rows<{
      id: string;
      name: string;
      created_at: Date;
      last_used_at: Date | null;
    }>(
      {
        name: 'passkey-list',
        text: 'SELECT id, name, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at, id',
      },
      [actor.userId],
    );
    const passkeys = rows.map((row) => ({
      id: row.id,
      name: row.name,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    }));
    return { passkeys };
  }

  async registrationOptions(actor: Actor, password: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const rpID = this.assertAvailable();
    const anew = await this.proof.toEnrol(actor, password);
    if (anew) await this.sessions.proven(actor);
    const existing = await this.of(actor.userId);
    if (existing.length >= MOST) throw invalidState(TEXT.accountAtMostPasskeys(MOST));
    const options = await (
      await webAuthn()
    ).generateRegistrationOptions({
      rpName: RP_NAME,
      rpID,
      userName: actor.email,
      userDisplayName: actor.displayName ?? actor.email,
      userID: Uint8Array.from(Buffer.from(actor.userId.replaceAll('-', ''), 'hex')),
      attestationType: 'none',
      excludeCredentials: existing.map((p) => ({ id: p.credential_id, transports: p.transports })),
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
    });
    await this.db.rows(
      {
        name: 'passkey-registration',
        text: `INSERT INTO passkey_registrations (session_id, challenge, expires_at) VALUES ($1, $2, now() + interval '${CHALLENGE_MIN} minutes')
          ON CONFLICT (session_id) DO UPDATE SET challenge = EXCLUDED.challenge, expires_at = EXCLUDED.expires_at`,
      },
      [actor.sessionId, options.challenge],
    );
    return options;
  }

  async register(
    actor: Actor,
    name: string,
    response: Record<string, unknown>,
    reply: FastifyReply,
  ): Promise<PasskeySummary> {
    const rpID = this.assertAvailable();
    const [waiting] = await this.db.rows<{ challenge: string; living: boolean }>(
      {
        name: 'passkey-registration-take',
        text: 'DELETE FROM passkey_registrations WHERE session_id = $1 RETURNING challenge, expires_at > now() AS living',
      },
      [actor.sessionId],
    );
    if (!waiting?.living) throw validationFailed({ response: TEXT.tookTooLong });
    const credential = await this.verified(response, waiting.challenge, rpID);
    const passkey = { id: randomUUID(), name };
    try {
      return await this.uow.run(async () => {
        const [row] = await this.db.rows<{ created_at: Date }>(
          {
            name: 'passkey-insert',
            text: `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name)
              VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING created_at`,
          },
          [
            passkey.id,
            actor.userId,
            credential.id,
            Buffer.from(credential.publicKey),
            credential.counter,
            credential.transports ?? [],
            name,
          ],
        );
        await this.changed(actor, 'passkey.add', passkey.id);
        await this.sessions.rotate(reply, actor, { secondFactor: true });
        await this.notices.send('passkey_added', {
          id: actor.userId,
          org_id: actor.orgId,
          email: actor.email,
        });
        return { ...passkey, created_at: row!.created_at.toISOString() };
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw validationFailed({ response: TEXT.passkeyAlreadyInUse });
      throw error;
    }
  }

  /** The password alone must not remove the second factor: also require a code, or a recent second step. */
  async remove(
    actor: Actor,
    id: string,
    { password, code }: { password: string; code?: string },
  ): Promise<void> {
    this.assertAvailable();
    const account = await this.proof.password(actor, password);
    if (!(await this.of(actor.userId)).some((p) => p.id === id)) throw notFound();
    if (code !== undefined) await this.proof.code(actor, code);
    else if (!(await this.sessions.hasFreshFactor(actor))) throw factorNeeded(account.totp_enabled);
    await this.uow.run(async () => {
      const removed = await this.db.rows(
        { name: 'passkey-remove', text: 'DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING 1' },
        [id, actor.userId],
      );
      if (!removed.length) throw notFound();
      await this.changed(actor, 'passkey.remove', id);
      await this.notices.send('passkey_removed', {
        id: actor.userId,
        org_id: actor.orgId,
        email: actor.email,
      });
    });
  }

  async has(userId: string): Promise<boolean> {
    return (await this.of(userId)).length > 0;
  }

  async authenticationOptions(userId: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const existing = await this.of(userId);
    return (await webAuthn()).generateAuthenticationOptions({
      rpID: this.assertAvailable(),
      allowCredentials: existing.map((p) => ({ id: p.credential_id, transports: p.transports })),
      userVerification: 'required',
    });
  }

  /** Whether the response is from one of this user's passkeys for exactly this challenge. */
  async accept(userId: string, challenge: string, response: Record<string, unknown>): Promise<boolean> {
    const passkey = (await this.of(userId)).find((p) => p.credential_id === response.id);
    if (!passkey) return false;
    const counter = await this.counterIn(response, challenge, passkey);
    if (counter === null) return false;
    const used = await this.db.rows(
      {
        name: 'passkey-use',
        // Passkeys synced between devices always count 0.
        text: `UPDATE passkeys SET counter = $2::bigint, last_used_at = now()
          WHERE id = $1 AND (counter < $2::bigint OR (counter = 0 AND $2::bigint = 0)) RETURNING 1`,
      },
      [passkey.id, counter],
    );
    return used.length === 1;
  }

  private async counterIn(
    response: Record<string, unknown>,
    challenge: string,
    passkey: StoredPasskey,
  ): Promise<number | null> {
    try {
      const { verified, authenticationInfo } = await (
        await webAuthn()
      ).verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.origins,
        expectedRPID: this.assertAvailable(),
        credential: {
          id: passkey.credential_id,
          publicKey: Uint8Array.from(passkey.public_key),
          counter: Number(passkey.counter),
          transports: passkey.transports,
        },
        requireUserVerification: true,
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch {
      // The library throws for every mismatch; to the user they are all the same refusal.
      return null;
    }
  }

  private async verified(response: Record<string, unknown>, challenge: string, rpID: string) {
    const refused = () => validationFailed({ response: SHARED_TEXT.passkeyCouldNotConfirmed });
    const result = await (
      await webAuthn()
    )
      .verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.origins,
        expectedRPID: rpID,
        requireUserVerification: true,
      })
      .catch(() => {
        throw refused();
      });
    if (!result.verified) throw refused();
    return result.registrationInfo.credential;
  }

  private of(userId: string): Promise<StoredPasskey[]> {
    return this.db.rows<StoredPasskey>(
      {
        name: 'passkeys-of',
        text: 'SELECT id, credential_id, public_key, counter, transports FROM passkeys WHERE user_id = $1 ORDER BY created_at',
      },
      [userId],
    );
  }

  private async changed(actor: Actor, action: string, id: string): Promise<void> {
    await this.sessions.endAll(actor.userId, 'mfa_changed', actor.sessionId);
    await this.audit.record(actor, { action, target: { type: 'passkey', id } });
  }
}
