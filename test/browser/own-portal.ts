import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';

const START_LIMIT_MS = 100_000;

/** A portal that a test may break: the real start command on a separate data folder. */
export class OwnPortal {
  private child: ChildProcess | null = null;
  private constructor(
    readonly base: string,
    private readonly folder: string,
  ) {}

  static async create(): Promise<OwnPortal> {
    return new OwnPortal(
      `http://localhost:${await freePort()}`,
      mkdtempSync(join(tmpdir(), 'trt-own-portal-')),
    );
  }

  async start(): Promise<void> {
    const env = {
      ...process.env,
      PORT: new URL(this.base).port,
      PUBLIC_ORIGIN: this.base,
      DATA_DIR: this.folder,
      LOG_LEVEL: 'warn',
    };
    // In a separate process group, so that all of it can be killed at once.
    this.child = spawn('node', ['scripts/start.mjs'], {
      cwd: join(import.meta.dirname, '../..'),
      env,
      detached: true,
      stdio: 'ignore',
    });
    for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; await sleep(100)) {
      const ready = await fetch(`${this.base}/readyz`).then(
        (answer) => answer.status === 200,
        () => false,
      );
      if (ready) return;
    }
    throw new Error('The portal did not become ready');
  }

  private databasePid(): number {
    const file = join(realpathSync(join(this.folder, 'postgres')), 'postmaster.pid');
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  }

  private signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const main = this.databasePid();
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').split(' ').filter(Boolean);
    for (const pid of [main, ...children.map(Number)]) process.kill(pid, signal);
  }

  /** Halts PostgreSQL: it accepts connections and answers nothing. */
  haltDatabase(): void {
    this.signalDatabase('SIGSTOP');
  }

  resumeDatabase(): void {
    this.signalDatabase('SIGCONT');
  }

  /** Kills the portal and its database without warning. */
  async killHard(): Promise<void> {
    const portal = this.child;
    if (!portal?.pid) throw new Error('The portal is not running');
    const database = this.databasePid();
    const ended = once(portal, 'exit');
    process.kill(-portal.pid, 'SIGKILL');
    process.kill(database, 'SIGKILL');
    await ended;
    this.child = null;
  }

  async close(): Promise<void> {
    if (this.child?.pid && this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    if (existsSync(this.folder)) rmSync(this.folder, { recursive: true, force: true });
  }
}
