import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { STAFF_ROLES } from '../../common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { Db } from '../database/db.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { Actor } from '../platform/access/actor.js';
import { currentContext } from '../platform/access/context.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { AppError, validationFailed } from '../platform/errors/errors.js';
import { routeOf } from '../platform/http/request-hooks.js';

const MAX_KEY = 255;
/** A twin that has been running longer than any request may is taken for dead. */
const DEAD_AFTER_S = 60;

interface KeyRow {
  body_hash: Buffer;
  done: boolean;
  stale: boolean;
  status: number | null;
  response_enc: string | null;
  patient_ids: string[] | null;
}

/** Tries at a secret count even when they fail, and their answers are not kept: these calls are never in one transaction. */
const KEEPS_ITS_FAILURES = '/auth/';

const place = (id: readonly string[]): string => `idempotency_keys.response:${id.join(' ')}`;

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
    if (request.method !== 'POST' || key === undefined || !request.actor) return next.handle();
    if (routeOf(request).startsWith(KEEPS_ITS_FAILURES)) return next.handle();
    if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY) {
      throw validationFailed({ 'idempotency-key': `The key has 1 to ${MAX_KEY} characters.` });
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
    const asked = `idempotency\n${request.url}\n${JSON.stringify(request.body ?? null)}`;
    const claimed = await this.db.rows(
      {
        name: 'idempotency-claim',
        text: `INSERT INTO idempotency_keys (user_id, route, key, body_hash) VALUES ($1, $2, $3, $4)
          ON CONFLICT (user_id, route, key) DO NOTHING RETURNING 1`,
      },
      [...id, this.cipher.macFor('idempotency', asked)],
    );
    if (!claimed.length) {
      const replayed = await this.replay(id, asked, reply);
      if (replayed) {
        await this.readAgain(request.actor!, replayed.patientIds, id[1]!);
        return replayed.response;
      }
    }
    try {
      return await this.uow.run(async () => {
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
      });
    } catch (error) {
      await this.db.rows(
        {
          name: 'idempotency-release',
          text: `DELETE FROM idempotency_keys WHERE user_id = $1 AND route = $2 AND key = $3 AND NOT done`,
        },
        id,
      );
      throw error;
    }
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

  private async replay(
    id: string[],
    asked: string,
    reply: FastifyReply,
  ): Promise<{ response: unknown; patientIds: readonly string[] } | null> {
    const [row] = await this.db.rows<KeyRow>(
      {
        name: 'idempotency-find',
        text: `SELECT body_hash, done, created_at < now() - interval '${DEAD_AFTER_S} seconds' AS stale, status, response_enc, patient_ids
          FROM idempotency_keys WHERE user_id = $1 AND route = $2 AND key = $3`,
      },
      id,
    );
    if (row && !this.cipher.macForMatches('idempotency', asked, row.body_hash)) {
      throw new AppError(422, 'idempotency_mismatch', 'This key was used before for another request.');
    }
    if (row?.done) {
      void reply.status(row.status ?? 200).header('idempotency-replayed', 'true');
      return {
        response: row.response_enc ? this.cipher.decryptJson(row.response_enc, place(id)) : undefined,
        patientIds: row.patient_ids ?? [],
      };
    }
    if (!row || !row.stale) {
      throw new AppError(
        409,
        'duplicate_in_flight',
        'The same request is being worked on. Please wait a moment.',
        { retryAfterS: 1 },
      );
    }
    return null;
  }
}
