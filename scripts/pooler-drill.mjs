// `npm run drill:pooler`: portals behind PgBouncer in transaction mode. What must stop the start does; people of two clinics read
// over few connections and see only their own; nothing that one was told stays on a connection; jobs are still announced. Needs
// PgBouncer 1.21 or newer; without it the drill says so.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  Caller,
  EXIT_MISSING,
  Findings,
  need,
  ownFolder,
  percentile,
  startDatabase,
  startPgbouncer,
} from './drill-cluster.mjs';
import { freePort, startOwnPortal } from './own-portal.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
const SECONDS = Number(values.seconds);
const EXIT_CONFIG = 78;
/** Fewer than the portals open: each is used by all of them in turn. */
const SERVER_CONNECTIONS = 5;
const INTERLEAVED = 1000;
const ROUNDS = 3;
const findings = new Findings();

function needVersion(least) {
  const [major, minor] = /(\d+)\.(\d+)/
    .exec(String(spawnSync('pgbouncer', ['--version']).stdout))
    .slice(1)
    .map(Number);
  if (major > 1 || minor >= least) return `${major}.${minor}`;
  process.stdout.write(`skipped: PgBouncer ${major}.${minor} has no named statements, 1.${least} has\n`);
  return process.exit(EXIT_MISSING);
}

/** @returns the exit code of a portal that is expected to refuse, and what it said */
async function refusal(env) {
  const folder = ownFolder('drill-refused');
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part) => (said += part));
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const [code] = await once(child, 'exit');
  clearTimeout(late);
  rmSync(folder, { recursive: true, force: true });
  return { code, said: said.trim().split('\n').at(-1) };
}

async function refuses(what, env, name) {
  const { code, said } = await refusal(env);
  findings.add(what, `exit ${code}: ${said}`, code === EXIT_CONFIG && said.includes(name));
}

const idsOf = ({ body }) => body.items.map(({ id }) => id).toSorted();

/** Two clinics, interleaved over few connections: each list has the rows it has without the pooler. */
async function interleaved(portals, expected) {
  const people = await Promise.all(
    Object.keys(expected).flatMap((email) =>
      portals.map(async ({ base }) => ({ email, caller: await new Caller(base).signIn(email) })),
    ),
  );
  const wrong = [];
  let left = INTERLEAVED;
  await Promise.all(
    Array.from({ length: 24 }, async (_, i) => {
      const { email, caller } = people[i % people.length];
      while (left-- > 0) {
        const answer = await caller.get('/api/trt/cases');
        if (answer.status !== 200 || String(idsOf(answer)) !== expected[email])
          wrong.push(`${email} ${answer.status}`);
      }
    }),
  );
  const seen = wrong.length ? wrong.slice(0, 3).join(', ') : '0 wrong';
  findings.add(
    `${INTERLEAVED} lists of two clinics over ${SERVER_CONNECTIONS} connections`,
    seen,
    !wrong.length,
  );
}

/** What the next user of each connection would find on it. */
async function leftovers(url) {
  const clients = Array.from({ length: SERVER_CONNECTIONS }, () => new pg.Client({ connectionString: url }));
  const found = await Promise.all(
    clients.map(async (client) => {
      await client.connect();
      // Held open, so that each client has a connection of its own.
      await client.query('BEGIN');
      const { rows } = await client.query(
        `SELECT pg_backend_pid() AS pid, current_user AS role, current_setting('statement_timeout') AS bound,
           concat(current_setting('trt.org', true), current_setting('trt.patient', true), current_setting('trt.user', true)) AS told
         FROM pg_sleep(0.3)`,
      );
      return rows[0];
    }),
  );
  for (const client of clients) await client.end();
  const told = found.filter((row) => row.told !== '' || row.bound !== '0');
  const pids = new Set(found.map(({ pid }) => pid)).size;
  findings.add(`connections that keep what one was told, of ${pids}`, String(told.length), !told.length);
}

async function rate(callers, seconds) {
  const times = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    callers.map(async (caller, i) => {
      while (performance.now() < until) {
        const began = performance.now();
        const { status } = await caller.get(`/api/trt/cases?range=[${i},${i + 9}]`);
        if (status !== 200) throw new Error(`a list answered ${status}`);
        times.push(performance.now() - began);
      }
    }),
  );
  return { perSecond: times.length / seconds, median: percentile(times, 0.5) };
}

