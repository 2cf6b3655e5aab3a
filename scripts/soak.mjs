// `node scripts/soak.mjs [--minutes 20 --rate 50]`: half the load the portal can handle (or the given rate), for a long time;
// reports whether memory, handles or response times grow.
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildStale } from './build.mjs';
import { freePort, signIn, startOwnPortal } from './own-portal.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, rate: { type: 'string' } },
});
const MINUTES = Number(values.minutes);
const CAPACITY_S = 10;
const CALLERS = 10;
const SAMPLE_EVERY_MS = 5000;
/** How often garbage collection is forced in a run, to see what is really retained. */
const COLLECTIONS = 10;
/** Longer than a connection is kept open for its next call. */
const REST_MS = 70_000;

const percentile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;

/** Least squares, per unit of x. */
function slope(points) {
  const mean = (pick) => points.reduce((sum, p) => sum + pick(p), 0) / points.length;
  const [mx, my] = [mean((p) => p[0]), mean((p) => p[1])];
  const spread = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  return points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / spread;
}

async function start() {
  const inspectPort = await freePort();
  const portal = await startOwnPortal({
    flags: ['--max-semi-space-size=8', '--max-old-space-size=384', `--inspect=127.0.0.1:${inspectPort}`],
  });
  return { ...portal, ...(await inspector(inspectPort)) };
}

/** `liveHeap`: the megabytes on that process's heap after garbage collection. */
async function inspector(port) {
  const [{ webSocketDebuggerUrl }] = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  const waiting = new Map();
  let id = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(data);
    waiting.get(answer.id)?.(answer.result);
  });
  const ask = (method) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  const liveHeap = async () => {
    await ask('HeapProfiler.collectGarbage');
    return (await ask('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  return { liveHeap, leave: () => socket.close() };
}

/** One after the other: what a patient and a provider do on an ordinary day. */
async function mix(base) {
  const [patient, provider, writer] = await Promise.all(
    ['patient@demo.test', 'provider@demo.test', 'new@demo.test'].map((email) => signIn(base, email)),
  );
  const { items } = await (await fetch(`${base}/api/trt/cases`, { headers: { cookie: provider } })).json();
  let saves = 0;
  const get = (cookie, path) => () => fetch(base + path, { headers: { cookie } });
  const save = async () => {
    // A new key each time, and an outdated version: merged or refused, both are work.
    const full_name = `Soak ${saves++}`;
    return fetch(`${base}/api/trt/intake`, {
      method: 'POST',
      headers: { cookie: writer, 'content-type': 'application/json' },
      body: JSON.stringify({ version: 0, data: { full_name } }),
    });
  };
  return [
    get(patient, '/api/trt/dashboard'),
    get(provider, '/api/trt/cases?range=[0,24]'),
    get(provider, `/api/trt/cases/${items[0].id}/detail`),
    get(patient, '/auth/me'),
    get(provider, '/api/provider/patients?filter={"q":"an"}'),
    get(patient, '/api/prescriptions'),
    get(provider, '/api/labs'),
    save,
    get(patient, '/api/progress'),
    get(provider, '/api/trt/provider/pending-plans'),
  ];
}

async function call(act, seen) {
  const started = performance.now();
  try {
    const answer = await act();
    await answer.arrayBuffer();
    seen.times.push(performance.now() - started);
    if (answer.status === 503) seen.refused += 1;
    else if (answer.status >= 500) seen.failed += 1;
  } catch {
    seen.failed += 1;
  }
}

/** Calls per second with this many callers that never pause. */
async function capacity(acts) {
  const seen = { times: [], refused: 0, failed: 0 };
  const end = performance.now() + CAPACITY_S * 1000;
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, i) => {
      for (let n = i; performance.now() < end; n++) await call(acts[n % acts.length], seen);
    }),
  );
  return seen.times.length / CAPACITY_S;
}

