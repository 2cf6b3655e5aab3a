import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { KeyRotation, encryptedColumns } from '../../server/keys/key-rotation.js';
import { testPostgres } from '../support/database.js';
import { startPortal, type TestPortal } from '../support/portal.js';

jest.setTimeout(60_000);
let portal: TestPortal;
const oldKeys = () => readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim();
const newKey = `k2:${randomBytes(32).toString('base64')}`;

beforeAll(async () => {
  portal = await startPortal('demo', { APP_KEYS: `${newKey},${oldKeys()}` });
});
afterAll(() => portal.close());

const kids = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { table, column } of encryptedColumns(portal.app.get(DataSource).entityMetadatas)) {
    const rows = await portal.database.asSuperuser<{ kid: string; n: number }>(
      `SELECT split_part(${column}, ':', 2) AS kid, count(*)::int AS n FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`,
    );
    for (const { kid, n } of rows) counts[kid] = (counts[kid] ?? 0) + n;
  }
  return counts;
};

it('re-encrypts every value under the new key while the portal is used, and a second run finds nothing', async () => {
  const patient = await portal.signIn('patient@demo.test');
  const provider = await portal.signIn('provider@demo.test');
  const before = (await patient.get('/api/trt/intake')).body.intake_form.data;
  expect((await kids())['k1']).toBeGreaterThan(100);
  let reads = 0;
  let failed = 0;
  let running = true;
  const reading = (async () => {
    while (running) {
      for (const response of [
        await patient.get('/api/trt/dashboard'),
        await patient.get('/api/messages'),
        await provider.get('/api/trt/cases'),
      ]) {
        reads++;
        if (response.status !== 200) failed++;
      }
    }
  })();
  const rotation = portal.app.get(KeyRotation);
  const first = await rotation.run();
  running = false;
  await reading;
  expect(first.left).toBe(0);
  expect([reads > 5, failed]).toEqual([true, 0]);
  expect(Object.keys(await kids())).toEqual(['k2']);
  expect((await patient.get('/api/trt/intake')).body.intake_form.data).toEqual(before);
  expect(await rotation.run()).toEqual({ changed: 0, left: 0 });
});
