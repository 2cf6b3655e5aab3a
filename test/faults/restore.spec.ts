import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { readKeys } from '../../server/config/config.js';
import { backUp, restore } from '../../server/database/embedded/backup.js';
import { command } from '../support/command.js';
import { PortalProcess } from '../support/process.js';

jest.setTimeout(180_000);

let original: PortalProcess;
let restored: PortalProcess;

const keys = () => readKeys(undefined, original.folder);
/** Files that would contain a text in plain form. */
const grepFolder = (folder: string, text: RegExp): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && text.test(readFileSync(join(entry.parentPath, entry.name), 'latin1')),
    )
    .map((entry) => entry.name);

beforeAll(async () => {
  [original, restored] = [await PortalProcess.create({}), await PortalProcess.create({ DEMO_DATA: 'off' })];
  for (const portal of [original, restored]) chmodSync(portal.folder, 0o755);
  await original.start();
});
afterAll(async () => {
  await Promise.all([original.stop(), restored.stop()]);
});

it('a backup made under load restores completely into an empty folder, with its audit chain and sign-ins', async () => {
  const to = mkdtempSync(join(tmpdir(), 'trt-backup-'));
  const person = await original.signIn('new@demo.test');
  let version = 0;
  let writing = true;
  const before: string[] = [];
  const writer = (async () => {
    for (let i = 0; writing; i++) {
      const answer = await person.post('/api/trt/intake', { version, data: { full_name: `Writer ${i}` } });
      version = answer.body.intake_form.version as number;
      before.push(`Writer ${i}`);
    }
  })();
  while (before.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
  const acknowledged = before.length;
  const { files } = await backUp(original.folder, to, keys()[0]!);
  expect(grepFolder(to, /trt_owner|demo\.test|E29\.1/)).toEqual([]);
  writing = false;
  await writer;
  expect(files).toBeGreaterThan(500);

  copyFileSync(join(original.folder, 'app-keys'), join(restored.folder, 'app-keys'));
  await restore(to, restored.folder, readKeys(undefined, restored.folder));
  await restored.start();
  const again = await restored.signIn('new@demo.test');
  const { full_name: name } = (await again.get('/api/trt/intake')).body.intake_form.data;
  expect(Number(String(name).split(' ')[1])).toBeGreaterThanOrEqual(acknowledged - 1);
  const [admin, there] = [await restored.signIn('admin@demo.test'), await original.signIn('admin@demo.test')];
  expect((await admin.get('/api/admin/audit/verify')).body).toMatchObject({ ok: true, first_bad_seq: null });
  for (const path of [
    '/api/trt/cases',
    '/api/labs',
    '/api/trt/prescriptions/all',
    '/api/admin/users',
    '/api/provider/patients',
  ])
    expect([path, (await admin.get(path)).body.total]).toEqual([path, (await there.get(path)).body.total]);
  const patient = await restored.signIn('patient@demo.test');
  expect((await patient.get('/api/messages')).body.threads.length).toBeGreaterThan(0);
});

it('a damaged backup is refused, naming the file', async () => {
  const to = mkdtempSync(join(tmpdir(), 'trt-backup-'));
  await backUp(original.folder, to, keys()[0]!);
  appendFileSync(join(to, 'postgres', 'PG_VERSION'), 'x');
  const empty = mkdtempSync(join(tmpdir(), 'trt-restored-'));
  await expect(restore(to, empty, keys())).rejects.toThrow('The backup is damaged: postgres/PG_VERSION');
});

it('a backup reveals nothing without the right keys', async () => {
  const to = mkdtempSync(join(tmpdir(), 'trt-backup-'));
  await backUp(original.folder, to, keys()[0]!);
  const empty = () => mkdtempSync(join(tmpdir(), 'trt-restored-'));
  const other = { kid: keys()[0]!.kid, secret: randomBytes(32) };
  await expect(restore(to, empty(), [other])).rejects.toThrow('The keys do not open this backup');
  await expect(restore(to, empty(), [])).rejects.toThrow('This backup was made under the key k1.');
  // Yesterday's backup, today's keys: the new one alone does not open it, beside the old one it does.
  const today = { kid: 'k2', secret: randomBytes(32) };
  await expect(restore(to, empty(), [today])).rejects.toThrow('This backup was made under the key k1.');
  await restore(to, empty(), [today, ...keys()]);
  // A manifest rewritten to match a changed file is not signed with these keys.
  const manifest = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8')) as {
    files: Record<string, string>;
  };
  appendFileSync(join(to, 'postgres', 'PG_VERSION'), 'x');
  manifest.files['postgres/PG_VERSION'] = createHash('sha256')
    .update(readFileSync(join(to, 'postgres', 'PG_VERSION')))
    .digest('hex');
  writeFileSync(join(to, 'manifest.json'), JSON.stringify(manifest));
  await expect(restore(to, empty(), keys())).rejects.toThrow('or its manifest was changed');
});

describe('the command refuses, in one line', () => {
  const backup = mkdtempSync(join(tmpdir(), 'trt-backup-'));
  beforeAll(() => backUp(original.folder, backup, keys()[0]!));
  const refused = async (env: Record<string, string>): Promise<[number, string]> => {
    const { code, error } = await command('restore', env, ['--from', backup]);
    return [code, error.trim()];
  };

  it('a DATABASE_URL, because the copy would not be used', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'trt-restored-'));
    expect(await refused({ DATA_DIR, DATABASE_URL: 'postgres://portal@127.0.0.1:1/x' })).toEqual([
      64,
      expect.stringMatching(/^DATABASE_URL is set: the portal would not use what is restored\. .+$/),
    ]);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it('a folder that a portal is using', async () => {
    const before = readdirSync(original.folder);
    expect(await refused({ DATA_DIR: original.folder })).toEqual([
      1,
      expect.stringMatching(/^The portal is already running on the data folder .+$/),
    ]);
    expect(readdirSync(original.folder)).toEqual(before);
  });

  it('a folder that contains anything but keys', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'trt-restored-'));
    writeFileSync(join(DATA_DIR, 'outage-journal'), '');
    expect(await refused({ DATA_DIR })).toEqual([1, `${DATA_DIR} is not empty: restore into a new folder.`]);
    expect(readdirSync(DATA_DIR)).toEqual(['outage-journal']);
    rmSync(join(DATA_DIR, 'outage-journal'));
    expect(await refused({ DATA_DIR })).toEqual([
      1,
      expect.stringMatching(/^This backup was made under the key k1\. Put the app-keys .+$/),
    ]);
    copyFileSync(join(original.folder, 'app-keys'), join(DATA_DIR, 'app-keys'));
    expect(await refused({ DATA_DIR })).toEqual([0, '']);
  });
});
