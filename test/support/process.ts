import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { Person } from './person.js';

const START_LIMIT_MS = 60_000;
const LAST_LINES = 40;
/** As the image starts it: V8 prefers growing to collecting garbage, and memory is shared. */
export const MEMORY_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=384'];

/** A portal as a separate process, as in production, that can be killed. */
export class PortalProcess {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly port: number,
    readonly folder: string,
    private readonly env: Record<string, string>,
    private readonly log: string,
  ) {}

  /** @param log where its output goes; null: into a file of its own, shown if it does not start */
  static async create(env: Record<string, string>, log: string | null = null): Promise<PortalProcess> {
    const folder = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'trt-process-'));
    const kept = log ?? join(mkdtempSync(join(tmpdir(), 'trt-process-log-')), 'portal.log');
    return new PortalProcess(await freePort(), folder, env, kept);
  }

  get running(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  anonymous(): Person {
    return new Person(this.base);
  }

  signIn(email: string): Promise<Person> {
    return this.anonymous().signIn(email);
  }

  /** Of the running process; 0 if the system does not report it. */
  residentMb(): number {
    const status = `/proc/${this.child?.pid}/status`;
    const kib = existsSync(status) && /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1];
    return Math.round(Number(kib || 0) / 1024);
  }

  /** How long it took to become ready, in ms. */
  async start(): Promise<number> {
    const started = performance.now();
    const output = openSync(this.log, 'a');
    this.child = spawn(process.execPath, [...MEMORY_FLAGS, 'dist/server/main.js'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        PORT: String(this.port),
        HOST: '127.0.0.1',
        PUBLIC_ORIGIN: this.base,
        DATA_DIR: this.folder,
        SERVE_CLIENT: '0',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'silent',
        ...this.env,
      },
      detached: true,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    while (this.running && performance.now() - started < START_LIMIT_MS) {
      const ready = await fetch(`${this.base}/readyz`).then(
        (answer) => answer.status === 200,
        () => false,
      );
      if (ready) return performance.now() - started;
      await sleep(50);
    }
    throw new Error(`The portal did not become ready; ${this.state()}`);
  }

  /** Why it did not start: whether it ended, and what it and its database logged last. */
  private state(): string {
    const { child } = this;
    const ended = this.running ? 'it runs' : `it ended (${child?.exitCode ?? child?.signalCode})`;
    const last = (file: string): string =>
      existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-LAST_LINES).join('\n') : '';
    const pid = join(this.folder, 'postgres', 'postmaster.pid');
    const database = join(this.folder, 'postgres.log');
    return [ended, last(this.log), `${pid}: ${last(pid)}`, last(database)].join('\n');
  }

  /** Kills it without warning. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Its exit code. */
  stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }
}
