import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let metrics: string;

beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  metrics = `http://127.0.0.1:${port}`;
  portal = await startPortal('demo', { METRICS_PORT: String(port) });
});
afterAll(() => portal.close());

it('are counted by route pattern, on a port of their own, and name nobody', async () => {
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
