import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Job, JobResult, PgBoss } from 'pg-boss';
import { DatabaseLink } from '../database/database-link.js';
import { databaseUnavailable } from '../platform/errors/errors.js';
import { currentContext, newContext, runInContext } from '../platform/access/context.js';
import { Log } from '../platform/logging/log.js';
import { MAKE_BOSS, QUEUES, SCHEDULES, WORKS_JOBS, type QueueName } from './queues.js';

/** Nothing announces a waiting retry: it is found by polling. A full batch is followed by the next at once. */
const WORK = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** For jobs that wait for programs elsewhere: one that hangs delays few others. Rarely retried, so rarely polled. */
const SIDE_BY_SIDE = {
  ...WORK,
  pollingIntervalSeconds: 5,
  notifyPollingIntervalSeconds: 5,
  localConcurrency: 3,
} as const;

/** Nobody waits for what a schedule starts. */
const SCHEDULED = { ...WORK, pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 30 } as const;

type Handler = (data: Record<string, unknown>) => Promise<void>;
type JobData = Job<Record<string, unknown>>;

/** A job that is to be tried again, for a reason that its feature records itself. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
}

/** pg-boss within the unit of work: a job exists only once the action that needs it has committed. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly handlers = new Map<QueueName, Handler>();
  private readonly sideBySide = new Set<QueueName>();
  private boss: PgBoss | null = null;

  constructor(
    @Inject(MAKE_BOSS) private readonly makeBoss: () => PgBoss,
    @Inject(WORKS_JOBS) private readonly works: boolean,
    private readonly link: DatabaseLink,
    @Inject(Log) private readonly log: Log,
  ) {}

  /**
   * Called by features while the application starts.
   * @param sideBySide for jobs that wait for others: one that hangs delays only itself
   */
  handle(queue: QueueName, handler: Handler, { sideBySide } = { sideBySide: false }): void {
    this.handlers.set(queue, handler);
    if (sideBySide) this.sideBySide.add(queue);
  }

  async enqueue(queue: QueueName, data: Record<string, unknown>): Promise<void> {
    if (!this.boss) throw databaseUnavailable();
    const runner = currentContext()?.transaction?.runner;
    if (!runner) throw new Error('Jobs are enqueued inside a unit of work');
    const client = await this.link.connect(runner);
    const executeSql = async (text: string, values?: unknown[]) => {
      const result = await client.query(text, values);
      return { rows: result.rows as unknown[] };
    };
    await this.boss.send(queue, data, { db: { executeSql } });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.link.whenAvailable(() => this.start());
  }

  private async start(): Promise<void> {
    const boss = this.makeBoss();
    boss.on('error', (error) => this.fault(error));
    await boss.start();
    this.boss = boss;
    if (!this.works) return;
    for (const [queue, handler] of this.handlers) {
      const cron = SCHEDULES[queue];
      if (cron) await boss.schedule(queue, cron);
      const usual = cron ? SCHEDULED : WORK;
      const how = this.sideBySide.has(queue) ? SIDE_BY_SIDE : usual;
      await boss.work(queue, how, (jobs: JobData[]) => this.each(queue, handler, jobs));
    }
  }

  /** Every queue polls all the time: the database link has already reported that the database is down or read-only. */
  private fault(error: unknown): void {
    this.link.suspect(error);
    if (this.link.writable) this.log.error('jobs', error);
  }

  /** Each with its own outcome. */
  private async each(queue: QueueName, handler: Handler, jobs: JobData[]): Promise<JobResult[]> {
    if (this.sideBySide.has(queue)) return Promise.all(jobs.map((job) => this.work(queue, handler, job)));
    const results: JobResult[] = [];
    for (const job of jobs) results.push(await this.work(queue, handler, job));
    return results;
  }

  private async work(queue: QueueName, handler: Handler, { id, data }: JobData): Promise<JobResult> {
    try {
      await runInContext(newContext(`job-${id}`), () => handler(data));
      return { id, status: 'completed' };
    } catch (error) {
      if (!(error instanceof TryLater)) this.log.error('a job failed', error, { queue });
      return { id, status: 'failed', output: { kind: (error as Partial<Error>).name ?? typeof error } };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss
      ?.stop({ graceful: true, timeout: 5000 })
      .catch((error: unknown) => this.log.error('jobs did not stop', error));
  }
}

export const queueNames = Object.keys(QUEUES) as QueueName[];
