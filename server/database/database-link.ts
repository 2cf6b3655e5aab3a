import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';
import { isDatabaseUnavailable, isPoolTimeout, isReadOnly } from '../platform/errors/database-errors.js';
import { databaseUnavailable, overloaded, readOnly } from '../platform/errors/errors.js';
import type { Log } from '../platform/logging/log.js';
import { assertDurable } from './durability.js';
import { checksPool, inManner, settingsOf, type Manner, type Purpose } from './data-source.js';
import { FollowedPools, type Pool } from './followed-pools.js';
import { BEAT_LIMIT_MS, Heartbeat } from './heartbeat.js';
import { assertNamedStatements, assertNoPooler, refusedByPooler } from './pooler.js';
import { tellPerTransaction } from './reach.js';
import type { UnitDataSource } from './unit-data-source.js';

/** The pause between two heartbeats. */
const BEAT_EVERY_MS = 400;

export interface DatabaseLocation {
  url: string;
  /** The same database without the pooler that `url` leads to; null: `url` has none. */
  directUrl?: string | null;
  /** A replica for long reads; null: they read the primary. */
  readUrl?: string | null;
  /** Whether the server uses the role that owns nothing; null until the schema was migrated. */
  appRole: boolean | null;
  /** Migrates the schema; retried until the database answers. */
  migrate?: () => Promise<{ appRole: boolean }>;
}

/** For what needs one connection for long: the heartbeat, the queue and its listener. */
export const directUrlOf = ({ url, directUrl }: DatabaseLocation): string => directUrl ?? url;

type Work = () => unknown;
type MasterPool = Pool & { connect(): Promise<PoolClient> };

/**
 * The connection to the database: opens it (even if it comes up after the server), and checks with its own heartbeat
 * whether it answers. While it does not, nothing waits for it: calls fail at once, hanging connections are cut. While it
 * takes no changes, reads go on.
 */
export class DatabaseLink {
  private up = false;
  private lost: Date | null = null;
  private unchanging = false;
  private stopped = false;
  private checks: pg.Pool | null = null;
  private beating: Promise<void> | null = null;
  private recovering: Promise<void> = Promise.resolve();
  private readonly pools = new FollowedPools();
  private readonly heart: Heartbeat;
  private readonly waiting = new Set<() => void>();
  private readonly first: Work[] = [];
  private readonly recovered: Work[] = [];

  constructor(
    private readonly source: UnitDataSource,
    private readonly location: DatabaseLocation,
    private readonly checkConnections: number,
    private readonly log: Log,
  ) {
    this.heart = new Heartbeat(directUrlOf(location));
  }

  /** An unreachable or read-only database is waited for; anything else wrong with it stops startup. */
  async start(): Promise<this> {
    try {
      if ((await this.heart.beat()) === 'read-only') throw readOnly();
      await this.prepare();
      this.up = true;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      const what = isReadOnly(error) ? 'takes no changes' : 'does not answer';
      this.log.error(`the database ${what}: starting without it`, error);
    }
    void this.beatUntilStopped();
    return this;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.beating;
    await Promise.race([this.recovering, sleep(BEAT_LIMIT_MS, undefined, { ref: false })]);
    this.heart.drop();
    await this.checks?.end();
    if (this.source.isInitialized) await this.source.destroy();
  }

  get available(): boolean {
    return this.up;
  }

  /** When an outage that still lasts began. */
  get lostAt(): Date | null {
    return this.lost;
  }

  /** It answers and takes no changes: what reads goes on, what would write waits. */
  get readOnly(): boolean {
    return this.up && this.unchanging;
  }

  get writable(): boolean {
    return this.up && !this.unchanging;
  }

  /** How many connections the pools have. */
  get connections(): number {
    return this.pools.size;
  }

  /** Throws 503 while the database does not answer. */
  assertAvailable(): void {
    if (!this.up) throw databaseUnavailable();
  }

  /** A pooled connection for this runner. */
  connect(runner: QueryRunner): Promise<PoolClient> {
    return this.acquire(
      () => runner.connect() as Promise<PoolClient>,
      () => void runner.release(),
    );
  }

  /** A connection for a session or limit lookup; the caller releases it. */
  connectForChecks(): Promise<PoolClient> {
    return this.acquire(
      () => (this.checks ? this.checks.connect() : Promise.reject(databaseUnavailable())),
      (client) => client.release(),
    );
  }

  /** Callers waiting for a connection fail if the link is lost in the meantime. */
  private async acquire(
    connect: () => Promise<PoolClient>,
    giveBack: (client: PoolClient) => void,
  ): Promise<PoolClient> {
    this.assertAvailable();
    let lost = (): void => undefined;
    const connecting = connect();
    try {
      return await Promise.race([
        connecting,
        new Promise<never>((_, reject) => {
          lost = () => reject(databaseUnavailable());
          this.waiting.add(lost);
        }),
      ]);
    } catch (error) {
      // One that arrives too late goes back to the pool.
      connecting.then(giveBack, () => undefined);
      // All are taken: by a busy portal, or by a hanging database that was not detected yet.
      if (isPoolTimeout(error)) {
        await this.beat();
        if (this.up) throw overloaded();
      }
      this.suspect(error);
      throw error;
    } finally {
      this.waiting.delete(lost);
    }
  }

