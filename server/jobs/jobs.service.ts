import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PgBoss, type Job, type JobResult } from 'pg-boss';
import { DataSource } from 'typeorm';
import type { PoolClient } from 'pg';
import { currentContext, newContext, runInContext } from '../platform/context/context.js';
import { Log } from '../platform/logging/log.js';
import { BOSS, QUEUES, SCHEDULES, type QueueName } from './queues.js';

/** A waiting retry is announced by nobody: it is found by looking. A full batch is followed by the next at once. */
const WORK = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

type Handler = (data: Record<string, unknown>) => Promise<void>;

/** pg-boss, joined to the unit of work: a job exists only when the act that wanted it was committed. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly handlers = new Map<QueueName, Handler>();

  constructor(
    @Inject(BOSS) private readonly boss: PgBoss,
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(Log) private readonly log: Log,
  ) {}

  /** Called by features while the application boots. */
  handle(queue: QueueName, handler: Handler): void {
    this.handlers.set(queue, handler);
  }

  async enqueue(queue: QueueName, data: Record<string, unknown>): Promise<void> {
    const runner = currentContext()?.transaction?.runner;
    if (!runner) throw new Error('Jobs are enqueued inside a unit of work');
    const client = (await runner.connect()) as PoolClient;
    const executeSql = async (text: string, values?: unknown[]) => {
      const result = await client.query(text, values);
      return { rows: result.rows as unknown[] };
    };
    await this.boss.send(queue, data, { db: { executeSql } });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.source.isInitialized) return;
    this.boss.on('error', (error) => this.log.error('jobs', error));
    await this.boss.start();
    for (const [queue, handler] of this.handlers) {
      const cron = SCHEDULES[queue];
      if (cron) await this.boss.schedule(queue, cron);
      await this.boss.work(queue, WORK, (jobs: Job<Record<string, unknown>>[]) => this.each(handler, jobs));
    }
  }

  /** One after the other, each with an outcome of its own. */
  private async each(handler: Handler, jobs: Job<Record<string, unknown>>[]): Promise<JobResult[]> {
    const results: JobResult[] = [];
    for (const { id, data } of jobs) {
      try {
        await runInContext(newContext(`job-${id}`), () => handler(data));
        results.push({ id, status: 'completed' });
      } catch (error) {
        this.log.error('a job failed', error);
        results.push({
          id,
          status: 'failed',
          output: { kind: (error as Partial<Error>).name ?? typeof error },
        });
      }
    }
    return results;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss
      .stop({ graceful: true, timeout: 5000 })
      .catch((error: unknown) => this.log.error('jobs did not stop', error));
  }
}

export const queueNames = Object.keys(QUEUES) as QueueName[];
