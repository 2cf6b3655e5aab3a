import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { holds, type Actor } from '../platform/access/actor.js';
import {
  ACCESS,
  EACH_RECORD,
  OPENS_RECORD,
  rolesOf,
  type AccessRule,
} from '../platform/access/decorators.js';
import { isDatabaseUnavailable } from '../platform/errors/database-errors.js';
import { routeOf } from '../platform/http/request-hooks.js';
import { isRead } from '../platform/requests/reads.js';
import { filterOf, idsIn } from './named-ids.js';
import { RecordAccess } from './record-access.service.js';

/** Runs before staff touch a record: does work only for staff who are also patients, and in clinics that require reasons. */
@Injectable()
export class RecordGate implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: RecordAccess,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { actor } = request;
    if (actor && this.concerns(actor, context)) {
      const act = !isRead(request);
      try {
        await this.access.assertMay(actor, this.idsOf(request, context), {
          act,
          route: `${request.method} ${routeOf(request)}`,
        });
      } catch (error) {
        // In an outage only what this user was allowed to read before is shown again.
        if (act || !isDatabaseUnavailable(error)) throw error;
      }
    }
    return next.handle();
  }

  private idsOf({ params, body, query }: FastifyRequest, context: ExecutionContext): string[] {
    const eachByItself = this.reflector.get<boolean | undefined>(EACH_RECORD, context.getHandler());
    return [...new Set(idsIn([params, query, filterOf(query), ...(eachByItself ? [] : [body])]))];
  }

  private concerns(actor: Actor, context: ExecutionContext): boolean {
    if (!holds(actor, ...STAFF_ROLES)) return false;
    if (actor.patientId === null && !actor.policies.breakGlassReason) return false;
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(OPENS_RECORD, targets)) return false;
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, targets);
    return rule?.kind === 'roles' && rolesOf(rule).includes('provider');
  }
}
