import type { Socket } from 'node:net';
import { Injectable, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { overloaded, tooSlow } from '../errors/errors.js';
import { Metrics } from '../metrics/metrics.js';
import { placeOf, type Place } from './large-bodies.js';
import { refuse } from './request-hooks.js';
import { whenOver } from '../requests/when-over.js';

/** Bodies still arriving, from one address and from all: beyond it the slowest one is cut off. */
const MOST_FROM_ONE = 64;
const MOST = 1000;
/** An honest body arrives within this; until then none is cut off to make room. */
const PATIENCE_MS = 1000;
/** After so long a body must have come at this pace, about that of a phone with one bar. */
const SLOW_AFTER_MS = 8000;
const SLOWEST_BYTES_PER_S = 1000;
/** Who holds one of the few places for large bodies sends at the pace of a slow line, and not forever. */
const SLOWEST_IN_PLACE_BYTES_PER_S = 16_000;
const LONGEST_IN_PLACE_MS = 55_000;
/** Below it, a place is given up where all are taken. */
const GOOD_PACE_BYTES_PER_S = 64_000;
const SWEEP_EVERY_MS = 1000;

export interface Arrival {
  address: string;
  /** Which of the few places it holds. */
  place: Place | null;
  startedAt: number;
  /** Bytes of the body that have come so far. */
  received: () => number;
  cut: () => void;
}

/** Requests whose body is still arriving. They do not count as in flight, and are cut off when they stall. */
export class ArrivalList {
  private readonly all = new Set<Arrival>();
  private readonly byAddress = new Map<string, Set<Arrival>>();

  get size(): number {
    return this.all.size;
  }

  /** Lets one more in, in the place of the slowest where there are too many; false: there is no room. */
  add(arrival: Arrival): boolean {
    const own = this.byAddress.get(arrival.address) ?? new Set();
    if (own.size >= MOST_FROM_ONE) this.cutOldest(own, arrival.startedAt);
    if (this.all.size >= MOST && !this.cutOldest(this.all, arrival.startedAt)) return false;
    this.all.add(arrival);
    this.byAddress.set(arrival.address, own.add(arrival));
    return true;
  }

  remove(arrival: Arrival): void {
    if (!this.all.delete(arrival)) return;
    const own = this.byAddress.get(arrival.address);
    own?.delete(arrival);
    if (own?.size === 0) this.byAddress.delete(arrival.address);
  }

  sweep(now: number): void {
    for (const arrival of this.all) {
      const waited = now - arrival.startedAt;
      // In the order in which they began: the rest is younger.
      if (waited < SLOW_AFTER_MS) return;
      const slowest = arrival.place ? SLOWEST_IN_PLACE_BYTES_PER_S : SLOWEST_BYTES_PER_S;
      const tooLong = arrival.place !== null && waited > LONGEST_IN_PLACE_MS;
      if (tooLong || arrival.received() < (slowest * waited) / 1000) this.cut(arrival);
    }
  }

  /** Where all places are taken, the slowest sender gives up its own. */
  cutSlowest(place: Place, now: number): void {
    let slowest: Arrival | null = null;
    let least = GOOD_PACE_BYTES_PER_S;
    for (const arrival of this.all) {
      const waited = now - arrival.startedAt;
      if (waited < SLOW_AFTER_MS) break;
      const pace = (arrival.received() * 1000) / waited;
      if (arrival.place === place && pace < least) [slowest, least] = [arrival, pace];
    }
    if (slowest) this.cut(slowest);
  }

  private cutOldest(among: Set<Arrival>, now: number): boolean {
    for (const oldest of among) {
      if (now - oldest.startedAt < PATIENCE_MS) return false;
      this.cut(oldest);
      return true;
    }
    return false;
  }

  private cut(arrival: Arrival): void {
    this.remove(arrival);
    arrival.cut();
  }
}

/** Whether a body follows the headers. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Tracks request bodies in transit, so that stalled or dripping ones cannot take capacity from other callers. */
@Injectable()
export class Arrivals implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly list = new ArrivalList();
  private timer: NodeJS.Timeout | undefined;
  private cutOff = 0;

  constructor(private readonly metrics: Metrics) {}

  watch(fastify: FastifyInstance): void {
    const arriving = new WeakMap<FastifyRequest, Arrival>();
    fastify.addHook('onRequest', async (request, reply) => {
      if (!hasBody(request)) return undefined;
      const arrival = this.arrivalOf(request, reply);
      if (!this.list.add(arrival)) return refuse(request, reply, overloaded());
      arriving.set(request, arrival);
      whenOver(request, reply, () => this.list.remove(arrival));
      return undefined;
    });
    fastify.addHook('preValidation', (request, _reply, done) => {
      const arrival = arriving.get(request);
      if (arrival) this.list.remove(arrival);
      done();
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.list.sweep(performance.now()), SWEEP_EVERY_MS).unref();
    this.metrics.gauge('trt_http_arriving', 'Requests whose body is still arriving', () => this.list.size);
    this.metrics.gauge('trt_http_cut_off', 'Requests cut off because their body stalled', () => this.cutOff);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** All places of this kind are taken. */
  makeRoom(place: Place): void {
    this.list.cutSlowest(place, performance.now());
  }

  private arrivalOf(request: FastifyRequest, reply: FastifyReply): Arrival {
    const socket: Socket = request.raw.socket;
    const before = socket.bytesRead;
    return {
      address: request.ip,
      place: placeOf(request),
      startedAt: performance.now(),
      received: () => socket.bytesRead - before,
      cut: () => {
        this.cutOff += 1;
        // The rest of the body is not waited for.
        reply.raw.once('finish', () => socket.destroySoon());
        void refuse(request, reply.header('connection', 'close'), tooSlow());
      },
    };
  }
}

@Module({ providers: [Arrivals], exports: [Arrivals] })
export class ArrivalsModule {}
