import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { Audit, typedText } from '../../server/audit/audit.service.js';
import { command, type CommandEnd } from '../support/command.js';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { startAgain, startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';

jest.setTimeout(90_000);

/** From the demo data. */
const APP_KEYS = readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim();
const WAITS = 'waits@example.test';
const ROOT = 'root@example.test';
/** System-wide administrator of the demo data: hears of a new one. */
const ADMIN = 'admin@demo.test';
const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'trt-command-test-'));
  chmodSync(made, 0o755);
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

const invite = (env: Record<string, string>, email: string): Promise<CommandEnd> =>
  command('admin-invite', env, ['--email', email]);
const LINK = /^https?:\S+\/reset-password\?token=\S+$/m;

describe('with queued emails', () => {
  const arrived: string[] = [];
  let smtp: SMTPServer;
  let smtpUrl: string;
  let portal: TestPortal;
  let env: Record<string, string>;

  beforeAll(async () => {
    const port = await freePort();
    smtpUrl = `smtp://127.0.0.1:${port}`;
    smtp = new SMTPServer({
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
    smtp.listen(port, '127.0.0.1');
  });
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));

  /** A database with one email in the queue, whose portal is stopped. */
  async function stopped(): Promise<void> {
    const unreachable = `smtp://127.0.0.1:${await freePort()}`;
    portal = await startPortal('demo', { APP_KEYS, DATA_DIR: folder(), SMTP_URL: unreachable });
    env = { DATABASE_URL: portal.database.url, DATA_DIR: folder(), APP_KEYS, PUBLIC_ORIGIN: portal.base };
    await portal.signUp(WAITS);
    await portal.app.close();
    const [mail] = await portal.database.asSuperuser<{ id: string }>(
      `UPDATE mails SET status = 'queued' WHERE recipient = $1 RETURNING id`,
      [WAITS],
    );
    await portal.database.asSuperuser(
      `UPDATE pgboss.job SET state = 'created', start_after = now() WHERE data->>'mail_id' = $1`,
      [mail!.id],
    );
    arrived.length = 0;
  }
  afterEach(() => portal.database.drop());

  const states = async (): Promise<Record<string, string>> => {
    const rows = await portal.database.asSuperuser<{ recipient: string; status: string }>(
      'SELECT recipient, status FROM mails WHERE recipient = ANY($1)',
      [[WAITS, ROOT, ADMIN]],
    );
    return Object.fromEntries(rows.map((row) => [row.recipient, row.status]));
  };
  const waiting = async (): Promise<number> => {
    const [row] = await portal.database.asSuperuser<{ n: number }>(
      `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'mail.send' AND state = 'created'`,
    );
    return row!.n;
  };

  it('no command sends one: without a mail server they stay for the portal, and so does the invitation', async () => {
    await stopped();
    for (const [script, words] of [
      ['audit-verify', 'The audit chain is whole'],
      ['keys-rotate', '0 are left'],
    ] as const) {
      const { code, out } = await command(script, env);
      expect([code, out]).toEqual([0, expect.stringContaining(words)]);
    }
    const { code, out } = await invite(env, ROOT);
    expect([code, out]).toEqual([0, expect.stringMatching(LINK)]);
    expect(out).toContain('It will be emailed once the portal and its mail server are running.');
    expect(await states()).toEqual({ [WAITS]: 'queued', [ROOT]: 'queued', [ADMIN]: 'queued' });
    expect(await waiting()).toBe(3);
    expect(readdirSync(env['DATA_DIR']!)).toEqual([]);
  });

  it('with a mail server the invitation is sent, and nothing else', async () => {
    await stopped();
    const { code, out } = await invite({ ...env, SMTP_URL: smtpUrl }, ROOT);
    expect([code, out]).toEqual([0, expect.stringContaining('It was also emailed.')]);
    expect(await states()).toEqual({ [WAITS]: 'queued', [ROOT]: 'sent', [ADMIN]: 'queued' });
    expect(arrived).toEqual([ROOT]);
  });

  it('a running portal sends both, each once, even where its metrics use the port', async () => {
    const METRICS_PORT = String(await freePort());
    portal = await startPortal('demo', { APP_KEYS, DATA_DIR: folder(), SMTP_URL: smtpUrl, METRICS_PORT });
    arrived.length = 0;
    const both = { DATABASE_URL: portal.database.url, DATA_DIR: folder(), APP_KEYS, SMTP_URL: smtpUrl };
    const { code, out } = await invite({ ...both, METRICS_PORT }, ROOT);
    expect([code, out]).toEqual([0, expect.stringContaining('The portal also emailed it.')]);
    await until('the notice was sent', async () => (await states())[ADMIN] === 'sent', 10_000);
    await portal.app.close();
    expect(arrived.toSorted()).toEqual([ADMIN, ROOT]);
  });
});

