import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Log } from '../../server/platform/logging/log.js';
import { freePort } from '../support/free-port.js';
import { startOutagePortal, type OutagePortal } from '../support/outage.js';
import { until } from '../support/until.js';

jest.setTimeout(60_000);

let outage: OutagePortal;
let lines: jest.SpiedFunction<Log['pino']['error']>;

beforeAll(async () => {
  outage = await startOutagePortal({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  lines = jest.spyOn(outage.portal.app.get(Log).pino, 'error');
});
afterAll(() => outage.close());

const told = (words: string): unknown[] => lines.mock.calls.filter(([, message]) => message === words);

it('an outage is logged once, and not by every queue that polls for work', async () => {
  await outage.cut();
  lines.mockClear();
  await sleep(8000);
  expect(told('jobs')).toEqual([]);
  await outage.mend();
});

it('a failed job is logged with its queue', async () => {
  lines.mockClear();
  await outage.portal.signUp();
  await until('the mail server refuses', async () => told('a job failed').length > 0, 10_000);
  expect(told('a job failed')[0]).toEqual([expect.objectContaining({ queue: 'mail.send' }), 'a job failed']);
});
