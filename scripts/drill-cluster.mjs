// For drills of several processes: a PostgreSQL of their own with the demo's data, portals on it, and what stands between. Uses
// what is installed and installs nothing.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildStale } from './build.mjs';
import { freePort, startOwnPortal } from './own-portal.mjs';

export const EXIT_MISSING = 2;
const PASSWORD = 'Trt-demo-2026!pass';
const READY_MS = 15_000;

/** Ends the drill in a sentence where a tool is not installed. */
export function need(tools) {
  const missing = Object.keys(tools).filter((tool) => spawnSync(tool, ['--version']).error);
  if (!missing.length) return;
  const packages = missing.map((tool) => tools[tool]).join(' ');
  process.stdout.write(`skipped: not installed: ${missing.join(', ')} (apt-get install ${packages})\n`);
  process.exit(EXIT_MISSING);
}

/** Whom a server of its own runs as: neither PostgreSQL nor PgBouncer runs as root. */
export async function unprivileged() {
  const { databaseUser } = await import('../dist/server/database/embedded/unprivileged.js');
  return databaseUser();
}

export function ownFolder(name, owner = null, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, `trt-${name}-`));
  chmodSync(folder, 0o755);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** A PostgreSQL with the demo's data; `settings` are those of its portals. */
export async function startDatabase() {
  buildStale(['server']);
  const { EmbeddedPostgres } = await import('../dist/server/database/embedded/embedded-postgres.js');
  const { loadConfig } = await import('../dist/server/config/config.js');
  const folder = ownFolder('drill-database');
  loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const postgres = new EmbeddedPostgres(folder);
  await postgres.start();
  const settings = {
    DATABASE_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    APP_KEYS: readFileSync(join(folder, 'app-keys'), 'utf8').trim(),
    RATE_LIMITS: 'relaxed',
  };
  const seeding = await startOwnPortal({ env: { ...settings, DEMO_DATA: 'on' } });
  await seeding.stop();
  const admin = new pg.Client({ connectionString: postgres.adminUrl.replace(/\/postgres$/, '/trt') });
  await admin.connect();
  return {
    url: postgres.url,
    settings: { ...settings, DEMO_DATA: 'off' },
    rows: async (text, values = []) => (await admin.query(text, values)).rows,
    stop: async () => {
      await admin.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A child process that is ready once `ready` says so. */
export async function startServer(command, args, { ready, patience = READY_MS, ...options }) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (part) => (said += part));
  for (let waited = 0; !(await ready().catch(() => false)); waited += 50) {
    if (child.exitCode !== null || waited > patience) {
      child.kill('SIGKILL');
      throw new Error(`${command} did not start:\n${said}`);
    }
    await sleep(50);
  }
  return {
    child,
    stop: async (limit = 3000) => {
      const ended = () => child.exitCode !== null || child.signalCode !== null;
      if (!ended()) {
        child.kill('SIGTERM');
        await Promise.race([once(child, 'exit'), sleep(limit, undefined, { ref: false })]);
      }
      if (!ended()) child.kill('SIGKILL');
    },
  };
}

/** HAProxy in front of portals, in turn and without stickiness; the answer names the server. */
export async function startHaproxy(port, servers) {
  const folder = ownFolder('drill-haproxy');
  const file = join(folder, 'haproxy.cfg');
  const lines = servers.map(
    ({ name, base }) => `  server ${name} ${new URL(base).host} check inter 500ms fall 2 rise 2`,
  );
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend in
  bind 127.0.0.1:${port}
  default_backend portals
backend portals
  balance roundrobin
  option httpchk GET /livez
  option forwardfor
  http-response set-header x-served-by %s
${lines.join('\n')}
`,
  );
  const base = `http://127.0.0.1:${port}`;
  const ready = () => fetch(`${base}/livez`).then(({ ok }) => ok);
  const server = await startServer('haproxy', ['-db', '-f', file], { ready });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { base, stop };
}

/** PgBouncer in transaction mode before a database. */
export async function startPgbouncer(database, { named = 500, connections = 10 } = {}) {
  const user = await unprivileged();
  const folder = ownFolder('drill-pgbouncer', user);
  const target = new URL(database.url);
  const port = await freePort();
  const [login, password] = [target.username, target.password].map(decodeURIComponent);
  writeFileSync(join(folder, 'users'), `"${login}" "${password}"\n`, { mode: 0o644 });
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
trt = host=127.0.0.1 port=${target.port} dbname=trt
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
max_prepared_statements = ${named}
`,
  );
  const url = new URL(database.url);
  url.port = String(port);
  const ready = async () => {
    const client = new pg.Client({ connectionString: url.toString() });
    await client.connect();
    await client.end();
    return true;
  };
  const how = { ready, ...(user && { uid: user.uid, gid: user.gid }) };
  const server = await startServer('pgbouncer', [join(folder, 'pgbouncer.ini')], how);
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: url.toString(), stop };
}

/** One browser at one server, whatever the address that the server is known by. */
export class Caller {
  #jar = new Map();
  #agent = new Agent({ keepAlive: true });

  constructor(base, origin = base) {
    this.base = base;
    this.host = new URL(origin).host;
  }

  /** The same cookies at another server. */
  at(base, origin = `http://${this.host}`) {
    const twin = new Caller(base, origin);
    for (const [name, value] of this.#jar) twin.#jar.set(name, value);
    return twin;
  }

  close() {
    this.#agent.destroy();
  }

  /** @returns status, headers and body; rejects where no answer came */
  call(method, path, body, timeout = 60_000, more = {}) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...more,
      host: this.host,
      cookie: [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(this.base + path, { method, headers, agent: this.#agent, timeout }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => resolve(this.#read(answer, Buffer.concat(parts).toString())));
      });
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer`)));
      sent.on('error', reject);
      sent.end(text);
    });
  }

  get(path, timeout) {
    return this.call('GET', path, undefined, timeout);
  }

  post(path, body = {}, timeout) {
    return this.call('POST', path, body, timeout);
  }

  async signIn(email) {
    const { status, body } = await this.post('/auth/login', { email, password: PASSWORD });
    if (status !== 200) throw new Error(`sign-in of ${email}: ${status} ${JSON.stringify(body)}`);
    return this;
  }

  #read({ statusCode: status, headers }, text) {
    for (const line of headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value) this.#jar.set(name, value);
      else this.#jar.delete(name);
    }
    let body = text;
    try {
      body = JSON.parse(text);
    } catch {
      // Not every answer is JSON.
    }
    return { status, headers, body };
  }
}

/** Collects what a drill saw; a line that fails makes the drill fail. */
export class Findings {
  #failed = 0;

  add(what, seen, held = true) {
    if (!held) this.#failed += 1;
    process.stdout.write(`${held ? 'held  ' : 'FAILED'} ${what}: ${seen}\n`);
  }

  end() {
    process.stdout.write(this.#failed ? `${this.#failed} failed\n` : 'all held\n');
    process.exitCode = this.#failed ? 1 : 0;
  }
}

export const percentile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;