async function sample(metrics) {
  const text = await (await fetch(metrics)).text();
  const read = (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return {
    rss: read('trt_process_resident_memory_bytes') / 1e6,
    heap: read('trt_nodejs_heap_size_used_bytes') / 1e6,
    handles: read('trt_process_open_fds'),
  };
}

async function run({ base, metrics, liveHeap }) {
  const before = await sample(metrics);
  const acts = await mix(base);
  const rate = values.rate ? Number(values.rate) : (await capacity(acts)) / 2;
  process.stdout.write(`${MINUTES} min at ${rate.toFixed(0)} calls/s\n`);
  const seen = { times: [], refused: 0, failed: 0 };
  const samples = [];
  const live = [];
  const started = performance.now();
  let [sent, sampled, from] = [0, 0, 0];
  while (performance.now() - started < MINUTES * 60_000) {
    const due = ((performance.now() - started) / 1000) * rate;
    for (; sent < due; sent++) void call(acts[sent % acts.length], seen);
    if (
      performance.now() - started >=
      ((live.length + 1) / COLLECTIONS) * MINUTES * 60_000 - SAMPLE_EVERY_MS
    ) {
      live.push([(performance.now() - started) / 3_600_000, await liveHeap()]);
    }
    if (performance.now() - started - sampled >= SAMPLE_EVERY_MS) {
      sampled = performance.now() - started;
      const p99 = percentile(seen.times.slice(from), 0.99);
      from = seen.times.length;
      samples.push({ minute: sampled / 60_000, p99, ...(await sample(metrics)) });
      const { rss, heap, handles } = samples.at(-1);
      process.stdout.write(
        `${(sampled / 60_000).toFixed(1)} min  rss ${rss.toFixed(0)} MB  heap ${heap.toFixed(0)} MB  handles ${handles}  p99 ${p99.toFixed(0)} ms\n`,
      );
    }
    await sleep(5);
  }
  await sleep(REST_MS);
  return { seen, samples, live, rate, before, after: await sample(metrics) };
}

function report({ seen, samples, live, rate, before, after }) {
  // Warm-up of a fresh process is not a leak.
  const warm = samples.filter((s) => s.minute > MINUTES / 4);
  const third = Math.ceil(warm.length / 3);
  const p99 = (part) =>
    percentile(
      part.map((s) => s.p99),
      0.5,
    ).toFixed(0);
  const range = (key) => `${Math.min(...warm.map((s) => s[key]))} to ${Math.max(...warm.map((s) => s[key]))}`;
  const perHour = (part) => slope(part.map((s) => [s.minute / 60, s.rss])).toFixed(1);
  const rows = [
    [
      'calls',
      `${seen.times.length} (${rate.toFixed(0)} a second), ${seen.refused} refused because of load, ${seen.failed} failed`,
    ],
    [
      'memory (RSS)',
      `${warm[0].rss.toFixed(0)} MB to ${warm.at(-1).rss.toFixed(0)} MB, slope ${perHour(warm)} MB/h, in the last third ${perHour(warm.slice(-third))} MB/h`,
    ],
    [
      'heap in use, all else collected',
      `${live.map(([, mb]) => mb.toFixed(1)).join(', ')} MB (every ${MINUTES / COLLECTIONS} min), slope of the second half ${slope(live.slice(COLLECTIONS / 2)).toFixed(1)} MB/h`,
    ],
    [
      'open handles',
      `${before.handles} before, ${range('handles')} under load, ${after.handles} after a rest of ${REST_MS / 1000} s`,
    ],
    ['p99, first and last third', `${p99(warm.slice(0, third))} ms, ${p99(warm.slice(-third))} ms`],
  ];
  const when = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (load ${loadavg()[2].toFixed(1)}), ${MINUTES} min`;
  process.stdout.write(
    `\nSoak of ${when}; the first quarter is left out\n\n| what | seen |\n| --- | --- |\n`,
  );
  for (const [what, was] of rows) process.stdout.write(`| ${what} | ${was} |\n`);
}

buildStale(['server']);
const portal = await start();
try {
  const result = await run(portal);
  report(result);
  process.exitCode = result.seen.failed ? 1 : 0;
} finally {
  // A process under inspection waits for the inspector to disconnect.
  portal.leave();
  await portal.stop();
}
