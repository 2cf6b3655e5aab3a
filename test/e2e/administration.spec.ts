import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { AdminUser, AuditEvent, Organisation, OverviewResponse } from '../../common/api/index.js';
import { Audit } from '../../server/audit/audit.service.js';
import { AuditChain } from '../../server/audit/audit-chain.js';
import { auditActions, enrolled, mailsTo, reset, tokensTo } from '../support/accounts.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let admin: Person;
let orgAdmin: Person;
let provider: Person;
let founders: Organisation;
let north: Organisation;

const NOBODY = '11111111-1111-4111-8111-111111111111';
const userOf = async (email: string): Promise<AdminUser> => {
  const { body } = await admin.list('/api/admin/users', { filter: { q: email } });
  return (body.users as AdminUser[]).find((u) => u.email === email)!;
};
const organisations = async (who = admin): Promise<Organisation[]> =>
  (await who.list('/api/admin/organisations')).body.organisations as Organisation[];
const organisationNow = async (name: string) => (await organisations()).find((o) => o.name === name)!;

/** The email to an address, once the outbox job has processed it. */
async function sentMail(email: string): Promise<string> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    const [mail] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT id FROM mails WHERE recipient = $1 AND status = 'sent'`,
      [email],
    );
    if (mail) return mail.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail to ${email} was sent`);
}

beforeAll(async () => {
  portal = await startPortal('demo');
  [admin, orgAdmin, provider] = (await Promise.all(
    ['admin', 'orgadmin', 'provider'].map((name) => portal.signIn(`${name}@demo.test`)),
  )) as [Person, Person, Person];
  founders = await organisationNow('Founders Clinic');
  north = await organisationNow('North Clinic');
  // One organization requiring it is enough to deny access without it.
  await enrolled(portal, admin, 'Trt-demo-2026!pass');
});
afterAll(() => portal.close());

describe('the overview', () => {
  const overview = async (who: Person, query = '') =>
    (await who.get(`/api/admin/overview${query}`)) as { status: number; body: OverviewResponse };

  it('counts the program of the whole system, or of one organization, and names no one', async () => {
    const { status, body } = await overview(admin);
    expect(status).toBe(200);
    expect(body.org_scope).toEqual({ scope: 'system', org_id: null });
    const cases = await admin.list('/api/trt/cases', { range: [0, 99] });
    const rows = cases.body.items as { status: string; overdue: boolean; patient_name: string }[];
    const { program_health: health } = body;
    expect(health.active_trt_cases.value).toBe(rows.filter((r) => r.status !== 'closed').length);
    expect(health.reviews.overdue).toBe(rows.filter((r) => r.overdue).length);
    expect(health.intakes_pending_review.value).toBeGreaterThan(0);
    for (const card of [
      health.active_trt_cases,
      health.intakes_pending_review,
      health.new_intakes_last_7_days,
    ])
      expect(card).toEqual({
        label: expect.any(String),
        status: expect.stringMatching(/^(ok|warn)$/),
        value: expect.any(Number),
        source: 'db',
      });
    for (const name of rows.map((r) => r.patient_name)) expect(JSON.stringify(body)).not.toContain(name);

    const own = await overview(orgAdmin);
    expect(own.body.org_scope).toEqual({ scope: 'organisation', org_id: founders.id });
    const narrowed = await overview(admin, `?org_id=${north.id}`);
    const [all, a, b] = [body, own.body, narrowed.body].map((o) => o.program_health.active_trt_cases.value!);
    expect(a! + b!).toBe(all);
  });

  it('compares the clinics, and shows the last weeks', async () => {
    const { body } = await overview(admin);
    const own = (await overview(orgAdmin)).body;
    expect(body.clinics.map(({ org_id: id }) => id)).toEqual(expect.arrayContaining([founders.id, north.id]));
    const total = body.clinics.reduce((sum, { active_cases: active }) => sum + active, 0);
    expect(total).toBe(body.program_health.active_trt_cases.value);
    expect(own.clinics).toMatchObject([
      { org_id: founders.id, active_cases: own.program_health.active_trt_cases.value },
    ]);
    expect(body.trend).toHaveLength(8);
    expect(body.trend.map(({ week_of: week }) => week)).toEqual(
      body.trend.map(({ week_of: week }) => week).toSorted(),
    );
    const recent = body.trend.slice(-2).reduce((sum, { new_intakes: count }) => sum + count, 0);
    expect(recent).toBeGreaterThanOrEqual(body.program_health.new_intakes_last_7_days.value!);
  });

  it('reports how each service is running', async () => {
    await portal.app.get(AuditChain).seal();
    const { body } = await overview(admin);
    for (const name of ['database', 'migrations', 'mail', 'jobs', 'audit_chain', 'disk']) {
      const service = body.service_status[name]!;
      expect([name, service.status]).toEqual([name, expect.stringMatching(/^(ok|warn)$/)]);
      expect([name, service.message]).toEqual([name, expect.stringMatching(/^[A-Z].+\.$/)]);
    }
  });

  it('reports that emails are late or lost', async () => {
    const id = await sentMail((await portal.signUp()).email);
    await portal.database.asSuperuser(
      `UPDATE mails SET status = 'dead', attempts = 11, last_error = 'refused' WHERE id = $1`,
      [id],
    );
    expect((await overview(admin)).body.service_status.mail).toMatchObject({
      status: 'degraded',
      message: '1 email could not be sent.',
    });
    expect((await admin.post(`/api/admin/mails/${id}/retry`)).status).toBe(200);
  });

  it('refuses another organization, and one that does not exist', async () => {
    expect((await overview(orgAdmin, `?org_id=${north.id}`)).status).toBe(403);
    expect((await overview(admin, `?org_id=${NOBODY}`)).status).toBe(404);
    expect((await overview(admin, '?org_id=x')).status).toBe(422);
    expect((await overview(provider)).status).toBe(403);
    expect((await portal.anonymous().get('/api/admin/overview')).status).toBe(401);
  });
});

