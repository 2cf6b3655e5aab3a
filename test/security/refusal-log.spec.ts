import { afterAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Log } from '../../server/platform/logging/log.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';

let portal: TestPortal;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  portal ??= await startPortal('demo', { RATE_LIMITS: 'strict' });
  lines = [];
  jest.spyOn(portal.app.get(Log), 'warn').mockImplementation((message, context = {}) => {
    lines.push({ message, ...context });
  });
});
afterAll(() => portal.close());

/** Lines are written after the response. */
const told = (count: number) => until('the lines', async () => lines.length >= count, 5000);

it('tells of each request that a check refused: by whom, where and why, and nothing that was sent', async () => {
  const patient = await portal.signIn('patient@demo.test');
  const user = patient.me!.user.id;
  const stranger = portal.anonymous();
  await patient.patch('/api/patient/profile', { canary_key: 'canary' });
  await patient.post('/api/messages', { subject: '', body: 'canary' });
  await stranger.post('/auth/logout', undefined, { origin: 'https://canary.example' });
  await stranger.post('/auth/login', 'canary', { 'content-type': 'text/plain' });
  await told(4);
  const line = { message: 'request refused', request_id: expect.any(String) };
  expect(lines).toEqual([
    {
      ...line,
      method: 'PATCH',
      route: '/api/patient/profile',
      status: 422,
      code: 'unknown_field',
      user,
      network: null,
    },
    {
      ...line,
      method: 'POST',
      route: '/api/messages',
      status: 422,
      code: 'validation_failed',
      user,
      network: null,
    },
    {
      ...line,
      method: 'POST',
      route: '/auth/logout',
      status: 403,
      code: 'csrf',
      user: null,
      network: expect.stringMatching(/^10\.20\.\d+\.0\/24$/),
    },
    {
      ...line,
      method: 'POST',
      route: '/auth/login',
      status: 415,
      code: 'unsupported_media_type',
      user: null,
      network: expect.any(String),
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/canary|demo\.test/);
});

it('tells of limits, and counts the rest of a flood instead of filling the log', async () => {
  const stranger = portal.anonymous();
  for (let i = 0; i < 150; i++) await stranger.post('/auth/login', {});
  await told(110);
  expect(lines.some(({ status, code }) => status === 429 && code === 'too_many_requests')).toBe(true);
  expect(lines.length).toBeLessThanOrEqual(120);
  lines = [];
  await portal.app.close();
  expect(lines).toEqual([{ message: 'more requests were refused', count: expect.any(Number) }]);
  portal = await startPortal('demo');
});
