import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Log } from '../logging/log.js';

/** Prometheus itself waits 10 s for a scrape. */
const READ_LIMIT_MS = 5000;
const late = (): Promise<[string, number][]> => sleep(READ_LIMIT_MS, [], { ref: false });

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15];

/**
 * Prometheus metrics on a port of their own, on loopback only, where METRICS_PORT is set. Labels are route patterns,
 * methods and status codes: never an id, a name or a query.
 */
@Injectable()
export class Metrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly registry = new Registry();
  private readonly port: number | null;
  private readonly duration: Histogram;
  private server: Server | null = null;

  constructor(
    @Inject(Log) private readonly log: Log,
    @Inject(CONFIG) config: Pick<Config, 'metricsPort'>,
  ) {
    this.port = config.metricsPort;
    this.duration = new Histogram({
      name: 'trt_http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_S,
      registers: [this.registry],
    });
  }

  get on(): boolean {
    return this.port !== null;
  }

  /** A number that is read when the metrics are. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    });
  }

  /** Numbers that are read when the metrics are, by one label. Where they cannot be read the rest is told without them. */
  gauges(name: string, help: string, label: string, read: () => Promise<[string, number][]>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect: async () => {
        const values = await Promise.race([read(), late()]).catch(() => []);
        gauge.reset();
        for (const [which, value] of values) gauge.set({ [label]: which }, value);
      },
    });
  }

  measure(fastify: FastifyInstance): void {
    if (!this.on) return;
    fastify.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      this.duration.observe(
        { method: request.method, route, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
      done();
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.port === null) return;
    collectDefaultMetrics({ register: this.registry, prefix: 'trt_' });
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': this.registry.contentType }).end(text),
        (error: unknown) => {
          this.log.error('metrics were not collected', error);
          response.writeHead(500).end();
        },
      );
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port: this.port! }, () => resolve());
    });
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
