import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Audit } from '../../audit/audit.service.js';
import { Db } from '../../database/db.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Actor } from '../../platform/access/actor.js';
import { validationFailed } from '../../platform/errors/errors.js';
import { Passkeys } from '../second-factor/passkeys.service.js';
import { Proof } from '../second-factor/proof.service.js';
import { Sessions } from '../sessions/sessions.service.js';
import type { ReauthDto } from '../users/accounts.dto.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const CHALLENGE_MIN = 5;

/**
 * Fresh proof of identity, for ten minutes of the actions that need it. An account with a second factor proves it with that:
 * someone who stole the password has nothing more to show.
 */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly proof: Proof,
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly db: Db,
    private readonly uow: UnitOfWork,
  ) {}

  async byPasswordOrCode(actor: Actor, { password, code }: ReauthDto, reply: FastifyReply): Promise<void> {
    if ((password === undefined) === (code === undefined)) {
      throw validationFailed({ password: TEXT.enterPasswordOrCodeOfAuthenticator });
    }
    if (code !== undefined) await this.proof.code(actor, code);
    else if (actor.mfaEnabled) {
      throw validationFailed({
        password: TEXT.accountSecondFactor,
      });
    } else await this.proof.password(actor, password!);
    await this.proven(actor, reply, code !== undefined);
  }

  /** What the browser needs to sign with a passkey. */
  async passkeyOptions(actor: Actor): Promise<Record<string, unknown>> {
    const options = await this.passkeys.authenticationOptions(actor.userId);
    await this.db.rows(
      {
        name: 'passkey-proof',
        text: `UPDATE sessions SET passkey_challenge = $2, passkey_challenge_until = now() + interval '${CHALLENGE_MIN} minutes' WHERE id = $1`,
      },
      [actor.sessionId, options.challenge],
    );
    return { ...options };
  }

  async byPasskey(actor: Actor, response: Record<string, unknown>, reply: FastifyReply): Promise<void> {
    this.passkeys.assertAvailable();
    const challenge = await this.takeChallenge(actor);
    if (challenge === null || !(await this.passkeys.accept(actor.userId, challenge, response))) {
      await this.proof.wrongPasskey(actor);
      throw validationFailed({ response: SHARED_TEXT.passkeyCouldNotConfirmed });
    }
    await this.proven(actor, reply, true);
  }

  private async takeChallenge(actor: Actor): Promise<string | null> {
    const [waiting] = await this.db.rows<{ challenge: string | null }>(
      {
        name: 'passkey-proof-take',
        text: `UPDATE sessions s SET passkey_challenge = NULL
          FROM (SELECT id, CASE WHEN passkey_challenge_until > now() THEN passkey_challenge END AS challenge FROM sessions WHERE id = $1 FOR UPDATE) former
          WHERE s.id = former.id RETURNING former.challenge`,
      },
      [actor.sessionId],
    );
    return waiting?.challenge ?? null;
  }

  private async proven(actor: Actor, reply: FastifyReply, secondFactor: boolean): Promise<void> {
    await this.uow.run(async () => {
      await this.sessions.rotate(reply, actor, { proven: true, ...(secondFactor && { secondFactor }) });
      await this.audit.record(actor, {
        action: 'session.reauth',
        target: { type: 'session', id: actor.sessionId },
      });
    });
  }
}