describe('users', () => {
  it('are listed by organization, searched and filtered', async () => {
    const all = (await admin.list('/api/admin/users')).body;
    const own = (await orgAdmin.list('/api/admin/users')).body;
    expect(own.total).toBeLessThan(all.total);
    expect((own.users as AdminUser[]).every((u) => u.org_id === founders.id)).toBe(true);
    const staff = (await admin.list('/api/admin/users', { filter: { role: 'provider', q: 'DEMO.test' } }))
      .body;
    expect((staff.users as AdminUser[]).map((u) => u.email)).toEqual([
      'expired@demo.test',
      'mfa@demo.test',
      'multi@demo.test',
      'north@demo.test',
      'provider@demo.test',
    ]);
    expect((staff.users as AdminUser[])[1]).toEqual({
      id: expect.any(String),
      email: 'mfa@demo.test',
      display_name: expect.anything(),
      roles: ['provider'],
      org_id: founders.id,
      org_name: 'Founders Clinic',
      status: 'active',
      mfa_enabled: true,
      invited: false,
      last_seen_at: null,
      version: expect.any(Number),
    });
    for (const query of [
      { filter: { colour: 'red' } },
      { sort: ['password_hash', 'ASC'] as [string, string] },
    ])
      expect((await admin.list('/api/admin/users', query)).status).toBe(422);
  });

  it.each(['', ' \t', '\u200b\u2060', 'two\nlines', 'x'.repeat(121)])(
    'are not invited with an unreadable name: %j',
    async (display_name) => {
      const made = await orgAdmin.post('/api/admin/users/invite', {
        email: 'unnamed@example.test',
        display_name,
        roles: ['provider'],
        org_id: founders.id,
      });
      expect([made.status, Object.keys(made.body.fields as object)]).toEqual([422, ['display_name']]);
    },
  );

  it('are invited with a link that sets a password, once', async () => {
    const email = 'new.provider@example.test';
    const made = await orgAdmin.post('/api/admin/users/invite', {
      email,
      display_name: 'Dr. Nia Okafor',
      roles: ['provider'],
      org_id: founders.id,
    });
    expect([made.status, made.body.email, made.body.roles, made.body.org_id]).toEqual([
      201,
      email,
      ['provider'],
      founders.id,
    ]);
    const [token] = await tokensTo(portal, email, '/reset-password');
    expect((await reset(portal, token!, GOOD_PASSWORD)).status).toBe(200);
    expect((await portal.signIn(email, GOOD_PASSWORD)).me!.user.roles).toEqual(['provider']);
    expect(await auditActions(portal, made.body.id)).toContain('user.invite');
    const again = await orgAdmin.post('/api/admin/users/invite', {
      email,
      roles: ['provider'],
      org_id: founders.id,
    });
    expect([again.status, again.body.error, again.body.message]).toEqual([
      409,
      'email_in_use',
      'A user with this email already exists.',
    ]);
  });

  it.each([
    ['a malformed address', { email: 'nobody', roles: ['provider'] }, 'email'],
    ['no role', { email: 'a@example.test', roles: [] }, 'roles'],
    ['a duplicate role', { email: 'a@example.test', roles: ['provider', 'provider'] }, 'roles'],
    ['an unknown role', { email: 'a@example.test', roles: ['owner'] }, 'roles'],
    [
      'an organization that does not exist',
      { email: 'a@example.test', roles: ['provider'], org_id: NOBODY },
      'org_id',
    ],
    [
      'a provider without an organization',
      { email: 'a@example.test', roles: ['provider'], org_id: null },
      'org_id',
    ],
    [
      'a name with two lines',
      { email: 'a@example.test', roles: ['provider'], display_name: 'a\r\nb' },
      'display_name',
    ],
    [
      'a name that reads in another order',
      { email: 'a@example.test', roles: ['provider'], display_name: '\u202eevil' },
      'display_name',
    ],
  ])('are not invited with %s', async (_, body, field) => {
    const answer = await admin.post('/api/admin/users/invite', { org_id: founders.id, ...body });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
  });

  it("of another organization or of the whole system are out of reach for one organization's administrator", async () => {
    const [stranger, systemWide] = [await userOf('north@demo.test'), await userOf('admin@demo.test')];
    for (const { id } of [stranger, systemWide, { id: NOBODY }]) {
      expect((await orgAdmin.patch(`/api/admin/users/${id}`, { status: 'disabled' })).status).toBe(404);
      expect((await orgAdmin.post(`/api/admin/users/${id}/end-sessions`)).status).toBe(404);
      expect((await orgAdmin.post(`/api/admin/users/${id}/reset-mfa`)).status).toBe(404);
    }
    const own = await userOf('provider@demo.test');
    for (const org_id of [north.id, null])
      expect((await orgAdmin.patch(`/api/admin/users/${own.id}`, { org_id })).status).toBe(403);
    for (const org_id of [north.id, null]) {
      const invited = await orgAdmin.post('/api/admin/users/invite', {
        email: 'b@example.test',
        roles: ['system_admin'],
        org_id,
      });
      expect(invited.status).toBe(403);
    }
  });

  it('keep their last system-wide administrator, and cannot change their own roles', async () => {
    const { id } = await userOf('admin@demo.test');
    for (const change of [{ status: 'disabled' }, { roles: ['provider'] }, { org_id: founders.id }]) {
      const answer = await admin.patch(`/api/admin/users/${id}`, change);
      expect([answer.status, answer.body.error]).toEqual([409, 'invalid_state']);
    }
    const own = await userOf('orgadmin@demo.test');
    const raised = await orgAdmin.patch(`/api/admin/users/${own.id}`, {
      roles: ['system_admin', 'provider'],
    });
    expect([raised.status, raised.body.error]).toEqual([409, 'invalid_state']);
  });

  it('stay with their records: a patient is not moved to another organization', async () => {
    const { id } = await userOf('patient@demo.test');
    const answer = await admin.patch(`/api/admin/users/${id}`, { org_id: north.id });
    expect([answer.status, answer.body.error]).toEqual([409, 'invalid_state']);
  });

  it('that become administrators or providers are told to the other administrators of the same organization', async () => {
    const told = async (email: string) =>
      (await mailsTo(portal, email)).filter(({ subject }) => subject.includes('new '));
    const counts = async () =>
      Promise.all(
        ['orgadmin', 'admin', 'north', 'provider'].map(
          async (name) => (await told(`${name}@demo.test`)).length,
        ),
      );
    const invite = async (email: string, roles: string[], org_id: string | null, who = orgAdmin) =>
      (await who.post('/api/admin/users/invite', { email, roles, org_id })).body as AdminUser;
    const [own, wide, north_, provider_] = await counts();
    await invite('eve@example.test', ['system_admin'], founders.id);
    expect((await told('orgadmin@demo.test'))[0]!.text).toContain('made eve@example.test an administrator');
    expect(await counts()).toEqual([own! + 1, wide, north_, provider_]);
    const { id } = await invite('later@example.test', ['provider'], founders.id);
    expect(await counts()).toEqual([own! + 2, wide, north_, provider_]);
    const change = async (body: object) =>
      expect((await admin.patch(`/api/admin/users/${id}`, body)).status).toBe(200);
    await change({ roles: ['provider', 'system_admin'] });
    expect(await counts()).toEqual([own! + 3, wide, north_, provider_]);
    await change({ status: 'disabled' });
    await change({ status: 'active' });
    expect(await counts()).toEqual([own! + 4, wide, north_, provider_]);
    expect(await told('later@example.test')).toEqual([]);
    await invite('wide@example.test', ['system_admin'], null, admin);
    expect(await counts()).toEqual([own! + 4, wide! + 1, north_, provider_]);
    expect((await told('admin@demo.test'))[0]!.subject).toBe('There is a new system-wide administrator');
  });

  it('reject a stale version, and are signed out with the next request when disabled', async () => {
    const person = await portal.signUp();
    const { id, version } = await userOf(person.email);
    const stale = await admin.patch(`/api/admin/users/${id}`, { version: version + 1, status: 'disabled' });
    expect(stale.body.current).toHaveProperty('mfa_enabled');
    expect([stale.status, stale.body.error, stale.body.current.version]).toEqual([
      409,
      'version_conflict',
      version,
    ]);
    const done = await admin.patch(`/api/admin/users/${id}`, { version, status: 'disabled' });
    expect([done.status, done.body.status, done.body.version]).toEqual([200, 'disabled', version + 1]);
    expect((await person.get('/auth/me')).body.error).toBe('session_revoked');
  });

  it('lose the second factor and their sessions when it is reset', async () => {
    const { person } = await enrolled(portal);
    const { id } = person.me!.user;
    const answer = await orgAdmin.post(`/api/admin/users/${id}/reset-mfa`);
    expect([answer.status, answer.body.mfa_enabled]).toEqual([200, false]);
    expect((await person.get('/auth/me')).status).toBe(401);
    expect(await auditActions(portal, id)).toContain('user.reset_mfa');
  });

  it('lose it to another administrator only: with a password alone, no one removes their own', async () => {
    const own = await orgAdmin.post(`/api/admin/users/${orgAdmin.me!.user.id}/reset-mfa`);
    expect([own.status, own.body.error]).toEqual([409, 'invalid_state']);
    expect((await orgAdmin.get('/auth/me')).status).toBe(200);
  });
});

