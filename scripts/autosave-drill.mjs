// `npm run drill:autosave [-- --saves 1000]`: one patient saves a full form a thousand times, and then from any base version
// there is. No answer may take more than 2 s, and the server may not use more than 450 MB. Where the limit of what an account may
// write is used up, the server is restarted instead of waiting for ten minutes.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildStale } from './build.mjs';
import { freePort, startOwnPortal } from './own-portal.mjs';

const { values } = parseArgs({ options: { saves: { type: 'string', default: '1000' } } });
const SAVES = Number(values.saves);
const SLOWEST_MS = 2000;
const MOST_MB = 450;
const BODY_BYTES = 240_000;
const SAMPLE_MS = 200;
const AT_ONCE = 20;
const MEMORY = ['--max-semi-space-size=8', '--max-old-space-size=384'];
const ACCOUNT = { email: 'autosave@example.test', password: 'velvet otter mountain quarry 41' };

buildStale(['server']);
const { FIELDS } = await import('../dist/common/intake/index.js');
const LONGEST_TEXT = 10_000;
const LONG = FIELDS.filter(({ type }) => type === 'longtext').map(({ name }) => name);

/** Texts as long as they may be, in letters of three bytes, up to the size of the body. */
function fullForm(n) {
  const data = {};
  for (let bytes = 0, i = 0; bytes < BODY_BYTES && i < LONG.length; i++) {
    const letters = Math.min(LONGEST_TEXT, Math.floor((BODY_BYTES - bytes) / 3));
    data[LONG[i]] = `${n} `.padEnd(letters, '漢');
    bytes += Buffer.byteLength(data[LONG[i]]);
  }
  return { data, bytes: Buffer.byteLength(JSON.stringify(data)) };
}

const folder = mkdtempSync(join(tmpdir(), 'trt-autosave-'));
chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
const at = await freePort();
let portal = null;
let mostMb = 0;
let cookie = '';

async function start() {
  await portal?.stop();
  portal = await startOwnPortal({ flags: MEMORY, env: { DATA_DIR: folder }, at });
}

async function sampling(state) {
  while (!state.over) {
    const text = await fetch(portal.metrics)
      .then((answer) => answer.text())
      .catch(() => '');
    const bytes = Number(/^trt_process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0);
    mostMb = Math.max(mostMb, bytes / 1e6);
    await sleep(SAMPLE_MS);
  }
}

async function post(path, body) {
  const started = performance.now();
  const answer = await fetch(portal.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  return { status: answer.status, said, ms: performance.now() - started, headers: answer.headers };
}

const save = (version, data) => post('/api/trt/intake', { version, data });

async function saveAll() {
  let [version, bytes, restarts, slowest] = [0, 0, 0, 0];
  while (version < SAVES) {
    const { data, bytes: size } = fullForm(version);
    const { status, said, ms } = await save(version, data);
    if (status === 429) {
      restarts += 1;
      await start();
      continue;
    }
    if (status !== 200) throw new Error(`save ${version}: ${status} ${JSON.stringify(said).slice(0, 300)}`);
    version = said.intake_form.version;
    bytes += size;
    slowest = Math.max(slowest, ms);
  }
  return { version, size: Math.round(bytes / version / 1000), restarts, slowest };
}

/** From any base version, one after another and then many at once: too far back is refused, near enough is merged. */
async function fromAnyBase(version) {
  const shares = [0, 1, 2, 10, 100, 500, 699, 700, 701, 900, 990, 995, 998, 999];
  const bases = [...new Set(shares.map((n) => Math.round((n / 1000) * version)))];
  const single = [];
  for (const base of bases) single.push(await save(base, { occupation: `baker ${base}` }));
  const together = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => save(bases[n % bases.length], { occupation: `smith ${n}` })),
  );
  return { single, together };
}

const slowestOf = (answers) => Math.max(...answers.map(({ ms }) => ms));
/** "13 times 409, 1 times 200; slowest 120 ms" */
function told(answers) {
  const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status));
  const counts = statuses.map(([status, { length }]) => `${length} times ${status}`);
  return `${counts.join(', ')}; slowest ${slowestOf(answers).toFixed(0)} ms`;
}

const state = { over: false };
try {
  await start();
  const watched = sampling(state);
  const signUp = await post('/auth/signup', { ...ACCOUNT, confirm_password: ACCOUNT.password });
  cookie = signUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const saved = await saveAll();
  await start();
  const { single, together } = await fromAnyBase(saved.version);
  state.over = true;
  await watched;
  const rows = [
    [
      'saves',
      `${saved.version} of ${saved.size} kB, slowest ${saved.slowest.toFixed(0)} ms; the server was restarted ${saved.restarts} times`,
    ],
    ['from any base version, one after another', told(single)],
    [`the same, ${AT_ONCE} at once`, told(together)],
    ['memory (RSS), most', `${mostMb.toFixed(0)} MB`],
  ];
  const when = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (load ${loadavg()[0].toFixed(1)})`;
  process.stdout.write(`\nAutosave drill of ${when}\n\n| what | seen |\n| --- | --- |\n`);
  for (const [what, was] of rows) process.stdout.write(`| ${what} | ${was} |\n`);
  const understood = [...single, ...together].every(({ status }) => [200, 409].includes(status));
  const quick = Math.max(saved.slowest, slowestOf(single), slowestOf(together)) <= SLOWEST_MS;
  process.exitCode = understood && quick && mostMb <= MOST_MB ? 0 : 1;
} finally {
  state.over = true;
  await portal?.stop();
  rmSync(folder, { recursive: true, force: true });
}