/** In turn, after a warm-up of both: a busy machine is busy for both. */
async function compare(bases) {
  // A person has ten sessions at most.
  const people = await Promise.all(
    Array.from({ length: 10 }, () => new Caller(bases[0]).signIn('provider@demo.test')),
  );
  const sides = bases.map((base) => people.map((caller) => caller.at(base, base)));
  const seen = sides.map(() => []);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [i, callers] of sides.entries()) {
      const measured = await rate(callers, SECONDS);
      if (round) seen[i].push(measured);
    }
  const middle = (rounds, of) => percentile(rounds.map(of), 0.5);
  for (const [i, name] of ['without a pooler', 'behind the pooler'].entries()) {
    const lists = middle(seen[i], ({ perSecond }) => perSecond).toFixed(0);
    const ms = middle(seen[i], ({ median }) => median).toFixed(0);
    findings.add(`lists a second, 10 callers, ${name}`, `${lists}, median ${ms} ms`);
  }
}

/** A job that is announced over the direct connection starts at once; polling would take up to 2 s. */
async function announced(base, database) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const email = `drill-${i}-${Date.now()}@example.test`;
    const password = 'velvet otter mountain quarry 71';
    const { status } = await new Caller(base).post('/auth/signup', {
      email,
      password,
      confirm_password: password,
    });
    if (status !== 201) throw new Error(`sign-up: ${status}`);
    const began = performance.now();
    for (;;) {
      const [mail] = await database.rows('SELECT status FROM mails WHERE recipient = $1', [email]);
      if (mail?.status === 'sent' || performance.now() - began > 10_000) break;
      await sleep(20);
    }
    times.push(performance.now() - began);
  }
  const median = percentile(times, 0.5);
  findings.add('email after a sign-up, median of 5', `${median.toFixed(0)} ms`, median < 1000);
}

async function connectionsOf(database) {
  const rows = await database.rows(
    `SELECT application_name AS name, count(*)::int AS n FROM pg_stat_activity
     WHERE datname = 'trt' AND application_name <> '' GROUP BY 1 ORDER BY 1`,
  );
  return rows.map(({ name, n }) => `${name} ${n}`).join(', ');
}

async function behind(database, pooler, expected) {
  const env = { ...database.settings, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
  const portals = [];
  try {
    for (const role of ['all', 'web', 'web'])
      portals.push(await startOwnPortal({ env: { ...env, PROCESS_ROLE: role } }));
    await interleaved(portals, expected);
    findings.add('PostgreSQL connections of three portals', await connectionsOf(database));
    const admin = await new Caller(portals[0].base).signIn('admin@demo.test');
    const { database: state } = (await admin.get('/api/admin/overview')).body.service_status;
    findings.add(
      'the cockpit says of the database',
      `${state.status}: ${state.message}`,
      state.status === 'ok',
    );
    await announced(portals[1].base, database);
    portals.push(await startOwnPortal({ env: { ...database.settings, PROCESS_ROLE: 'web' } }));
    await compare([portals[3].base, portals[1].base]);
  } finally {
    for (const portal of portals) await portal.stop();
  }
  await leftovers(pooler.url);
}

need({ pgbouncer: 'pgbouncer' });
process.stdout.write(`PgBouncer ${needVersion(21)}, load average ${loadavg()[0].toFixed(1)}\n`);
const database = await startDatabase();
const pooler = await startPgbouncer(database, { connections: SERVER_CONNECTIONS });
try {
  const direct = await startOwnPortal({ env: database.settings });
  const expected = {};
  for (const email of ['provider@demo.test', 'north@demo.test'])
    expected[email] = String(
      idsOf(await (await new Caller(direct.base).signIn(email)).get('/api/trt/cases')),
    );
  await direct.stop();
  const unnamed = { ...database.settings, DATABASE_URL: pooler.url };
  await refuses('a pooler that no one named', unnamed, 'DATABASE_DIRECT_URL');
  const without = await startPgbouncer(database, { named: 0 });
  const named = { ...database.settings, DATABASE_URL: without.url, DATABASE_DIRECT_URL: database.url };
  await refuses('a pooler that forgets named statements', named, 'max_prepared_statements');
  await without.stop();
  await behind(database, pooler, expected);
} finally {
  await pooler.stop();
  await database.stop();
}
findings.end();
