// For the failover drill: three PostgreSQL nodes under Patroni with synchronous replication, their store (etcd), and HAProxy, which
// leads to the leader. The settings are those of docs/operations.md. Uses what is installed and installs nothing.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ownFolder, startServer, unprivileged } from './drill-cluster.mjs';
import { freePort } from './own-portal.mjs';

const HOST = '127.0.0.1';
const NODES = ['node-1', 'node-2', 'node-3'];
const SETTLED_MS = 300_000;
/** Of a node: what it has to end by itself. */
const STOP_MS = 20_000;
const DEBIAN = '/usr/lib/postgresql';

/** What operators are told to set: docs/operations.md. */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
/** Until the leader gives up on a standby that hangs: each save waits for it. */
const NOTICED = { wal_sender_timeout: '5s' };

/** The folder of the newest PostgreSQL that is installed; Debian keeps its programs out of the path. */
export function postgresPrograms() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Boolean) : [];
  return join(DEBIAN, String(Math.max(15, ...versions)), 'bin');
}

const urlOf = (user, password, port, name) => `postgres://${user}:${password}@${HOST}:${port}/${name}`;

/** A postmaster and its processes. */
function family(postmaster) {
  if (!postmaster) return [];
  const parentOf = (pid) => {
    try {
      return Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
    } catch {
      return null; // It has ended since.
    }
  };
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [postmaster, ...all.filter((pid) => parentOf(pid) === postmaster).map(Number)];
}

class Node {
  #patroni = null;

  constructor(cluster, name, ports) {
    Object.assign(this, { cluster, name, ...ports });
    this.home = join(cluster.folder, name);
    this.data = join(this.home, 'data');
  }

  async start({ empty = false } = {}) {
    const { user, programs } = this.cluster;
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
    const file = join(this.home, 'patroni.yml');
    writeFileSync(file, JSON.stringify(this.#settings(), null, 2), { mode: 0o600 });
    if (user) for (const path of [this.home, file]) chownSync(path, user.uid, user.gid);
    // The first one makes the cluster: it is ready once it leads.
    const path = empty ? '/primary' : '/patroni';
    const ready = () => fetch(`http://${HOST}:${this.rest}${path}`).then(({ ok }) => ok);
    this.#patroni = await startServer('patroni', [file], {
      ready,
      patience: 60_000,
      env: { PATH: `${programs}:${process.env.PATH}`, HOME: this.home, LC_ALL: 'C.UTF-8' },
      cwd: this.home,
      ...user,
    });
  }

  /** As a machine that loses power: nothing of it says a last word. */
  kill() {
    this.#signal('SIGKILL');
  }

  /** As a machine that hangs: its connections stay open, and it knows nothing of the time until it is woken. */
  halt() {
    this.#signal('SIGSTOP');
  }

  wake() {
    this.#signal('SIGCONT');
  }

  #signal(signal) {
    for (const pid of [this.#patroni?.child.pid, ...family(this.#postmaster)].filter(Boolean)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
  }

  async stop() {
    await this.#patroni?.stop(STOP_MS);
    this.kill();
  }

  /** null: it does not run, and its number may be another process's by now. */
  get #postmaster() {
    const file = join(this.data, 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    const commandLine = `/proc/${pid}/cmdline`;
    const ours = pid && existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(this.data);
    return ours ? pid : null;
  }

  #settings() {
    const { secrets, etcd, programs, strict } = this.cluster;
    const at = (port) => ({ listen: `${HOST}:${port}`, connect_address: `${HOST}:${port}` });
    return {
      scope: 'trt',
      name: this.name,
      restapi: at(this.rest),
      // Not `etcd3`: Patroni 3.0.2 writes the leader's lock there without looking whose it is (docs/operations.md).
      etcd: { host: `${HOST}:${etcd}` },
      bootstrap: {
        dcs: {
          ...TIMES,
          synchronous_mode: true,
          synchronous_mode_strict: strict,
          failsafe_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 100, shared_buffers: '64MB', ...NOTICED },
          },
        },
        initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      },
      postgresql: {
        ...at(this.port),
        data_dir: this.data,
        bin_dir: programs,
        pgpass: join(this.home, 'pgpass'),
        parameters: { unix_socket_directories: '', log_min_messages: 'fatal' },
        pg_hba: [
          `host replication replicator ${HOST}/32 scram-sha-256`,
          `host all all ${HOST}/32 scram-sha-256`,
        ],
        authentication: {
          superuser: { username: 'postgres', password: secrets.postgres },
          replication: { username: 'replicator', password: secrets.replicator },
        },
      },
    };
  }
}

