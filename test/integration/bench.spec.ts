import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cloneDatabase, type ClonedDatabase } from '../support/database.js';

let database: ClonedDatabase;
const folder = mkdtempSync(join(tmpdir(), 'trt-bench-test-'));
beforeAll(async () => {
  database = await cloneDatabase('demo');
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const SIZE = 300_000;
const PROGRAM = `
  const { startFloor } = await import('./bench/portal.mjs');
  const [url, folder] = process.argv.slice(1);
  const endpoint = { sql: null, values: [], session: null, body: 'x'.repeat(${SIZE}) };
  const floor = await startFloor(url, folder, [endpoint]);
  const answer = await fetch(floor.base + '/0');
  process.stdout.write(String((await answer.text()).length));
  await floor.stop();
`;

it('the floor server accepts answers larger than an environment variable may be', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM, database.url, folder],
    { encoding: 'utf8', timeout: 25_000 },
  );
  expect([status, stdout, stderr]).toEqual([0, String(SIZE), '']);
});