describe('organizations', () => {
  it("belong to the system-wide administrator; an organization's own sees and changes only its policies", async () => {
    expect((await organisations()).map((o) => o.name)).toEqual(['Founders Clinic', 'North Clinic']);
    expect((await organisations(orgAdmin)).map((o) => o.name)).toEqual(['Founders Clinic']);
    expect((await orgAdmin.post('/api/admin/organisations', { name: 'Mine' })).status).toBe(403);
    expect((await orgAdmin.patch(`/api/admin/organisations/${founders.id}`, { name: 'Mine' })).status).toBe(
      403,
    );
    expect((await orgAdmin.patch(`/api/admin/organisations/${north.id}`, { policies: {} })).status).toBe(404);
    const changed = await orgAdmin.patch(`/api/admin/organisations/${founders.id}`, {
      version: founders.version,
      policies: { monitoring_mode: 'guideline' },
    });
    expect([changed.status, changed.body.policies.monitoring_mode, changed.body.version]).toEqual([
      200,
      'guideline',
      founders.version + 1,
    ]);
    expect(await auditActions(portal, founders.id)).toContain('organisation.update');
    const stale = await admin.patch(`/api/admin/organisations/${founders.id}`, {
      version: founders.version,
      name: 'Old',
    });
    expect([stale.status, stale.body.error]).toEqual([409, 'version_conflict']);
    founders = await organisationNow('Founders Clinic');
  });

  it('tell everyone who works there which guard was switched off, by whom and when', async () => {
    const patch = (policies: object) =>
      orgAdmin.patch(`/api/admin/organisations/${founders.id}`, { policies });
    const told = async (email: string) =>
      (await mailsTo(portal, email)).filter(({ subject }) => subject.endsWith('was switched off'));
    const guards = [
      'clinical_acts_need_provider',
      'break_glass_reason',
      'licenses_need_verification',
      'step_up_for_prescribing',
    ];
    const { id } = founders;
    const [was] = await portal.database.asSuperuser<{ policies: object }>(
      'SELECT policies FROM organisations WHERE id = $1',
      [id],
    );
    const all = (value: boolean) => Object.fromEntries(guards.map((name) => [name, value]));
    expect((await patch(all(true))).status).toBe(200);
    expect((await patch({ ask_ams: true })).status).toBe(200);
    expect(await told('provider@demo.test')).toEqual([]);
    expect((await patch({ ...all(false), ask_ams: false })).status).toBe(200);
    for (const email of ['provider@demo.test', 'orgadmin@demo.test']) {
      const mails = await told(email);
      expect(mails).toHaveLength(1);
      for (const words of [
        'Omar Haddad switched off',
        'limited to providers',
        'give a reason',
        'Licenses and',
        'fresh proof',
      ])
        expect(mails[0]!.text).toContain(words);
      expect(mails[0]!.text).toMatch(/on \w+ \d+, \d{4} at \d+:\d\d [AP]M \(America\/New_York\)/u);
    }
    for (const email of ['north@demo.test', 'patient@demo.test']) expect(await told(email)).toEqual([]);
    expect((await patch(all(false))).status).toBe(200);
    expect(await told('provider@demo.test')).toHaveLength(1);
    await portal.database.asSuperuser('UPDATE organisations SET policies = $2 WHERE id = $1', [
      id,
      JSON.stringify(was!.policies),
    ]);
  });

  it('have each change in the audit log: what was set, and what it was', async () => {
    const detailOf = async (action: string): Promise<unknown> =>
      (
        (await orgAdmin.list('/api/admin/audit', { filter: { action }, range: [0, 0] })).body
          .events as AuditEvent[]
      )[0]?.detail;
    const before = await organisationNow('Founders Clinic');
    const phone = '+1 602 555 0143';
    const changed = await orgAdmin.patch(`/api/admin/organisations/${founders.id}`, {
      phone,
      address: '12 Elm St, Phoenix, AZ 85004',
      policies: { break_glass_reason: false, monitoring_mode: 'quarterly' },
    });
    expect(await detailOf('organisation.update')).toEqual({
      phone: changed.body.phone,
      address: '12 Elm St, Phoenix, AZ 85004',
      policies: { break_glass_reason: false, monitoring_mode: 'quarterly' },
      was: {
        phone: before.phone,
        address: before.address,
        policies: { break_glass_reason: null, monitoring_mode: 'guideline' },
      },
      version: before.version + 1,
    });
    founders = await organisationNow('Founders Clinic');
  });

  it('can be made strict about sign-in and prescribing', async () => {
    const made = await admin.post('/api/admin/organisations', {
      name: ' South Clinic ',
      timezone: 'America/Chicago',
    });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'South Clinic',
        timezone: 'America/Chicago',
        phone: null,
        address: null,
        policies: {
          mfa_required_for_staff: true,
          step_up_for_prescribing: true,
          monitoring_mode: 'quarterly',
          clinical_acts_need_provider: true,
          licenses_need_verification: true,
        },
        version: 1,
      },
    ]);
    for (const [body, field] of [
      [{ name: 'south clinic' }, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'A', timezone: 'Mars/Base' }, 'timezone'],
      [{ name: 'A', policies: { mfa_required_for_staff: 'yes' } }, 'policies.mfa_required_for_staff'],
      [{ name: 'A', policies: { free_coffee: true } }, 'policies.free_coffee'],
    ] as const) {
      const answer = await admin.post('/api/admin/organisations', body);
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
    }
  });
});

