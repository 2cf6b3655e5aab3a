import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROLES } from '../../common/vocabulary/index.js';
import { Invitations } from '../../server/accounts/administration/invitations.service.js';
import { Sessions } from '../../server/accounts/sessions/sessions.service.js';
import { UserAdministration } from '../../server/accounts/administration/user-administration.service.js';
import type { Actor } from '../../server/platform/access/actor.js';
import { sha256 } from '../../server/platform/crypto/field-cipher.js';
import { AppError } from '../../server/platform/errors/errors.js';
import {
  auditActions,
  enrolled,
  mailsTo,
  OTHER_PASSWORD,
  reset,
  signInWith,
  tokensTo,
  verified,
} from '../support/accounts.js';
import { command } from '../support/command.js';
import { testPostgres } from '../support/database.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

jest.setTimeout(90_000);
let portal: TestPortal;
let users: UserAdministration;
let admin: Actor;
let orgAdmin: Actor;

/** The actor behind a signed-in user, as a controller would pass it on. */
const actorOf = async (person: Person): Promise<Actor> =>
  (await portal.app.get(Sessions).living(sha256(person.token)))!;

beforeAll(async () => {
  portal = await startPortal('demo');
  users = portal.app.get(UserAdministration);
  admin = await actorOf(await portal.signIn('admin@demo.test'));
  orgAdmin = await actorOf(await portal.signIn('orgadmin@demo.test'));
});
afterAll(() => portal.close());

const codeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe("changing someone else's account", () => {
  it("ends the user's sessions and notifies them when their roles change", async () => {
    const person = await portal.signUp();
    const { id } = person.me!.user;
    const changed = await users.update(orgAdmin, id, { version: 1, roles: ['patient', 'provider'] });
    expect(changed).toMatchObject({ roles: ['patient', 'provider'], version: 2 });
    expect((await person.get('/auth/me')).body.error).toBe('session_revoked');
    expect((await mailsTo(portal, person.email))[0]!.subject).toBe('Your account access has changed');
    expect((await portal.signIn(person.email, GOOD_PASSWORD)).me!.user.roles).toEqual([
      'patient',
      'provider',
    ]);
    expect(await auditActions(portal, id)).toContain('user.update');
  });

  it("ends the user's sessions and links when the account is disabled; they cannot sign in until it is enabled", async () => {
    const person = await portal.signUp();
    const { id } = person.me!.user;
    const [token] = await tokensTo(portal, person.email, '/verify-email');
    await users.update(orgAdmin, id, { status: 'disabled' });
    expect((await person.get('/auth/me')).body.error).toBe('session_revoked');
    expect((await signInWith(portal, person.email, GOOD_PASSWORD)).body.error).toBe('invalid_credentials');
    expect((await portal.anonymous().post('/auth/verify-email', { token })).body.error).toBe('token_invalid');
    await users.update(orgAdmin, id, { status: 'active' });
    expect((await signInWith(portal, person.email, GOOD_PASSWORD)).status).toBe(200);
  });

  it('keeps the sessions when only the name changes, and refuses a stale version', async () => {
    const person = await portal.signUp();
    const { id } = person.me!.user;
    await users.update(orgAdmin, id, { version: 1, display_name: 'Ona Quill' });
    expect((await person.get('/auth/me')).body.user.display_name).toBe('Ona Quill');
    expect(await codeOf(users.update(orgAdmin, id, { version: 1, display_name: 'X' }))).toBe(
      'version_conflict',
    );
  });

  it('is possible only within your own organization, and never for your own roles', async () => {
    const north = await portal.signIn('north@demo.test');
    expect(await codeOf(users.update(orgAdmin, north.me!.user.id, { display_name: 'X' }))).toBe('not_found');
    expect(await codeOf(users.update(orgAdmin, admin.userId, { display_name: 'X' }))).toBe('not_found');
    expect(await codeOf(users.update(orgAdmin, orgAdmin.userId, { roles: ['provider'] }))).toBe(
      'invalid_state',
    );
    expect(await codeOf(users.update(orgAdmin, orgAdmin.userId, { status: 'disabled' }))).toBe(
      'invalid_state',
    );
    const person = await portal.signUp();
    const elsewhere = { org_id: north.me!.claims.org_id };
    expect(await codeOf(users.update(orgAdmin, person.me!.user.id, elsewhere))).toBe('forbidden');
    expect(await codeOf(users.update(admin, person.me!.user.id, { org_id: null }))).toBe('validation_failed');
    expect(await codeOf(users.update(admin, person.me!.user.id, { roles: [] }))).toBe('validation_failed');
  });

  it('changes nothing when the values are the same', async () => {
    const person = await portal.signUp();
    const { id } = person.me!.user;
    // A list of the server's own: one made here is of another realm, and so not the same to it.
    const roles = ROLES.filter((role) => role === 'patient');
    for (const change of [{}, { roles, status: 'active' as const, display_name: null }])
      expect(await users.update(admin, id, change)).toMatchObject({ version: 1 });
    expect((await person.get('/auth/me')).status).toBe(200);
    expect(await auditActions(portal, id)).not.toContain('user.update');
  });

  it('counts a system-wide administrator once a password is set, not from the invitation on', async () => {
    const { user } = await users.invite(admin, {
      email: 'unopened-root@example.test',
      roles: ['system_admin'],
      org_id: null,
    });
    const second: Actor = { ...admin, userId: user.id };
    for (const change of [
      { status: 'disabled' as const },
      { roles: ['provider' as const], org_id: orgAdmin.orgId },
      { org_id: orgAdmin.orgId },
    ]) {
      await expect(users.update(second, admin.userId, change)).rejects.toThrow(
        'last system-wide administrator',
      );
      await expect(users.update(admin, admin.userId, change)).rejects.toThrow('your own');
    }
    expect(await codeOf(users.update(admin, user.id, { status: 'disabled' }))).toBe('done');
  });

  it('keeps one system-wide administrator, even if two would remove each other at once', async () => {
    const { user } = await users.invite(admin, {
      email: 'second-root@example.test',
      roles: ['system_admin'],
      org_id: null,
    });
    const second: Actor = { ...admin, userId: user.id };
    await portal.database.asSuperuser(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = $1) WHERE id = $2`,
      [admin.userId, user.id],
    );
    const results = await Promise.all([
      codeOf(users.update(second, admin.userId, { status: 'disabled' })),
      codeOf(users.update(admin, user.id, { status: 'disabled' })),
    ]);
    expect(results.sort()).toEqual(['done', 'invalid_state']);
    await portal.database.asSuperuser(`UPDATE users SET status = 'active' WHERE id = ANY($1)`, [
      [admin.userId, user.id],
    ]);
  });

  it('removes a lost second factor, ends the sessions and tells the owner', async () => {
    const { person } = await enrolled(portal);
    await users.resetMfa(orgAdmin, person.me!.user.id);
    expect((await person.get('/auth/me')).body.error).toBe('session_revoked');
    expect((await signInWith(portal, person.email, GOOD_PASSWORD)).body.mfa_required).toBeUndefined();
    expect((await mailsTo(portal, person.email)).map((m) => m.subject)).toContain(
      'Two-step sign-in was reset',
    );
  });

  it("ends the user's sessions on demand", async () => {
    const person = await portal.signUp();
    await users.endSessions(orgAdmin, person.me!.user.id);
    expect((await person.get('/auth/me')).body.error).toBe('session_revoked');
  });

  it('cancels a pending change of address along with the sessions', async () => {
    const person = await verified(portal, await portal.signUp());
    const email = 'taken.by.somebody@example.test';
    const asked = await person.post('/auth/change-email', { password: GOOD_PASSWORD, email });
    expect(asked.status).toBe(204);
    const [token] = await tokensTo(portal, email, '/verify-email');
    await users.endSessions(orgAdmin, person.me!.user.id);
    const late = await portal.anonymous().post('/auth/verify-email', { token });
    expect([late.status, late.body.error]).toEqual([400, 'token_invalid']);
  });
});

describe('an invitation', () => {
  it('emails a link, valid for a day, that sets the password and verifies the address', async () => {
    const email = 'invited@example.test';
    const { user } = await users.invite(orgAdmin, {
      email,
      roles: ['provider'],
      org_id: orgAdmin.orgId,
      display_name: 'Dr. New',
    });
    expect((await signInWith(portal, email, OTHER_PASSWORD)).status).toBe(401);
    const [token] = await tokensTo(portal, email, '/reset-password');
    const [row] = await portal.database.asSuperuser<{ hours: number }>(
      `SELECT extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM email_tokens WHERE user_id = $1`,
      [user.id],
    );
    expect(row!.hours).toBe(24);
    expect((await reset(portal, token!)).status).toBe(200);
    expect((await reset(portal, token!)).body.error).toBe('token_used');
    const signedIn = await portal.signIn(email, OTHER_PASSWORD);
    expect(signedIn.me!.user).toMatchObject({
      roles: ['provider'],
      email_verified: true,
      display_name: 'Dr. New',
    });
  });

  it('is refused for a taken address, another organization, and a provider without one', async () => {
    const invite = (who: Actor, email: string, org_id: string | null) =>
      codeOf(users.invite(who, { email, roles: ['provider'], org_id }));
    expect(await invite(orgAdmin, 'PATIENT@demo.test', orgAdmin.orgId)).toBe('email_in_use');
    expect(await invite(orgAdmin, 'i1@example.test', '11111111-1111-4111-8111-111111111111')).toBe(
      'forbidden',
    );
    expect(await invite(orgAdmin, 'i2@example.test', null)).toBe('forbidden');
    expect(await invite(admin, 'i3@example.test', null)).toBe('validation_failed');
  });
});

describe('what an administrator is doing when they are dismissed', () => {
  const EVE = 'multi@demo.test';
  const set = (what: string) =>
    portal.database.asSuperuser(`UPDATE users SET ${what} WHERE email = '${EVE}'`);
  afterAll(() => set(`status = 'active'`));

  it.each([
    ['a key', '/api/admin/api-keys', { name: 'Late', scopes: ['team.read'] }, 'api_keys'],
    [
      'a webhook',
      '/api/admin/webhooks',
      { url: 'https://late.example/', events: ['plan.approved'] },
      'webhooks',
    ],
    [
      'a member of staff',
      '/api/admin/users/invite',
      { email: 'late@example.test', roles: ['provider'] },
      'users',
    ],
    [
      'a pharmacy',
      '/api/admin/pharmacies',
      { name: 'Late', channel: 'fax', fax: '+1 212 555 0177' },
      'pharmacies',
    ],
  ])('does not leave %s behind', async (_, path, body, table) => {
    const eve = await portal.signIn(EVE);
    const count = async () =>
      (await portal.database.asSuperuser<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n;
    const before = await count();
    await portal.database.asSuperuser('BEGIN');
    await portal.database.asSuperuser(`SELECT FROM users WHERE email = '${EVE}' FOR UPDATE`);
    const sent = eve.post(path, path.endsWith('invite') ? { ...body, org_id: orgAdmin.orgId } : body);
    await sleep(500);
    await set(`status = 'disabled', session_epoch = session_epoch + 1`);
    await portal.database.asSuperuser('COMMIT');
    const answer = await sent;
    expect([answer.status, answer.body.error, await count()]).toEqual([401, 'session_revoked', before]);
    await set(`status = 'active'`);
  });

  it('makes no invitation work that they sent before, until another one sends it again', async () => {
    const email = 'accomplice@example.test';
    const eve = await actorOf(await portal.signIn(EVE));
    const { user } = await users.invite(eve, { email, roles: ['provider'], org_id: eve.orgId });
    const [token] = await tokensTo(portal, email, '/reset-password');
    await set(`status = 'disabled'`);
    expect((await reset(portal, token!)).body.error).toBe('invalid_token');
    await portal.app.get(Invitations).again(orgAdmin, user.id);
    const [again] = await tokensTo(portal, email, '/reset-password');
    expect((await reset(portal, again!)).status).toBe(200);
  });

  it('tells the other administrators of new providers, as of new administrators', async () => {
    const email = 'told@example.test';
    const { user } = await users.invite(admin, { email, roles: ['patient'], org_id: orgAdmin.orgId });
    const told = async () =>
      (await mailsTo(portal, 'orgadmin@demo.test'))
        .filter(({ text }) => text.includes(email))
        .map(({ subject }) => subject);
    expect(await told()).toEqual([]);
    await users.update(admin, user.id, { roles: ['patient', 'provider'] });
    expect(await told()).toEqual(['Your organization has a new provider']);
    await users.update(admin, user.id, { display_name: 'Dr. Told' });
    await users.update(admin, user.id, { roles: ['provider', 'system_admin'] });
    expect(await told()).toEqual([
      'Your organization has a new administrator',
      'Your organization has a new provider',
    ]);
  });
});

describe('the first administrator', () => {
  const run = (args: string[], env: Record<string, string>) => command('admin-invite', env, args);

  it('is invited from the command line, as often as needed, by a link that works once', async () => {
    // The same keys as the running portal, which reads what the command writes.
    const keys = `k1:${Buffer.alloc(32, 5).toString('base64')}`;
    const empty = await startPortal('empty', { APP_KEYS: keys });
    expect(await empty.database.asSuperuser('SELECT 1 FROM users')).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'trt-invite-'));
    const env = {
      DATABASE_URL: empty.database.url,
      DATA_DIR: folder,
      APP_KEYS: keys,
      PUBLIC_ORIGIN: empty.base,
    };
    const first = await run(['--email', 'root@example.test'], env);
    expect([first.code, first.error]).toEqual([0, '']);
    const second = await run(['--email', 'ROOT@example.test'], env);
    const linkIn = (text: string) =>
      new URL(/https?:\S+\/reset-password\?token=\S+/.exec(text)![0]).searchParams.get('token')!;
    expect((await reset(empty, linkIn(first.out))).body.error).toBe('invalid_token');
    expect((await reset(empty, linkIn(second.out))).status).toBe(200);
    const root = await empty.signIn('root@example.test', OTHER_PASSWORD);
    expect(root.me).toMatchObject({ user: { roles: ['system_admin'] }, claims: { org_id: null } });
    const rows = await empty.database.asSuperuser<{ action: string }>(
      `SELECT action FROM audit_events WHERE action = 'user.invite'`,
    );
    expect(rows).toHaveLength(2);
    rmSync(folder, { recursive: true, force: true });
    await empty.close();
  });

  it.each([[[]], [['--email', 'nope']], [['--name', 'x']]])('prints its usage for %j', async (args) => {
    const { code, error } = await run(args, {});
    expect([code, error]).toEqual([64, 'Usage: npm run admin:invite -- --email name@example.org\n']);
  });

  it('is not created from an account with another role', async () => {
    const keys = readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim();
    const folder = mkdtempSync(join(tmpdir(), 'trt-invite-'));
    const env = { DATABASE_URL: portal.database.url, DATA_DIR: folder, APP_KEYS: keys };
    const { code, error } = await run(['--email', 'patient@demo.test'], env);
    expect([code, error]).toEqual([
      1,
      'This address belongs to an account that is not a system-wide administrator.\n',
    ]);
    rmSync(folder, { recursive: true, force: true });
  });
});