  /** A call failed: if the database seems to be down, check at once instead of at the next beat. */
  suspect(error: unknown): void {
    if (!this.up || !isDatabaseUnavailable(error)) return;
    void this.beat().then(() => {
      // The heartbeat has found the server that takes changes; this connection is still on another one.
      if (isReadOnly(error) && this.writable) this.pools.replace();
    });
  }

  /** Runs the work once: now, or when the database first answers and takes changes. */
  async whenAvailable(work: Work): Promise<void> {
    if (this.writable) await work();
    else this.first.push(work);
  }

  /** Runs the work each time the database takes changes again after an outage, and after a start without it. */
  onRecovered(work: Work): void {
    this.recovered.push(work);
  }

  private async prepare(): Promise<void> {
    if (this.source.isInitialized) return;
    if (this.location.appRole === null) {
      const migrated = await this.location.migrate?.();
      this.location.appRole = migrated?.appRole ?? false;
    }
    const manner = { appRole: this.location.appRole, borrowed: Boolean(this.location.directUrl) };
    this.source.setOptions(inManner(this.source, manner));
    await this.open();
    const { master } = this.source.driver as unknown as { master: MasterPool };
    await this.refuse(async () => {
      await assertDurable(this.source);
      await this.assertKnownPooler(master, manner);
    });
    this.checks = new pg.Pool(checksPool(this.location.url, this.checkConnections, manner));
    this.checks.on('error', () => undefined);
    // If one breaks while in use no one else is told; an unhandled error event would end the process.
    this.checks.on('connect', (client) => client.on('error', () => undefined));
    this.follow(master, 'work', manner);
    this.follow(this.checks as unknown as Pool, 'checks', manner);
    this.source.through(this);
  }

  private async open(): Promise<void> {
    try {
      await this.source.initialize();
    } catch (error) {
      throw refusedByPooler(error) ?? error;
    }
  }

  /** Does not begin with a database that fails this. */
  private async refuse(check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      await this.source.destroy();
      throw error;
    }
  }

  private async assertKnownPooler(master: MasterPool, { borrowed }: Manner): Promise<void> {
    if (borrowed) return assertNamedStatements(() => master.connect());
    const client = await master.connect();
    try {
      await assertNoPooler(client);
    } finally {
      client.release();
    }
  }

  private follow(pool: Pool, purpose: Purpose, manner: Manner): void {
    this.pools.follow(pool, (client) => {
      if (manner.borrowed) tellPerTransaction(client, settingsOf(purpose, manner));
    });
  }

  private async beatUntilStopped(): Promise<void> {
    while (!this.stopped) {
      await sleep(BEAT_EVERY_MS, undefined, { ref: false });
      if (!this.stopped) await this.beat();
    }
  }

  private beat(): Promise<void> {
    this.beating ??= this.once().finally(() => {
      this.beating = null;
    });
    return this.beating;
  }

  private async once(): Promise<void> {
    const pulse = await this.heart.beat();
    if (this.stopped) return;
    if (pulse === 'silent') {
      if (this.up) this.lose();
    } else if (!this.up) await this.recover(pulse === 'read-only');
    else if (this.unchanging !== (pulse === 'read-only')) this.turn(pulse === 'read-only');
  }

  private lose(): void {
    this.up = false;
    this.lost = new Date();
    this.log.error('the database does not answer', null);
    this.pools.cut();
    for (const lost of this.waiting) lost();
  }

  private turn(toReadOnly: boolean): void {
    this.unchanging = toReadOnly;
    if (toReadOnly) {
      this.log.error('the database takes no changes', null);
      return;
    }
    this.log.info('the database takes changes again');
    // It may be another server by now.
    this.pools.replace();
    this.afterOutage();
  }

  private async recover(toReadOnly: boolean): Promise<void> {
    // A schema that was not looked at cannot be relied on, and looking at it may change it.
    if (toReadOnly && !this.source.isInitialized) return;
    try {
      await this.prepare();
    } catch (error) {
      this.log.error('the database answers but cannot be used yet', error);
      return;
    }
    this.up = true;
    this.lost = null;
    this.unchanging = toReadOnly;
    this.log.info(toReadOnly ? 'the database answers and takes no changes' : 'the database answers');
    if (!toReadOnly) this.afterOutage();
  }

  /** Not part of the beat: a database that hangs during this work must still be noticed. */
  private afterOutage(): void {
    this.recovering = this.recovering.then(() => this.workAfterOutage());
  }

  private async workAfterOutage(): Promise<void> {
    for (const work of [...this.first.splice(0), ...this.recovered]) {
      try {
        await work();
      } catch (error) {
        this.log.error('work after an outage failed', error);
      }
    }
  }
}
