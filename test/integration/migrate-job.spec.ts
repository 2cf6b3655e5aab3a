import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { migrations } from '../../server/schema/migrations/index.js';
import { command } from '../support/command.js';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import { PortalProcess } from '../support/process.js';

jest.setTimeout(120_000);

/** A database without a schema. */
const NAME = `test_job_${process.pid}`;
const at = (url: string): string => url.replace(/\/[^/]*$/, `/${NAME}`);

let beside: ClonedDatabase;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  beside = await cloneDatabase('empty');
  await beside.asSuperuser(`CREATE DATABASE ${NAME} OWNER trt_owner`);
  folder = mkdtempSync(join(tmpdir(), 'trt-job-'));
  env = { DATABASE_URL: at(beside.loginUrl), DATABASE_OWNER_URL: at(beside.url) };
});
afterAll(async () => {
  await beside.asSuperuser(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
  await beside.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** As a pod has it: no owner, and the schema is the job's. */
const pod = () => ({
  DATABASE_URL: env['DATABASE_URL']!,
  MIGRATE_ON_START: '0',
  APP_KEYS: readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim(),
});

function refused(): { status: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, SERVE_CLIENT: '0', LOG_LEVEL: 'silent', ...pod() },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, said: stderr.trim().split('\n').at(-1)! };
}

it('is what a portal that may not migrate waits for: before it there is no start', async () => {
  expect(refused()).toEqual({ status: 78, said: expect.stringContaining(`${migrations.length} migrations`) });
  const { code, out, error } = await command('migrate', env);
  expect([code, error]).toEqual([0, '']);
  expect(out).toContain(`${migrations.length} migrations applied`);
  const portal = await PortalProcess.create({ ...pod(), DATA_DIR: folder });
  await portal.start();
  expect((await portal.anonymous().get('/readyz')).status).toBe(200);
  await portal.stop();
  expect((await command('migrate', env)).out).toContain('0 migrations applied');
});

it('needs no keys, and names what it misses', async () => {
  const { code, error } = await command('migrate', { DATABASE_URL: env['DATABASE_URL']! });
  expect([code, error.trim()]).toEqual([78, expect.stringContaining('DATABASE_OWNER_URL')]);
});
