import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const run = promisify(execFile);
const FOLDER = process.env.LAB_MESSAGES;
const sendsFolder = process.env.MLLP_SEND && FOLDER ? it : it.skip;

/** ORU^R01 messages of a folder's files, byte for byte but for the end of a segment; each begins with MSH. */
function messagesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const messages = files
    .flatMap(({ parentPath, name }) =>
      readFileSync(join(parentPath, name), 'latin1').split(/(?=MSH\|\^~\\&\|)/),
    )
    .map((text) => text.trim().replace(/[\r\n]+/g, '\r'));
  return messages.filter((text) => /^MSH\|(?:[^|\r]*\|){7}ORU\^R01/.test(text));
}

/** How it was answered at last, and how often it had to be sent before. */
async function sendByOthers(message: string): Promise<{ code: string; again: number }> {
  const file = join(spool, 'foreign.txt');
  writeFileSync(file, message, 'latin1');
  const giveUp = Date.now() + 60_000;
  for (let again = 0; Date.now() < giveUp; again++) {
    const args = ['--loose', '--port', String(gateway.port), '--file', file, '127.0.0.1'];
    const { stdout } = await run(process.env.MLLP_SEND!, args, { timeout: 10_000 }).catch(() => ({
      stdout: '',
    }));
    const code = /MSA\|([A-Z]{2})/.exec(stdout)?.[1];
    if (code) return { code, again };
    await sleep(30);
  }
  return { code: 'none', again: 0 };
}

/** npm run drill:labs -- FOLDER */
describe('a folder of messages of other authors', () => {
  sendsFolder(
    'is taken whole while the gateway is killed: nothing lost, nothing twice',
    async () => {
      const orgAdmin = await portal.signIn('orgadmin@demo.test');
      await orgAdmin.post('/api/admin/lab-connections', { name: 'Others', sending_facility: 'SFAC' });
      const before = await messages();
      const all = messagesIn(FOLDER!);
      const taken = new Set<string>();
      const codes: Record<string, number> = {};
      let repeats = 0;
      for (const [n, message] of all.entries()) {
        const work = sendByOthers(message);
        if (Math.floor(((n + 1) * ROUNDS) / all.length) > Math.floor((n * ROUNDS) / all.length)) {
          // Python takes a while to start, the message a few milliseconds.
          await sleep(100 + Math.random() * 200);
          await gateway.kill();
          await gateway.start();
        }
        const { code, again } = await work;
        repeats += again;
        codes[code] = (codes[code] ?? 0) + 1;
        if (code === 'AA') taken.add(message);
      }
      const count = (rows: Awaited<ReturnType<typeof messages>>): number =>
        rows.reduce((sum, row) => sum + row.n, 0) - before.reduce((sum, row) => sum + row.n, 0);
      await until('all stored', async () => count(await messages()) >= taken.size, 60_000);
      const [twice] = await database.asSuperuser<{ n: number }>(
        'SELECT (count(*) - count(DISTINCT hash))::int AS n FROM lab_messages',
      );
      measured(
        `${all.length} messages of other authors by mllp_send, gateway killed ${ROUNDS} times`,
        'nothing lost, nothing twice',
        `answered ${JSON.stringify(codes)}, ${taken.size} different ones taken, ${repeats} sent again, now ${JSON.stringify(await messages())}, lost ${taken.size - count(await messages())}, twice ${twice!.n}`,
      );
      expect([count(await messages()), twice!.n, codes['none'] ?? 0]).toEqual([taken.size, 0, 0]);
    },
    60_000 + ROUNDS * 15_000,
  );
});
