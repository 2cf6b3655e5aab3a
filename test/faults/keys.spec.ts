import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { FieldCipher } from '../../server/platform/crypto/field-cipher.js';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import type { Person } from '../support/person.js';
import { PortalProcess } from '../support/process.js';
import { measured, ms } from './measured.js';
import { Writer } from './writer.js';

jest.setTimeout(180_000);

/** Enough that the rotation can be killed midway. */
const MESSAGES = process.env.FAULT_ROUNDS ? 20_000 : 4000;
const oldSecret = randomBytes(32);
const newSecret = randomBytes(32);
const rotating = () =>
  `new:${newSecret.toString('base64')},old:${oldSecret.toString('base64')},${readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim()}`;

let database: ClonedDatabase;
let portal: PortalProcess;

beforeAll(async () => {
  database = await cloneDatabase('demo');
  await archive();
  portal = await PortalProcess.create({ DATABASE_URL: database.url, APP_KEYS: rotating() });
  await portal.start();
});
afterAll(async () => {
  await portal.stop();
  await database.drop();
});

/** Many messages under the old key, from a user who is not active. */
async function archive(): Promise<void> {
  const cipher = new FieldCipher({ appKeys: [{ kid: 'old', secret: oldSecret }] });
  const thread = randomUUID();
  const [who] = await database.asSuperuser<{ patient_id: string; org_id: string; user_id: string }>(
    `SELECT p.id AS patient_id, p.org_id, p.user_id FROM patients p JOIN users u ON u.id = p.user_id
      WHERE u.email = 'northpatient@demo.test'`,
  );
  await database.asSuperuser(
    'INSERT INTO message_threads (id, org_id, patient_id, subject_enc) VALUES ($1, $2, $3, $4)',
    [thread, who!.org_id, who!.patient_id, cipher.encrypt('Letters', `message_threads.subject:${thread}`)],
  );
  const ids = Array.from({ length: MESSAGES }, () => randomUUID());
  await database.asSuperuser(
    `INSERT INTO messages (id, thread_id, org_id, sender, author_id, body_enc, read_at)
      SELECT m.id, $1, $2, 'patient', $3, m.body, now() FROM unnest($4::uuid[], $5::text[]) AS m (id, body)`,
    [
      thread,
      who!.org_id,
      who!.user_id,
      ids,
      ids.map((id) => cipher.encrypt('A line of a letter.', `messages.body:${id}`)),
    ],
  );
}

/** How many values are under each key, across every encrypted column of the database. */
async function valuesByKey(): Promise<Record<string, number>> {
  const columns = await database.asSuperuser<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE '%\\_enc'`,
  );
  const counts: Record<string, number> = {};
  for (const { table_name: table, column_name: column } of columns) {
    const rows = await database.asSuperuser<{ kid: string; n: number }>(
      `SELECT split_part(${column}, ':', 2) AS kid, count(*)::int AS n FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`,
    );
    for (const { kid, n } of rows) counts[kid] = (counts[kid] ?? 0) + n;
  }
  return counts;
}

/** Runs `npm run keys:rotate` alongside the portal. */
function rotate(): ChildProcess {
  return spawn(process.execPath, ['scripts/keys-rotate.mjs'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      APP_KEYS: rotating(),
      DATA_DIR: portal.folder,
    },
    stdio: 'ignore',
  });
}

/** Reads encrypted data over and over; any answer that is not the patient's or the provider's own data counts as failed. */
class Reader {
  reads = 0;
  readonly failed: unknown[] = [];
  slowest = 0;
  private reading = true;
  private readonly work: Promise<void>;

  constructor(patient: Person, provider: Person, caseId: string) {
    this.work = this.read([
      () => patient.get('/api/trt/intake'),
      () => patient.get('/api/messages'),
      () => patient.get('/api/patient/profile'),
      () => provider.get('/api/provider/messages'),
      () => provider.get(`/api/trt/cases/${caseId}/detail`),
    ]);
  }

  async stop(): Promise<void> {
    this.reading = false;
    await this.work;
  }

  private async read(acts: (() => ReturnType<Person['get']>)[]): Promise<void> {
    for (let i = 0; this.reading; i++) {
      const asked = performance.now();
      const answer = await acts[i % acts.length]!();
      this.slowest = Math.max(this.slowest, performance.now() - asked);
      this.reads += 1;
      if (answer.status !== 200 || answer.body.case_source === 'cache') this.failed.push(answer.body);
    }
  }
}

it('keys are rotated while people read and write; killed midway it continues, and the old keys can be removed', async () => {
  const patient = await portal.signIn('patient@demo.test');
  const provider = await portal.signIn('provider@demo.test');
  const caseId = (await provider.get('/api/trt/cases')).body.items[0].id as string;
  const before = (await patient.get('/api/trt/intake')).body.intake_form.data;
  const writer = await Writer.start(await portal.signIn('new@demo.test'));
  const reader = new Reader(patient, provider, caseId);

  const killed = rotate();
  const ended = once(killed, 'exit');
  const underNew = async (): Promise<number> => {
    const [row] = await database.asSuperuser<{ n: number }>(
      `SELECT count(*)::int AS n FROM messages WHERE body_enc LIKE 'v1:new:%'`,
    );
    return row!.n;
  };
  while (killed.exitCode === null && (await underNew()) < MESSAGES / 3) await sleep(10);
  killed.kill('SIGKILL');
  await ended;
  const midway = await valuesByKey();
  expect(midway['new']).toBeGreaterThan(MESSAGES / 3);
  expect(midway['old']).toBeGreaterThan(0);

  const resumed = performance.now();
  const [code] = (await once(rotate(), 'exit')) as [number];
  const took = performance.now() - resumed;
  await Promise.all([writer.stop(), reader.stop()]);
  expect(code).toBe(0);
  const after = await valuesByKey();
  expect(Object.keys(after)).toEqual(['new']);
  expect(reader.reads).toBeGreaterThan(20);
  expect(reader.failed).toEqual([]);
  expect(writer.count).toBeGreaterThan(5);
  expect(await writer.lost(await portal.signIn('new@demo.test'))).toBe(0);

  await portal.stop();
  const alone = await PortalProcess.create({
    DATABASE_URL: database.url,
    APP_KEYS: `new:${newSecret.toString('base64')}`,
  });
  await alone.start();
  const again = await alone.signIn('patient@demo.test');
  expect((await again.get('/api/trt/intake')).body.intake_form.data).toEqual(before);
  await alone.stop();

  const { new: first = 0, ...others } = midway;
  const left = Object.values(others).reduce((sum, n) => sum + n, 0);
  measured(
    'keys rotated under load, killed -9 midway, run again (X-02)',
    '0 reads failed, 0 values under an old key, 0 writes lost',
    `${reader.failed.length} of ${reader.reads} reads failed (slowest ${ms(reader.slowest)}); new/old ${first}/${left} when killed, ${after['new']}/0 after ${ms(took)} more; 0 of ${writer.count} writes lost`,
  );
});
