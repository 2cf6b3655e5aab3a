import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Audit } from '../audit/audit.service.js';
import { SESSION_GATE, type KeyGate, type SessionGate } from '../platform/access/access.guard.js';
import type { Actor } from '../platform/access/actor.js';
import { AppError, badRequest } from '../platform/errors/errors.js';
import { isUnwritable } from '../platform/errors/database-errors.js';
import { routeOf } from '../platform/http/request-hooks.js';
import { subscriberOf } from '../platform/http/address.js';
import { Limits } from '../limits/limits.service.js';
import { ApiKeysRepository, type KnownKey } from './api-keys.repository.js';
import { actorOf } from './key-actor.js';
import { bearerOf, readKey } from './key-text.js';

type Refusal = 'unknown' | 'expired' | 'revoked' | 'beside_session';

/** The same answer for every invalid key, so that it tells a guesser nothing. */
const invalid = (): AppError =>
  new AppError(401, 'not_authenticated', 'This API key is not valid.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });

@Injectable()
export class ApiKeyGate implements KeyGate {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly limits: Limits,
    private readonly audit: Audit,
    @Inject(SESSION_GATE) private readonly sessions: SessionGate,
  ) {}

  async authenticate(request: FastifyRequest): Promise<Actor | null> {
    const text = bearerOf(request.headers.authorization);
    if (text === null) return null;
    if (request.cookies[this.sessions.cookie] !== undefined)
      return this.refuse(request, 'beside_session', badRequest('Send an API key or a session, not both.'));
    const read = readKey(text);
    const key = read && (await this.keys.known(read.publicId));
    if (!key || !timingSafeEqual(key.secret_hash, read.secretHash))
      return this.refuse(request, 'unknown', invalid());
    if (key.revoked) return this.refuse(request, 'revoked', invalid(), key);
    if (key.expired) return this.refuse(request, 'expired', invalid(), key);
    if (key.touch) await this.touch(key.id);
    return actorOf(key);
  }

  private async refuse(
    request: FastifyRequest,
    reason: Refusal,
    error: AppError,
    key?: KnownKey,
  ): Promise<never> {
    await this.limits.take('api-key-refused.address', subscriberOf(request.ip));
    await this.audit.record(null, {
      action: 'api_key.refuse',
      outcome: 'denied',
      ...(key && { target: { type: 'api_key', id: key.id }, orgId: key.org_id }),
      detail: { reason, route: `${request.method} ${routeOf(request)}` },
    });
    throw error;
  }

  /** A database that cannot write down the last use still knows whose key it is. */
  private async touch(id: string): Promise<void> {
    await this.keys.touch(id).catch((error: unknown) => {
      if (!isUnwritable(error)) throw error;
    });
  }
}
