import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AdminUser } from '../../common/api/index.js';
import { auditActions, reset, tokensTo } from '../support/accounts.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let admin: Person;
let orgAdmin: Person;

const userOf = async (email: string): Promise<AdminUser> => {
  const { body } = await admin.list('/api/admin/users', { filter: { q: email } });
  return (body.users as AdminUser[]).find((user) => user.email === email)!;
};
const again = (who: Person, id: string) => who.post(`/api/admin/users/${id}/invite`);

beforeAll(async () => {
  portal = await startPortal('demo');
  [admin, orgAdmin] = (await Promise.all(
    ['admin', 'orgadmin'].map((name) => portal.signIn(`${name}@demo.test`)),
  )) as [Person, Person];
});
afterAll(() => portal.close());

it('an invitation is sent again, and only the newest link sets a password', async () => {
  const email = 'late.provider@example.test';
  const { org_id } = await userOf('orgadmin@demo.test');
  const made = await orgAdmin.post('/api/admin/users/invite', { email, roles: ['provider'], org_id });
  expect([made.status, made.body.invited]).toEqual([201, true]);
  const id = made.body.id as string;
  const [first] = await tokensTo(portal, email, '/reset-password');

  expect((await again(portal.anonymous(), id)).status).toBe(401);
  expect((await again(await portal.signIn('provider@demo.test'), id)).status).toBe(403);

  const sent = await again(orgAdmin, id);
  expect([sent.status, sent.body.id, sent.body.invited]).toEqual([200, id, true]);
  const links = await tokensTo(portal, email, '/reset-password', 2);
  const newest = links.find((token) => token !== first)!;
  expect((await auditActions(portal, id)).filter((action) => action === 'user.invite')).toHaveLength(2);
  expect((await reset(portal, first!, GOOD_PASSWORD)).status).toBe(400);
  expect((await reset(portal, newest, GOOD_PASSWORD)).status).toBe(200);

  const late = await again(orgAdmin, id);
  expect([late.status, late.body.error]).toEqual([409, 'invalid_state']);
  expect((await userOf(email)).invited).toBe(false);
});

it('no one is invited again from another organization, or while the account is disabled', async () => {
  const { org_id } = await userOf('north@demo.test');
  const made = await admin.post('/api/admin/users/invite', {
    email: 'far.provider@example.test',
    roles: ['provider'],
    org_id,
  });
  const id = made.body.id as string;
  expect((await again(orgAdmin, id)).status).toBe(404);
  expect((await admin.patch(`/api/admin/users/${id}`, { status: 'disabled' })).status).toBe(200);
  const refused = await again(admin, id);
  expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
});
