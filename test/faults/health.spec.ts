import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Readiness } from '../../server/cockpit/readiness.js';
import { DatabaseLink } from '../../server/database/database-link.js';
import type { DatabaseProxy } from '../support/database-proxy.js';
import { startOutagePortal, type OutagePortal } from '../support/outage.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';
import { measured } from './measured.js';

jest.setTimeout(60_000);

let outage: OutagePortal;
let proxy: DatabaseProxy;
let portal: TestPortal;

beforeAll(async () => {
  outage = await startOutagePortal();
  ({ proxy, portal } = outage);
});
afterAll(() => outage.close());

/** Liveness, readiness and database status: each has its own call. */
async function told(of = portal): Promise<[number, number, boolean]> {
  const anybody = of.anonymous();
  const [live, ready, status] = [
    await anybody.get('/livez'),
    await anybody.get('/readyz'),
    await anybody.get('/api/system/status'),
  ];
  return [live.status, ready.status, status.body.database.connected as boolean];
}

/** What must be reported within 3 s. */
async function becomes(expected: [number, number, boolean], of = portal): Promise<void> {
  for (let waited = 0; waited < 3000; waited += 100) {
    if (JSON.stringify(await told(of)) === JSON.stringify(expected)) return;
    await sleep(100);
  }
  expect(await told(of)).toEqual(expected);
}

const WELL: [number, number, boolean] = [200, 200, true];
const CUT_OFF: [number, number, boolean] = [200, 503, false];

describe('each fault changes the right health check, and nothing else', () => {
  it.each<[string, () => unknown, [number, number, boolean]]>([
    ['a database that refuses', () => proxy.refuse(), CUT_OFF],
    ['a database that hangs', () => proxy.hang(), CUT_OFF],
    ['a slow database', () => proxy.slow(200), WELL],
  ])('%s', async (_, strike, expected) => {
    await becomes(WELL);
    await strike();
    if (expected === WELL) await sleep(2500);
    await becomes(expected);
    await proxy.mend();
    await becomes(WELL);
  });

  it('a database that hangs during the work that follows an outage', async () => {
    let held = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    portal.app.get(DatabaseLink).onRecovered(() => {
      held += 1;
      return gate;
    });
    await becomes(WELL);
    await proxy.refuse();
    await becomes(CUT_OFF);
    await proxy.mend();
    await becomes(WELL);
    await until('the work has begun', () => Promise.resolve(held > 0), 3000);
    proxy.hang();
    await becomes(CUT_OFF);
    await proxy.mend();
    await becomes(WELL);
    release();
  });

  it('reports keys that cannot decrypt what is stored', async () => {
    const wrong = await startPortal('demo', { APP_KEYS: `k1:${randomBytes(32).toString('base64')}` });
    expect(await told(wrong)).toEqual([200, 503, true]);
    await wrong.close();
  });

  it('reports a missing migration to administrators', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const state = async () => (await admin.get('/api/admin/overview')).body.service_status;
    expect(await state()).toMatchObject({ migrations: { status: 'ok' }, keys: { status: 'ok' } });
    const [last] = await portal.database.asSuperuser<{ id: number; name: string; timestamp: string }>(
      'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING *',
    );
    expect((await state()).migrations.status).toBe('critical');
    await portal.database.asSuperuser('INSERT INTO migrations (id, name, "timestamp") VALUES ($1, $2, $3)', [
      last!.id,
      last!.name,
      last!.timestamp,
    ]);
    expect((await state()).migrations.status).toBe('ok');
  });

  it('reports that it is stopping', async () => {
    const stopping = await startPortal('demo');
    stopping.app.get(Readiness).drain();
    expect(await told(stopping)).toEqual([200, 503, true]);
    await stopping.close();
    measured(
      'health reported correctly: database refused, hung, slow, wrong keys, stop (R-17)',
      '/livez, /readyz and /api/system/status each change as they should, within 3 s',
      'held',
    );
  });
});
