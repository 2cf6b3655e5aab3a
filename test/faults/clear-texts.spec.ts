import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { CaseDetailResponse, CaseRow } from '../../common/api/index.js';
import { ownerDataSource } from '../../server/schema/owner-data-source.js';
import { migrations } from '../../server/schema/migrations/index.js';
import { migrate } from '../../server/schema/migrate.js';
import { FieldCipher } from '../../server/platform/crypto/field-cipher.js';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import { PortalProcess } from '../support/process.js';
import { measured, ms } from './measured.js';
import { CASES, load } from './migrations-data.js';

jest.setTimeout(240_000);

/** By column: the rows that have a text, and the column it is encrypted to if that has another name. */
const TEXTS: readonly { table: string; column: string; where?: string; into?: string }[] = [
  { table: 'cases', column: 'diagnosis' },
  { table: 'plans', column: 'flag_reason' },
  { table: 'plans', column: 'reason' },
  { table: 'plans', column: 'override_reason' },
  { table: 'plans', column: 'blood_draw_timing' },
  { table: 'plan_flags', column: 'text' },
  { table: 'plan_flags', column: 'removed_reason' },
  { table: 'prescriptions', column: 'override_reason' },
  { table: 'prescriptions', column: 'on_hold_reason' },
  { table: 'prescriptions', column: 'ended_reason', where: `status = 'canceled'`, into: 'ended_note' },
  { table: 'lab_panels', column: 'note', where: `status = 'completed'` },
  { table: 'lab_panels', column: 'specimen' },
  { table: 'pdmp_checks', column: 'report_ref' },
  { table: 'pdmp_checks', column: 'delegate_of' },
];
const EVIDENCE = [{ rule_key: 'rule', name: 'words_found', value: 'in clear' }];
const written = (column: string, id: string): string => `${column} of ${id}`;

let database: ClonedDatabase;
let keys: string;
let portal: PortalProcess;

/** A database of the release before: its texts in clear. */
beforeAll(async () => {
  keys = readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim();
  database = await cloneDatabase('demo');
  const source = await ownerDataSource(database.url).initialize();
  const before = migrations.findIndex((m) => m.name.startsWith('EncryptedTexts'));
  for (let i = migrations.length; i > before; i--) await source.undoLastMigration();
  await source.destroy();
  for (const statement of load(CASES)) await database.asSuperuser(statement);
  await database.asSuperuser(
    `INSERT INTO plan_flags (id, org_id, plan_id, kind) SELECT gen_random_uuid(), org_id, id, 'note' FROM plans`,
  );
  await database.asSuperuser(`UPDATE prescriptions SET status = 'canceled' WHERE status = 'draft'`);
  for (const { table, column, where = 'true' } of TEXTS)
    await database.asSuperuser(`UPDATE ${table} SET ${column} = '${column} of ' || id WHERE ${where}`);
  await database.asSuperuser('UPDATE case_alerts SET evidence = $1', [JSON.stringify(EVIDENCE)]);
  await migrate(database.url);
  portal = await PortalProcess.create({ DATABASE_URL: database.url, APP_KEYS: keys });
});
afterAll(async () => {
  await portal.stop();
  await database.drop();
});

const count = async (of: string): Promise<number> =>
  (await database.asSuperuser<{ n: number }>(`SELECT count(*)::int AS n FROM ${of}`))[0]!.n;
const inClear = async (): Promise<number> => {
  let left = await count(`case_alerts WHERE evidence <> '[]'`);
  for (const { table, column } of TEXTS)
    left += await count(`${table} WHERE ${column} LIKE '${column} of %'`);
  return left;
};

/** What is stored of each text, decrypted. */
async function wrong(): Promise<string[]> {
  const [secret] = keys.split(',');
  const [kid = '', base64 = ''] = secret!.split(':');
  const cipher = new FieldCipher({ appKeys: [{ kid, secret: Buffer.from(base64, 'base64') }] });
  const found: string[] = [];
  for (const { table, column, where = 'true', into = column } of TEXTS) {
    const rows = await database.asSuperuser<{ id: string; stored: string | null }>(
      `SELECT id, ${into}_enc AS stored FROM ${table} WHERE ${where}`,
    );
    expect([column, rows.length]).not.toEqual([column, 0]);
    for (const { id, stored } of rows)
      if (!stored || cipher.decrypt(stored, `${table}.${into}:${id}`) !== written(column, id))
        found.push(`${table}.${column}:${id}`);
  }
  const alerts = await database.asSuperuser<{ id: string; stored: string | null }>(
    'SELECT id, evidence_enc AS stored FROM case_alerts',
  );
  for (const { id, stored } of alerts)
    if (
      !stored ||
      !isDeepStrictEqual(JSON.parse(cipher.decrypt(stored, `case_alerts.evidence:${id}`)), EVIDENCE)
    )
      found.push(`case_alerts.evidence:${id}`);
  return found;
}

it('texts in clear can be read at once and are encrypted; killed midway, the next start continues', async () => {
  const total = await inClear();
  const starting = portal.start();
  while ((await count('lab_panels WHERE note_enc IS NOT NULL')) === 0) await sleep(5);
  await portal.kill();
  const midway = await inClear();
  expect(midway).toBeGreaterThan(0);
  expect(midway).toBeLessThan(total);

  const begun = performance.now();
  // The first start asks the same address.
  await Promise.all([starting, portal.start()]);
  const provider = await portal.signIn('provider@demo.test');
  const { items } = (await provider.list('/api/trt/cases', { filter: { q: 'patient@demo.test' } })).body as {
    items: CaseRow[];
  };
  const { id } = items[0]!;
  const read = async () => (await provider.get(`/api/trt/cases/${id}/detail`)).body as CaseDetailResponse;
  expect((await read()).case.diagnosis).toBe(written('diagnosis', id));
  while ((await inClear()) > 0) await sleep(50);
  const took = performance.now() - begun;
  expect(await wrong()).toEqual([]);
  const { case: known, labs_history: labs, prescriptions } = await read();
  expect(known.diagnosis).toBe(written('diagnosis', id));
  expect(labs.map(({ note }) => note)).toEqual(labs.map((lab) => written('note', lab.id)));
  expect(
    prescriptions.filter(({ status }) => status === 'canceled').map((one) => one.ended_reason),
  ).toContain(written('ended_reason', prescriptions.find(({ status }) => status === 'canceled')!.id));
  measured(
    'texts of an earlier release encrypted, killed -9 midway, started again (X-01)',
    '0 in clear, 0 wrong',
    `${midway} of ${total} in clear when killed, 0 after ${ms(took)} more; 0 wrong`,
  );
});
