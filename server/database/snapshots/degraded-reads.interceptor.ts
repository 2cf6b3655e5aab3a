import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { catchError, from, tap, throwError, type Observable } from 'rxjs';
import type { Actor } from '../../platform/access/actor.js';
import { DEGRADED_READ, type DegradedRead } from '../../platform/access/degraded-read.js';
import { sha256 } from '../../platform/crypto/field-cipher.js';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { databaseUnavailable } from '../../platform/errors/errors.js';
import { DatabaseLink } from '../database-link.js';
import { CachedReadAudit } from './cached-read-audit.js';
import { SnapshotStore } from './snapshot-store.js';

type Answer = Record<string, unknown>;

/** Keeps the last good answer of marked reads for its reader, and gives it again while the database is away. */
@Injectable()
export class DegradedReadsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly link: DatabaseLink,
    private readonly store: SnapshotStore,
    private readonly audit: CachedReadAudit,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const how = this.reflector.get<DegradedRead | undefined>(DEGRADED_READ, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { actor } = request;
    if (!how || how === 'own' || !actor) return next.handle();
    if (!this.link.available) return from(this.again(request, actor, how));
    return next.handle().pipe(
      tap((answer) => this.keep(request, actor, answer as Answer)),
      catchError((error: unknown) =>
        isDatabaseUnavailable(error) ? from(this.again(request, actor, how)) : throwError(() => error),
      ),
    );
  }

  private keep(request: FastifyRequest, actor: Actor, answer: Answer): void {
    const { as_of: _, ...content } = answer;
    this.store.put(actor.userId, request.url, answer, sha256(JSON.stringify(content)).toString('hex'));
  }

  private async again(
    request: FastifyRequest,
    actor: Actor,
    how: Exclude<DegradedRead, 'own'>,
  ): Promise<Answer> {
    const snapshot = await this.store.get<Answer>(actor.userId, request.url);
    if (!snapshot) throw databaseUnavailable();
    this.audit.record(actor, request, snapshot.saved_at);
    return { ...snapshot.value, ...how, as_of: snapshot.value['as_of'] ?? snapshot.saved_at };
  }
}
