import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AccountTidying } from '../../server/accounts/administration/account-tidying.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

it('deletes what is long over, and nothing that still counts', async () => {
  const [kept, gone] = [await portal.signUp(), await portal.signUp()];
  const id = gone.me!.user.id;
  await gone.post('/api/messages', { subject: 'A', body: 'B' }, { 'idempotency-key': 'old' });
  await kept.post('/api/messages', { subject: 'A', body: 'B' }, { 'idempotency-key': 'new' });
  for (const sql of [
    `UPDATE sessions SET idle_expires_at = now() - interval '31 days' WHERE user_id = $1`,
    `UPDATE email_tokens SET expires_at = now() - interval '31 days' WHERE user_id = $1`,
    `UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE user_id = $1`,
  ])
    await portal.database.asSuperuser(sql, [id]);
  await portal.app.get(AccountTidying).run();
  const left = async (table: string, user: string) =>
    (await portal.database.asSuperuser(`SELECT 1 FROM ${table} WHERE user_id = $1`, [user])).length;
  for (const table of ['sessions', 'email_tokens', 'idempotency_keys']) {
    expect([table, await left(table, id)]).toEqual([table, 0]);
    expect([table, await left(table, kept.me!.user.id)]).toEqual([table, 1]);
  }
  expect((await kept.get('/auth/me')).status).toBe(200);
});
