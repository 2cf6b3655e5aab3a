import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createLocalJWKSet, decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import { SMART_PATHS } from '#common/api/smart.js';
import { Audit } from '../audit/audit.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { inScope } from '../platform/access/context.js';
import { scopeOf } from '../platform/access/scope.js';
import { sha256 } from '../platform/crypto/field-cipher.js';
import { oauthError } from '../platform/errors/oauth-error.js';
import { Clock } from '../platform/time/clock.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { actorOf } from './key-actor.js';
import { KeyRefusals } from './key-refusals.js';
import { KeySets } from './key-sets.js';
import { KeyTokensRepository } from './key-tokens.repository.js';
import { newKeyToken, readClientId, readKeyToken } from './key-text.js';
import { ALGORITHMS, type PublicKey } from './public-keys.js';

/** An assertion is valid for so long at most, and so is a token. */
export const SIGNED_S = 300;
const CLOCKS_DIFFER_S = 5;
const MOST_JTI = 500;

/** The same answer for every fault, so that it tells a guesser nothing. */
const invalid = () => oauthError('invalid_client', 'The program could not be identified by its assertion.');

interface Assertion {
  jti: string;
  expiresAt: Date;
}

/** Programs that prove by a signature who they are (SMART Backend Services). */
@Injectable()
export class SignedKeys {
  private readonly audience: string;

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly tokens: KeyTokensRepository,
    private readonly sets: KeySets,
    private readonly refusals: KeyRefusals,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.audience = config.publicOrigin + SMART_PATHS.token;
  }

  /** The program that signed this assertion, which works once. */
  async authenticate(request: FastifyRequest, assertion: string): Promise<Actor> {
    const publicId = issuerOf(assertion);
    const key = publicId && (await this.keys.known(publicId));
    if (!key || !(key.jwks || key.jwks_url)) return this.refusals.refuse(request, 'unknown', invalid());
    if (key.revoked) return this.refusals.refuse(request, 'revoked', invalid(), key);
    if (key.expired) return this.refusals.refuse(request, 'expired', invalid(), key);
    const set = key.jwks ?? (await this.sets.fetch(key.jwks_url!).catch(() => null));
    if (!set) return this.refusals.refuse(request, 'key_set', invalid(), key);
    const read = await this.verified(set, assertion);
    if (!read) return this.refusals.refuse(request, 'assertion', invalid(), key);
    const actor = actorOf(key);
    // Kept for as long as clocks may differ: until then it would be valid again.
    const until = new Date(read.expiresAt.getTime() + CLOCKS_DIFFER_S * 2000);
    const first = await inScope(scopeOf(actor), () =>
      this.tokens.useAssertion(key.id, key.org_id, sha256(read.jti), until),
    );
    return first ? actor : this.refusals.refuse(request, 'replayed', invalid(), key);
  }

  /** @param types of the resources it opens; null: whatever the key opens */
  issue(actor: Actor, scope: string, types: string[] | null): Promise<string> {
    return inScope(scopeOf(actor), () =>
      this.uow.run(async () => {
        const { token, hash } = newKeyToken();
        await this.tokens.insert({
          token_hash: hash,
          org_id: actor.orgId!,
          key_id: actor.userId,
          types,
          expires_at: new Date(this.clock.now().getTime() + SIGNED_S * 1000),
        });
        await this.keys.use(actor.userId);
        await this.audit.record(actor, {
          action: 'api_key.token',
          target: { type: 'api_key', id: actor.userId },
          detail: { scope },
        });
        return token;
      }),
    );
  }

  /** Ends a token of this program; anything else is none of its business. */
  async revoke(actor: Actor, token: string): Promise<void> {
    const hash = readKeyToken(token);
    if (!hash) return;
    await inScope(scopeOf(actor), () =>
      this.uow.run(async () => {
        if (!(await this.tokens.remove(actor.userId, hash))) return;
        await this.audit.record(actor, {
          action: 'api_key.revoke_token',
          target: { type: 'api_key', id: actor.userId },
        });
      }),
    );
  }

  /** Removes what has expired. */
  tidy(): Promise<void> {
    return this.tokens.tidy();
  }

  private async verified(set: readonly PublicKey[], assertion: string): Promise<Assertion | null> {
    const clientId = issuerText(assertion);
    const now = this.clock.now();
    const read = await jwtVerify(assertion, createLocalJWKSet({ keys: [...set] }), {
      algorithms: [...ALGORITHMS],
      issuer: clientId,
      subject: clientId,
      audience: this.audience,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: CLOCKS_DIFFER_S,
      currentDate: now,
    }).catch(() => null);
    if (!read || typeof read.protectedHeader.kid !== 'string') return null;
    const { exp, jti } = read.payload;
    const lasts = exp! - now.getTime() / 1000;
    if (typeof jti !== 'string' || jti === '' || jti.length > MOST_JTI) return null;
    return lasts <= SIGNED_S + CLOCKS_DIFFER_S ? { jti, expiresAt: new Date(exp! * 1000) } : null;
  }
}

/** What an assertion says of itself, unverified. */
function claimsOf(assertion: string): JWTPayload {
  try {
    return decodeJwt(assertion);
  } catch {
    return {};
  }
}
const issuerText = (assertion: string): string => String(claimsOf(assertion).iss ?? '');
const issuerOf = (assertion: string): string | null => readClientId(issuerText(assertion));
