import type { PoolConfig } from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { PostgresNaming } from './naming.js';
import { UnitDataSource } from './unit-data-source.js';

/** The entities are named where the application is put together: the database knows no feature. */
export type Tables = NonNullable<DataSourceOptions['entities']>;

/** The role that owns nothing: it may read and write rows, and only append to the audit. */
export const APP_ROLE = 'trt_app';

export const connectionOptions = (url: string, entities: Tables) =>
  ({
    type: 'postgres',
    url,
    entities,
    namingStrategy: new PostgresNaming(),
    synchronize: false,
    migrationsRun: false,
    logging: false,
  }) satisfies DataSourceOptions;

/** How one process's connections are divided. */
export interface Shares {
  /** For normal work. */
  work: number;
  /** Only for sessions and limits: users can be identified while other work waits for a slow database. */
  checks: number;
  /** For the queue. */
  jobs: number;
}

/** From every budget: the heartbeat, and the queue's listener. */
const STANDING = 2;

export function shares(pool: number): Shares {
  const jobs = 1;
  const checks = pool < 10 ? 1 : 2;
  return { work: pool - STANDING - jobs - checks, checks, jobs };
}

/** The longest wait for a connection. */
const ACQUIRE_LIMIT_MS = 1200;

const bounded = {
  connectionTimeoutMillis: ACQUIRE_LIMIT_MS,
  idleTimeoutMillis: 30_000,
  idle_in_transaction_session_timeout: 15_000,
  keepAlive: true,
} satisfies PoolConfig;
const asAppRole = (appRole: boolean): string[] => (appRole ? [`-c role=${APP_ROLE}`] : []);

/** For the running server: bounded waits, durable commits. Opened by the database link, with the role it finds. */
export function appDataSource(url: string, connections: number, entities: Tables): UnitDataSource {
  return new UnitDataSource({
    ...connectionOptions(url, entities),
    poolErrorHandler: () => undefined,
    extra: {
      ...bounded,
      max: connections,
      statement_timeout: 5000,
      lock_timeout: 4000,
      application_name: 'trt-portal',
    } satisfies PoolConfig,
  });
}

/** The same source, using the application role if there is one. */
export const appRoleOptions = ({ options }: DataSource, appRole: boolean): Partial<DataSourceOptions> => ({
  extra: { ...(options.extra as object), options: asAppRole(appRole).join('') },
});

/** A lookup by key that takes longer than this will not answer in time. */
export const checksPool = (url: string, connections: number, appRole: boolean): PoolConfig => ({
  ...bounded,
  options: [...asAppRole(appRole), '-c trt.org=* -c trt.patient=* -c trt.user=*'].join(' '),
  connectionString: url,
  max: connections,
  statement_timeout: 2000,
  lock_timeout: 1500,
  application_name: 'trt-portal-checks',
});
