import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { startOutagePortal } from '../support/outage.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';

let portal: TestPortal;
let metrics: string;

beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}`;
  portal = await startPortal('demo', { METRICS_PORT: String(port) });
});
afterAll(() => portal.close());

it('are counted by route pattern, on a separate port, and name no one', async () => {
  const provider = await portal.signIn('provider@demo.test');
  const { id, patient_name: name } = (await provider.get('/api/trt/cases')).body.items[0];
  await provider.get(`/api/trt/cases/${id}/detail?x=secret`);
  const answer = await fetch(`${metrics}/metrics`);
  const text = await answer.text();
  expect(text).toMatch(
    /trt_http_request_duration_seconds_count\{method="GET",route="\/api\/trt\/cases\/:id\/detail",status="200"\} 1/,
  );
  expect(text).toContain('trt_database_up 1');
  for (const told of [id, name, 'secret', 'demo.test']) expect(text).not.toContain(told);
  expect((await fetch(`${metrics}/anything`)).status).toBe(404);
  expect((await provider.get('/metrics')).status).not.toBe(200);
});

/** The samples of a metric, by the value of its one label. */
async function samples(of: string, name: string): Promise<Record<string, number>> {
  const answer = await fetch(`${of}/metrics`);
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).matchAll(new RegExp(`^${name}\\{\\w+="(\\w+)"\\} (\\d+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, label, value]) => [label!, Number(value)]));
}

it('report the state of each service and unsent emails, and query the database every 10 s at most', async () => {
  const port = await freePort();
  const other = await startPortal('demo', { METRICS_PORT: String(port) });
  const [first, second] = [await other.signUp(), await other.signUp()].map(({ email }) => email);
  const unsent = () => other.database.asSuperuser(`SELECT 1 FROM mails WHERE status <> 'sent'`);
  await until('the mails are sent', async () => (await unsent()).length === 0, 10_000);
  const dies = `UPDATE mails SET status = 'dead' WHERE recipient = $1`;
  await other.database.asSuperuser(dies, [first]);
  const of = `http://127.0.0.1:${port}`;
  const states = await samples(of, 'trt_service_state');
  expect(states).toMatchObject({ database: 0, migrations: 0, keys: 0, mail: 1 });
  const overview = (await (await other.signIn('admin@demo.test')).get('/api/admin/overview')).body;
  expect(Object.keys(states).toSorted()).toEqual(Object.keys(overview.service_status).toSorted());
  expect(await samples(of, 'trt_mails')).toEqual({ queued: 0, failed: 0, dead: 1 });
  await other.database.asSuperuser(dies, [second]);
  expect(await samples(of, 'trt_mails')).toEqual({ queued: 0, failed: 0, dead: 1 });
  await other.close();
});

it('report an outage without failing', async () => {
  const port = await freePort();
  const outage = await startOutagePortal({ METRICS_PORT: String(port) });
  const of = `http://127.0.0.1:${port}`;
  await outage.cut();
  expect(await samples(of, 'trt_service_state')).toMatchObject({ database: 2, mail: 2, keys: 2 });
  expect(await samples(of, 'trt_mails')).toEqual({});
  expect(await (await fetch(`${of}/metrics`)).text()).toContain('trt_database_up 0');
  await outage.close();
});
