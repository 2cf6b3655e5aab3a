import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';
import { isDatabaseUnavailable, isPoolTimeout } from '../platform/errors/database-errors.js';
import { databaseUnavailable, overloaded } from '../platform/errors/errors.js';
import type { Log } from '../platform/logging/log.js';
import { assertDurable } from './durability.js';
import { appRoleOptions, checksPool } from './data-source.js';
import type { UnitDataSource } from './unit-data-source.js';

/** The interval between heartbeats, and their timeout: a hanging database is detected within 2 s. */
const BEAT_EVERY_MS = 400;
const BEAT_LIMIT_MS = 1300;

export interface DatabaseLocation {
  url: string;
  /** Whether the server uses the role that owns nothing; null until the schema was migrated. */
  appRole: boolean | null;
  /** Migrates the schema; retried until the database answers. */
  migrate?: () => Promise<{ appRole: boolean }>;
}

type Work = () => unknown;
/** A pooled connection, as far as its socket. */
interface Pooled {
  connection?: { stream?: { destroy(): void } };
}
interface Pool {
  on(event: 'acquire' | 'connect' | 'remove', listener: (client: Pooled) => void): void;
}

/**
 * The connection to the database: opens it (even if it comes up after the server), and checks with its own heartbeat
 * whether it answers. While it does not, nothing waits for it: calls fail at once, hanging connections are cut.
 */
export class DatabaseLink {
  private up = false;
  private stopped = false;
  private prober: pg.Client | null = null;
  private checks: pg.Pool | null = null;
  private beating: Promise<void> | null = null;
  private recovering: Promise<void> = Promise.resolve();
  private readonly pooled = new Set<Pooled>();
  private readonly waiting = new Set<() => void>();
  private readonly first: Work[] = [];
  private readonly recovered: Work[] = [];

  constructor(
    private readonly source: UnitDataSource,
    private readonly location: DatabaseLocation,
    private readonly checkConnections: number,
    private readonly log: Log,
  ) {}

  /** An unreachable database is waited for; anything else wrong with it stops startup. */
  async start(): Promise<this> {
    try {
      await this.prepare();
      this.up = true;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.log.error('the database does not answer: starting without it', error);
    }
    void this.beatUntilStopped();
    return this;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.beating;
    await Promise.race([this.recovering, sleep(BEAT_LIMIT_MS, undefined, { ref: false })]);
    this.dropProber();
    await this.checks?.end();
    if (this.source.isInitialized) await this.source.destroy();
  }

  get available(): boolean {
    return this.up;
  }

  /** How many connections the pools have. */
  get connections(): number {
    return this.pooled.size;
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
    if (this.up && isDatabaseUnavailable(error)) void this.beat();
  }

  /** Runs the work once: now, or when the database first answers. */
  async whenAvailable(work: Work): Promise<void> {
    if (this.up) await work();
    else this.first.push(work);
  }

  /** Runs the work each time the database is back after an outage, and after a start without it. */
  onRecovered(work: Work): void {
    this.recovered.push(work);
  }

  private async prepare(): Promise<void> {
    if (this.source.isInitialized) return;
    if (this.location.appRole === null) {
      const migrated = await this.location.migrate?.();
      this.location.appRole = migrated?.appRole ?? false;
    }
    this.source.setOptions(appRoleOptions(this.source, this.location.appRole));
    await this.source.initialize();
    await this.refuseVolatile();
    const { master } = this.source.driver as unknown as { master: Pool };
    this.checks = new pg.Pool(checksPool(this.location.url, this.checkConnections, this.location.appRole));
    this.checks.on('error', () => undefined);
    // If one breaks while in use no one else is told; an unhandled error event would end the process.
    this.checks.on('connect', (client) => client.on('error', () => undefined));
    for (const pool of [master, this.checks as unknown as Pool]) this.follow(pool);
    this.source.through(this);
  }

  private async refuseVolatile(): Promise<void> {
    try {
      await assertDurable(this.source);
    } catch (error) {
      await this.source.destroy();
      throw error;
    }
  }

  private follow(pool: Pool): void {
    pool.on('connect', (client) => this.pooled.add(client));
    // The first one connected before the listener was added.
    pool.on('acquire', (client) => this.pooled.add(client));
    pool.on('remove', (client) => this.pooled.delete(client));
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
    const answers = await this.answers();
    if (answers === this.up || this.stopped) return;
    if (answers) await this.recover();
    else this.lose();
  }

  private async answers(): Promise<boolean> {
    let answered = false;
    const asked = this.ask().then(
      () => {
        answered = true;
      },
      () => undefined,
    );
    const timer = new AbortController();
    const late = sleep(BEAT_LIMIT_MS, undefined, { ref: false, signal: timer.signal }).catch(() => undefined);
    await Promise.race([asked, late]);
    timer.abort();
    // A busy process may run its timer before handling an answer that has arrived.
    await nextTurn();
    await nextTurn();
    if (!answered) this.dropProber();
    return answered;
  }

  private async ask(): Promise<void> {
    if (!this.prober) {
      const prober = new pg.Client({
        connectionString: this.location.url,
        connectionTimeoutMillis: BEAT_LIMIT_MS,
        application_name: 'trt-portal-heartbeat',
      });
      prober.on('error', () => undefined);
      this.prober = prober;
      await prober.connect();
    }
    await this.prober.query('SELECT 1');
  }

  private dropProber(): void {
    const stream = (this.prober as Pooled | null)?.connection?.stream;
    this.prober = null;
    stream?.destroy();
  }

  private lose(): void {
    this.up = false;
    this.log.error('the database does not answer', null);
    // Anything waiting on one of these waits in vain, and the pool must not reuse them.
    for (const client of this.pooled) client.connection?.stream?.destroy();
    for (const lost of this.waiting) lost();
    this.pooled.clear();
  }

  private async recover(): Promise<void> {
    try {
      await this.prepare();
    } catch (error) {
      this.log.error('the database answers but cannot be used yet', error);
      return;
    }
    this.up = true;
    this.log.info('the database answers');
    // Not part of the beat: a database that hangs during this work must still be noticed.
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
