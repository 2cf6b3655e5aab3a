import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MAIL_STATUSES } from '#common/api/admin.js';
import type { ServiceStatus } from '#common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { ServiceProbes } from '../platform/health/service-probes.js';
import { Metrics } from '../platform/metrics/metrics.js';

/** However often it is scraped. */
const KEPT_MS = 10_000;
const LEVEL: Record<ServiceStatus, number> = {
  ok: 0,
  warn: 1,
  degraded: 1,
  critical: 2,
  unavailable: 2,
  unknown: 3,
};
const UNSENT = MAIL_STATUSES.filter((status) => status !== 'sent');

/** The cockpit's content as metrics for alerts. */
@Injectable()
export class ServiceMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly probes: ServiceProbes,
    private readonly db: Db,
  ) {}

  onModuleInit(): void {
    this.metrics.gauges(
      'trt_service_state',
      'Of each service: 0 ok, 1 warn or degraded, 2 critical or unavailable, 3 unknown',
      'service',
      kept(() => this.states()),
    );
    this.metrics.gauges(
      'trt_mails',
      'Emails that were not sent, by status',
      'status',
      kept(() => this.mails()),
    );
  }

  private async states(): Promise<[string, number][]> {
    const states = await this.probes.ask();
    return Object.entries(states).map(([service, { status }]) => [service, LEVEL[status]]);
  }

  private async mails(): Promise<[string, number][]> {
    const rows = await this.db.rows<{ status: string; mails: number }>({
      name: 'metrics-mails',
      text: `SELECT status, count(*)::int AS mails FROM mails WHERE status <> 'sent' GROUP BY status`,
    });
    const counts = new Map(rows.map(({ status, mails }) => [status, mails]));
    return UNSENT.map((status) => [status, counts.get(status) ?? 0]);
  }
}

/** Caches the result for a while; concurrent callers wait for the one in progress. */
function kept<T>(work: () => Promise<T>): () => Promise<T> {
  let until = 0;
  let answer: Promise<T>;
  return () => {
    if (performance.now() < until) return answer;
    until = performance.now() + KEPT_MS;
    answer = work();
    return answer;
  };
}
