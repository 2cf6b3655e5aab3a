import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import type { Person } from '../support/person.js';
import { PortalProcess } from '../support/process.js';
import { measured } from './measured.js';

jest.setTimeout(120_000);

/** A process whose clock is off by this much. */
const shifted = (ms: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const True=Date;globalThis.Date=class Date extends True{constructor(...a){a.length?super(...a):super(True.now()+${ms})}static now(){return True.now()+${ms}}}`,
  )}`;

let database: ClonedDatabase;
let right: PortalProcess;
let provider: Person;
const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  APP_KEYS: readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim(),
  ...more,
});

beforeAll(async () => {
  database = await cloneDatabase('demo');
  right = await PortalProcess.create(env());
  await right.start();
  provider = await right.signIn('provider@demo.test');
});
afterAll(async () => {
  await right.stop();
  await database.drop();
});

describe.each([
  ['an hour fast', 3_600_000],
  ['an hour slow', -3_600_000],
])('a process whose clock is %s', (how, ms) => {
  let wrong: PortalProcess;
  beforeAll(async () => {
    wrong = await PortalProcess.create(env({ NODE_OPTIONS: shifted(ms) }));
    await wrong.start();
  });
  afterAll(() => wrong.stop());

  it('signs no one out too early and keeps no one in too long', async () => {
    const told = (await wrong.anonymous().get('/api/system/status')).body.time as string;
    expect(Math.abs(Date.parse(told) - Date.now() - ms)).toBeLessThan(60_000);
    expect((await provider.twin(wrong.base).get('/auth/me')).status).toBe(200);
    const here = await wrong.signIn('new@demo.test');
    expect((await here.twin(right.base).get('/auth/me')).status).toBe(200);
    const [left] = await database.asSuperuser<{ minutes: string }>(
      `SELECT extract(epoch FROM idle_expires_at - now()) / 60 AS minutes FROM sessions
        WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [here.me!.user.id],
    );
    expect(Math.round(Number(left!.minutes))).toBe(30);
    await database.asSuperuser(
      `UPDATE sessions SET idle_expires_at = now() - interval '1 second' WHERE user_id = $1`,
      [here.me!.user.id],
    );
    expect((await here.get('/auth/me')).body.error).toBe('session_expired');
    measured(`process clock ${how} (R-14)`, 'no sign-out beyond the rule', 'held');
  });
});
