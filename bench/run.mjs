// `npm run bench [-- patients …]`: ours, the floor and the usual on the same PostgreSQL and data, driven in turn.
// With `--write` the tables go to docs/bench.md as well; with `--only=deep` only what is named so is driven; `--quick`
// is for work on one thing: 10,000 patients, rounds of a second, without the usual server.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import pg from 'pg';
import { buildStale } from '../scripts/build.mjs';
import { loadClinic } from './data.mjs';
import { endpoints } from './endpoints.mjs';
import { cookieFrom, signIn, signUp, startFloor, startServer } from './portal.mjs';
import { report } from './report.mjs';

const ROUNDS = 3;
const quick = process.argv.includes('--quick');
const SECONDS = Number(process.env.BENCH_SECONDS ?? (quick ? 1 : 4));
const CONNECTIONS = 20;
const STORM = 200;
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice(7) ?? '';
const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const root = fileURLToPath(new URL('..', import.meta.url));
const told = (line) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** @param pathOf the path of each connection, where they differ */
async function drive(url, cookie, seconds = SECONDS, pathOf = null) {
  let connection = 0;
  const r = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { cookie },
    ...(pathOf && { setupClient: (client) => client.setRequests([{ path: pathOf(connection++) }]) }),
  });
  if (r.non2xx || r.errors) throw new Error(`${url}: ${r.non2xx} refused, ${r.errors} broken`);
  return { perSecond: r.requests.average, p50: r.latency.p50, p97: r.latency.p97_5 };
}

