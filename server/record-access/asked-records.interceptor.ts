import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { holds } from '../platform/access/actor.js';
import { askedAbout } from '../platform/access/context.js';
import { ACCESS, rolesOf, type AccessRule } from '../platform/access/decorators.js';
import { isDatabaseUnavailable } from '../platform/errors/database-errors.js';
import { filterOf, idsIn, personIn } from './named-ids.js';
import { RecordAccess } from './record-access.service.js';

/** A list filtered to one patient answers a question about that patient even without rows: its audit row names the patient. */
@Injectable()
export class AskedRecords implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: RecordAccess,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { actor, method, query } = context.switchToHttp().getRequest<FastifyRequest>();
    const filter = method === 'GET' ? filterOf(query) : null;
    if (actor && asksMore(filter) && holds(actor, ...STAFF_ROLES) && this.ofRecords(context)) {
      try {
        askedAbout(await this.access.namedBy(actor, filter));
      } catch (error) {
        // In an outage a list is shown again as it was, with its line.
        if (!isDatabaseUnavailable(error)) throw error;
      }
    }
    return next.handle();
  }

  private ofRecords(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS, targets);
    return rule?.kind === 'roles' && rolesOf(rule).includes('provider');
  }
}

/** By `id` alone, rows are asked for that the reader knows: they are in the page or do not exist. */
const asksMore = (filter: unknown): filter is object =>
  filter !== null &&
  typeof filter === 'object' &&
  Object.keys(filter).some((name) => name !== 'id') &&
  (idsIn(filter).length > 0 || personIn(filter) !== null);
