import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

describe('health', () => {
  it('works without a session', async () => {
    const anyone = portal.anonymous();
    expect((await anyone.get('/livez')).status).toBe(200);
    expect((await anyone.get('/readyz')).status).toBe(200);
    const status = await anyone.get('/api/system/status');
    expect(status.body).toEqual({
      database: { connected: true, message: null },
      time: expect.stringMatching(/Z$/),
    });
  });
});
