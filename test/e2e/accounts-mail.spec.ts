import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { NOTICES, noticeMail, type Notice } from '../../server/mail/templates.js';
import { startPortal, type TestPortal } from '../support/portal.js';

jest.setTimeout(60_000);

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

interface Received {
  to: string[];
  source: string;
}
/** A mail server that stores what it gets, or rejects everything. */
function mailServer(received: Received[], refuse = false): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (!refuse) {
          const to = session.envelope.rcptTo.map((r) => r.address);
          received.push({ to, source: Buffer.concat(chunks).toString() });
        }
        done(refuse ? new Error('not today') : null);
      });
    },
  });
}

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  port = await freePort();
  portal = await startPortal('demo', { SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(() => portal.close());

interface MailRow {
  id: string;
  status: string;
  attempts: number;
  last_error: string | null;
}
const rowsTo = (email: string) =>
  portal.database.asSuperuser<MailRow>(
    'SELECT id, status, attempts, last_error FROM mails WHERE recipient = $1',
    [email],
  );
async function untilStatus(email: string, status: string): Promise<MailRow> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const [row] = await rowsTo(email);
    if (row?.status === status) return row;
    await sleep(100);
  }
  throw new Error(`the mail to ${email} never became ${status}: ${JSON.stringify(await rowsTo(email))}`);
}

describe('while the mail server is down', () => {
  it('sign-up works, and all emails arrive once it is up, each once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => portal.signUp()));
    const failed = await untilStatus(people[0]!.email, 'failed');
    expect(failed.last_error).toMatch(/ECONNREFUSED/);
    const received: Received[] = [];
    const server = mailServer(received);
    server.listen(port, '127.0.0.1');
    for (const { email } of people) await untilStatus(email, 'sent');
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(received.flatMap((m) => m.to).sort()).toEqual(people.map((p) => p.email).sort());
    const [row] = await rowsTo(people[0]!.email);
    expect(row!.attempts).toBeGreaterThan(1);
    const mail = received.find((m) => m.to[0] === people[0]!.email)!;
    expect(mail.source).toContain(`Message-ID: <${row!.id}@127.0.0.1>`);
    expect(mail.source).toMatch(/Content-Type: multipart\/alternative/);
    expect(mail.source).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
  });

  it('an email that fails every time is marked dead after its last attempt, and is not tried again', async () => {
    const server = mailServer([], true);
    server.listen(port, '127.0.0.1');
    const { email } = await portal.signUp();
    await untilStatus(email, 'failed');
    await portal.database.asSuperuser('UPDATE mails SET attempts = 10 WHERE recipient = $1', [email]);
    const dead = await untilStatus(email, 'dead');
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(dead.attempts).toBeGreaterThanOrEqual(11);
  });
});

describe('a notice', () => {
  it.each(Object.keys(NOTICES) as Notice[])(
    'about %s says the same in text and HTML, and what to do',
    (notice) => {
      const { subject, text, html } = noticeMail(notice, 'https://portal.example/forgot-password', [
        'A line & <more>.',
      ]);
      expect(subject).toBe(NOTICES[notice][0]);
      for (const part of [
        NOTICES[notice][1],
        'If this was you, there is nothing to do.',
        'https://portal.example/forgot-password',
      ]) {
        expect(text).toContain(part);
        expect(html).toContain(part);
      }
      expect(html).toContain('A line &amp; &lt;more&gt;.');
      expect(text).toContain('A line & <more>.');
    },
  );
});
