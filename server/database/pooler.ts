import type { PoolClient } from 'pg';
import { ConfigError } from '../config/config.js';

/** What PgBouncer says to a setting at the start of a connection. */
const REFUSED_SETTING = /unsupported startup parameter/i;

/** A pooler between that no one told us of gives our connections, with what they were told, to others. */
const unknownPooler = (): ConfigError =>
  new ConfigError(
    ['DATABASE_DIRECT_URL'],
    'DATABASE_URL leads to a pooler. Set DATABASE_DIRECT_URL to the same database without it.',
  );

export const refusedByPooler = (error: unknown): ConfigError | null =>
  REFUSED_SETTING.test((error as Partial<Error>)?.message ?? '') ? unknownPooler() : null;

/** PostgreSQL tells each connection its process; a pooler tells it another number. */
export async function assertNoPooler(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { processID } = client as unknown as { processID: number };
  if (rows[0]?.pid !== processID) throw unknownPooler();
}

const PROBES = ['first', 'second'] as const;
/** 26000: not known there; 42P05: known from another connection. */
const LOST = new Set(['26000', '42P05']);

const forgetful = (): ConfigError =>
  new ConfigError(
    ['DATABASE_URL'],
    'the pooler of DATABASE_URL does not keep named statements. PgBouncer does from 1.21 on, with max_prepared_statements above 0.',
  );

/** The portal prepares its statements by name: a pooler must know them on whichever connection it gives. */
export async function assertNamedStatements(connect: () => Promise<PoolClient>): Promise<void> {
  const clients = await Promise.all(PROBES.map(() => connect()));
  try {
    for (const probe of [...PROBES, ...PROBES]) {
      const statement = { name: 'pooler-probe', text: `SELECT '${probe}' AS probe` };
      const { rows } = await clients[PROBES.indexOf(probe)]!.query<{ probe: string }>(statement);
      if (rows[0]?.probe !== probe) throw forgetful();
    }
  } catch (error) {
    throw LOST.has((error as { code?: string }).code ?? '') ? forgetful() : error;
  } finally {
    for (const client of clients) client.release(true);
  }
}
