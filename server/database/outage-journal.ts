import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { appendDurably } from '../platform/files/durable-append.js';
import { Log } from '../platform/logging/log.js';
import { DatabaseLink } from './database-link.js';

const PLACE = 'outage-journal';
/** How often to retry what a full disk kept out of the database. */
const RETRY_EVERY_MS = 5000;
type Entry = { id: string; kind: string; data: unknown };
type Replay = (data: never, id: string) => Promise<void>;

/** What happened while the database was down, full or read-only, encrypted and on disk before the response; replayed when it is back. */
@Injectable()
export class OutageJournal implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly file: string;
  private readonly replays = new Map<string, Replay>();
  private timer: NodeJS.Timeout | undefined;
  private replaying: Promise<void> | null = null;
  /** Lines of the file that are already in the database. */
  private done = 0;

  constructor(
    private readonly cipher: FieldCipher,
    private readonly link: DatabaseLink,
    @Inject(Log) private readonly log: Log,
    @Inject(CONFIG) config: Pick<Config, 'dataDir'>,
  ) {
    this.file = join(config.dataDir, 'outage-journal');
    mkdirSync(config.dataDir, { recursive: true });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.link.onRecovered(() => this.replay());
    // The process may have ended during the outage.
    if (this.link.writable) await this.replay();
    this.timer = setInterval(() => {
      if (!this.link.writable) return;
      this.replay().catch((error: unknown) => this.log.error('the journal was not replayed', error));
    }, RETRY_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.replaying?.catch(() => undefined);
  }

  /** How to replay entries of a kind; must be idempotent by id. */
  on<T>(kind: string, replay: (data: T, id: string) => Promise<void>): void {
    this.replays.set(kind, replay as Replay);
  }

  write(kind: string, data: unknown): void {
    const entry: Entry = { id: randomUUID(), kind, data };
    appendDurably(this.file, this.cipher.encryptJson(entry, PLACE));
  }

  private replay(): Promise<void> {
    this.replaying ??= this.once().finally(() => {
      this.replaying = null;
    });
    return this.replaying;
  }

  private async once(): Promise<void> {
    if (!existsSync(this.file)) return;
    const lines = readFileSync(this.file, 'utf8').split('\n').filter(Boolean);
    for (const line of lines.slice(this.done)) {
      const entry = this.read(line);
      if (entry) await this.replays.get(entry.kind)?.(entry.data as never, entry.id);
      this.done += 1;
    }
    const rest = readFileSync(this.file, 'utf8').split('\n').filter(Boolean).slice(lines.length);
    rmSync(this.file);
    this.done = 0;
    for (const line of rest) appendFileSync(this.file, `${line}\n`, { mode: 0o600 });
    this.log.info('the journal was replayed', { entries: lines.length });
  }

  /** A line truncated by a crash was never acknowledged. */
  private read(line: string): Entry | null {
    try {
      return this.cipher.decryptJson<Entry>(line, PLACE);
    } catch (error) {
      this.log.error('a line of the outage journal cannot be read', error);
      return null;
    }
  }
}
