// `npm run drill:failover`: three PostgreSQL nodes under Patroni with synchronous replication, and a portal that reaches the leader
// through HAProxy. Ten patients save all the time; the leader is killed -9, as a machine that loses power, `--rounds` times. Each
// acknowledged save is looked for; people read what is kept and stay signed in. At the end the synchronous standby is killed, then
// halted, and then the leader is halted and woken. Needs Patroni, etcd, HAProxy and PostgreSQL; without them it says so.
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { Caller, Findings, need, percentile } from './drill-cluster.mjs';
import { PatroniCluster, postgresPrograms } from './drill-patroni.mjs';
import { startOwnPortal } from './own-portal.mjs';
import { buildStale } from './build.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    strict: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(values.rounds);
const WRITERS = 10;
const BACK_LIMIT_MS = 30_000;
const WRITE_FOR_MS = 4000;
/** A machine that takes longer has not failed over. */
const GIVEN_UP_MS = 120_000;
/** A person types: a save every so often, not one after the other. */
const PAUSE_MS = 100;
const READ_EVERY_MS = 150;
/** How long a node that wakes is watched. */
const AWAKE_MS = 8000;
const PASSWORD = 'velvet otter mountain quarry 71';
const findings = new Findings();

/** A patient whose form is saved over and over, as the client does it: what was not answered is sent again with the same key. */
class Writer {
  acknowledged = [];
  failure = null;
  answers = [];
  #version = 0;
  #work = Promise.resolve();
  #writing = false;

  constructor(caller, userId) {
    this.caller = caller;
    this.userId = userId;
  }

