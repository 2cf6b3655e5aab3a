import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Inject, Injectable, type OnModuleInit, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { FieldCipher, sha256 } from '../platform/crypto/field-cipher.js';
import { Log } from '../platform/logging/log.js';
import { Clock } from '../platform/time/clock.js';

/** Answers older than this would do more harm than good. */
export const SNAPSHOT_MAX_AGE_MS = 24 * 3_600_000;
/** Unchanged answers are not rewritten within this time. */
const SAME_FOR_MS = 5000;
const PRUNE_EVERY_MS = 3_600_000;
const MOST_PER_OWNER = 300;
const MOST_NAMES = 5000;

export interface Snapshot<T> {
  saved_at: string;
  value: T;
}

/**
 * The last good answers, for when the database is down: one encrypted file each, readable only with its owner's
 * key, gone after a day. A file that was moved, renamed or changed does not open.
 */
@Injectable()
export class SnapshotStore implements OnModuleInit, OnApplicationShutdown {
  private readonly folder: string;
  private readonly written = new Map<string, { digest: string; at: number }>();
  /** Each owner's files since the start, newest last. */
  private readonly newest = new Map<string, Set<string>>();
  private readonly writing = new Map<string, Promise<void>>();
  /** Deriving a name costs more than all else that a request pays for being kept. */
  private readonly names = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly cipher: FieldCipher,
    private readonly clock: Clock,
    @Inject(Log) private readonly log: Log,
    @Inject(CONFIG) config: Pick<Config, 'dataDir'>,
  ) {
    this.folder = join(config.dataDir, 'snapshots');
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.prune(), PRUNE_EVERY_MS).unref();
    void this.prune();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.writing.values());
  }

  /** Stores the value in the background, one write per file at a time. `digest` tells whether it changed. */
  put(owner: string, key: string, value: unknown, digest: string): void {
    const file = this.file(owner, key);
    const now = this.clock.now();
    const last = this.written.get(file);
    if (last?.digest === digest && now.getTime() - last.at < SAME_FOR_MS) return;
    this.written.set(file, { digest, at: now.getTime() });
    const snapshot: Snapshot<unknown> = { saved_at: now.toISOString(), value };
    this.inTurn(file, () => this.write(owner, key, file, snapshot));
    this.makeRoom(owner, file);
  }

  /** One change of a file at a time, in the background. */
  private inTurn(file: string, change: () => Promise<void>): void {
    const before = this.writing.get(file) ?? Promise.resolve();
    const done = before
      .then(change)
      .catch((error: unknown) => {
        this.written.delete(file);
        this.log.error('a snapshot was not written', error);
      })
      .finally(() => {
        if (this.writing.get(file) === done) this.writing.delete(file);
      });
    this.writing.set(file, done);
  }

  /** null: there is none, it is too old, or it is not this owner's. */
  async get<T>(owner: string, key: string): Promise<Snapshot<T> | null> {
    const file = this.file(owner, key);
    await this.writing.get(file);
    try {
      const snapshot = this.cipher.decryptJson<Snapshot<T>>(
        await readFile(file, 'utf8'),
        placeOf(owner, key),
      );
      return this.clock.now().getTime() - Date.parse(snapshot.saved_at) < SNAPSHOT_MAX_AGE_MS
        ? snapshot
        : null;
    } catch {
      return null;
    }
  }

  /** Deletes everything of this owner. */
  async purge(owner: string): Promise<void> {
    const folder = this.ownerFolder(owner);
    this.newest.delete(owner);
    for (const file of this.written.keys()) if (file.startsWith(folder)) this.written.delete(file);
    await Promise.all(
      [...this.writing].filter(([file]) => file.startsWith(folder)).map(([, write]) => write),
    );
    await rm(folder, { recursive: true, force: true });
  }

  async isEmpty(): Promise<boolean> {
    return (await readdir(this.folder)).length === 0;
  }

  /** How many answers are stored; for the cockpit. */
  async count(): Promise<number> {
    const owners = await readdir(this.folder, { withFileTypes: true });
    const files = await Promise.all(
      owners.filter((o) => o.isDirectory()).map((o) => readdir(join(this.folder, o.name))),
    );
    return files.flat().length;
  }

  private async write(owner: string, key: string, file: string, snapshot: Snapshot<unknown>): Promise<void> {
    await mkdir(this.ownerFolder(owner), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${randomUUID()}`;
    try {
      await writeFile(temporary, this.cipher.encryptJson(snapshot, placeOf(owner, key)), { mode: 0o600 });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** An owner with very many different answers keeps the newest. */
  private makeRoom(owner: string, file: string): void {
    const files = this.newest.get(owner) ?? new Set();
    files.delete(file);
    this.newest.set(owner, files.add(file));
    if (files.size <= MOST_PER_OWNER) return;
    const [oldest = file] = files;
    files.delete(oldest);
    this.written.delete(oldest);
    this.inTurn(oldest, () => rm(oldest, { force: true }));
  }

  /** Removes expired answers, and the oldest of an owner with very many. */
  private async prune(): Promise<void> {
    try {
      const oldest = Date.now() - SNAPSHOT_MAX_AGE_MS;
      for (const owner of await readdir(this.folder, { withFileTypes: true })) {
        if (!owner.isDirectory()) continue;
        const folder = join(this.folder, owner.name);
        const files = await Promise.all(
          (await readdir(folder)).map(async (name) => {
            const path = join(folder, name);
            return { path, at: (await stat(path)).mtimeMs };
          }),
        );
        const kept = files.filter((f) => f.at > oldest).toSorted((a, b) => b.at - a.at);
        const dropped = [...files.filter((f) => f.at <= oldest), ...kept.slice(MOST_PER_OWNER)];
        for (const { path } of dropped) {
          this.written.delete(path);
          await rm(path, { force: true });
        }
        if (dropped.length === files.length) await rm(folder, { recursive: true, force: true });
      }
    } catch (error) {
      this.log.error('old snapshots were not removed', error);
    }
  }

  private ownerFolder(owner: string): string {
    return `${this.folder}${sep}${this.name(`owner:${owner}`)}`;
  }

  private file(owner: string, key: string): string {
    return `${this.ownerFolder(owner)}${sep}${this.name(placeOf(owner, key))}`;
  }

  /** File names reveal nothing to anyone who reads the folder. */
  private name(text: string): string {
    const known = this.names.get(text);
    if (known) return known;
    const name = sha256(this.cipher.mac(text)).toString('hex').slice(0, 40);
    if (this.names.size >= MOST_NAMES) this.names.clear();
    this.names.set(text, name);
    return name;
  }
}

const placeOf = (owner: string, key: string): string => `snapshot:${owner}:${key}`;
