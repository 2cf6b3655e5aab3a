// `npm run check:previous -- COMMIT [--patients 1000] [--callers 6] [--tests PATTERN]`: rehearses a deployment. The server
// of an earlier commit runs under load while this version's migrations run, and continues on the new schema; then its own
// tests run there.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadClinic } from '../bench/data.mjs';
import { signIn, startServer } from '../bench/portal.mjs';
import { buildStale } from './build.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    patients: { type: 'string', default: '1000' },
    callers: { type: 'string', default: '6' },
    tests: { type: 'string', default: 'e2e/(smoke|profile|messages|plans|prescriptions|intake)\\.spec' },
  },
});
const [commit] = positionals;
if (!commit) throw new Error('Usage: npm run check:previous -- COMMIT');
const ROOT = resolve(import.meta.dirname, '..');
const PATIENTS = Number(values.patients);
const CALLERS = Number(values.callers);
const PAUSE_MS = 25;
const QUIET_MS = 8000;
const BOUND_MS = 2000;
const told = (line) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

function step(what, command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${what}: ${stdout ?? ''}${stderr ?? ''}`);
}

/** That commit's sources, built with this version's libraries. */
function earlier(folder) {
  const source = join(folder, 'earlier');
  mkdirSync(source);
  const tar = join(folder, 'earlier.tar');
  step('git archive', 'git', ['archive', '-o', tar, commit], { cwd: ROOT });
  step('tar', 'tar', ['-xf', tar, '-C', source]);
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  step('nest build', join(ROOT, 'node_modules/.bin/nest'), ['build'], { cwd: source });
  return source;
}

async function acts(base) {
  const [patient, provider, writer] = await Promise.all(
    ['patient@demo.test', 'provider@demo.test', 'new@demo.test'].map((email) => signIn(base, email)),
  );
  const { items } = await (await fetch(`${base}/api/trt/cases`, { headers: { cookie: provider } })).json();
  const get = (cookie, path) => [path, () => fetch(base + path, { headers: { cookie } })];
  const intake = () =>
    fetch(`${base}/api/trt/intake`, {
      method: 'POST',
      headers: { cookie: writer, 'content-type': 'application/json' },
      body: JSON.stringify({ version: 0, data: { occupation: `typist ${Math.random()}` } }),
    });
  return [
    get(patient, '/api/trt/dashboard'),
    get(provider, '/api/trt/cases?range=[0,24]'),
    get(provider, `/api/trt/cases/${items[0].id}/detail`),
    get(provider, '/api/provider/patients?filter={"q":"an"}'),
    get(provider, '/api/trt/prescriptions/all?range=[0,24]'),
    get(provider, '/api/labs?range=[0,24]'),
    get(patient, '/auth/me'),
    ['POST /api/trt/intake', intake],
  ];
}

/** Simulated users, each making one call after the other until told to stop. */
function load(each) {
  const seen = [];
  let working = true;
  const work = Promise.all(
    Array.from({ length: CALLERS }, async (_, first) => {
      for (let i = first; working; i++) {
        const [path, act] = each[i % each.length];
        const from = performance.now();
        const status = await act().then(
          async (answer) => {
            const body = await answer.text();
            // An outdated version is refused or merged: both are valid answers.
            const fine = answer.ok || answer.status === 409;
            const cached = /"(case_)?source":"(cache|fallback|visits)"/.test(body);
            return fine ? (cached ? 'cached' : 'ok') : String(answer.status);
          },
          () => 'broken',
        );
        seen.push({ path, from, ms: performance.now() - from, status });
        await sleep(PAUSE_MS);
      }
    }),
  );
  return {
    seen,
    async stop() {
      working = false;
      await work;
    },
  };
}

function figures(calls) {
  const times = calls.map((call) => call.ms).toSorted((a, b) => a - b);
  const count = (test) => calls.filter(test).length;
  const slowest = calls.reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, path: 'none' });
  const others = calls.filter((call) => !['ok', 'cached'].includes(call.status));
  return {
    calls: calls.length,
    slowest: `${Math.round(slowest.ms)} ms (${slowest.path.replace(/[0-9a-f-]{36}/, ':id')})`,
    p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
    over: count((call) => call.ms > BOUND_MS),
    cached: count((call) => call.status === 'cached'),
    refused: others.length,
    which: [...new Set(others.map((call) => `${call.status} ${call.path}`))],
  };
}

const row = (what, f) =>
  `| ${what} | ${f.calls} calls, slowest ${f.slowest}, p99 ${f.p99} ms, ${f.over} over 2 s, ${f.cached} from what is kept, ${f.refused} failed |\n`;

/** The names of that commit's own failing tests, and how many there are. */
function failing(source) {
  const report = join(source, 'report.json');
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const args = ['--selectProjects', 'server', '--testPathPatterns', values.tests];
  spawnSync(
    process.execPath,
    [jest, '-c', 'test/jest.config.mjs', ...args, '--json', '--outputFile', report],
    { cwd: source, stdio: 'ignore', env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules' } },
  );
  const { numTotalTests: total, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const names = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  return { total, names };
}

/** That commit's own tests, on databases migrated by this version; failures on its own schema are not counted. */
function ownTests(source) {
  const setup = join(source, 'test/setup/global-setup.mjs');
  const migrate = join(ROOT, 'dist/server/schema/migrate.js');
  const text = readFileSync(setup, 'utf8');
  const ours = text.replace(/\.\.\/\.\.\/dist\/server\/\w+\/migrate\.js/g, migrate);
  if (ours === text) throw new Error('its tests prepare their databases in a way not known here');
  writeFileSync(setup, ours);
  const { total, names } = failing(source);
  if (!total) throw new Error('none of its tests ran');
  writeFileSync(setup, text);
  const anyway = names.length ? failing(source).names : [];
  return { total, broken: names.filter((name) => !anyway.includes(name)) };
}

buildStale(['server']);
const { EmbeddedPostgres } = await import('../dist/server/database/embedded/embedded-postgres.js');
const folder = mkdtempSync(join(tmpdir(), 'trt-previous-'));
chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
const embedded = new EmbeddedPostgres(join(folder, 'database'));
let server;
try {
  told(`building ${commit}`);
  const source = earlier(folder);
  await embedded.start();
  const start = () =>
    startServer(
      join(source, 'dist/server/main.js'),
      {
        DATABASE_URL: embedded.ownerUrl,
        DATA_DIR: join(folder, 'portal'),
        SERVE_CLIENT: '0',
        DEMO_DATA: '1',
        LOG_LEVEL: 'silent',
        TRUST_PROXY: '1',
      },
      '/readyz',
    );
  server = await start();
  const db = new pg.Client(embedded.ownerUrl);
  await db.connect();
  const applied = async () => Number((await db.query('SELECT count(*) FROM migrations')).rows[0].count);
  await loadClinic(db, PATIENTS, told);
  const had = await applied();
  const people = load(await acts(server.base));
  await sleep(QUIET_MS);
  told(row('before', figures(people.seen)).trim());
  told('migrating under load');
  const from = performance.now();
  const program = `import(${JSON.stringify(join(ROOT, 'dist/server/schema/migrate.js'))}).then((m) => m.migrate(process.env.URL)).then(() => process.exit(0), (e) => { console.error(e); process.exit(1); })`;
  const migrating = spawn(process.execPath, ['-e', program], {
    env: { PATH: process.env.PATH, URL: embedded.ownerUrl },
    stdio: 'inherit',
  });
  const [code] = await once(migrating, 'exit');
  const until = performance.now();
  if (code !== 0) throw new Error('the migrations failed');
  const added = (await applied()) - had;
  await sleep(QUIET_MS);
  await people.stop();
  told('the earlier server is started again, on the new schema');
  await server.stop();
  server = await start();
  const restarted = load(await acts(server.base));
  await sleep(QUIET_MS);
  await restarted.stop();
  await db.end();

  const part = (test) => figures(people.seen.filter(test));
  const during = part((call) => call.from < until && call.from + call.ms > from);
  const after = part((call) => call.from >= until);
  const again = figures(restarted.seen);
  told(row('during', during).trim());
  told('its own tests, on the new schema');
  const own = ownTests(source);
  const when = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (load ${loadavg()[0].toFixed(1)})`;
  process.stdout.write(
    `\nThe server of ${commit} under ${added} newer migrations, ${PATIENTS} patients; ${when}\n\n| when | seen |\n| --- | --- |\n`,
  );
  process.stdout.write(
    row(
      'before',
      part((call) => call.from + call.ms < from),
    ),
  );
  process.stdout.write(row(`during (${((until - from) / 1000).toFixed(1)} s)`, during));
  process.stdout.write(row('after, the earlier server', after));
  process.stdout.write(row('after, the earlier server restarted', again));
  process.stdout.write(
    `| its own tests | ${own.total}, of which ${own.broken.length} fail because of the schema |\n`,
  );
  for (const which of [...during.which, ...after.which, ...again.which, ...own.broken])
    process.stdout.write(`failed: ${which}\n`);
  const well = !during.over && !during.refused && !after.refused && !again.refused && !own.broken.length;
  process.exitCode = well ? 0 : 1;
} finally {
  await server?.stop();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}