  static async create(base, number) {
    const caller = new Caller(base);
    const email = `failover-${number}-${Date.now()}@example.test`;
    const { status, body } = await caller.post('/auth/signup', {
      email,
      password: PASSWORD,
      confirm_password: PASSWORD,
    });
    if (status !== 201) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`);
    const writer = new Writer(caller, body.user.id);
    writer.#version = (await caller.get('/api/trt/intake')).body.intake_form.version;
    return writer;
  }

  start() {
    this.#writing = true;
    this.answers = [];
    this.#work = this.#write().catch((error) => (this.failure = error));
  }

  async stop() {
    this.#writing = false;
    await this.#work;
    if (this.failure) throw this.failure;
  }

  async #write() {
    while (this.#writing) {
      const text = `${this.userId} ${this.#version + 1}`;
      const saved = await this.#until(text);
      if (!saved) return;
      this.#version = saved.intake_form.version;
      this.acknowledged.push({ version: this.#version, text });
      await sleep(PAUSE_MS);
    }
  }

  async #until(text) {
    const [key, began] = [randomUUID(), performance.now()];
    const body = { version: this.#version, data: { full_name: text, family_other: text } };
    for (;;) {
      const sent = performance.now();
      const answer = await this.caller.call('POST', '/api/trt/intake', body, 60_000, {
        'idempotency-key': key,
      });
      this.answers.push({ began, sent, at: performance.now(), status: answer.status });
      if (answer.status === 200) return answer.body;
      // The form is older than what was acknowledged: it is counted as lost.
      if (answer.body.error === 'version_conflict') return null;
      if (![503, 409].includes(answer.status))
        throw new Error(`a save: ${answer.status} ${answer.body.error}`);
      if (performance.now() - began > GIVEN_UP_MS) throw new Error(`no save for ${GIVEN_UP_MS} ms`);
      await sleep(PAUSE_MS);
    }
  }

  /** Acknowledged saves that are not in the database: of the form the last one, of the audit each. */
  async lost(cluster) {
    const { data, version } = (await this.caller.get('/api/trt/intake')).body.intake_form;
    const last = this.acknowledged.at(-1);
    const same = version === last.version && data.full_name === last.text && data.family_other === last.text;
    const rows = await cluster.rows(
      `SELECT (detail->>'version')::int AS version FROM audit_events WHERE action = 'intake.save' AND actor_id = $1`,
      [this.userId],
    );
    const audited = new Set(rows.map((row) => row.version));
    const missing = this.acknowledged.filter((save) => !audited.has(save.version)).length;
    return missing + Number(!same);
  }
}

/** Reads one page again and again. */
class Reader {
  answers = [];
  #reading = true;

  constructor(caller, path) {
    this.caller = caller;
    this.path = path;
    this.work = this.#read();
  }

  async #read() {
    while (this.#reading) {
      const sent = performance.now();
      const { status, body } = await this.caller.get(this.path);
      const source = body.source ?? body.case_source ?? 'db';
      this.answers.push({ sent, at: performance.now(), status, kept: source !== 'db', error: body.error });
      await sleep(READ_EVERY_MS);
    }
  }

  async stop() {
    this.#reading = false;
    await this.work;
  }
}

async function signedOut(people) {
  const statuses = [];
  for (const caller of people) statuses.push((await caller.get('/auth/me')).status);
  return statuses.filter((status) => status !== 200).length;
}

/** From a kill until a save that was sent afterwards is taken. */
async function back(writers, killed) {
  for (;;) {
    const taken = writers.flatMap(({ answers }) =>
      answers.filter(({ sent, status }) => sent > killed && status === 200).map(({ at }) => at),
    );
    if (taken.length) return Math.min(...taken) - killed;
    if (performance.now() - killed > GIVEN_UP_MS) throw new Error('no save was taken any more');
    await sleep(20);
  }
}

const total = (list, of) => list.reduce((sum, one) => sum + of(one), 0);
const saved = (writers) => total(writers, ({ acknowledged }) => acknowledged.length);

/** What people saw from `struck` until `until`. */
function seenBetween(struck, until, { writers, readers }) {
  const saves = writers.flatMap(({ answers }) => answers.filter(({ at }) => at > struck));
  const refused = saves.filter(({ status }) => status !== 200);
  const reads = readers.flatMap(({ answers }) =>
    answers.filter(({ sent, at }) => at > struck && sent < until),
  );
  return {
    refused: refused.length,
    first: Math.min(...refused.map(({ at }) => at)) - struck,
    slowest: Math.max(...saves.filter(({ status }) => status === 200).map(({ began, at }) => at - began)),
    kept: reads.filter(({ status, kept }) => status === 200 && kept).length,
    fresh: reads.filter(({ status, kept }) => status === 200 && !kept).length,
    unread: reads.filter(({ status }) => status !== 200).map(({ status, error }) => `${status} ${error}`),
  };
}

/**
 * Strikes the node of a role while everybody saves. @returns what was seen
 * @param lasting how long it is looked at, at least: a loss that no one notices at once
 */
async function strike(role, { how = 'kill', lasting = 0 }, scene) {
  const { cluster, writers, people } = scene;
  await cluster.settled();
  const before = saved(writers);
  for (const writer of writers) writer.start();
  await sleep(WRITE_FOR_MS);
  const node = (await cluster.roles()).get(role);
  const struck = performance.now();
  node[how]();
  const took = await back(writers, struck);
  const until = struck + Math.max(took, lasting);
  await sleep(until - performance.now() + 2000);
  if (how === 'halt') {
    node.wake();
    await sleep(AWAKE_MS);
  }
  await Promise.all(writers.map((writer) => writer.stop()));
  let lost = 0;
  for (const writer of writers) lost += await writer.lost(cluster);
  const out = await signedOut(people);
  if (how === 'kill') await node.start();
  const seen = seenBetween(struck, until, scene);
  return { node: node.name, saves: saved(writers) - before, lost, back: took, signedOut: out, ...seen };
}

const seconds = (ms) => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'none');

const readsOf = ({ kept, fresh, unread }) => {
  const why = unread.length ? ` (${[...new Set(unread)].join(', ')})` : '';
  return `${kept} kept, ${fresh} fresh, ${unread.length} refused${why}`;
};

