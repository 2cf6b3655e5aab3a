import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { bearerOf } from '../api-keys/key-text.js';
import { Audit } from '../audit/audit.service.js';
import { Limits } from '../limits/limits.service.js';
import { SESSION_GATE, type KeyGate, type SessionGate } from '../platform/access/access.guard.js';
import type { Actor } from '../platform/access/actor.js';
import { isUnwritable } from '../platform/errors/database-errors.js';
import { AppError, badRequest } from '../platform/errors/errors.js';
import { subscriberOf } from '../platform/http/address.js';
import { routeOf } from '../platform/http/request-hooks.js';
import { actorOf } from './app-actor.js';
import { readAppToken } from './app-text.js';
import { GrantsRepository } from './grants.repository.js';
import { TEXT } from './text/en.js';

/** The same answer for every token that opens nothing. */
const invalid = (): AppError =>
  new AppError(401, 'not_authenticated', TEXT.accessTokenNotValid, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });

/** Calls of apps that patients connected. */
@Injectable()
export class AppGate implements KeyGate {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly limits: Limits,
    private readonly audit: Audit,
    @Inject(SESSION_GATE) private readonly sessions: SessionGate,
  ) {}

  async authenticate(request: FastifyRequest): Promise<Actor | null> {
    const text = bearerOf(request.headers.authorization);
    const hash = text === null ? null : readAppToken('app', text);
    if (!hash) return null;
    if (request.cookies[this.sessions.cookie] !== undefined) throw badRequest(TEXT.sendAccessTokenOrSession);
    const grant = await this.grants.known(hash);
    if (!grant) return this.refuse(request);
    if (grant.touch) await this.touch(grant.id);
    return actorOf(grant);
  }

  private async refuse(request: FastifyRequest): Promise<never> {
    await this.limits.take('api-key-refused.address', subscriberOf(request.ip));
    await this.audit.record(null, {
      action: 'patient_app.refuse',
      outcome: 'denied',
      detail: { reason: 'token', route: `${request.method} ${routeOf(request)}` },
    });
    throw invalid();
  }

  /** A database that cannot write down the last use still knows whose token it is. */
  private async touch(id: string): Promise<void> {
    await this.grants.touch(id).catch((error: unknown) => {
      if (!isUnwritable(error)) throw error;
    });
  }
}
