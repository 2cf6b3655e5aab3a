import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { Log } from '../../platform/logging/log.js';
import { DatabaseLink } from '../database-link.js';

const PLACE = 'outage-journal';
type Entry = { id: string; kind: string; data: unknown };
type Replay = (data: never, id: string) => Promise<void>;

/** What happened while the database was away, encrypted and on disk before anybody is answered; replayed when it is back. */
@Injectable()
export class OutageJournal implements OnApplicationBootstrap {
  private readonly file: string;
  private readonly replays = new Map<string, Replay>();

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
    if (this.link.available) await this.replay();
  }

  /** What to do with entries of a kind; must bear to be run twice for the same id. */
  on<T>(kind: string, replay: (data: T, id: string) => Promise<void>): void {
    this.replays.set(kind, replay as Replay);
  }

  write(kind: string, data: unknown): void {
    const entry: Entry = { id: randomUUID(), kind, data };
    const file = openSync(this.file, 'a', 0o600);
    try {
      appendFileSync(file, `${this.cipher.encryptJson(entry, PLACE)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  private async replay(): Promise<void> {
    if (!existsSync(this.file)) return;
    const lines = readFileSync(this.file, 'utf8').split('\n').filter(Boolean);
    for (const line of lines) {
      const entry = this.read(line);
      if (entry) await this.replays.get(entry.kind)?.(entry.data as never, entry.id);
    }
    const rest = readFileSync(this.file, 'utf8').split('\n').filter(Boolean).slice(lines.length);
    rmSync(this.file);
    for (const line of rest) appendFileSync(this.file, `${line}\n`, { mode: 0o600 });
    this.log.info('the journal of the outage was replayed', { entries: lines.length });
  }

  /** A line cut off by a crash was never answered for. */
  private read(line: string): Entry | null {
    try {
      return this.cipher.decryptJson<Entry>(line, PLACE);
    } catch (error) {
      this.log.error('a line of the outage journal cannot be read', error);
      return null;
    }
  }
}
