import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { STAFF_ROLES } from '../../common/vocabulary/index.js';
import type { Actor } from '../platform/access/actor.js';
import { AppError } from '../platform/errors/errors.js';
import type { Revealed } from '../platform/errors/revealed.js';
import { Audit } from './audit.service.js';

/** A refusal that shows a record leaves the line of a read: outside the transaction, which keeps nothing. */
@Injectable()
export class RevealedRecords implements NestInterceptor {
  constructor(private readonly audit: Audit) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (actor && error instanceof AppError && error.parts.reveals)
          await this.read(actor, error.parts.reveals, error.code);
        throw error;
      }),
    );
  }

  private read(
    actor: Actor,
    { kind, id, patientId, orgId }: Revealed,
    refusedAs: AppError['code'],
  ): Promise<void> {
    return this.audit.record(actor, {
      action: `${kind}.read`,
      target: { type: kind, id },
      patientId,
      orgId,
      detail: { refused_as: refusedAs },
      as: STAFF_ROLES,
    });
  }
}
