import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { ReadByRefusal } from './read-by-refusal.js';

/** Of calls that are refused as a whole; one that answers for each of several items writes the line of each itself. */
@Injectable()
export class RevealedRecords implements NestInterceptor {
  constructor(private readonly read: ReadByRefusal) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (actor) await this.read.record(actor, error);
        throw error;
      }),
    );
  }
}