describe('how a clinic is reached', () => {
  const save = (contact: object) => orgAdmin.patch(`/api/admin/organisations/${founders.id}`, contact);

  it('is set by its own administrator, and shown to its patients beside their messages', async () => {
    const saved = await save({ phone: ' 555-0177 ', address: '5 Oak Lane, Albany, NY 12207' });
    expect([saved.status, saved.body]).toMatchObject([
      200,
      { phone: '555-0177', address: '5 Oak Lane, Albany, NY 12207' },
    ]);
    const patient = await portal.signIn('patient@demo.test');
    expect((await patient.get('/api/messages')).body.clinic).toEqual({
      name: 'Founders Clinic',
      phone: '555-0177',
    });
    const kept = await save({ policies: {} });
    expect(kept.body.phone).toBe('555-0177');
    expect((await save({ phone: '', address: null })).body).toMatchObject({ phone: null, address: null });
  });

  it.each([
    [{ phone: 'x'.repeat(41) }, 'phone'],
    [{ phone: 5550177 }, 'phone'],
    [{ phone: 'call us' }, 'phone'],
    [{ phone: '<b>555-0177</b>' }, 'phone'],
    [{ address: 'one\ntwo' }, 'address'],
    [{ address: 'x'.repeat(301) }, 'address'],
  ])('is a phone number and one line of text, not %j', async (contact, field) => {
    const refused = await save(contact);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
  });
});

