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

const pooled = {
  connectionTimeoutMillis: ACQUIRE_LIMIT_MS,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
} satisfies PoolConfig;

/** Bounds on what one connection may hold up. A check by key that takes longer than its own will not answer in time. */
const BOUNDS = {
  work: { statement_timeout: 5000, lock_timeout: 4000, idle_in_transaction_session_timeout: 15_000 },
  checks: { statement_timeout: 2000, lock_timeout: 1500, idle_in_transaction_session_timeout: 15_000 },
} as const;
export type Purpose = keyof typeof BOUNDS;

/** How the server's connections work. */
export interface Manner {
  /** Uses the role that owns nothing by SET ROLE: the user of the connection owns the tables. */
  appRole: boolean;
  /** A pooler gives them to others after each transaction, and takes no settings at their start. */
  borrowed: boolean;
}

/** What each transaction of a borrowed connection begins with. */
export const settingsOf = (purpose: Purpose, { appRole }: Manner): Record<string, string> => ({
  ...(appRole && { role: APP_ROLE }),
  ...Object.fromEntries(Object.entries(BOUNDS[purpose]).map(([name, ms]) => [name, String(ms)])),
});

/** The same for connections of our own, which keep what they are told at their start. */
const atStart = (purpose: Purpose, { appRole, borrowed }: Manner): PoolConfig =>
  borrowed ? {} : { ...BOUNDS[purpose], ...(appRole && { options: `-c role=${APP_ROLE}` }) };

/** For the running server. Opened by the database link, in the manner it finds. */
export function appDataSource(url: string, connections: number, entities: Tables): UnitDataSource {
  return new UnitDataSource({
    ...connectionOptions(url, entities),
    poolErrorHandler: () => undefined,
    extra: { ...pooled, max: connections, application_name: 'trt-portal' } satisfies PoolConfig,
  });
}

/** The same source, in this manner. */
export const inManner = ({ options }: DataSource, manner: Manner): Partial<DataSourceOptions> => ({
  extra: { ...(options.extra as object), ...atStart('work', manner) },
});

/** Few: what reads there can wait. Longer than a statement may take, nothing is waited for. */
export const replicaPool = (url: string, appRole: boolean): PoolConfig => ({
  ...pooled,
  ...atStart('work', { appRole, borrowed: false }),
  query_timeout: BOUNDS.work.statement_timeout + 1000,
  connectionString: url,
  max: 2,
  application_name: 'trt-portal-replica',
});

export const checksPool = (url: string, connections: number, manner: Manner): PoolConfig => ({
  ...pooled,
  ...atStart('checks', manner),
  connectionString: url,
  max: connections,
  application_name: 'trt-portal-checks',
});
