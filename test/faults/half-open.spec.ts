import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DEMO_PASSWORD } from '../../server/demo/demo-people.js';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import type { Person } from '../support/person.js';
import { PortalProcess } from '../support/process.js';
import { measured, ms } from './measured.js';

jest.setTimeout(360_000);

const SECONDS = process.env.FAULT_ROUNDS ? 300 : 12;
const CALLERS = 300;
const PATHS = ['/api/messages', '/auth/login', '/auth/logout'];

let database: ClonedDatabase;
let portal: PortalProcess;
let provider: Person;

beforeAll(async () => {
  database = await cloneDatabase('demo');
  portal = await PortalProcess.create({
    DATABASE_URL: database.url,
    APP_KEYS: readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim(),
  });
  await portal.start();
  provider = await portal.signIn('provider@demo.test');
});
afterAll(async () => {
  await portal.stop();
  await database.drop();
});

/** Keeps `callers` calls open, reopening each when it closes; `drip` sends one byte of the body every half second. */
function attack(callers: number, body: number, drip: boolean): () => void {
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let over = false;
  const { hostname, port, host } = new URL(portal.base);
  const open = (i: number): void => {
    if (over) return;
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
    socket.write(
      `POST ${PATHS[i % PATHS.length]} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body}\r\n\r\n{`,
    );
    const timer = drip ? setInterval(() => socket.writable && socket.write(' '), 500) : undefined;
    if (timer) timers.add(timer);
    socket.once('close', () => {
      sockets.delete(socket);
      clearInterval(timer);
      if (timer) timers.delete(timer);
      setTimeout(() => open(i), 50);
    });
  };
  for (let i = 0; i < callers; i++) open(i);
  return () => {
    over = true;
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

async function answered(call: () => Promise<{ status: number }>): Promise<{ status: number; took: number }> {
  const started = performance.now();
  const { status } = await call();
  return { status, took: performance.now() - started };
}

describe('hundreds of calls whose body never arrives', () => {
  it(`do not stop other users, for ${SECONDS} s`, async () => {
    const end = [attack(CALLERS, 60_000, false), attack(CALLERS, 60_000, true)];
    await sleep(500);
    const seen: { status: number; took: number }[] = [];
    for (const until = performance.now() + SECONDS * 1000; performance.now() < until; await sleep(200)) {
      seen.push(await answered(() => provider.get('/api/trt/cases')));
      seen.push(await answered(() => provider.get('/auth/me')));
      seen.push(
        await answered(() =>
          portal.anonymous().post('/auth/login', { email: 'new@demo.test', password: DEMO_PASSWORD }),
        ),
      );
    }
    for (const stop of end) stop();
    const slowest = Math.max(...seen.map(({ took }) => took));
    // Ten sign-ins a minute from one address are allowed; the rest is refused right away.
    expect([...new Set(seen.map(({ status }) => status))].filter((s) => s !== 200 && s !== 429)).toEqual([]);
    expect(seen.slice(0, 15).map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
    expect(slowest).toBeLessThan(2000);
    measured(
      `${CALLERS} half-open and ${CALLERS} dripping calls: slowest of list, /auth/me and sign-in`,
      '2 s',
      ms(slowest),
    );
    measured('the same: memory of the process', '< 512 MB', `${portal.residentMb()} MB`);
    expect(portal.residentMb()).toBeLessThan(512);
  });

  it('does not read large bodies before it knows who sent them', async () => {
    const { hostname, port, host } = new URL(portal.base);
    const answers = await Promise.all(
      Array.from(
        { length: 60 },
        () =>
          new Promise<string>((resolve) => {
            const socket = connect(Number(port), hostname);
            socket.on('error', () => resolve('error')).on('close', () => resolve('closed'));
            socket.once('data', (chunk) => {
              resolve(chunk.toString().slice(9, 12));
              socket.destroy();
            });
            socket.write(
              `POST /api/labs/import HTTP/1.1\r\nhost: ${host}\r\ncontent-type: text/csv\r\ncontent-length: 5000000\r\n\r\nx`,
            );
          }),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(['401']));
  });
});
