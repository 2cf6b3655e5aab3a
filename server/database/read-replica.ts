import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg, { type PoolClient } from 'pg';
import { currentContext, currentScope, inScope } from '../platform/access/context.js';
import { EVERYTHING } from '../platform/access/scope.js';
import { Log } from '../platform/logging/log.js';
import { replicaPool } from './data-source.js';
import { DatabaseLink, type DatabaseLocation } from './database-link.js';
import { ask, Db, type Reader, type Statement } from './db.js';
import { reachingAlone } from './reach.js';

export const REPLICA_LOCATION = Symbol('ReplicaLocation');

/** How long a read waits for a replica to know what the primary knew when the read began. */
const CATCH_UP_MS = 1000;
const LOOK_EVERY_MS = 50;
/** A replica that failed or lags is left alone for so long: not every read waits for it. */
const REST_MS = 10_000;

/** What the primary knows: how far its log reaches, and its newest audit row. */
interface Mark {
  lsn: string;
  seq: string | null;
  mac: Buffer | null;
}

const MARK = {
  name: 'replica-mark',
  text: `SELECT pg_current_wal_flush_lsn()::text AS lsn, e.seq, e.mac FROM (SELECT 1) one
    LEFT JOIN (SELECT seq, mac FROM audit_events ORDER BY seq DESC LIMIT 1) e ON true`,
};
const CAUGHT_UP = {
  name: 'replica-caught-up',
  text: `SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS there, pg_backend_pid() AS pid`,
};
/** After a failover a replica may go on with what the new primary never had: its log then reaches as far. */
const SAME_HISTORY = {
  name: 'replica-same-history',
  text: 'SELECT $1::bigint IS NULL OR EXISTS (SELECT 1 FROM audit_events WHERE seq = $1 AND mac = $2) AS same',
};

class Unusable extends Error {}

/**
 * For long reads that need no connection of the primary: exports, the verification of the audit, the cockpit. They read
 * whatever the primary knew when they began, or they read the primary. Why: docs/operations.md, "A read replica".
 */
@Injectable()
export class ReadReplica implements OnApplicationShutdown {
  private pool: pg.Pool | null = null;
  private restsUntil = 0;
  private used: boolean | null = null;

  constructor(
    @Inject(REPLICA_LOCATION) private readonly location: DatabaseLocation,
    private readonly db: Db,
    private readonly link: DatabaseLink,
    @Inject(Log) private readonly log: Log,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  /** Whether the last read that could use it did; null: there is none, or none was asked yet. */
  get inUse(): boolean | null {
    return this.used;
  }

  /** What knows all that the primary knows now. A transaction reads what it wrote itself. */
  async reader(): Promise<Reader> {
    const { readUrl } = this.location;
    if (!readUrl || !this.link.writable || currentContext()?.transaction) return this.db;
    if (performance.now() < this.restsUntil) return this.db;
    const mark = await inScope(EVERYTHING, () => this.db.one<Mark>(MARK));
    if (!mark) return this.db;
    try {
      await this.catchUp(readUrl, mark);
    } catch (error) {
      this.rest(error);
      return this.db;
    }
    if (this.used === false) this.log.info('the read replica is used again');
    this.used = true;
    const rows = <T>(statement: Statement, values: readonly unknown[] = []): Promise<T[]> =>
      this.rows<T>(readUrl, statement, values);
    return { rows, one: async <T>(...call: Parameters<typeof rows>) => (await rows<T>(...call))[0] ?? null };
  }

  private async catchUp(url: string, { lsn, seq, mac }: Mark): Promise<void> {
    const until = performance.now() + CATCH_UP_MS;
    await this.with(url, async (client) => {
      for (;;) {
        const [found] = await ask<{ there: boolean; pid: number }>(client, CAUGHT_UP, [lsn]);
        const { processID } = client as unknown as { processID: number };
        if (found?.pid !== processID) throw new Unusable('DATABASE_READ_URL leads to a pooler');
        if (found.there) break;
        if (performance.now() > until) throw new Unusable('it lags');
        await sleep(LOOK_EVERY_MS);
      }
      // In a statement of its own: one that began before the replica had caught up does not see all of it.
      const [found] = await ask<{ same: boolean }>(client, SAME_HISTORY, [seq, mac]);
      if (!found?.same) throw new Unusable('it does not have the newest event of the primary');
    });
  }

  private async rows<T>(url: string, statement: Statement, values: readonly unknown[]): Promise<T[]> {
    try {
      return await this.with(url, (client) => ask<T>(client, statement, values), currentScope());
    } catch (error) {
      // A fault of the statement itself is the primary's to tell.
      this.rest(error);
      return this.db.rows<T>(statement, values);
    }
  }

  private async with<T>(
    url: string,
    work: (client: PoolClient) => Promise<T>,
    scope = EVERYTHING,
  ): Promise<T> {
    const client = await this.connections(url).connect();
    try {
      const result = await reachingAlone(client, () => work(client), scope);
      client.release();
      return result;
    } catch (error) {
      // It may still be busy with what was given up.
      client.release(true);
      throw error;
    }
  }

  private connections(url: string): pg.Pool {
    if (!this.pool) {
      this.pool = new pg.Pool(replicaPool(url, this.location.appRole ?? false));
      this.pool.on('error', () => undefined);
      this.pool.on('connect', (client) => client.on('error', () => undefined));
    }
    return this.pool;
  }

  private rest(error: unknown): void {
    this.restsUntil = performance.now() + REST_MS;
    if (this.used !== false) this.log.warn('the read replica is not used', { why: (error as Error).message });
    this.used = false;
  }
}
