import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type {
  Webhook,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhooksResponse,
  WebhookWithSecret,
} from '../../common/api/index.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../common/api/webhooks.js';
import { callOutside } from '../../server/platform/http/outside-call.js';
import { PrivateAddress } from '../../server/platform/http/public-address.js';
import { WebhookSender } from '../../server/webhooks/webhook-sender.js';
import { addLab, daysAgo, form, inForce, save, submitted, type Ordered } from '../support/care.js';
import type { Person } from '../support/person.js';
import { mailsTo } from '../support/accounts.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';
import { WebhookReceiver, type Received } from '../support/webhook-receiver.js';

let portal: TestPortal;
let admin: Person;
let orgAdmin: Person;
let clinic: string;
let north: string;
const receiver = new WebhookReceiver();
let base: string;
let paths = 0;

beforeAll(async () => {
  portal = await startPortal('demo');
  base = await receiver.start();
  admin = await portal.signIn('admin@demo.test');
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  const [row] = await portal.database.asSuperuser<{ org_id: string }>(
    `SELECT org_id FROM users WHERE email = 'provider@demo.test'`,
  );
  clinic = row!.org_id;
  const [other] = await portal.database.asSuperuser<{ id: string }>(
    `SELECT id FROM organisations WHERE name = 'North Clinic'`,
  );
  north = other!.id;
});
afterAll(async () => {
  await receiver.stop();
  await portal.close();
});
beforeEach(() => {
  receiver.answer = () => 204;
});
/** An organization has at most ten. */
afterEach(async () => {
  await portal.database.asSuperuser('UPDATE webhooks SET removed_at = now(), secret_enc = NULL');
});

async function make(
  events: readonly WebhookEvent[] = WEBHOOK_EVENTS,
  org_id = clinic,
): Promise<WebhookWithSecret & { path: string }> {
  const path = `/hook-${++paths}`;
  const response = await admin.post('/api/admin/webhooks', { url: base + path, events, org_id });
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, '']);
  return { ...(response.body as WebhookWithSecret), path };
}
const arrived = async (path: string, n: number): Promise<Received[]> => {
  await until(`${n} messages at ${path}`, () => receiver.at(path).length >= n, 20_000);
  return receiver.at(path);
};
const read = (secret: string, { body, headers }: Received) =>
  new StandardWebhook(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    timestamp: string;
    data: Record<string, string>;
  };
const deliveries = async (filter: object): Promise<WebhookDelivery[]> =>
  ((await admin.list('/api/admin/webhook-deliveries', { filter })).body as WebhookDeliveriesResponse)
    .deliveries;
const become = (id: string, status: string, limitMs = 15_000) =>
  until(`${id} ${status}`, async () => (await deliveries({ id }))[0]?.status === status, limitMs);
const tried = async (webhook: Pick<Webhook, 'id'>): Promise<WebhookDelivery> =>
  (await admin.post(`/api/admin/webhooks/${webhook.id}/test`, {})).body as WebhookDelivery;

async function book({ patient, provider }: Ordered): Promise<string> {
  const asked = await patient.post('/api/appointments', {
    kind: 'video',
    reason: 'Talk about the next step',
    preferred: [new Date(Date.now() + 3 * 864e5).toISOString()],
  });
  expect([asked.status, asked.status === 201 ? '' : asked.text]).toEqual([201, '']);
  const id = String(asked.body.id);
  const starts = Date.now() + 4 * 864e5;
  const booked = await provider.post(`/api/provider/appointments/${id}`, {
    status: 'scheduled',
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + 18e5).toISOString(),
  });
  expect([booked.status, booked.status === 200 ? '' : booked.text]).toEqual([200, '']);
  return id;
}

