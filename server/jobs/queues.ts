import { PgBoss, type Queue } from 'pg-boss';
import { APP_ROLE } from '../database/data-source.js';

export const MAKE_BOSS = Symbol('makes a PgBoss');
export const WORKS_JOBS = Symbol('whether this process works jobs');

/** Every queue with its retries; a job that fails them all stays, marked failed. */
export const QUEUES = {
  'mail.send': { retryLimit: 10, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600, notify: true },
  'account.mail': { retryLimit: 10, retryDelay: 1, retryBackoff: true, retryDelayMax: 600, notify: true },
  'assistant.retention': { retryLimit: 2, retryDelay: 600, expireInSeconds: 1800 },
  'accounts.tidy': { retryLimit: 2, retryDelay: 600, expireInSeconds: 1800 },
  'keys.rotate': { retryLimit: 1, retryDelay: 600, expireInSeconds: 7200 },
  'retention.daily': { retryLimit: 2, retryDelay: 600, expireInSeconds: 3600 },
  // Runs each hour, when it is morning for some patients: jobs and their schedule are stored under this name, so it stays.
  'reminders.daily': { retryLimit: 2, retryDelay: 60, expireInSeconds: 1800 },
  // At least a day of attempts, whatever the jitter takes off; the sender gives up after 24 h.
  'webhook.send': { retryLimit: 30, retryDelay: 5, retryBackoff: true, retryDelayMax: 10_800, notify: true },
  // A job of a process that died is started again when it expires, and continues.
  'fhir.export': {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
    notify: true,
  },
  'fhir.tidy': { retryLimit: 2, retryDelay: 600, expireInSeconds: 1800 },
  'smart.tidy': { retryLimit: 2, retryDelay: 600, expireInSeconds: 1800 },
  'labs.retry': { retryLimit: 3, retryDelay: 30, notify: true },
  // A folder that cannot be written is repaired within hours.
  'labs.order': { retryLimit: 30, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, notify: true },
  // At least 30 h of attempts: the sender gives up after 24 h.
  'pharmacy.order': { retryLimit: 40, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, notify: true },
} as const satisfies Record<string, Omit<Queue, 'name'>>;
/** Scheduled queues, run once however many servers there are. */
export const SCHEDULES: Partial<Record<keyof typeof QUEUES, string>> = {
  'assistant.retention': '17 3 * * *',
  'accounts.tidy': '17 3 * * *',
  'keys.rotate': '37 3 * * *',
  'retention.daily': '47 3 * * *',
  'reminders.daily': '7 * * * *',
  'fhir.tidy': '27 * * * *',
  'smart.tidy': '37 * * * *',
};
export type QueueName = keyof typeof QUEUES;

/** For migrations: creates the job schema and the queues, as the owner. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false });
  await boss.start();
  for (const [name, options] of Object.entries(QUEUES)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, options);
  }
  await boss.stop({ graceful: false });
}

/** After a failover by name a connection may stay on a server that takes no changes. pg-boss hands this to its pool. */
const POOL = { maxLifetimeSeconds: 60 };

/** For the server: as the application role, with its own small pool. A process that works no jobs only enqueues. */
export function serverBoss(url: string, appRole: boolean, connections: number, works: boolean): PgBoss {
  const connection = new URL(url);
  if (appRole) connection.searchParams.set('options', `-c role=${APP_ROLE}`);
  return new PgBoss({
    connectionString: connection.toString(),
    max: connections,
    ...POOL,
    migrate: false,
    createSchema: false,
    useListenNotify: works,
    supervise: works,
    schedule: works,
    application_name: 'trt-portal-jobs',
  });
}