describe('the policies of an organization', () => {
  const policy = async (policies: object) => {
    const answer = await admin.patch(`/api/admin/organisations/${north.id}`, { policies });
    expect(answer.status).toBe(200);
  };
  let northProvider: Person;
  beforeAll(async () => {
    northProvider = await portal.signIn('north@demo.test');
  });

  it('let staff without a second factor do nothing but set one up, from the next request on', async () => {
    expect((await northProvider.get('/api/trt/cases')).status).toBe(200);
    await policy({ mfa_required_for_staff: true });
    const refused = await northProvider.get('/api/trt/cases');
    expect([refused.status, refused.body.error]).toEqual([403, 'mfa_enrollment_required']);
    expect((await northProvider.get('/auth/me')).status).toBe(200);
    await policy({ mfa_required_for_staff: false });
    expect((await northProvider.get('/api/trt/cases')).status).toBe(200);
  });

  it('require fresh proof from a prescriber, and then continue', async () => {
    await policy({ step_up_for_prescribing: true });
    await portal.database.asSuperuser(
      `UPDATE sessions SET auth_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [northProvider.me!.user.id],
    );
    const refused = await northProvider.post('/api/trt/prescriptions/approve', { ids: [NOBODY] });
    expect([refused.status, refused.body.error]).toEqual([403, 'reauth_required']);
    expect((await northProvider.post('/auth/reauth', { password: 'Trt-demo-2026!pass' })).status).toBe(204);
    expect((await northProvider.post('/api/trt/prescriptions/approve', { ids: [NOBODY] })).status).toBe(404);
    await policy({ step_up_for_prescribing: false });
  });
});

describe('the audit log', () => {
  it.each(['2026-02-30', '0000-01-01', '2026-13-01T00:00:00Z', '10000-01-01'])(
    'rejects %s as a start time',
    async (from) => {
      const answer = await admin.list('/api/admin/audit', { filter: { from } });
      expect([answer.status, answer.body.fields]).toEqual([422, { 'filter.from': expect.any(String) }]);
    },
  );

  it('is paged, filtered and scoped', async () => {
    const { body, headers } = await admin.list('/api/admin/audit', { range: [0, 9] });
    const events = body.events as AuditEvent[];
    expect(headers['content-range']).toMatch(/^audit 0-9\//);
    expect(events.map((e) => e.seq)).toEqual(events.map((e) => e.seq).toSorted((a, b) => b - a));
    expect(events[0]!.id).toBe(String(events[0]!.seq));
    const one = await admin.list('/api/admin/audit', { filter: { id: [events[3]!.id] } });
    expect((one.body.events as AuditEvent[]).map((e) => e.seq)).toEqual([events[3]!.seq]);
    const subject = (await admin.list('/api/admin/audit', { filter: { action: 'organisation.' } })).body
      .events as AuditEvent[];
    expect(new Set(subject.map((e) => e.action))).toEqual(
      new Set(['organisation.create', 'organisation.update']),
    );
    const own = (await orgAdmin.list('/api/admin/audit', { range: [0, 99] })).body.events as AuditEvent[];
    expect(own.every((e) => e.org_id === founders.id)).toBe(true);
    for (const filter of [
      { from: 'yesterday' },
      { from: '2026-02-31T25:00:00Z' },
      { actor_id: 'x' },
      { id: 'x' },
      { outcome: 'maybe' },
      { until_seq: 'newest' },
      { until_seq: -1 },
      { until_seq: 1.5 },
      { until_seq: true },
      { until_seq: '9'.repeat(16) },
    ])
      expect([filter, (await admin.list('/api/admin/audit', { filter })).status]).toEqual([filter, 422]);
    expect((await admin.list('/api/admin/audit', { filter: { from: '2999-01-01' } })).body.total).toBe(0);
  });

  it("is searched by a user's name, email, MRN or short id, and stores whom it found instead of the words", async () => {
    const asked = async (filter: object, by = admin) =>
      (await by.list('/api/admin/audit', { range: [0, 49], filter })).body.events as AuditEvent[];
    const { body } = await provider.list('/api/provider/patients', { filter: { q: 'Marcus Bell' } });
    const { id, mrn } = (body.patients as { id: string; mrn: string }[])[0]!;
    for (const patient of ['marcus bell', mrn, id.slice(0, 8), id]) {
      const found = await asked({ patient });
      expect([patient, found.length > 0]).toEqual([patient, true]);
      // A list names each patient it returned; the column holds one.
      expect(found.every((e) => e.patient_id === id || e.patient_id === null)).toBe(true);
    }
    for (const actor of ['elena rossi', 'PROVIDER@demo.test'])
      expect(new Set((await asked({ actor })).map((e) => e.actor_role))).toEqual(new Set(['provider']));
    expect(await asked({ patient: 'No Such Person' })).toEqual([]);
    const elsewhere = `/api/admin/audit?org_id=${north.id}&filter=${encodeURIComponent('{"patient":"marcus bell"}')}`;
    expect((await admin.get(elsewhere)).body.events).toEqual([]);
    const [search] = await asked({ action: 'audit.search' });
    expect(JSON.stringify(search!.detail)).not.toMatch(/marcus/i);
  });

  it('names no rules of records that its reader may not open', async () => {
    const sql = portal.database.asSuperuser.bind(portal.database);
    const [marcus] = await sql<{ id: string }>(`SELECT id FROM patients WHERE full_name = 'Marcus Bell'`);
    await sql(
      `UPDATE cases SET primary_clinician_id = (SELECT id FROM users WHERE email = 'provider@demo.test') WHERE patient_id = $1`,
      [marcus!.id],
    );
    const act = { patientId: marcus!.id, orgId: founders.id };
    const audit = portal.app.get(Audit);
    const detail = { rule: 'emergency_clot', action: 'handled', reached: true };
    await audit.record(null, { action: 'alert.acknowledge', ...act, detail });
    await audit.record(null, { action: 'plan.flag', ...act, detail: { rules: ['phq2_positive'] } });
    const filter = { patient: 'Marcus Bell', from: new Date(Date.now() - 60_000).toISOString() };
    const told = async (by: Person) => {
      const { events } = (await by.list('/api/admin/audit', { filter, range: [0, 49] })).body as {
        events: AuditEvent[];
      };
      expect(events.map(({ action }) => action)).toContain('alert.acknowledge');
      const csv = await by.get(`/files/audit.csv?filter=${encodeURIComponent(JSON.stringify(filter))}`);
      expect(csv.text).toContain('alert.acknowledge');
      return [JSON.stringify(events), csv.text].map((text) => /emergency_clot|phq2_positive/.test(text));
    };
    const policies = (change: object) =>
      sql(`UPDATE organisations SET policies = policies || $1::jsonb WHERE id = $2`, [
        JSON.stringify(change),
        founders.id,
      ]);
    expect([await told(admin), await told(orgAdmin)]).toEqual([
      [true, true],
      [true, true],
    ]);
    await policies({ clinical_acts_need_provider: true });
    expect([await told(admin), await told(orgAdmin)]).toEqual([
      [false, false],
      [false, false],
    ]);
    await policies({ clinical_acts_need_provider: false, break_glass_reason: true });
    expect(await told(orgAdmin)).toEqual([false, false]);
    await orgAdmin.post(`/api/provider/patients/${marcus!.id}/open`, {
      reason: 'A complaint of the patient about an alert',
    });
    expect(await told(orgAdmin)).toEqual([true, true]);
    await policies({ break_glass_reason: false });
  });

  it('keeps its pages stable while reading it adds events', async () => {
    const page = async (first: number, filter: object) => {
      const { status, body } = await admin.list('/api/admin/audit', { range: [first, first + 4], filter });
      expect(status).toBe(200);
      return { seqs: (body.events as AuditEvent[]).map((e) => e.seq), total: body.total as number };
    };
    const start = await page(0, {});
    const bound = { until_seq: start.seqs[0]! };
    const second = await page(5, bound);
    const third = await page(10, { until_seq: String(bound.until_seq) });
    const seqs = [...start.seqs, ...second.seqs, ...third.seqs];
    expect(new Set(seqs).size).toBe(15);
    expect([second.total, third.total]).toEqual([start.total, start.total]);
    expect((await page(0, bound)).seqs).toEqual(start.seqs);
    expect((await page(0, {})).seqs[0]).toBeGreaterThan(start.seqs[0]!);
  });

  it('comes as a file, oldest first, without formulas', async () => {
    await portal
      .anonymous()
      .post('/auth/login', { email: 'provider@demo.test', password: 'wrong password here' });
    const file = await admin.get(
      `/files/audit.csv?filter=${encodeURIComponent('{"action":"organisation."}')}`,
    );
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const rows = parse(file.text, { columns: true }) as Record<string, string>[];
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.every((r) => r['action']!.startsWith('organisation.'))).toBe(true);
    expect(rows.map((r) => Number(r['seq']))).toEqual(
      rows.map((r) => Number(r['seq'])).toSorted((a, b) => a - b),
    );
    expect((await provider.get('/files/audit.csv')).status).toBe(403);
    expect((await orgAdmin.get(`/files/audit.csv?org_id=${north.id}`)).status).toBe(403);
  });

  it('is verified, and the check names the first event that was changed', async () => {
    const good = await admin.get('/api/admin/audit/verify');
    expect(good.body).toEqual({ ok: true, checked: expect.any(Number), first_bad_seq: null });
    const [touched] = await portal.database.asSuperuser<{ seq: string }>(
      `SELECT seq FROM audit_events ORDER BY seq OFFSET 5 LIMIT 1`,
    );
    await portal.database.asSuperuser(
      `ALTER TABLE audit_events DISABLE TRIGGER ALL; UPDATE audit_events SET actor_role = 'patient' WHERE seq = ${touched!.seq}; ALTER TABLE audit_events ENABLE TRIGGER ALL`,
    );
    const bad = await orgAdmin.get('/api/admin/audit/verify');
    expect([bad.body.ok, bad.body.first_bad_seq]).toEqual([false, Number(touched!.seq)]);
  });
});

describe('emails', () => {
  it('are shown with their status, never with their text, and sent again if they failed', async () => {
    const person = await portal.signUp();
    await sentMail(person.email);
    const { body } = await orgAdmin.list('/api/admin/mails', { filter: { q: person.email } });
    const [mail] = body.mails as { id: string; status: string }[];
    expect(Object.keys(mail!).toSorted()).toEqual(
      ['attempts', 'created_at', 'id', 'last_error', 'sent_at', 'status', 'subject', 'to'].toSorted(),
    );
    await portal.database.asSuperuser(
      `UPDATE mails SET status = 'dead', sent_at = NULL, attempts = 11 WHERE id = $1`,
      [mail!.id],
    );
    const again = await orgAdmin.post(`/api/admin/mails/${mail!.id}/retry`);
    expect([again.status, again.body.status, again.body.attempts]).toEqual([200, 'queued', 0]);
    for (let waited = 0; waited < 10_000; waited += 100) {
      const now = (await orgAdmin.list('/api/admin/mails', { filter: { id: mail!.id } })).body.mails[0];
      if (now.status === 'sent') break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const sent = (await orgAdmin.list('/api/admin/mails', { filter: { id: mail!.id } })).body.mails[0];
    expect([sent.status, sent.attempts]).toEqual(['sent', 1]);
    const refused = await orgAdmin.post(`/api/admin/mails/${mail!.id}/retry`);
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
    expect(await auditActions(portal, mail!.id)).toEqual(['mail.retry']);
  });

  it('of another organization are not found', async () => {
    const [foreign] = await portal.database.asSuperuser<{ id: string }>(
      `INSERT INTO mails (id, org_id, kind, recipient, subject, body_enc, status)
        VALUES (gen_random_uuid(), $1, 'notice', 'x@example.test', 'x', 'x', 'dead') RETURNING id`,
      [north.id],
    );
    expect((await orgAdmin.post(`/api/admin/mails/${foreign!.id}/retry`)).status).toBe(404);
    expect((await orgAdmin.list('/api/admin/mails', { filter: { id: foreign!.id } })).body.total).toBe(0);
  });
});
