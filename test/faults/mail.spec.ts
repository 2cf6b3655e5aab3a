import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { startPortal, type TestPortal } from '../support/portal.js';
import { measured, ms } from './measured.js';

jest.setTimeout(240_000);

const DOWN_MS = process.env.FAULT_ROUNDS ? 60_000 : 3000;
const PEOPLE = 5;

let portal: TestPortal;
let port: number;
let server: SMTPServer | null = null;
const arrived: string[] = [];

beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  ({ port } = probe.address() as AddressInfo);
  probe.close();
  portal = await startPortal('demo', { SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(async () => {
  await portal.close();
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
});

it('people can sign up while the mail server is down, and each email arrives once when it is back', async () => {
  let slowest = 0;
  const people: string[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    const started = performance.now();
    people.push((await portal.anonymous().signUp()).email);
    slowest = Math.max(slowest, performance.now() - started);
  }
  await sleep(DOWN_MS);
  const tried = await portal.database.asSuperuser<{ status: string; attempts: number }>(
    'SELECT status, attempts FROM mails WHERE recipient = ANY($1)',
    [people],
  );
  expect(tried).toHaveLength(PEOPLE);
  for (const { status, attempts } of tried) {
    expect(status).not.toBe('sent');
    expect(attempts).toBeGreaterThan(0);
  }

  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, callback) => {
      stream.resume();
      stream.once('end', () => {
        arrived.push(...session.envelope.rcptTo.map((r) => r.address));
        callback();
      });
    },
  });
  server.listen(port, '127.0.0.1');
  const up = performance.now();
  while (people.some((person) => !arrived.includes(person))) {
    if (performance.now() - up > 90_000) throw new Error('not every mail arrived');
    await sleep(100);
  }
  const took = performance.now() - up;
  await sleep(500);
  expect(arrived.toSorted()).toEqual(people.toSorted());
  measured(
    `mail server down for ${DOWN_MS / 1000} s: sign-up at the same time (R-15)`,
    '201 in 2 s',
    ms(slowest),
  );
  measured(
    `mail server down for ${DOWN_MS / 1000} s: emails afterwards (R-15)`,
    'each once',
    `${PEOPLE} of ${PEOPLE} in ${ms(took)}`,
  );
});
