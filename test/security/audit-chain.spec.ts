import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AuditAnchor, type AnchorLine } from '../../server/audit/audit-anchor.js';
import { AuditChain } from '../../server/audit/audit-chain.js';
import { canonicalEvent, type EventContent } from '../../server/audit/canonical.js';
import { command } from '../support/command.js';
import { testPostgres } from '../support/database.js';
import { startPortal, type TestPortal } from '../support/portal.js';

jest.setTimeout(90_000);

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const COLUMNS = 'at, actor_id, actor_role, action, target_type, target_id, patient_id, org_id, outcome';

let portal: TestPortal;
let chain: AuditChain;
const sql = <T = unknown>(text: string, parameters: unknown[] = []): Promise<T[]> =>
  portal.database.asSuperuser<T & Record<string, unknown>>(text, parameters) as Promise<T[]>;

beforeEach(async () => {
  portal = await startPortal('demo');
  chain = portal.app.get(AuditChain);
  expect(await chain.verify()).toMatchObject({ ok: true, first_bad_seq: null });
  // The database owner can do all of this without APP_KEYS.
  await sql('ALTER TABLE audit_events DISABLE TRIGGER USER');
  await sql('ALTER TABLE audit_chain DISABLE TRIGGER USER');
});
afterEach(() => portal.close());

/** What an attacker without a key can make: a chain of plain hashes over the remaining rows, from its start. */
async function rebuild(): Promise<void> {
  type Row = EventContent & { seq: string; mac: Buffer };
  const events = await sql<Row>('SELECT * FROM audit_events ORDER BY seq');
  await sql('TRUNCATE audit_chain');
  let hash = sha256('trt-portal audit chain');
  const links = events.map((event, i) => {
    hash = sha256(Buffer.concat([hash, Buffer.from(`${event.seq}\n${canonicalEvent(event)}\n`), event.mac]));
    return { position: i + 1, seq: event.seq, hash };
  });
  await sql(
    'INSERT INTO audit_chain (position, event_seq, hash, keyed) SELECT *, false FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])',
    [links.map((l) => l.position), links.map((l) => l.seq), links.map((l) => l.hash)],
  );
}

const cutTail = async (): Promise<void> => {
  await sql(
    'DELETE FROM audit_events WHERE seq IN (SELECT event_seq FROM audit_chain ORDER BY position DESC LIMIT 20)',
  );
  await sql(
    'DELETE FROM audit_chain WHERE position IN (SELECT position FROM audit_chain ORDER BY position DESC LIMIT 20)',
  );
};

const ATTACKS: [string, () => Promise<void>][] = [
  [
    'an event deleted, the chain rebuilt',
    async () => {
      await sql('DELETE FROM audit_events WHERE seq = 20');
      await rebuild();
    },
  ],
  [
    'an event deleted, the chain rebuilt, the signed head removed',
    async () => {
      await sql('DELETE FROM audit_events WHERE seq = 20');
      await rebuild();
      await sql('DELETE FROM audit_head');
    },
  ],
  ['the newest events truncated', cutTail],
  [
    'a genuine event written a second time',
    async () => {
      await sql('DROP INDEX audit_events_nonce_idx');
      await sql(
        `INSERT INTO audit_events (${COLUMNS}, request_id, ip, detail, nonce, mac)
          SELECT ${COLUMNS}, request_id, ip, detail, nonce, mac FROM audit_events WHERE seq = 20`,
      );
    },
  ],
  [
    'two events swapped, the chain rebuilt',
    async () => {
      await sql(
        `CREATE TEMP TABLE pair AS SELECT * FROM audit_events WHERE seq IN (20, 21);
         DELETE FROM audit_events WHERE seq IN (20, 21);
         INSERT INTO audit_events OVERRIDING SYSTEM VALUE
           SELECT CASE seq WHEN 20 THEN 21 ELSE 20 END, at, actor_id, actor_role, action, target_type, target_id, patient_id,
             org_id, outcome, request_id, ip, detail, mac, nonce FROM pair`,
      );
      await rebuild();
    },
  ],
];

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function anchorFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trt-anchor-'));
  folders.push(folder);
  return join(folder, 'anchor.jsonl');
}

