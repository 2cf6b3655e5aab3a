import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { DatabaseLink } from '../database/database-link.js';
import { Db } from '../database/db.js';
import { SNAPSHOT_MAX_AGE_MS, SnapshotStore } from '../database/snapshots/snapshot-store.js';
import { appendDurably } from '../platform/files/durable-append.js';
import { isStorageFull } from '../platform/errors/database-errors.js';
import { Log } from '../platform/logging/log.js';
import { Clock } from '../platform/time/clock.js';

/** How soon another process's revocations are known here. */
const WATCH_EVERY_MS = 5000;
const OVERLAP_S = 30;

type Kind = 'token' | 'session' | 'user';
interface Revocation {
  kind: Kind;
  id: string;
  at: number;
  /** Of a user: the one session that stayed. */
  but?: string | null;
}
/** What a snapshot of a session says of itself. */
export interface RememberedSession {
  tokenHash: string;
  sessionId: string;
  userId: string;
  verifiedAt: number;
}

/**
 * Sessions that ended, on disk before anybody is answered: while the database is away nobody who was signed out or
 * switched off before may read on. Kept as long as a snapshot could be.
 */
@Injectable()
export class Revocations implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly file: string;
  private readonly known = new Map<string, Revocation>();
  private readonly unwritten: Revocation[] = [];
  private timer: NodeJS.Timeout | undefined;
  private watchedUntil: Date | null = null;

  constructor(
    private readonly db: Db,
    private readonly link: DatabaseLink,
    private readonly snapshots: SnapshotStore,
    private readonly clock: Clock,
    @Inject(Log) private readonly log: Log,
    @Inject(CONFIG) config: Pick<Config, 'dataDir'>,
  ) {
    this.file = join(config.dataDir, 'revocations');
  }

  onModuleInit(): void {
    const oldest = this.clock.now().getTime() - SNAPSHOT_MAX_AGE_MS;
    const lines = existsSync(this.file) ? readFileSync(this.file, 'utf8').split('\n') : [];
    for (const line of lines) {
      const revocation = parsed(line);
      if (revocation && revocation.at > oldest) this.keep(revocation);
    }
    const kept = [...this.known.values()].map((r) => `${JSON.stringify(r)}\n`);
    try {
      writeFileSync(`${this.file}.new`, kept.join(''), { mode: 0o600 });
      renameSync(`${this.file}.new`, this.file);
    } catch (error) {
      // The longer list that is there says the same.
      if (!isStorageFull(error)) throw error;
      this.log.error('the list of ended sessions was not shortened', error);
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.watch();
    this.timer = setInterval(() => void this.watch(), WATCH_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  token(hash: Buffer): void {
    this.add({ kind: 'token', id: hash.toString('hex') });
  }

  sessions(ids: readonly string[]): void {
    for (const id of ids) this.add({ kind: 'session', id });
  }

  user(id: string, but: string | null): void {
    this.add({ kind: 'user', id, but });
    void this.snapshots
      .purge(id)
      .catch((error: unknown) => this.log.error('snapshots were not purged', error));
  }

  covers({ tokenHash, sessionId, userId, verifiedAt }: RememberedSession): boolean {
    if (this.known.has(`token ${tokenHash}`) || this.known.has(`session ${sessionId}`)) return true;
    const user = this.known.get(`user ${userId}`);
    return user !== undefined && user.but !== sessionId && verifiedAt <= user.at;
  }

  private add(revocation: Omit<Revocation, 'at'>): void {
    const entry = { ...revocation, at: this.clock.now().getTime() };
    this.keep(entry);
    this.unwritten.push(entry);
    this.writeDown();
  }

  /** On a full disk they are known to this process only, until there is room again. */
  private writeDown(): void {
    try {
      for (; this.unwritten[0]; this.unwritten.shift()) {
        appendDurably(this.file, JSON.stringify(this.unwritten[0]));
      }
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      this.log.error('an ended session was not written down', error);
    }
  }

  private keep(revocation: Revocation): void {
    this.known.set(`${revocation.kind} ${revocation.id}`, revocation);
  }

  /** Sessions that other processes ended. */
  private async watch(): Promise<void> {
    try {
      this.writeDown();
      if (!this.link.available) return;
      const rows = await this.db.rows<{ id: string; until: Date }>(
        {
          name: 'revocations-watch',
          text: `SELECT id, now() AS until FROM sessions
            WHERE revoked_at > COALESCE($1::timestamptz, now() - interval '1 day') - interval '${OVERLAP_S} seconds'`,
        },
        [this.watchedUntil],
      );
      this.sessions(rows.map((r) => r.id).filter((id) => !this.known.has(`session ${id}`)));
      this.watchedUntil = rows[0]?.until ?? this.watchedUntil;
    } catch (error) {
      this.log.error('revocations were not read', error);
    }
  }
}

function parsed(line: string): Revocation | null {
  try {
    return JSON.parse(line) as Revocation;
  } catch {
    return null;
  }
}
