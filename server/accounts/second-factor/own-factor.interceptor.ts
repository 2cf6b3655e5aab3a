import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { OWN_SECOND_FACTOR } from '../../platform/access/decorators.js';
import { OwnFactor } from './own-factor.service.js';

/** Calls marked with `@OwnSecondFactor()`: what they make or change stays when the provider that let someone in is found to lie. */
@Injectable()
export class OwnFactorInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly ownFactor: OwnFactor,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.actor && this.reflector.get<boolean | undefined>(OWN_SECOND_FACTOR, context.getHandler()))
      await this.ownFactor.assert(request.actor, {
        action: 'access.deny',
        orgId: request.actor.orgId,
        route: `${request.method} ${request.routeOptions.url ?? ''}`,
      });
    return next.handle();
  }
}