describe('with keys that do not match the database', () => {
  const OTHER = `k1:${randomBytes(32).toString('base64')}`;
  const COMMANDS = ['audit-verify', 'keys-rotate', 'admin-invite'];
  const run = (script: string, env: Record<string, string>) =>
    command(script, env, script === 'admin-invite' ? ['--email', ROOT] : []);
  let demo: ClonedDatabase;
  beforeAll(async () => {
    demo = await cloneDatabase('demo');
  });
  afterAll(() => demo.drop());

  it.each(COMMANDS)('%s generates none', async (script) => {
    const DATA_DIR = join(folder(), 'none');
    const { code, error } = await run(script, { DATABASE_URL: demo.url, DATA_DIR });
    expect([code, error]).toEqual([
      78,
      `Refusing to start: APP_KEYS is not set, and there is no app-keys in ${DATA_DIR}. Give the keys of the portal on DATABASE_URL.\n`,
    ]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it.each(COMMANDS)('%s says so, and reports nothing as broken', async (script) => {
    const { code, out, error } = await run(script, {
      DATABASE_URL: demo.url,
      DATA_DIR: folder(),
      APP_KEYS: OTHER,
    });
    expect([code, out, error]).toEqual([
      78,
      '',
      'Refusing to start: APP_KEYS does not open what is stored\n',
    ]);
  });

  it('also if there is only an email; the server is not ready then', async () => {
    const fresh = await startPortal('empty', { APP_KEYS: OTHER });
    const env = { DATABASE_URL: fresh.database.url, DATA_DIR: folder() };
    expect((await invite({ ...env, APP_KEYS: OTHER }, ROOT)).code).toBe(0);
    expect((await command('audit-verify', { ...env, APP_KEYS: OTHER })).code).toBe(0);
    const { code, error } = await command('audit-verify', { ...env, APP_KEYS });
    expect([code, error]).toEqual([78, expect.stringContaining('APP_KEYS does not open what is stored')]);
    await fresh.app.close();
    await startAgain(fresh, { APP_KEYS }, fresh.database.url);
    expect((await fresh.anonymous().get('/readyz')).status).toBe(503);
    await fresh.close();
  });

  it('an embedded database keeps its journal', async () => {
    const DATA_DIR = folder();
    expect((await invite({ DATA_DIR }, ROOT)).code).toBe(0);
    const journal = join(DATA_DIR, 'outage-journal');
    writeFileSync(journal, 'a line\n');
    const { code, error } = await command('audit-verify', { DATA_DIR, APP_KEYS: OTHER });
    expect([code, error]).toEqual([78, 'Refusing to start: APP_KEYS does not open what is stored\n']);
    expect(readFileSync(journal, 'utf8')).toBe('a line\n');
  });
});

it('an embedded database has no portal running beside the command, so the invitation goes to the outbox', async () => {
  const DATA_DIR = folder();
  const { code, out } = await invite({ DATA_DIR }, ROOT);
  expect([code, out]).toEqual([0, expect.stringMatching(LINK)]);
  expect(out).toContain('SMTP_URL is not set: the email is only in the outbox.');
  expect(readdirSync(join(DATA_DIR, 'outbox'))).toEqual([expect.stringMatching(/\.eml$/)]);
});

it('the reason typed with an audit event is read with the keys, and reading it is an event', async () => {
  const demo = await startPortal('demo');
  const reason = 'Talked through by phone';
  const detail = { rules: [], reason: typedText(reason) };
  await demo.app.get(Audit).record(null, { action: 'plan.override', detail });
  const [{ first, last } = { first: '', last: '' }] = await demo.database.asSuperuser<
    Record<'first' | 'last', string>
  >(`SELECT min(seq) AS first, max(seq) FILTER (WHERE action = 'plan.override') AS last FROM audit_events`);
  const env = { DATABASE_URL: demo.database.url, DATA_DIR: folder(), APP_KEYS };
  for (const [seq, code, out] of [
    [last, 0, `reason: ${reason}\n`],
    [first, 0, 'Nothing was typed with this event.\n'],
    ['0', 1, 'There is no such event.\n'],
  ] as const)
    expect(await command('audit-texts', env, [seq])).toMatchObject({ code, out });
  const read = await demo.database.asSuperuser(
    `SELECT target_id FROM audit_events WHERE action = 'audit.read' ORDER BY seq`,
  );
  expect(read).toEqual([{ target_id: last }, { target_id: first }]);
  await demo.close();
});
