import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { Db } from '../database/db.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { currentContext } from '../platform/access/context.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { AppError, validationFailed } from '../platform/errors/errors.js';
import { routeOf } from '../platform/http/request-hooks.js';
import { isRead } from '../platform/requests/reads.js';
import { TEXT } from './text/en.js';

const MAX_KEY = 255;

interface KeyRow {
  body_hash: Buffer;
  done: boolean;
  status: number | null;
  response_enc: string | null;
  patient_ids: string[] | null;
}

/** Tries at a secret count even when they fail, and their answers are not kept: these calls are never in one transaction. */
const KEEPS_ITS_FAILURES = '/auth/';

const place = (id: readonly string[]): string => `idempotency_keys.response:${id.join(' ')}`;

/** A caller who may now open less, or other records, does not get the earlier answer again. */
const reachOf = ({ orgId, roles, policies, key }: Actor): unknown[] => [
  orgId,
  roles.toSorted(),
  policies,
  key?.scopes ?? null,
];

/** The same key and body from the same person gives the first answer again. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly db: Db,
    private readonly uow: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly audit: Audit,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || isRead(request) || key === undefined || !request.actor)
      return next.handle();
    if (routeOf(request).startsWith(KEEPS_ITS_FAILURES)) return next.handle();
    if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY) {
      throw validationFailed({ 'idempotency-key': TEXT.key1ToCharacters(MAX_KEY) });
    }
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return from(this.once(request, reply, key, next));
  }

  private async once(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    next: CallHandler,
  ): Promise<unknown> {
    const id = [request.actor!.userId, `${request.method} ${request.url.split('?')[0]}`, key];
    // Keyed: a body may hold a password, and a plain hash could be brute-forced.
    const asked = `idempotency\n${request.url}\n${JSON.stringify([reachOf(request.actor!), request.body ?? null])}`;
    const claimed = await this.db.rows(
      {
        name: 'idempotency-claim',
        text: `INSERT INTO idempotency_keys (user_id, route, key, body_hash) VALUES ($1, $2, $3, $4)
          ON CONFLICT (user_id, route, key) DO NOTHING RETURNING 1`,
      },
      [...id, this.cipher.macFor('idempotency', asked)],
    );
    const known = claimed.length ? null : await this.find(id);
    if (known && !this.cipher.macForMatches('idempotency', asked, known.body_hash)) {
      throw new AppError(422, 'idempotency_mismatch', TEXT.keyUsedBeforeForAnotherRequest);
    }
    if (known?.done) return this.replay(request.actor!, id, known, reply);
    try {
      return await this.uow.run(() => this.work(request.actor!, id, reply, next));
    } catch (error) {
      await this.release(id);
      throw error;
    }
  }

  /** Whoever holds the row's lock works: one that died, or was cut off by a failover, holds it no longer. */
  private async work(actor: Actor, id: string[], reply: FastifyReply, next: CallHandler): Promise<unknown> {
    const mine = await this.find(id, 'hold');
    if (!mine) {
      throw new AppError(409, 'duplicate_in_flight', TEXT.sameRequestBeingWorked, { retryAfterS: 1 });
    }
    if (mine.done) return this.replay(actor, id, mine, reply);
    const response: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
    await this.db.rows(
      {
        name: 'idempotency-done',
        text: `UPDATE idempotency_keys SET done = true, status = $4, response_enc = $5, patient_ids = $6
          WHERE user_id = $1 AND route = $2 AND key = $3`,
      },
      [
        ...id,
        reply.statusCode,
        this.cipher.encryptJson(response ?? null, place(id)),
        [...(currentContext()?.audited.patients ?? [])],
      ],
    );
    return response;
  }

  private async find(id: string[], hold?: 'hold'): Promise<KeyRow | null> {
    const text = `SELECT body_hash, done, status, response_enc, patient_ids
      FROM idempotency_keys WHERE user_id = $1 AND route = $2 AND key = $3`;
    return this.db.one<KeyRow>(
      hold
        ? { name: 'idempotency-hold', text: `${text} FOR UPDATE SKIP LOCKED` }
        : { name: 'idempotency-find', text },
      id,
    );
  }

  /** A failure is not remembered; a twin that works by now keeps the key. */
  private async release(id: string[]): Promise<void> {
    await this.db.rows(
      {
        name: 'idempotency-release',
        text: `DELETE FROM idempotency_keys WHERE (user_id, route, key) IN (SELECT user_id, route, key
          FROM idempotency_keys WHERE user_id = $1 AND route = $2 AND key = $3 AND NOT done FOR UPDATE SKIP LOCKED)`,
      },
      id,
    );
  }

  /** Staff get to see the records of the first answer once more. */
  private async readAgain(actor: Actor, patientIds: readonly string[], route: string): Promise<void> {
    const others = patientIds.filter((patient) => patient !== actor.patientId);
    if (!others.length) return;
    await this.audit.record(actor, {
      action: 'record.read_again',
      patientIds: others,
      detail: { route },
      as: STAFF_ROLES,
    });
  }

  private async replay(actor: Actor, id: string[], row: KeyRow, reply: FastifyReply): Promise<unknown> {
    void reply.status(row.status ?? 200).header('idempotency-replayed', 'true');
    await this.readAgain(actor, row.patient_ids ?? [], id[1]!);
    return row.response_enc ? this.cipher.decryptJson(row.response_enc, place(id)) : undefined;
  }
}