const HEAD = [
  'round',
  'killed',
  'saves',
  'lost',
  'first refusal',
  'saves again',
  'slowest save',
  'refused',
  'reads meanwhile',
  'signed out',
];
const line = (cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

async function killLeaders(scene) {
  line(HEAD);
  line(HEAD.map(() => '---'));
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const seen = await strike('leader', {}, scene);
    const times = [seen.first, seen.back, seen.slowest].map(seconds);
    line([round, seen.node, seen.saves, seen.lost, ...times, seen.refused, readsOf(seen), seen.signedOut]);
    rounds.push(seen);
  }
  judge(rounds);
}

function judge(rounds) {
  const lost = total(rounds, (seen) => seen.lost);
  const saves = total(rounds, (seen) => seen.saves);
  findings.add(`acknowledged saves lost, ${ROUNDS} leaders killed -9`, `${lost} of ${saves}`, lost === 0);
  const span = (of) => {
    const times = rounds.map(of);
    return `median ${seconds(percentile(times, 0.5))}, longest ${seconds(Math.max(...times))}`;
  };
  const within = (of) => rounds.every((seen) => of(seen) < BACK_LIMIT_MS);
  const [again, slowest] = [(seen) => seen.back, (seen) => seen.slowest];
  findings.add('saves are taken again', span(again), within(again));
  findings.add('slowest save, repeated until it was taken', span(slowest), within(slowest));
  const out = total(rounds, (seen) => seen.signedOut);
  findings.add('signed out, of twelve people each time', String(out), out === 0);
  const unread = rounds.flatMap((seen) => seen.unread);
  const [kept, fresh] = [total(rounds, (seen) => seen.kept), total(rounds, (seen) => seen.fresh)];
  findings.add('reads meanwhile', readsOf({ kept, fresh, unread }), unread.length === 0 && kept > 0);
}

/** What else happens to a node: none of it may lose a save or sign anybody out. */
async function strikeOtherwise(scene) {
  for (const [what, role, how] of [
    ['the synchronous standby killed -9', 'sync_standby', 'kill'],
    ['the synchronous standby halted', 'sync_standby', 'halt'],
    ['the leader halted, and woken after another one leads', 'leader', 'halt'],
  ]) {
    const seen = await strike(role, { how, lasting: 25_000 }, scene);
    const { lost, saves, slowest, refused, signedOut: out } = seen;
    const said = `${lost} of ${saves} lost, slowest save ${seconds(slowest)}, ${refused} refused; reads: ${readsOf(seen)}; signed out: ${out}`;
    findings.add(what, said, lost === 0 && out === 0 && slowest < BACK_LIMIT_MS);
  }
}

async function drill(cluster) {
  const seeding = await startOwnPortal({ env: { ...cluster.settings, DEMO_DATA: 'on' } });
  await seeding.stop();
  const portal = await startOwnPortal({ env: { ...cluster.settings, DEMO_DATA: 'off' } });
  let readers = [];
  try {
    const { base } = portal;
    const writers = [];
    for (let i = 0; i < WRITERS; i++) writers.push(await Writer.create(base, i));
    const [provider, patient] = [new Caller(base), new Caller(base)];
    await provider.signIn('provider@demo.test');
    await patient.signIn('patient@demo.test');
    readers = [new Reader(provider, '/api/trt/cases'), new Reader(patient, '/api/trt/dashboard')];
    const people = [...writers.map(({ caller }) => caller), provider, patient];
    const scene = { cluster, writers, readers, people };
    await killLeaders(scene);
    await strikeOtherwise(scene);
  } finally {
    await Promise.all(readers.map((reader) => reader.stop()));
    await portal.stop();
  }
}

need({
  patroni: 'patroni python3-etcd',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  [join(postgresPrograms(), 'pg_rewind')]: 'postgresql',
});
buildStale(['server']);
process.stdout.write(`load average ${loadavg()[0].toFixed(1)}\n`);
const cluster = await PatroniCluster.start({ strict: values.strict });
try {
  await drill(cluster);
} finally {
  await cluster.stop();
}
findings.end();
