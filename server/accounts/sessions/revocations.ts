import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { DatabaseLink } from '../../database/database-link.js';
import { Db } from '../../database/db.js';
import { SNAPSHOT_MAX_AGE_MS, SnapshotStore } from '../../database/snapshot-store.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { isStorageFull } from '../../platform/errors/database-errors.js';
import { SealedJournal } from '../../platform/files/sealed-journal.js';
import { Log } from '../../platform/logging/log.js';
import { Clock } from '../../platform/time/clock.js';

/** How soon another process's revocations are known here. */
const WATCH_EVERY_MS = 5000;
const OVERLAP_S = 30;
/** A process that has not looked for this long was asleep: much may have ended since. */
const ASLEEP_MS = 20_000;

/** `start`: sessions that ended earlier are not in the list. */
type Kind = 'token' | 'session' | 'user' | 'start';
interface Revocation {
  kind: Kind;
  id: string;
  at: number;
  /** For a user: the one session that was kept. */
  but?: string | null;
}
/** What a session snapshot contains. */
export interface RememberedSession {
  tokenHash: string;
  sessionId: string;
  userId: string;
  verifiedAt: number;
}

/**
 * Sessions that ended, on disk before the response is sent: while the database is down, a user who was signed out or
 * disabled before may not read. Kept as long as a snapshot may be. If the list was tampered with, no cached answer is
 * served until the database is back and the list is rebuilt.
 */
@Injectable()
export class Revocations implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly file: string;
  private readonly list: SealedJournal<Revocation>;
  private readonly known = new Map<string, Revocation>();
  private readonly unwritten: Revocation[] = [];
  private damaged = false;
  private startedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private watchedUntil: Date | null = null;
  private watchedAt: number | null = null;

  constructor(
    private readonly db: Db,
    private readonly link: DatabaseLink,
    private readonly snapshots: SnapshotStore,
    private readonly clock: Clock,
    cipher: FieldCipher,
    @Inject(Log) private readonly log: Log,
    @Inject(CONFIG) config: Pick<Config, 'dataDir'>,
  ) {
    this.file = join(config.dataDir, 'revocations');
    this.list = new SealedJournal(this.file, 'revocations', cipher);
  }

  async onModuleInit(): Promise<void> {
    this.startedAt = this.clock.now().getTime();
    // Before anything is cached there is no list.
    const first = !existsSync(this.file) && (await this.snapshots.isEmpty());
    const written = first ? [] : this.list.read();
    if (!written) {
      this.damaged = true;
      this.log.error(
        'the list of ended sessions is damaged: no kept answers until the database is back',
        null,
      );
      return;
    }
    const oldest = this.startedAt - SNAPSHOT_MAX_AGE_MS;
    for (const revocation of written) if (revocation.at > oldest) this.keep(revocation);
    if (!first && this.known.size === written.length) return;
    try {
      this.list.rewrite([...this.known.values()]);
    } catch (error) {
      // The existing, longer list says the same.
      if (!isStorageFull(error)) throw error;
      this.log.error('the list of ended sessions was not shortened', error);
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.watch();
    this.link.onRecovered(() => this.watch());
    this.timer = setInterval(() => void this.watch(), WATCH_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  token(hash: Buffer): void {
    this.add([{ kind: 'token', id: hash.toString('hex') }]);
  }

  sessions(ids: readonly string[]): void {
    this.add(ids.map((id) => ({ kind: 'session', id })));
  }

  user(id: string, but: string | null): void {
    this.add([{ kind: 'user', id, but }]);
    void this.snapshots
      .purge(id)
      .catch((error: unknown) => this.log.error('snapshots were not purged', error));
  }

  covers({ tokenHash, sessionId, userId, verifiedAt }: RememberedSession): boolean {
    if (this.known.has(`token ${tokenHash}`) || this.known.has(`session ${sessionId}`)) return true;
    const user = this.known.get(`user ${userId}`);
    return user !== undefined && user.but !== sessionId && verifiedAt <= user.at;
  }

  /** Whether the list would show that a session valid then has ended since. */
  knowsSince(moment: number): boolean {
    const start = this.known.get('start ');
    return !this.damaged && !this.sleptInto() && (!start || moment >= start.at);
  }

  /** Whether this process slept, as a halted one does, and woke up to an outage: what ended meanwhile it cannot know. */
  private sleptInto(): boolean {
    const { lostAt } = this.link;
    return lostAt !== null && this.watchedAt !== null && lostAt.getTime() - this.watchedAt > ASLEEP_MS;
  }

  private add(revocations: readonly Omit<Revocation, 'at'>[]): void {
    const at = this.clock.now().getTime();
    for (const revocation of revocations) {
      const entry = { ...revocation, at };
      this.keep(entry);
      this.unwritten.push(entry);
    }
    this.writeDown();
  }

  /** With a full disk they are known only to this process, until there is room again; the same applies to a damaged list. */
  private writeDown(): void {
    if (this.damaged || !this.unwritten.length) return;
    try {
      if (!this.list.append(this.unwritten)) this.list.rewrite([...this.known.values()]);
      this.unwritten.length = 0;
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      this.log.error('an ended session was not written down', error);
    }
  }

  /** What ended since this process started is known; sessions stored earlier are not trusted. */
  private beginAnew(): void {
    this.keep({ kind: 'start', id: '', at: this.startedAt });
    this.list.rewrite([...this.known.values()]);
    this.unwritten.length = 0;
    this.damaged = false;
    this.log.info('the list of ended sessions was rebuilt');
  }

  private keep(revocation: Revocation): void {
    this.known.set(`${revocation.kind} ${revocation.id}`, revocation);
  }

  /** Sessions ended by other processes. */
  private async watch(): Promise<void> {
    try {
      this.writeDown();
      if (!this.link.available) return;
      if (this.damaged) this.beginAnew();
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
      this.watchedAt = Date.now();
    } catch (error) {
      this.log.error('revocations were not read', error);
    }
  }
}
