// `npm run drill:sql [-- --level 2 --only cases]`: sqlmap against every GET with a parameter, signed in as an administrator and as
// a provider, and first against a planted hole that it must find. Installs nothing; without sqlmap it says so.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildStale } from './build.mjs';
import { signIn, startOwnPortal } from './own-portal.mjs';

const { values } = parseArgs({
  options: { level: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
});
const EXIT_MISSING = 2;
/** The largest answer of a list is not needed to see whether its statement was changed. */
const QUERY = { range: '[0,4]', sort: '["id","ASC"]', filter: '{"q":"a"}', before: '2026-01-01T00:00:00Z' };
const INJECTABLE = /is vulnerable|identified the following injection point/;

if (spawnSync('sqlmap', ['--version']).error) {
  process.stderr.write('sqlmap is not installed: apt-get install sqlmap\n');
  process.exit(EXIT_MISSING);
}

/** Every GET with a parameter, as a URL whose `*` sqlmap replaces. */
function targets(base, ids) {
  const { paths } = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const named = (get?.parameters ?? []).filter((one) => one.in === 'path' || one.in === 'query');
    if (!named.length || !path.includes(values.only)) return [];
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => `${name === 'id' ? idFor(path, ids) : name}*`);
    const query = named
      .filter((one) => one.in === 'query')
      .map((one) => `${one.name}=${encodeURIComponent(QUERY[one.name] ?? 'a')}*`)
      .join('&');
    return [{ path, url: `${base}${filled}${query && `?${query}`}` }];
  });
}

const idFor = (path, ids) => (path.includes('/patients/') ? ids.patient : ids.case);

/** @returns whether sqlmap found a way in, and how many requests it counted */
async function attack(url, cookie, folder) {
  const options = `--dbms PostgreSQL --level ${values.level} --risk 1 --technique BEUS --batch --flush-session
    --disable-coloring --ignore-code * --timeout 10 --threads 4`;
  const child = spawn(
    'sqlmap',
    ['-u', url, '--cookie', cookie, '--output-dir', folder, ...options.split(/\s+/)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stdout.on('data', (part) => (said += part));
  child.stderr.on('data', (part) => (said += part));
  await once(child, 'exit');
  // sqlmap counts its requests only where it got in; elsewhere it counts the refusals.
  const counted = [...said.matchAll(/total of (\d+) HTTP|\) - (\d+) times/g)];
  const calls = counted.reduce((sum, [, all, refused]) => sum + Number(all ?? refused), 0);
  return { found: INJECTABLE.test(said), calls, said };
}

/** A statement that is put together from what was asked, as nothing in the portal is. */
async function plantedHole(folder) {
  const { EmbeddedPostgres } = await import('../dist/server/database/embedded/embedded-postgres.js');
  const database = new EmbeddedPostgres(folder);
  await database.start();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const server = createServer((request, response) => {
    const asked = new URL(request.url, 'http://planted').searchParams.get('name') ?? '';
    client.query(`SELECT datname FROM pg_database WHERE datname = '${asked}'`).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      (error) => response.writeHead(500).end(String(error.message)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/?name=trt*`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await client.end();
      await database.stop();
    },
  };
}

buildStale(['server']);
const results = mkdtempSync(join(tmpdir(), 'trt-sqlmap-'));
const planting = mkdtempSync(join(tmpdir(), 'trt-planted-'));
chmodSync(planting, 0o755); // as root, PostgreSQL runs as another user
const portal = await startOwnPortal({ env: { RATE_LIMITS: 'relaxed' } });
const breaches = [];
try {
  const planted = await plantedHole(planting);
  const control = await attack(planted.url, '', results);
  await planted.close();
  if (!control.found) throw new Error(`the planted hole was not found:\n${control.said.slice(-2000)}`);
  process.stdout.write(`planted hole: found after ${control.calls} calls\n`);
  for (const email of ['admin@demo.test', 'provider@demo.test']) {
    const cookie = await signIn(portal.base, email);
    const { items } = await (await fetch(`${portal.base}/api/trt/cases`, { headers: { cookie } })).json();
    const ids = { case: items[0]?.id ?? crypto.randomUUID(), patient: items[0]?.patient_id ?? 'none' };
    for (const { path, url } of targets(portal.base, ids)) {
      const { found, calls } = await attack(url, cookie, results);
      process.stdout.write(`${found ? 'BREACH' : 'held  '} ${email} GET ${path}: ${calls} calls\n`);
      if (found) breaches.push(path);
    }
  }
} finally {
  await portal.stop();
  for (const folder of [results, planting]) rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${breaches.length} breaches\n`);
process.exitCode = breaches.length ? 1 : 0;
