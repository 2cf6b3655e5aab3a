// `npm run drill:processes`: two web processes and a worker behind HAProxy in turn, without stickiness. Real traffic; a session
// ended on one process and how long the other accepts it; a process that sleeps for 30 s and wakes with an old cache; a web
// process killed right after its answers, and every audit row looked for. Without HAProxy it says so.
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Caller, Findings, need, percentile, startDatabase, startHaproxy } from './drill-cluster.mjs';
import { freePort, startOwnPortal } from './own-portal.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    reads: { type: 'string', default: '10000' },
    pause: { type: 'string', default: '30' },
    idle: { type: 'string', default: '30' },
  },
});
const MEMORY = ['--max-semi-space-size=8', '--max-old-space-size=384'];
const REVOCATIONS = 20;
const READERS = 20;
const findings = new Findings();

/** Two web processes and a worker, known by the address of the proxy. */
async function startCluster(database) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const web = await Promise.all(['web-1', 'web-2'].map(async (name) => ({ name, port: await freePort() })));
  const start = (role, at) =>
    startOwnPortal({
      flags: MEMORY,
      env: { ...database.settings, PUBLIC_ORIGIN: origin, PROCESS_ROLE: role, TRUST_PROXY: '1' },
      at,
    });
  for (const one of web) one.portal = await start('web', one.port);
  const worker = await start('worker', await freePort());
  const servers = web.map(({ name, portal }) => ({ name, base: portal.base }));
  const proxy = await startHaproxy(port, servers);
  return {
    origin,
    web,
    worker,
    direct: (index) => new Caller(web[index].portal.base, origin),
    restart: async (index) => (web[index].portal = await start('web', web[index].port)),
    stop: async () => {
      await proxy.stop();
      for (const { portal } of [...web, { portal: worker }]) await portal.stop();
    },
  };
}

/** Commits a second of a whole database at rest. */
async function commitsAtRest(database, seconds) {
  const commits = async () => {
    await sleep(1200);
    const [{ n }] = await database.rows(
      `SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = 'trt'`,
    );
    return n;
  };
  const before = await commits();
  const began = performance.now();
  await sleep(seconds * 1000);
  const after = await commits();
  // This drill asks twice.
  return (after - before - 2) / ((performance.now() - began) / 1000);
}

async function idle(database, seconds) {
  for (const role of ['all', 'web', 'worker']) {
    const portal = await startOwnPortal({ flags: MEMORY, env: { ...database.settings, PROCESS_ROLE: role } });
    await sleep(5000);
    const rate = await commitsAtRest(database, seconds);
    findings.add(`commits a second of a process at rest, ${role}`, rate.toFixed(1));
    await portal.stop();
  }
}

/** What people do, each step at the next process; `count` is told of each answer. */
const WORK = {
  list: async ({ provider }) => provider.get('/api/trt/cases'),
  detail: async ({ provider, caseId }) => provider.get(`/api/trt/cases/${caseId}/detail`),
  dashboard: async ({ patient }) => patient.get('/api/trt/dashboard'),
  autosave: async (people) => {
    people.saves += 1;
    const data = { full_name: `Drill ${people.saves}` };
    const answer = await people.writer.post('/api/trt/intake', { version: people.version, data });
    if (answer.status === 200) people.version = answer.body.intake_form.version;
    return answer;
  },
  order: async (people) => {
    const { id, version, ...rest } = people.order;
    const fields = ['drug', 'dose', 'frequency', 'route', 'quantity', 'refills', 'days_supply'];
    const body = { ...Object.fromEntries(fields.map((name) => [name, rest[name]])), version };
    const answer = await people.provider.post(`/api/trt/prescriptions/${id}`, body);
    if (answer.status === 200) people.order = answer.body;
    return answer;
  },
  'sign-in': async ({ origin }) => {
    const guest = new Caller(origin);
    try {
      await guest.signIn('patient@demo.test');
      return await guest.post('/auth/logout');
    } finally {
      guest.close();
    }
  },
};

async function peopleAt(origin) {
  const [provider, patient, writer] = await Promise.all(
    ['provider@demo.test', 'patient@demo.test', 'new@demo.test'].map((email) =>
      new Caller(origin).signIn(email),
    ),
  );
  const { body: cases } = await provider.get('/api/trt/cases');
  const { body: orders } = await provider.get('/api/trt/prescriptions/all');
  const order = orders.prescriptions.find(({ status }) => status === 'draft');
  if (!order) throw new Error('the demo has no order that waits');
  const { body: intake } = await writer.get('/api/trt/intake');
  const { version } = intake.intake_form;
  return { origin, provider, patient, writer, caseId: cases.items[0].id, order, version, saves: 0 };
}

async function traffic({ origin }, seconds) {
  const people = await peopleAt(origin);
  const seen = Object.fromEntries(Object.keys(WORK).map((name) => [name, []]));
  const served = new Map();
  const failed = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Object.entries(WORK).map(async ([name, work]) => {
      while (performance.now() < until) {
        const began = performance.now();
        const { status, headers, body } = await work(people);
        seen[name].push(performance.now() - began);
        served.set(headers['x-served-by'], (served.get(headers['x-served-by']) ?? 0) + 1);
        if (status >= 300) failed.push(`${name} ${status} ${JSON.stringify(body).slice(0, 120)}`);
      }
    }),
  );
  for (const [name, times] of Object.entries(seen))
    findings.add(
      `traffic: ${name}`,
      `${times.length} calls, median ${percentile(times, 0.5).toFixed(0)} ms, p97.5 ${percentile(times, 0.975).toFixed(0)} ms`,
      times.length > 0,
    );
  const shares = [...served].map(([name, calls]) => `${name} ${calls}`).join(', ');
  findings.add('traffic: answered by', shares, served.size === 2);
  findings.add('traffic: failed', failed.length ? failed.slice(0, 3).join('; ') : '0', !failed.length);
}

