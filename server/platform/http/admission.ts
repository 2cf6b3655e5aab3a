import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionGate } from '../access/access.guard.js';
import { LONGEST_WAIT_MS, tooManyReads, tooManyWrites, WAITING, WRITING } from '../access/account-budgets.js';
import { overloaded } from '../errors/errors.js';
import { Metrics } from '../metrics/metrics.js';
import { isRead } from '../requests/reads.js';
import { Turns } from '../requests/turns.js';
import { whenOver } from '../requests/when-over.js';
import { Callers } from './callers.js';
import { Places } from './places.js';
import { refuse, routeOf } from './request-hooks.js';

/** Of the event loop, at the 99th percentile of a second. */
const LAG_LIMIT_MS = 200;
/** With fewer than this in flight, refusing them would not free the event loop. */
const CROWD = 50;
const LAG_EVERY_MS = 1000;
const LAG_RESOLUTION_MS = 10;

/** Calls that cost one look-up by key: they have a share of their own, so that nobody seems signed out under load. */
const LIGHT = new Set(['/auth/me', '/auth/logout']);
/** Pages, files and health are always answered: they cost next to nothing, and say what is going on. */
const CALLS = /^\/(api|auth|fhir|files)\//;
const ALWAYS = '/api/system/status';

type Share = 'work' | 'accounts' | 'light';
/** More at once than this would only make everybody wait. Signing in has its own: a storm of it must not stop the reads. */
const MOST_IN_FLIGHT: Record<Share, number> = { work: 100, accounts: 60, light: 100 };

/** @param path of the route, not of the request: the same address can be written in many ways */
export const shareOf = (path: string): Share | null => {
  if (path === ALWAYS || !CALLS.test(path)) return null;
  if (LIGHT.has(path)) return 'light';
  return path.startsWith('/auth/') ? 'accounts' : 'work';
};

/** Writes of one account that are let in: one more would be refused for its account, but only after it took room from others. */
const MOST_WRITES_OF_ONE = WRITING + WAITING;
/** A page asks for about ten things at once. The others wait outside: they take no room from other accounts. */
const READS_OF_ONE = { running: 20, waiting: 100, ms: LONGEST_WAIT_MS };

/** Whether one more can be answered in time. */
export const hasRoom = (share: Share, inFlight: number, lagMs: number): boolean =>
  inFlight < MOST_IN_FLIGHT[share] && (share === 'light' || lagMs <= LAG_LIMIT_MS || inFlight < CROWD);

/** Lets in what can be answered in time, and tells the others at once to come back. */
@Injectable()
export class Admission implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly inFlight: Record<Share, number> = { work: 0, accounts: 0, light: 0 };
  private readonly writes = new Places({ ofOne: MOST_WRITES_OF_ONE, ofAll: Infinity });
  private readonly reads = new Turns(READS_OF_ONE);
  private readonly delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  private lagMs = 0;
  private shed = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly metrics: Metrics) {}

  guard(fastify: FastifyInstance, { cookie }: Pick<SessionGate, 'cookie'>): void {
    const callers = new Callers(cookie);
    // After the whole body has arrived: a slow or stalled sender takes no slot.
    fastify.addHook('preValidation', async (request, reply) => {
      const share = shareOf(routeOf(request));
      if (!share) return undefined;
      const caller = callers.of(request, reply);
      if (caller !== undefined) {
        if (isRead(request)) {
          if (!(await this.reads.take(`${share} ${caller}`, request, reply)))
            return refuse(request, reply, tooManyReads());
        } else if (share === 'work' && !this.mayWrite(caller, request, reply))
          return refuse(request, reply, tooManyWrites());
      }
      if (!hasRoom(share, this.inFlight[share], this.lagMs)) {
        this.shed += 1;
        return refuse(request, reply, overloaded());
      }
      this.inFlight[share] += 1;
      // Also when the caller went away: there is nobody left to answer.
      whenOver(request, reply, () => {
        this.inFlight[share] -= 1;
      });
      return undefined;
    });
  }

  /** One caller's flood is answered as that, and leaves the room to the others. */
  private mayWrite(caller: string, request: FastifyRequest, reply: FastifyReply): boolean {
    const leave = this.writes.enter(caller);
    if (typeof leave === 'string') return false;
    whenOver(request, reply, leave);
    return true;
  }

  onApplicationBootstrap(): void {
    this.delay.enable();
    this.timer = setInterval(() => {
      this.lagMs = Math.max(0, this.delay.percentile(99) / 1e6 - LAG_RESOLUTION_MS);
      this.delay.reset();
    }, LAG_EVERY_MS).unref();
    this.metrics.gauge('trt_http_in_flight', 'Calls being answered', () => this.inFlight.work);
    this.metrics.gauge('trt_http_shed', 'Calls refused because of load, since the start', () => this.shed);
    this.metrics.gauge('trt_event_loop_lag_p99_ms', 'Of the last second', () => this.lagMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.delay.disable();
  }
}

@Module({ providers: [Admission], exports: [Admission] })
export class AdmissionModule {}
