import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../platform/http/address.js';
import { Log } from '../platform/logging/log.js';

/** Lines a minute; an attack must not fill the disk with its own log. */
const MOST_LINES = 120;
const WINDOW_MS = 60_000;
/** Not understood, too large, another media type, invalid values, over a limit. */
const REFUSED = new Set([400, 413, 415, 422, 429]);

/** A 403 without a user is a cross-site request; those with one are in the audit as denials. */
const isRefusal = ({ actor }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  REFUSED.has(statusCode) || (statusCode === 403 && !actor);

/** One log line for each request that input checks, cross-site checks or limits refused, for those who watch for attacks. */
@Injectable()
export class RefusalLog implements OnApplicationBootstrap, OnApplicationShutdown {
  private lines = 0;
  private left = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly log: Log) {}

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      done();
      if (isRefusal(request, reply)) this.tell(request, reply.statusCode);
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.endWindow(), WINDOW_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.endWindow();
  }

  private tell(request: FastifyRequest, status: number): void {
    if (this.lines >= MOST_LINES) {
      this.left += 1;
      return;
    }
    this.lines += 1;
    const { actor, refusedAs } = request;
    this.log.warn('request refused', {
      request_id: String(request.id),
      method: request.method,
      route: request.routeOptions.url ?? null,
      status,
      code: refusedAs ?? null,
      user: actor?.userId ?? null,
      // Users are named by id; of others only the neighborhood is known.
      network: actor ? null : networkOf(request.ip),
    });
  }

  private endWindow(): void {
    if (this.left) this.log.warn('more requests were refused', { count: this.left });
    this.lines = this.left = 0;
  }
}