/** What the portal ships now, in a file on other storage. */
async function shippedAnchor(): Promise<string> {
  const [head] = await sql<{ position: string; hash: Buffer }>('SELECT position, hash FROM audit_head');
  const line: AnchorLine = {
    at: new Date().toISOString(),
    position: head!.position,
    hash: head!.hash.toString('hex'),
    mac: portal.app.get(AuditAnchor).macOf(head!).toString('hex'),
  };
  const file = anchorFile();
  writeFileSync(file, `${JSON.stringify(line)}\n`);
  return file;
}

/** The operator's command, with the anchor or without. */
const byCommand = (...anchor: string[]) =>
  command(
    'audit-verify',
    {
      DATABASE_URL: portal.database.url,
      DATA_DIR: testPostgres().folder,
      APP_KEYS: readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim(),
    },
    anchor.flatMap((file) => ['--anchor', file]),
  );

describe('the audit log, tampered with by a database owner who has no key', () => {
  it.each(ATTACKS)('reveals %s, by call and by anchor', async (_, attack) => {
    const admin = await portal.signIn('admin@demo.test');
    expect((await chain.verify()).ok).toBe(true);
    const anchor = await shippedAnchor();
    await attack();
    const { body } = await admin.get('/api/admin/audit/verify');
    expect(body).toMatchObject({ ok: false, first_bad_seq: expect.any(Number) });
    // Later writes do not hide it.
    await portal.signIn('provider@demo.test');
    expect((await chain.verify()).ok).toBe(false);
    expect((await chain.verify(await portal.app.get(AuditAnchor).read(anchor))).ok).toBe(false);
  });

  it('reveals it by command, without an anchor', async () => {
    await cutTail();
    expect(await byCommand()).toMatchObject({ code: 1, out: expect.stringContaining('broken at event') });
  });

  it('reveals all of it by the anchor shipped before, even if the signed head was restored', async () => {
    const [old] = await sql<{ position: string; hash: Buffer; mac: Buffer }>('SELECT * FROM audit_head');
    await portal.signIn('provider@demo.test');
    await portal.signIn('patient@demo.test');
    expect((await chain.verify()).ok).toBe(true);
    const file = await shippedAnchor();
    expect(await byCommand(file)).toMatchObject({ code: 0, out: expect.stringContaining('all 1 lines') });

    await sql(
      'DELETE FROM audit_events WHERE seq IN (SELECT event_seq FROM audit_chain WHERE position > $1)',
      [old!.position],
    );
    await sql('DELETE FROM audit_chain WHERE position > $1', [old!.position]);
    await sql('UPDATE audit_head SET position = $1, hash = $2, mac = $3', [
      old!.position,
      old!.hash,
      old!.mac,
    ]);
    expect(await byCommand(file)).toMatchObject({ code: 1, out: expect.stringContaining('broken at event') });
    expect((await chain.verify(await portal.app.get(AuditAnchor).read(file))).ok).toBe(false);
  });
});

describe('an anchor file', () => {
  const written = async (): Promise<{ anchor: AuditAnchor; file: string }> => {
    const file = anchorFile();
    await portal.close();
    portal = await startPortal('demo', { AUDIT_ANCHOR: file });
    chain = portal.app.get(AuditChain);
    const anchor = portal.app.get(AuditAnchor);
    await chain.seal();
    for (let i = 0; i < 2; i++) {
      await portal.signIn('patient@demo.test');
      await chain.seal();
      await anchor.ship((await chain.head())!);
    }
    return { anchor, file };
  };

  it('is compared by the API call too, and a truncated last line is ignored', async () => {
    const { anchor, file } = await written();
    expect((await anchor.read(file)).length).toBe(2);
    expect((await chain.verify()).ok).toBe(true);
    truncateSync(file, readFileSync(file).length - 40);
    expect((await anchor.read(file)).length).toBe(1);
    expect((await chain.verify()).ok).toBe(true);
    writeFileSync(file, '{"position":');
    await expect(anchor.read(file)).rejects.toThrow('cut off in its first line');
    expect((await chain.verify()).ok).toBe(false);
  });

  it('with a line that no key signed is refused by its number', async () => {
    const { anchor, file } = await written();
    const [first, second] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${first}\n${second!.replace(/"position":"\d+"/, '"position":"7"')}\n`);
    await expect(anchor.read(file)).rejects.toThrow('Line 2');
    expect((await chain.verify()).ok).toBe(false);
  });
});
