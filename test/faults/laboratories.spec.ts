import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { ackOf, drawAt, frame, LaboratorySocket, oru, type Drawn } from '../support/laboratory.js';
import { PortalProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { measured, percentile, ms } from './measured.js';

/** npm run drill:labs: FAULT_ROUNDS=200. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 4);
const MESSAGES_A_ROUND = 2;
/** Starting the portal takes seconds. */
const PORTAL_KILLED_EVERY = 4;
jest.setTimeout(60_000 + ROUNDS * 15_000);

let database: ClonedDatabase;
let portal: PortalProcess;
let gateway: GatewayProcess;
let spool: string;
let patients: Drawn[];

beforeAll(async () => {
  database = await cloneDatabase('demo');
  spool = mkdtempSync(join(tmpdir(), 'trt-labs-'));
  const env = {
    APP_KEYS: readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim(),
    LAB_SPOOL_DIR: spool,
  };
  portal = await PortalProcess.create({ ...env, DATABASE_URL: database.url, DATABASE_POOL: '6' });
  gateway = await GatewayProcess.create(env);
  await portal.start();
  await gateway.start();
  const orgAdmin = await portal.signIn('orgadmin@demo.test');
  const made = await orgAdmin.post('/api/admin/lab-connections', { name: 'Acme', sending_facility: 'ACME' });
  if (made.status !== 201) throw new Error(made.text);
  const rows = await database.asSuperuser<{ id: string; mrn: string; name: string; dob: string }>(
    `SELECT p.id, p.mrn, p.full_name AS name, to_char(p.dob, 'YYYYMMDD') AS dob FROM patients p JOIN users u ON u.id = p.user_id
      WHERE p.org_id = (SELECT org_id FROM users WHERE email = 'orgadmin@demo.test') AND p.full_name IS NOT NULL`,
  );
  patients = rows.map(({ id, mrn, name, dob }) => {
    const [given = '', ...family] = name.split(' ');
    return { patient_id: id, mrn, given, family: family.join(' '), dob };
  });
});
afterAll(async () => {
  await gateway?.stop();
  await portal?.stop();
  await database?.drop();
  rmSync(spool, { recursive: true, force: true });
});

const sender = ['', 'ACME'] as const;
let sent = 0;
/** Each is a draw of its own, so that what is stored twice would show. */
function nextMessage(): string {
  const n = sent++;
  const minute = String(n % 60).padStart(2, '0');
  return oru({
    patient: patients[n % patients.length]!,
    sender,
    drawn: drawAt(3 + Math.floor(n / 60), `07${minute}`),
    results: [{ code: '2842-3', value: '8.5', unit: 'ng/mL' }],
  });
}

/** What a laboratory does: it sends again until the message is acknowledged. How often it had to. */
async function sendUntilTaken(message: string): Promise<number> {
  // On a busy machine a process takes seconds to start.
  const giveUp = Date.now() + 60_000;
  for (let again = 0; Date.now() < giveUp; again++) {
    const line = await LaboratorySocket.open(gateway.port).catch(() => null);
    if (line) {
      line.write(frame(message));
      const code = ackOf(await line.answer(0, 5000))?.[0];
      line.end();
      if (code === 'AA') return again;
    }
    await sleep(30);
  }
  throw new Error('The message was never acknowledged');
}

const messages = () =>
  database.asSuperuser<{ status: string; n: number }>(
    'SELECT status, count(*)::int AS n FROM lab_messages GROUP BY status',
  );
const imported = async (): Promise<number> =>
  (await messages()).find(({ status }) => status === 'imported')?.n ?? 0;

describe('gateway and portal killed between message and acknowledgment', () => {
  it('lose nothing, and store nothing twice', async () => {
    let repeats = 0;
    const waits: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const work = Array.from({ length: MESSAGES_A_ROUND }, () => sendUntilTaken(nextMessage()));
      // A message takes a few milliseconds from its first byte to the answer.
      await sleep(Math.random() * 12);
      const started = performance.now();
      await gateway.kill();
      await gateway.start();
      for (const again of await Promise.all(work)) repeats += again;
      waits.push(performance.now() - started);
      if (round % PORTAL_KILLED_EVERY) continue;
      // It looks every second: somewhere in the middle of that, or of importing.
      await sleep(Math.random() * 1200);
      await portal.kill();
      await portal.start();
    }
    await until('all imported', async () => (await imported()) === sent, 30_000 + ROUNDS * 500);
    expect(await messages()).toEqual([{ status: 'imported', n: sent }]);
    const [panels] = await database.asSuperuser<{ panels: number; results: number; versions: number }>(
      `SELECT count(DISTINCT l.id)::int AS panels, count(r.*)::int AS results, max(l.version) AS versions
        FROM lab_panels l LEFT JOIN lab_results r ON r.panel_id = l.id WHERE l.source = 'laboratory'`,
    );
    expect(panels).toEqual({ panels: sent, results: sent, versions: 1 });
    measured(
      `laboratory gateway killed ${ROUNDS} times, portal ${Math.floor(ROUNDS / PORTAL_KILLED_EVERY)} times`,
      'nothing lost, nothing twice',
      `${sent} messages, ${repeats} sent again, taken after at most ${ms(percentile(waits, 1))}`,
    );
  });

  it('the gateway takes messages while the portal is down', async () => {
    await portal.kill();
    const message = nextMessage();
    expect(await sendUntilTaken(message)).toBe(0);
    await portal.start();
    await until('imported', async () => (await imported()) === sent, 20_000);
  });
});

const sendsForeign = process.env.MLLP_SEND ? it : it.skip;
describe('a sender of other authors', () => {
  sendsForeign('is understood, and understands the answer', async () => {
    const file = join(spool, 'foreign.txt');
    writeFileSync(file, nextMessage());
    const { stdout } = await promisify(execFile)(process.env.MLLP_SEND!, [
      '--loose',
      '--port',
      String(gateway.port),
      '--file',
      file,
      '127.0.0.1',
    ]);
    expect(stdout).toMatch(/MSA\|AA\|/);
    await until('imported', async () => (await imported()) === sent, 20_000);
  });
});