/** What a driver no longer waits for goes on in PostgreSQL, and would be counted against who comes next. */
async function quiet(db) {
  const busy = `SELECT 1 FROM pg_stat_activity
    WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  while ((await db.query(busy)).rowCount > 0) await sleep(50);
}

/** Warmed up, then rounds that take turns, so that a slow minute of the machine hits all. */
async function compare(db, servers) {
  const rounds = servers.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, { url, cookie, pathOf }] of servers.entries()) {
      await quiet(db);
      const driven = await drive(url, cookie, round < 0 ? 1 : SECONDS, pathOf);
      if (round >= 0) rounds[i].push(driven);
    }
  }
  return Object.fromEntries(
    servers.map(({ who }, i) => [
      who,
      Object.fromEntries(
        ['perSecond', 'p50', 'p97'].map((what) => [what, median(rounds[i].map((r) => r[what]))]),
      ),
    ]),
  );
}

/** Twenty people type: each saves a whole intake of 10 kB as often as the last save was acknowledged. */
async function autosave(base) {
  const cookies = [];
  for (let i = 0; i < CONNECTIONS; i++)
    cookies.push(await signUp(base, `typist${i}-${Date.now()}@bench.test`));
  const times = [];
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    cookies.map(async (cookie) => {
      const read = await (await fetch(`${base}/api/trt/intake`, { headers: { cookie } })).json();
      let { version } = read.intake_form;
      for (let n = 0; performance.now() < until; n++) {
        const data = { treatment_goals: 'x'.repeat(9_900), occupation: `typist ${n}` };
        const started = performance.now();
        const answer = await fetch(`${base}/api/trt/intake`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ data, version }),
        });
        times.push(performance.now() - started);
        if (!answer.ok) throw new Error(`autosave: ${answer.status} ${await answer.text()}`);
        version = (await answer.json()).intake_form.version;
      }
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { perSecond: times.length / SECONDS, p50: at(0.5), p97: at(0.975) };
}

/** The case list while two hundred people sign in at once. */
async function storm(base, path, cookie) {
  const quiet = await drive(`${base}${path}`, cookie);
  const started = performance.now();
  const signIns = Promise.allSettled(Array.from({ length: STORM }, () => signIn(base, 'new@demo.test')));
  const busy = await drive(`${base}${path}`, cookie);
  const settled = await signIns;
  return {
    quiet,
    busy,
    signedIn: settled.filter((s) => s.status === 'fulfilled').length,
    tookMs: performance.now() - started,
  };
}

const memoryMiB = (pid) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;

async function detailPath(base, cookie) {
  const query = new URLSearchParams({ filter: JSON.stringify({ q: 'patient@demo.test' }) });
  const found = await (await fetch(`${base}/api/trt/cases?${query}`, { headers: { cookie } })).json();
  return `/api/trt/cases/${found.items[0].id}/detail`;
}

async function withClient(url, work) {
  const db = new pg.Client(url);
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

async function measure(n) {
  const { EmbeddedPostgres } = await import('../dist/server/database/embedded/embedded-postgres.js');
  const folder = mkdtempSync(join(tmpdir(), 'trt-bench-'));
  const embedded = new EmbeddedPostgres(join(folder, 'database'));
  let portal;
  let floor;
  let usualServer;
  try {
    await embedded.start();
    const DATABASE_URL = embedded.ownerUrl;
    const start = () =>
      startServer(
        join(root, 'dist/server/main.js'),
        {
          DATABASE_URL,
          DATA_DIR: join(folder, 'portal'),
          SERVE_CLIENT: '0',
          DEMO_DATA: '1',
          LOG_LEVEL: 'silent',
          TRUST_PROXY: '1',
        },
        '/readyz',
      );
    told('the portal prepares its database');
    await (await start()).stop();
    await withClient(DATABASE_URL, (db) => loadClinic(db, n, told));
    portal = await start();
    const cookies = {
      provider: await signIn(portal.base, 'provider@demo.test'),
      patient: await signIn(portal.base, 'patient@demo.test'),
    };
    const { rows } = await withClient(DATABASE_URL, (db) => db.query('SELECT id FROM sessions LIMIT 1'));
    const driven = [];
    for (const endpoint of endpoints(n).filter(({ name }) => name.includes(only))) {
      const path = endpoint.path ?? (await detailPath(portal.base, cookies.provider));
      const answer = await fetch(`${portal.base}${path}`, { headers: { cookie: cookies[endpoint.as] } });
      driven.push({ ...endpoint, path, values: [], session: rows[0].id, body: await answer.text() });
    }
    floor = await startFloor(DATABASE_URL, folder, driven);
    let usualCookie;
    if (!quick) {
      usualServer = await startServer(
        fileURLToPath(new URL('usual.mjs', import.meta.url)),
        { DATABASE_URL },
        '/ready',
      );
      usualCookie = await cookieFrom(`${usualServer.base}/login/provider@demo.test`);
    }
    const results = [];
    const db = new pg.Client(DATABASE_URL);
    await db.connect();
    for (const [i, { name, as, path, pathOf, usual }] of driven.entries()) {
      told(`${n} patients: ${name}`);
      results.push({
        name,
        ...(await compare(db, [
          { who: 'ours', url: `${portal.base}${path}`, cookie: cookies[as], pathOf },
          { who: 'floor', url: `${floor.base}/${i}`, cookie: '' },
          ...(usual && usualServer
            ? [{ who: 'usual', url: `${usualServer.base}${usual}`, cookie: usualCookie }]
            : []),
        ])),
      });
    }
    await db.end();
    told(`${n} patients: autosave, sign-in storm`);
    return {
      n,
      results,
      autosave: await autosave(portal.base),
      storm: await storm(portal.base, driven[0].path, cookies.provider),
      memoryMiB: memoryMiB(portal.pid),
      startedMs: portal.startedMs,
    };
  } finally {
    await portal?.stop();
    await floor?.stop();
    await usualServer?.stop();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

buildStale(['server']);
const before = loadavg()[0];
const runs = [];
for (const n of sizes.length ? sizes : quick ? [10_000] : [10_000, 100_000]) runs.push(await measure(n));
const text = report(runs, {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores (${cpus()[0].model.trim()}), Node ${process.versions.node}`,
  load: before,
  seconds: SECONDS,
  rounds: ROUNDS,
  connections: CONNECTIONS,
});
process.stdout.write(text);
if (process.argv.includes('--write')) {
  const file = join(root, 'docs/bench.md');
  const head = readFileSync(file, 'utf8').split('<!-- figures -->')[0];
  writeFileSync(file, `${head}<!-- figures -->\n\n${text}`);
}
