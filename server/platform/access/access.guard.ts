import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentContext } from '../context/context.js';
import { forbidden } from '../errors/errors.js';
import { holds, type Actor } from './actor.js';
import { ACCESS, rolesOf, type AccessRule } from './decorators.js';

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
  }
}

/** What the guard needs of the accounts feature. */
export interface SessionGate {
  /** Throws 401 when the session is provably absent or over, 503 when it cannot be checked. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Actor>;
  recordDenial(actor: Actor, route: string): Promise<void>;
}
export const SESSION_GATE = Symbol('SessionGate');

/** Fails closed: no declared rule, no way in. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(SESSION_GATE) private readonly gate: SessionGate,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule) throw forbidden();
    if (rule.kind === 'public') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const actor = await this.gate.authenticate(request, http.getResponse<FastifyReply>());
    request.actor = actor;
    const store = currentContext();
    if (store) store.actor = actor;
    if (holds(actor, ...rolesOf(rule))) return true;
    await this.gate.recordDenial(actor, `${request.method} ${request.routeOptions.url ?? ''}`);
    throw forbidden();
  }
}