/** In memory: on a busy disk its own writes would be what fails. */
async function startEtcd(user) {
  const folder = ownFolder('drill-etcd', user, existsSync('/dev/shm') ? '/dev/shm' : undefined);
  const [client, peer] = [await freePort(), await freePort()];
  const urls = { client: `http://${HOST}:${client}`, peer: `http://${HOST}:${peer}` };
  const args = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': urls.client,
    'advertise-client-urls': urls.client,
    'listen-peer-urls': urls.peer,
    'initial-advertise-peer-urls': urls.peer,
    'initial-cluster': `default=${urls.peer}`,
    'enable-v2': 'true',
  };
  const server = await startServer(
    'etcd',
    Object.entries(args).map(([name, value]) => `--${name}=${value}`),
    { ready: () => fetch(`${urls.client}/health`).then(({ ok }) => ok), ...user },
  );
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { port: client, stop };
}

/** As docs/operations.md has it: only the node that holds the leader's lock gets connections, and one that lost it loses them. */
async function startLeaderProxy(folder, port, nodes) {
  const file = join(folder, 'haproxy.cfg');
  const servers = nodes.map((node) => `  server ${node.name} ${HOST}:${node.port} check port ${node.rest}`);
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 24h
  timeout server 24h
  timeout check 2s
listen leader
  bind ${HOST}:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  return startServer('haproxy', ['-db', '-f', file], { ready: async () => true });
}

export class PatroniCluster {
  #stops = [];
  nodes = [];

  /** @param strict whether nothing is written while there is no standby to confirm it */
  static async start({ strict = false } = {}) {
    const cluster = new PatroniCluster();
    cluster.strict = strict;
    cluster.programs = postgresPrograms();
    cluster.user = await unprivileged();
    cluster.folder = ownFolder('drill-patroni', cluster.user);
    const secret = () => randomBytes(18).toString('base64url');
    cluster.secrets = { postgres: secret(), replicator: secret(), owner: secret(), login: secret() };
    try {
      await cluster.#open();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  async #open() {
    const etcd = await startEtcd(this.user);
    this.#stops.push(etcd.stop);
    this.etcd = etcd.port;
    for (const name of NODES)
      this.nodes.push(new Node(this, name, { port: await freePort(), rest: await freePort() }));
    for (const [i, node] of this.nodes.entries()) {
      this.#stops.push(() => node.stop());
      await node.start({ empty: i === 0 });
    }
    this.port = await freePort();
    const proxy = await startLeaderProxy(this.folder, this.port, this.nodes);
    this.#stops.push(() => proxy.stop());
    await this.settled();
    await this.#createDatabase();
  }

  async #createDatabase() {
    const { owner, login } = this.secrets;
    const client = new pg.Client({ connectionString: this.#adminUrl('postgres') });
    await client.connect();
    await client.query(`CREATE ROLE trt_owner LOGIN CREATEROLE CREATEDB PASSWORD '${owner}'`);
    await client.query(`CREATE ROLE trt_login LOGIN PASSWORD '${login}'`);
    await client.query('CREATE DATABASE trt OWNER trt_owner');
    await client.end();
    this.settings = {
      DATABASE_URL: urlOf('trt_login', login, this.port, 'trt'),
      DATABASE_OWNER_URL: urlOf('trt_owner', owner, this.port, 'trt'),
      APP_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      RATE_LIMITS: 'relaxed',
    };
  }

  #adminUrl(name) {
    return urlOf('postgres', this.secrets.postgres, this.port, name);
  }

  /** As the superuser, on the leader. */
  async rows(text, values = []) {
    const client = new pg.Client({ connectionString: this.#adminUrl('trt') });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Each node by what it is now: leader, sync_standby or replica. */
  async roles() {
    for (const { rest } of this.nodes) {
      const answer = await fetch(`http://${HOST}:${rest}/cluster`, { signal: AbortSignal.timeout(2000) })
        .then((found) => found.json())
        .catch(() => null);
      if (!answer?.members) continue;
      const { members } = answer;
      const running = members.filter(({ state }) => ['running', 'streaming'].includes(state));
      return new Map(running.map(({ role, name }) => [role, this.nodes.find((node) => node.name === name)]));
    }
    return new Map();
  }

  /** All three run, and one confirms what the leader writes. @returns how long that took, in ms */
  async settled() {
    const began = performance.now();
    for (;;) {
      const roles = await this.roles();
      if (['leader', 'sync_standby', 'replica'].every((role) => roles.has(role)))
        return performance.now() - began;
      if (performance.now() - began > SETTLED_MS)
        throw new Error(`the nodes did not settle: ${[...roles.keys()].join(', ')}`);
      await sleep(250);
    }
  }

  async stop() {
    for (const stop of this.#stops.toReversed()) await stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