describe('POST /api/admin/webhooks', () => {
  it('shows the secret once, and stores it encrypted', async () => {
    const made = await make();
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { webhooks } = (await admin.list('/api/admin/webhooks', { filter: { id: made.id } }))
      .body as WebhooksResponse;
    expect(webhooks).toEqual([expect.objectContaining({ id: made.id, status: 'active', dead: 0 })]);
    expect(JSON.stringify(webhooks)).not.toContain(made.secret);
    const [row] = await portal.database.asSuperuser('SELECT w::text AS all FROM webhooks w WHERE id = $1', [
      made.id,
    ]);
    expect(JSON.stringify(row)).not.toContain(made.secret.slice(6));
  });

  it.each([
    ['plain http', 'http://clinic.example.com/hook'],
    ['a private address', 'https://10.1.2.3/hook'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest'],
    ['an IPv6 address inside', 'https://[fd00::1]/hook'],
    ['an address in hexadecimal', 'https://0x0a010203/hook'],
    ['a name in it', 'https://me@clinic.example.com/hook'],
    ['another protocol', 'file:///etc/passwd'],
    ['no URL', 'clinic'],
    ['too long', `https://clinic.example.com/${'x'.repeat(500)}`],
  ])('refuses %s', async (_, url) => {
    const { status, body } = await orgAdmin.post('/api/admin/webhooks', { url, events: ['plan.approved'] });
    expect([status, Object.keys(body.fields as object)]).toEqual([422, ['url']]);
  });

  it('refuses no event, an unknown one and one twice', async () => {
    for (const events of [[], ['plan.deleted'], ['plan.approved', 'plan.approved'], 'plan.approved', null]) {
      const { status, body } = await orgAdmin.post('/api/admin/webhooks', {
        url: 'https://clinic.example.com/hook',
        events,
      });
      expect([status, Object.keys(body.fields as object)]).toEqual([422, ['events']]);
    }
  });

  it('is another clinic’s to neither see nor touch', async () => {
    const made = await make(WEBHOOK_EVENTS, north);
    const at = `/api/admin/webhooks/${made.id}`;
    const message = await tried(made);
    const answers = [
      await orgAdmin.patch(at, { active: false }),
      await orgAdmin.post(`${at}/rotate-secret`, {}),
      await orgAdmin.post(`${at}/test`, {}),
      await orgAdmin.request('DELETE', at),
      await orgAdmin.post(`/api/admin/webhook-deliveries/${message.id}/replay`, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const lists = [
      await orgAdmin.list('/api/admin/webhooks'),
      await orgAdmin.list('/api/admin/webhook-deliveries'),
    ];
    for (const { body } of lists) expect(JSON.stringify(body)).not.toContain(made.id);
  });

  it('holds ten for an organization at most', async () => {
    for (let n = 0; n < 10; n++) await make(['plan.approved']);
    const eleventh = await admin.post('/api/admin/webhooks', {
      url: `${base}/eleventh`,
      events: ['plan.approved'],
      org_id: clinic,
    });
    expect([eleventh.status, eleventh.body.error]).toEqual([409, 'invalid_state']);
  });
});

describe('what a program is told', () => {
  it('is each event with its ids, signed, and nothing of the content', async () => {
    const made = await make();
    const narrow = await make(['plan.approved']);
    const treated = await inForce(portal);
    const { patient, provider, patientId, plan, order } = treated;
    const lab = await addLab(treated, 1, { tt_ng_dl: 640 });
    await provider.post(`/api/labs/${String(lab.body.id)}/review`, {});
    const at = `/api/trt/prescriptions/${order.id}`;
    const order2 = (await provider.get(at)).body as { version: number };
    const held = await provider.post(`${at}/hold`, {
      reason: 'A call to the patient first',
      version: order2.version,
    });
    expect([held.status, held.status === 200 ? '' : held.text]).toEqual([200, '']);
    const released = await provider.post(`${at}/release`, {
      reason: 'The call showed that all is well',
      version: held.body.version,
    });
    expect([released.status, released.status === 200 ? '' : released.text]).toEqual([200, '']);
    const fill = {
      filled_on: daysAgo(0),
      quantity: order.quantity,
      days: order.days_supply,
      source: 'pharmacy',
    };
    expect((await provider.post(`${at}/dispenses`, fill)).status).toBe(201);
    const visit = await book(treated);

    const got = (await arrived(made.path, 11)).map((one) => read(made.secret, one));
    const told = new Map(got.map(({ type, data }) => [`${type} ${data['id']}`, data]));
    expect([...told.keys()].sort()).toEqual(
      [
        ...got
          .filter(({ type }) => type === 'intake.submitted' || type === 'lab.received')
          .map(({ type, data }) => `${type} ${data['id']}`),
        `appointment.booked ${visit}`,
        `lab.reviewed ${String(lab.body.id)}`,
        `plan.approved ${plan.plan_id}`,
        `prescription.approved ${order.id}`,
        `prescription.filled ${order.id}`,
        `prescription.on_hold ${order.id}`,
        `prescription.released ${order.id}`,
      ].sort(),
    );
    expect(got.filter(({ type }) => type === 'lab.received')).toHaveLength(3);
    for (const one of got) {
      expect(Object.keys(one).sort()).toEqual(['data', 'timestamp', 'type']);
      expect(one.data).toEqual({ id: one.data['id'], patient_id: patientId, organization_id: clinic });
    }
    expect((await arrived(narrow.path, 1)).map((one) => read(narrow.secret, one).type)).toEqual([
      'plan.approved',
    ]);
    const raw = JSON.stringify(receiver.at(made.path));
    expect(raw).not.toContain(patient.email);
    expect(
      receiver.at(made.path).every(({ headers }) => headers['content-type'] === 'application/json'),
    ).toBe(true);
  });

  it('is nothing where an act failed, and nothing of another clinic', async () => {
    const own = await make(['intake.submitted']);
    const elsewhere = await make(WEBHOOK_EVENTS, north);
    const patient = await portal.signUp();
    const refused = await save(patient, { email: patient.email }, { submit: true });
    expect(refused.status).toBe(422);
    expect((await form(patient)).status).toBe('none');
    await submitted(portal);
    expect(await arrived(own.path, 1)).toHaveLength(1);
    const test = await tried(own);
    await become(test.id, 'delivered');
    expect([receiver.at(own.path).length, receiver.at(elsewhere.path).length]).toEqual([2, 0]);
  });

  it('is tried again with the same id until it is taken', async () => {
    receiver.answer = (_, attempt) => (attempt === 1 ? 500 : 200);
    const made = await make();
    const { id } = await tried(made);
    await become(id, 'delivered', 25_000);
    const both = receiver.at(made.path);
    expect(both.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(both.map((one) => read(made.secret, one).type)).toEqual(['webhook.test', 'webhook.test']);
    expect(await deliveries({ id })).toEqual([
      expect.objectContaining({ attempts: 2, last_result: '200', status: 'delivered' }),
    ]);
  });

  it('is given up on after a day, and can be replayed', async () => {
    receiver.answer = () => 503;
    const made = await make();
    const { id } = await tried(made);
    await until('one attempt', async () => (await deliveries({ id }))[0]!.attempts === 1, 15_000);
    const early = await admin.post(`/api/admin/webhook-deliveries/${id}/replay`, {});
    expect([early.status, early.body.error]).toEqual([409, 'invalid_state']);
    await portal.database.asSuperuser(
      `UPDATE webhook_deliveries SET tried_from = now() - interval '25 hours' WHERE id = $1`,
      [id],
    );
    // The next attempt, without waiting for its time.
    await portal.app.get(WebhookSender).send(id);
    await become(id, 'dead');
    const { webhooks } = (await admin.list('/api/admin/webhooks', { filter: { id: made.id } }))
      .body as WebhooksResponse;
    expect(webhooks[0]!.dead).toBe(1);
    receiver.answer = () => 204;
    expect((await admin.post(`/api/admin/webhook-deliveries/${id}/replay`, {})).status).toBe(200);
    await become(id, 'delivered');
  });

  it('follows no redirect, and waits for a program that hangs without keeping the others waiting', async () => {
    receiver.answer = (path) => (path.endsWith('hangs') ? null : path.endsWith('moved') ? 302 : 204);
    const at = async (path: string) => {
      const body = { url: base + path, events: ['plan.approved'], org_id: clinic };
      return (await admin.post('/api/admin/webhooks', body)).body as Webhook;
    };
    const [hangs, moved, good] = [await at('/hangs'), await at('/moved'), await at('/good')];
    const [late, redirected, quick] = [await tried(hangs), await tried(moved), await tried(good)];
    await become(quick.id, 'delivered', 4_500);
    const result = async ({ id }: WebhookDelivery) => (await deliveries({ id }))[0]!.last_result;
    await until('both results', async () => (await result(late)) !== null, 15_000);
    expect([await result(late), await result(redirected)]).toEqual(['timeout', '302']);
    expect(receiver.at('/elsewhere')).toEqual([]);
  });

  it('ends where the receiver says that it is gone, until it is resumed', async () => {
    receiver.answer = () => 410;
    const made = await make();
    const { id } = await tried(made);
    await become(id, 'dead');
    const at = `/api/admin/webhooks/${made.id}`;
    const again = await admin.post(`${at}/test`, {});
    expect([again.status, again.body.error]).toEqual([409, 'invalid_state']);
    const resumed = await admin.patch(at, { active: true });
    expect(resumed.body).toMatchObject({ status: 'active', paused_because: null });
    receiver.answer = () => 204;
    await become((await tried(made)).id, 'delivered');
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const made = await make();
    const { body } = await admin.post(`/api/admin/webhooks/${made.id}/rotate-secret`, {});
    const { secret } = body as WebhookWithSecret;
    expect(secret).not.toBe(made.secret);
    await become((await tried(made)).id, 'delivered');
    const [first] = receiver.at(made.path);
    expect([read(made.secret, first!).type, read(secret, first!).type]).toEqual([
      'webhook.test',
      'webhook.test',
    ]);
    await portal.database.asSuperuser('UPDATE webhooks SET old_secret_until = now() WHERE id = $1', [
      made.id,
    ]);
    await become((await tried(made)).id, 'delivered');
    const [, second] = receiver.at(made.path);
    expect(read(secret, second!).type).toBe('webhook.test');
    expect(() => read(made.secret, second!)).toThrow();
  });

  it('stops at once with the webhook', async () => {
    const made = await make(['intake.submitted']);
    expect((await admin.request('DELETE', `/api/admin/webhooks/${made.id}`)).status).toBe(204);
    const marker = await make(['intake.submitted']);
    await submitted(portal);
    await arrived(marker.path, 1);
    expect(receiver.at(made.path)).toEqual([]);
    expect(await deliveries({ q: made.path })).toEqual([]);
    const [row] = await portal.database.asSuperuser('SELECT secret_enc FROM webhooks WHERE id = $1', [
      made.id,
    ]);
    expect(row).toEqual({ secret_enc: null });
  });
});

describe('what an administrator set up', () => {
  const maker = 'provider@demo.test';
  const setMaker = (roles: string, orgId: string | null) =>
    portal.database.asSuperuser(
      `UPDATE users SET roles = $2, status = 'active', org_id = $3, version = version + 1 WHERE email = $1`,
      [maker, roles, orgId],
    );
  afterAll(() => setMaker('{provider}', clinic));

  it.each<[string, string | null, object]>([
    ['disabled', 'one', { status: 'disabled' }],
    ['demoted', 'one', { roles: ['provider'] }],
    ['moved', 'one', { org_id: 'north' }],
    ['of all clinics, now of one', null, { org_id: 'north', roles: ['system_admin'] }],
  ])(
    'stays when they are %s; the clinic hears of it once and sees whose it was',
    async (name, of, change) => {
      await setMaker(of ? '{provider,system_admin}' : '{system_admin}', of && clinic);
      const dora = await portal.signIn(maker);
      const where = of ? {} : { org_id: clinic };
      const host = `${name.replaceAll(/\W+/g, '-')}.receiver.example`;
      const made: [path: string, id: string][] = [];
      for (const [path, body] of [
        ['webhooks', { url: `https://${host}/hook`, events: ['plan.approved'] }],
        [
          'patient-apps',
          {
            name: `Diary ${name}`,
            redirect_uris: [`https://app.${host}/back`, `https://app.${host}/too`],
            confidential: false,
          },
        ],
        ['lab-connections', { name: `Lab ${name}`, sending_facility: `F ${name}` }],
      ] as const) {
        const answer = await dora.post(`/api/admin/${path}`, { ...body, ...where });
        expect([path, answer.status, answer.status === 201 ? '' : answer.text]).toEqual([path, 201, '']);
        made.push([path, (answer.body as { id: string }).id]);
      }
      const rows = () =>
        Promise.all(
          made.map(async ([path, id]) => {
            const { body } = await orgAdmin.list(`/api/admin/${path}`, { filter: { id } });
            const [row] =
              (body as Record<string, Record<string, unknown>[]>)[path.replaceAll('-', '_')] ?? [];
            return row && [row['status'], row['maker_left']];
          }),
        );
      expect(await rows()).toEqual(made.map(() => ['active', false]));
      const { id } = dora.me!.user;
      const to = { ...change, ...('org_id' in change && { org_id: north }) };
      expect((await admin.patch(`/api/admin/users/${id}`, to)).status).toBe(200);
      expect(await rows()).toEqual(made.map(() => ['active', true]));
      // Nothing more is lost with the rest of the account.
      await admin.patch(`/api/admin/users/${id}`, {
        status: 'active',
        roles: of ? ['provider'] : ['system_admin'],
      });
      await admin.patch(`/api/admin/users/${id}`, { status: 'disabled' });
      const mails = (await mailsTo(portal, 'orgadmin@demo.test')).filter(({ text }) => text.includes(host));
      expect(mails.map(({ subject }) => subject)).toEqual(['Check what a former administrator set up']);
      for (const line of [
        `Webhook: ${host}`,
        `App of patients: Diary ${name} (app.${host})`,
        `Laboratory: Lab ${name}`,
      ])
        expect(mails[0]!.text).toContain(`\n\n${line}\n\n`);
      expect(await mailsTo(portal, 'north@demo.test')).not.toContainEqual(
        expect.objectContaining({ text: expect.stringContaining(host) }),
      );
    },
  );

  it('counts what they changed last, the pharmacies of theirs, and accounts that they invited', async () => {
    await setMaker('{provider,system_admin}', clinic);
    const dora = await portal.signIn(maker);
    const { body: hook } = await orgAdmin.post('/api/admin/webhooks', {
      url: 'https://clinic.receiver.example/hook',
      events: ['plan.approved'],
    });
    const { body: lab } = await orgAdmin.post('/api/admin/lab-connections', {
      name: 'Taken Over Lab',
      sending_facility: 'Taken over',
    });
    const answers = [
      await dora.patch(`/api/admin/webhooks/${hook.id}`, { url: 'https://taken-over.example/hook' }),
      await dora.patch(`/api/admin/lab-connections/${lab.id}`, { version: lab.version, codes: {} }),
      await dora.post('/api/admin/pharmacies', {
        name: 'Dora Street Pharmacy',
        channel: 'fax',
        fax: '+1 212 555 0193',
      }),
      await dora.post('/api/admin/users/invite', {
        email: 'accomplice@demo.test',
        roles: ['provider'],
        org_id: clinic,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201]);
    await admin.patch(`/api/admin/users/${dora.me!.user.id}`, { status: 'disabled' });
    const [mail] = (await mailsTo(portal, 'orgadmin@demo.test')).filter(
      ({ subject }) => subject === 'Check what a former administrator set up',
    );
    for (const line of [
      'Webhook: taken-over.example',
      'Laboratory: Taken Over Lab',
      'Pharmacy: Dora Street Pharmacy (+1 212 555 0193)',
      'Account: accomplice@demo.test',
    ])
      expect(mail!.text).toContain(`\n\n${line}\n\n`);
    const { body: kept } = await orgAdmin.list('/api/admin/pharmacies', {
      filter: { id: answers[2]!.body.id },
    });
    expect(kept.pharmacies[0]).toMatchObject({ created_by: 'Dr. Elena Rossi', maker_left: true });
    const { body } = await orgAdmin.list('/api/admin/webhooks', { filter: { id: hook.id } });
    expect(body.webhooks[0]).toMatchObject({ created_by: 'Dr. Elena Rossi', maker_left: true });
    await orgAdmin.post(`/api/admin/webhooks/${hook.id}/rotate-secret`);
    const { body: mended } = await orgAdmin.list('/api/admin/webhooks', { filter: { id: hook.id } });
    expect(mended.webhooks[0]).toMatchObject({ created_by: 'Omar Haddad', maker_left: false });
  });

  it('is told to system-wide administrators where the clinic has none left', async () => {
    await setMaker('{provider,system_admin}', clinic);
    const others = `org_id = (SELECT org_id FROM users WHERE email = $1) AND email <> $1 AND 'system_admin' = ANY(roles)`;
    const dora = await portal.signIn(maker);
    const url = 'https://last-one.receiver.example/hook';
    expect((await dora.post('/api/admin/webhooks', { url, events: ['plan.approved'] })).status).toBe(201);
    await portal.database.asSuperuser(`UPDATE users SET status = 'disabled' WHERE ${others}`, [maker]);
    await admin.patch(`/api/admin/users/${dora.me!.user.id}`, { status: 'disabled' });
    await portal.database.asSuperuser(`UPDATE users SET status = 'active' WHERE ${others}`, [maker]);
    const mails = await mailsTo(portal, 'admin@demo.test');
    expect(mails.filter(({ text }) => text.includes('last-one.receiver.example'))).toHaveLength(1);
  });
});

it('a call that must stay outside reaches no name of this machine', async () => {
  const url = new URL(base.replace('127.0.0.1', 'localhost'));
  const call = callOutside(url, {
    method: 'POST',
    headers: {},
    signal: AbortSignal.timeout(3000),
    publicOnly: true,
  });
  await expect(call).rejects.toBeInstanceOf(PrivateAddress);
});