/** How long a session that ended on one process is accepted by the other. */
async function revocations(cluster) {
  const accepted = [];
  for (let round = 0; round < REVOCATIONS; round++) {
    const here = await cluster.direct(0).signIn('provider@demo.test');
    const there = here.at(cluster.web[1].portal.base);
    if ((await there.get('/api/trt/cases')).status !== 200) throw new Error('the session is not shared');
    await here.post('/auth/logout');
    const ended = performance.now();
    let last = 0;
    for (let tries = 0; tries < 200; tries++) {
      const sent = performance.now();
      if ((await there.get('/api/trt/cases')).status === 401) break;
      last = sent - ended;
    }
    accepted.push(last);
    here.close();
    there.close();
  }
  const longest = Math.max(...accepted);
  const what = `a session ended on one process: longest accepted by the other, ${REVOCATIONS} rounds`;
  findings.add(what, `${longest.toFixed(0)} ms after the answer (0: refused at once)`, longest === 0);
}

/** Sleeps through the end of a session, and wakes with what it knew before. */
async function pause(cluster, seconds) {
  const [awake, { portal: asleep }] = [cluster.direct(0), cluster.web[1]];
  await awake.signIn('provider@demo.test');
  const there = awake.at(asleep.base);
  for (let i = 0; i < 20; i++) await there.get('/api/trt/cases');
  asleep.child.kill('SIGSTOP');
  // It waits in the socket of the process that sleeps.
  const waiting = there.at(asleep.base).get('/api/trt/cases', (seconds + 30) * 1000);
  await sleep(2000);
  await awake.post('/auth/logout');
  await sleep(seconds * 1000 - 2000);
  asleep.child.kill('SIGCONT');
  const callers = Array.from({ length: 20 }, () => there.at(asleep.base));
  const answers = await Promise.all([waiting, ...callers.map((caller) => caller.get('/api/trt/cases'))]);
  const accepted = answers.filter(({ status }) => status === 200).length;
  findings.add(
    `a process that slept ${seconds} s while a session ended: accepted it after waking`,
    `${accepted} of ${answers.length} calls (${[...new Set(answers.map(({ status }) => status))].join(', ')})`,
    accepted === 0,
  );
  await sleep(3000);
  const fresh = await cluster.direct(1).signIn('provider@demo.test');
  const { status, body } = await fresh.get('/api/trt/cases');
  findings.add('the process that slept works again', `${status} ${body.source}`, status === 200);
}

/** Reads until the process is gone; what arrived must be in the audit. */
async function readUntilKilled(caller, answered) {
  for (;;) {
    const answer = await caller.get('/api/trt/cases', 5000).catch(() => null);
    if (!answer) return;
    if (answer.status === 200) answered.push(answer.headers['x-request-id']);
  }
}

async function killed(cluster, database, wanted) {
  let [answers, missing, rounds] = [0, 0, 0];
  while (answers < wanted) {
    rounds += 1;
    const target = cluster.web[rounds % 2].portal;
    const reader = await cluster.direct(rounds % 2).signIn('provider@demo.test');
    const answered = [];
    const callers = Array.from({ length: READERS }, () => reader.at(target.base));
    const reading = callers.map((caller) => readUntilKilled(caller, answered));
    await sleep(1500 + (rounds % 7) * 211);
    target.child.kill('SIGKILL');
    await once(target.child, 'exit');
    await Promise.all(reading);
    for (const caller of [...callers, reader]) caller.close();
    const rows = await database.rows(
      `SELECT request_id FROM audit_events WHERE action = 'case.search' AND request_id = ANY($1)`,
      [answered],
    );
    const written = new Set(rows.map((row) => row.request_id));
    missing += answered.filter((id) => !written.has(id)).length;
    answers += answered.length;
    await cluster.restart(rounds % 2);
  }
  findings.add(
    `audit rows missing of batched reads, ${rounds} processes killed -9 under ${READERS} readers`,
    `${missing} of ${answers}`,
    missing === 0,
  );
}

async function workerServesHealthOnly({ worker, origin }) {
  const caller = new Caller(worker.base, origin);
  const paths = ['/livez', '/readyz', '/api/system/status', '/auth/me', '/api/trt/cases', '/%61pi/trt/cases'];
  const statuses = [];
  for (const path of paths) statuses.push((await caller.get(path)).status);
  const expected = [200, 200, 404, 404, 404, 404];
  findings.add('a worker serves health only', statuses.join(' '), String(statuses) === String(expected));
}

need({ haproxy: 'haproxy' });
process.stdout.write(`load average ${loadavg()[0].toFixed(1)}\n`);
const database = await startDatabase();
let cluster;
try {
  await idle(database, Number(values.idle));
  cluster = await startCluster(database);
  await workerServesHealthOnly(cluster);
  await traffic(cluster, Number(values.seconds));
  await revocations(cluster);
  await pause(cluster, Number(values.pause));
  await killed(cluster, database, Number(values.reads));
  findings.add('load average at the end', loadavg()[0].toFixed(1));
} finally {
  await cluster?.stop();
  await database.stop();
}
findings.end();
