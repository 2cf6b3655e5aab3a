import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, from, tap, throwError, type Observable } from 'rxjs';
import type { Role } from '#common/vocabulary/index.js';
import type { Actor } from '../platform/access/actor.js';
import { ACCESS, rolesOf, type AccessRule } from '../platform/access/decorators.js';
import { DEGRADED_READ, type DegradedRead } from '../platform/access/degraded-read.js';
import { currentContext, type AuditedAct } from '../platform/access/context.js';
import { isDatabaseUnavailable } from '../platform/errors/database-errors.js';
import { databaseUnavailable } from '../platform/errors/errors.js';
import { PLAIN_QUERY } from '../platform/http/list-query.js';
import { digestOf } from '../platform/http/shared-rows.js';
import { DatabaseLink } from '../database/database-link.js';
import { CachedReadAudit } from './cached-read-audit.js';
import { SnapshotStore } from '../database/snapshot-store.js';

type Answer = Record<string, unknown>;
/** A response as sent: react-admin reads the length of a list from the header. */
interface Kept {
  answer: Answer;
  contentRange: string | null;
  /** What was audited about this read. */
  audited: AuditedAct | null;
}
/** How a marked read is repeated. */
interface Again {
  marks: Exclude<DegradedRead, 'own'>;
  allowed: readonly Role[];
}

/** The parameters of lists; anything else makes a URL that is not requested again. */
const KNOWN_QUERY: readonly string[] = PLAIN_QUERY;
const keyOf = ({ url, query }: FastifyRequest): string | null =>
  Object.keys(query as object).every((name) => KNOWN_QUERY.includes(name)) ? url : null;

/** Caches the last good response of marked reads for its reader, and repeats it while the database is down. */
@Injectable()
export class DegradedReadsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly link: DatabaseLink,
    private readonly store: SnapshotStore,
    private readonly audit: CachedReadAudit,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const marks = this.reflector.get<DegradedRead | undefined>(DEGRADED_READ, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { actor } = request;
    if (!marks || marks === 'own' || !actor) return next.handle();
    const rule = this.reflector.getAllAndOverride<AccessRule>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const how: Again = { marks, allowed: rolesOf(rule) };
    const audited = currentContext()?.audited;
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (!this.link.available) return from(this.again(request, reply, actor, how));
    return next.handle().pipe(
      tap((answer) => this.keep(request, reply, actor, answer as Answer, audited?.last ?? null)),
      catchError((error: unknown) =>
        isDatabaseUnavailable(error) ? from(this.again(request, reply, actor, how)) : throwError(() => error),
      ),
    );
  }

  private keep(
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    answer: Answer,
    audited: AuditedAct | null,
  ): void {
    const { as_of: _, ...content } = answer;
    const range = reply.getHeader('content-range');
    const kept: Kept = { answer, contentRange: typeof range === 'string' ? range : null, audited };
    const key = keyOf(request);
    if (key) this.store.put(actor.userId, key, kept, digestOf(content));
  }

  private async again(
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    { marks, allowed }: Again,
  ): Promise<Answer> {
    const key = keyOf(request);
    const snapshot = key && (await this.store.get<Kept>(actor.userId, key));
    if (!snapshot) throw databaseUnavailable();
    const { answer, contentRange, audited } = snapshot.value;
    this.audit.record(actor, request, allowed, snapshot.saved_at, audited);
    if (contentRange) void reply.header('content-range', contentRange);
    return { ...answer, ...marks, as_of: answer['as_of'] ?? snapshot.saved_at };
  }
}
