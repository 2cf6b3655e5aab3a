import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type {
  Dispense,
  DispensesResponse,
  PatientPrescription,
  PatientPrescriptionsResponse,
  Pharmacy,
  PharmacyOrder,
  PharmacyOrdersResponse,
  PharmacyWithSecret,
  Prescription,
} from '../../common/api/index.js';
import { OrderSender } from '../../server/pharmacies/order-sender.js';
import { mailsTo } from '../support/accounts.js';
import { addLab, daysAgo, detail, inForce, ordered, type Ordered } from '../support/care.js';
import { bytesOf, pdfText } from '../support/files.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';
import { WebhookReceiver, type Received } from '../support/webhook-receiver.js';

let portal: TestPortal;
let admin: Person;
let fax: Pharmacy;
let base: string;
let paths = 0;
const receiver = new WebhookReceiver();
const CONFIRMS = ({ body }: Received): string =>
  JSON.stringify({ confirmed: true, reference: `RX-${(JSON.parse(body) as { number: string }).number}` });

beforeAll(async () => {
  portal = await startPortal('demo');
  base = await receiver.start();
  admin = await portal.signIn('orgadmin@demo.test');
  fax = await make({ name: 'Corner Pharmacy', channel: 'fax', fax: '212-555-0199', phone: '212-555-0198' });
});
afterAll(async () => {
  await receiver.stop();
  await portal.close();
});
beforeEach(() => {
  receiver.answer = () => 200;
  receiver.says = CONFIRMS;
  receiver.wait = () => Promise.resolve();
});

async function make(body: object): Promise<PharmacyWithSecret> {
  const made = await admin.post('/api/admin/pharmacies', body);
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  return made.body as PharmacyWithSecret;
}
async function direct(): Promise<PharmacyWithSecret & { path: string }> {
  const path = `/orders-${++paths}`;
  const own = { name: `Compounding ${paths}`, channel: 'https', url: base + path };
  return { ...(await make({ ...own, other_confirmed: true })), path };
}
const read = async ({ provider, order }: Ordered): Promise<Prescription> =>
  (await provider.get(`/api/trt/prescriptions/${order.prescription_id}`)).body as Prescription;
const list = async ({ provider, order }: Ordered): Promise<PharmacyOrdersResponse> =>
  (await provider.get(`/api/trt/prescriptions/${order.prescription_id}/pharmacy-orders`))
    .body as PharmacyOrdersResponse;
const newest = async (treated: Ordered): Promise<PharmacyOrder> => (await list(treated)).pharmacy_orders[0]!;
const give = async (treated: Ordered, pharmacy: Pick<Pharmacy, 'id'>, more: object = {}) =>
  treated.provider.post(`/api/trt/prescriptions/${treated.order.prescription_id}/pharmacy-orders`, {
    pharmacy_id: pharmacy.id,
    version: (await read(treated)).version,
    ...more,
  });
async function given(treated: Ordered, pharmacy: Pick<Pharmacy, 'id'>): Promise<PharmacyOrder> {
  const response = await give(treated, pharmacy);
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, '']);
  return response.body as PharmacyOrder;
}
const confirm = ({ provider }: Ordered, { id, version }: PharmacyOrder, more: object = {}) =>
  provider.post(`/api/trt/pharmacy-orders/${id}/confirm`, { how: 'phone', version, ...more });
const withdraw = ({ provider }: Ordered, { id, version }: PharmacyOrder) =>
  provider.post(`/api/trt/pharmacy-orders/${id}/withdraw`, {
    reason: 'The patient wants another pharmacy',
    version,
  });
const become = (treated: Ordered, status: string) =>
  until(`order ${status}`, async () => (await newest(treated)).status === status, 25_000);
const move = ({ provider, order }: Ordered, to: string, more: object = {}) =>
  provider.post(`/api/trt/prescriptions/${order.prescription_id}/transition`, { to, ...more });
const print = ({ provider }: Ordered, { id }: PharmacyOrder) =>
  provider.get(`/files/pharmacy-orders/${id}.pdf`);
const alertKeys = async (treated: Ordered): Promise<string[]> =>
  (await detail(treated)).alerts.flatMap(({ rule_key }) => rule_key ?? []);

describe('pharmacies', () => {
  it('are kept by administrators, with what changed in the log', async () => {
    const made = await make({ name: 'Old Name', channel: 'fax', fax: '212-555-0100', ncpdp_id: '1234567' });
    expect([made.secret, made.url, made.status]).toEqual([null, '', 'active']);
    const change = { name: 'New Name', active: false, version: made.version };
    const changed = await admin.patch(`/api/admin/pharmacies/${made.id}`, change);
    expect([changed.status, changed.body.name, changed.body.status]).toEqual([200, 'New Name', 'paused']);
    expect((await admin.patch(`/api/admin/pharmacies/${made.id}`, change)).status).toBe(409);
    const [row] = await portal.database.asSuperuser<{ detail: object }>(
      `SELECT detail FROM audit_events WHERE action = 'pharmacy.update' AND target_id = '${made.id}'`,
    );
    expect(row!.detail).toMatchObject({ name: 'New Name', was: { name: 'Old Name', paused: false } });
  });

  it('that take prescriptions elsewhere are told to everyone who works in the clinic', async () => {
    const program = await direct();
    const faxed = await make({ name: 'Old Number', channel: 'fax', fax: '212-555-0123' });
    const told = async (email: string) =>
      (await mailsTo(portal, email)).filter(({ subject }) => subject.startsWith('A pharmacy takes'));
    const change = async ({ id, version }: Pharmacy, body: object) =>
      (await admin.patch(`/api/admin/pharmacies/${id}`, { version, ...body })).body as Pharmacy;
    const renamed = await change(faxed, { phone: '212-555-0124' });
    expect(await told('provider@demo.test')).toEqual([]);
    await change(program, { url: 'https://elsewhere.example/orders' });
    await change(renamed, { fax: '212-555-0125' });
    for (const email of ['provider@demo.test', 'orgadmin@demo.test'])
      expect((await told(email)).map(({ text }) => /: from (.+?)\. Orders/.exec(text)?.[1])).toEqual([
        '212-555-0123 to 212-555-0125',
        `${new URL(program.url).host} to elsewhere.example`,
      ]);
    for (const email of ['north@demo.test', 'patient@demo.test']) expect(await told(email)).toEqual([]);
  });

  it('that are added, switched off or on, renamed or given another secret are told as well, each once', async () => {
    const program = await make({ name: 'Main Street Pharmacy', channel: 'https', url: `${base}/main` });
    const told = async (email: string) =>
      (await mailsTo(portal, email)).filter(({ text }) => text.includes('Main Street'));
    const change = async (body: object) => {
      const { pharmacies } = (await admin.list('/api/admin/pharmacies', { filter: { id: [program.id] } }))
        .body as { pharmacies: Pharmacy[] };
      const { version } = pharmacies[0]!;
      expect((await admin.patch(`/api/admin/pharmacies/${program.id}`, { version, ...body })).status).toBe(
        200,
      );
    };
    await change({ active: false });
    await change({ active: true, name: 'Pharmacy at Main Street' });
    await change({ phone: '212-555-0126', address: '9 Main Street\nNew York' });
    await change({ phone: '' });
    expect((await admin.post(`/api/admin/pharmacies/${program.id}/renew-secret`)).status).toBe(200);
    for (const email of ['provider@demo.test', 'orgadmin@demo.test'])
      expect((await told(email)).map(({ subject }) => subject)).toEqual([
        'The secret of a pharmacy was renewed',
        'A pharmacy has another phone number now',
        'A pharmacy has another phone number now',
        'A pharmacy is active again',
        'A pharmacy was paused',
        'A pharmacy was added',
      ]);
    const [, noPhone, called, again, , added] = await told('provider@demo.test');
    expect(noPhone!.text).toContain('from 212-555-0126 to none.');
    expect(called!.text).toContain('from none to 212-555-0126.');
    expect(called!.text).toContain('from none to 9 Main Street New York.');
    expect(again!.text).toContain('changed the name of Main Street Pharmacy to Pharmacy at Main Street.');
    expect(added!.text).toContain(`takes prescriptions at ${new URL(program.url).host}.`);
    expect(await told('north@demo.test')).toEqual([]);
  });

  it('do not take the name or the fax number of another, also of a paused one', async () => {
    const own = await make({ name: 'River Pharmacy', channel: 'fax', fax: '212-555-0140' });
    const other = await make({ name: 'Lake Pharmacy', channel: 'fax', fax: '212-555-0141' });
    const change = ({ id, version }: Pharmacy, body: object) =>
      admin.patch(`/api/admin/pharmacies/${id}`, { version, ...body });
    const refused = async (sent: ReturnType<typeof change>) => {
      const { status, body } = await sent;
      return [status, ...Object.keys(body.fields ?? {})];
    };
    const paused = await change(own, { active: false });
    expect(paused.status).toBe(200);
    const add = (body: object) => refused(admin.post('/api/admin/pharmacies', body));
    const url = 'https://pharmacy.example/orders';
    for (const name of [
      'River Pharmacy',
      ' river  PHARMACY',
      'Ri\u0475er Pharmacy',
      'The River Pharmacy, Inc.',
      'River\u3164Pharmacy',
      'River Phannacy',
      'River Drugstore',
      'RIVER RX',
      'River Dispensary',
      'Other Pharmacy\u3164',
      '\u202eycamrahP reviR',
      'Other\u2066 Pharmacy',
    ])
      expect(await add({ name, channel: 'https', url })).toEqual([422, 'name']);
    for (const fax of [
      '+1 (212) 555-0140',
      '212-555-0140 ext 1',
      '001212-555-0140',
      '+1 (0)212-555-0140 x22',
    ])
      expect(await add({ name: 'Sea Pharmacy', channel: 'fax', fax })).toEqual([422, 'fax']);
    expect(await refused(change(other, { name: 'RIVER PHARMACY' }))).toEqual([422, 'name']);
    expect(await refused(change(other, { fax: '212 555 0140' }))).toEqual([422, 'fax']);
    expect((await change(paused.body as Pharmacy, { active: true, name: 'River  pharmacy' })).status).toBe(
      200,
    );
    for (const name of ['Riv\u025br Pharmacy', '\u15f4lm Pharmacy', '\u8a3a\u7642\u6240'])
      expect(await add({ name, channel: 'https', url })).toEqual([422, 'name']);
    const both = await Promise.all(
      ['0142', '0143'].map((end) =>
        admin.post('/api/admin/pharmacies', { name: 'Twice', channel: 'fax', fax: `212-555-${end}` }),
      ),
    );
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(both.filter(({ status }) => status === 422)).toHaveLength(1);
  });

  it('that could be taken for another one are added once an administrator says that they are not', async () => {
    const [phone, number] = ['646-555-0150', '646-555-0151'];
    const own = await make({
      name: 'Birch Avenue Pharmacy',
      channel: 'fax',
      fax: number,
      phone,
      address: '7 Birch Avenue, Albany',
      ncpdp_id: '5812347',
    });
    const url = 'https://pharmacy.example/orders';
    const add = (body: object) => admin.post('/api/admin/pharmacies', { channel: 'https', url, ...body });
    const why = async (body: object) => {
      const { status, body: refused } = await add(body);
      return [status, refused.fields];
    };
    const says = (because: string) => [
      422,
      {
        other_confirmed: `This could be taken for Birch Avenue Pharmacy (${because}). Call the pharmacy at a number that you know, and confirm that it is another one.`,
      },
    ];
    for (const name of [
      'Birch Avenue Pharmcy',
      'Birch Ave. Pharmacy 2',
      'Birch Avenue Pharmacy #1',
      'Pharmacy Birch Avenue',
    ])
      expect(await why({ name })).toEqual(says('a name like it'));
    expect(await why({ name: 'Quite Unlike', phone: '+1 (646) 555-0150' })).toEqual(
      says('the same phone number'),
    );
    expect(await why({ name: 'Quite Unlike', phone: number })).toEqual(says('the same phone number'));
    expect(await why({ name: 'Quite Unlike', address: '7 birch av, Albany' })).toEqual(
      says('the same address'),
    );
    expect(await why({ name: 'Quite Unlike', ncpdp_id: '5812347' })).toEqual(says('the same NCPDP ID'));
    expect(await why({ name: 'Quite Unlike', fax: '646 555 0151', phone })).toEqual(
      says('the same phone number, the same fax number'),
    );
    expect(await why({ name: 'Birch Avenue Pharmacy 2', other_confirmed: false })).toEqual(
      says('a name like it'),
    );
    const { status, body } = await add({ name: 'Birch Avenue Pharmacy 2', phone, other_confirmed: true });
    expect([status, body.created_by, body.maker_left]).toEqual([201, 'Omar Haddad', false]);
    const [mail] = (await mailsTo(portal, 'provider@demo.test')).filter(
      ({ subject }) => subject === 'A pharmacy was added',
    );
    expect(mail!.text).toContain(
      'confirmed that Birch Avenue Pharmacy 2 is another pharmacy than Birch Avenue Pharmacy (a name like it, the same phone number).',
    );
    const [row] = await portal.database.asSuperuser<{ detail: object }>(
      `SELECT detail FROM audit_events WHERE action = 'pharmacy.create' AND target_id = '${body.id}'`,
    );
    expect(row!.detail).toMatchObject({ alike: [own.id] });
    // What it is was said already: pausing it asks nothing.
    const paused = await admin.patch(`/api/admin/pharmacies/${body.id}`, {
      active: false,
      version: body.version,
    });
    expect(paused.status).toBe(200);
    const renamed = { name: 'Birch Avenue Pharmacy 3', version: paused.body.version };
    expect((await admin.patch(`/api/admin/pharmacies/${body.id}`, renamed)).status).toBe(422);
  });

  it.each([
    ['eprescribing is not connected', { channel: 'eprescribing' }, 'channel'],
    ['no fax number', { channel: 'fax' }, 'fax'],
    ['no address', { channel: 'https' }, 'url'],
    ['an address inside a network', { channel: 'https', url: 'https://10.0.0.5/orders' }, 'url'],
    ['an address with a password', { channel: 'https', url: 'https://a:b@pharmacy.example' }, 'url'],
    ['a wrong NCPDP ID', { channel: 'fax', fax: '212-555-0100', ncpdp_id: '12' }, 'ncpdp_id'],
    ['a fax number without digits', { channel: 'fax', fax: 'fax me' }, 'fax'],
  ])('are refused: %s', async (_, body, field) => {
    const refused = await admin.post('/api/admin/pharmacies', { name: 'Somewhere', ...body });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]]);
  });

  it('of another clinic are neither shown nor given an order, and its staff reach none of ours', async () => {
    const system = await portal.signIn('admin@demo.test');
    const [north] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT id FROM organisations WHERE name = 'North Clinic'`,
    );
    const theirs = (
      await system.post('/api/admin/pharmacies', {
        name: 'North Pharmacy',
        channel: 'fax',
        fax: '203-555-0100',
        org_id: north!.id,
      })
    ).body as Pharmacy;
    const change = { name: 'Mine now', version: theirs.version };
    expect((await admin.patch(`/api/admin/pharmacies/${theirs.id}`, change)).status).toBe(404);
    const treated = await inForce(portal);
    const refused = await give(treated, theirs);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['pharmacy_id']]);
    expect((await list(treated)).pharmacies.map(({ name }) => name)).not.toContain('North Pharmacy');
    const order = await given(treated, fax);
    const provider = await portal.signIn('north@demo.test');
    const stranger = { ...treated, provider };
    expect((await confirm(stranger, order)).status).toBe(404);
    expect((await withdraw(stranger, order)).status).toBe(404);
    expect((await provider.get(`/files/pharmacy-orders/${order.id}.pdf`)).status).toBe(404);
  });
});

describe('a fax', () => {
  it('is no prescription sent until the pharmacy confirmed it', async () => {
    const treated = await inForce(portal);
    const order = await given(treated, fax);
    expect([order.status, (await read(treated)).sent_at]).toEqual(['prepared', null]);
    const done = await confirm(treated, order, { how: 'fax_back', reference: 'A-17' });
    expect([done.status, done.body.status, done.body.reference]).toEqual([200, 'confirmed', 'A-17']);
    expect((await read(treated)).sent_at).not.toBeNull();
    expect((await confirm(treated, done.body as PharmacyOrder)).status).toBe(409);
    expect((await withdraw(treated, done.body as PharmacyOrder)).status).toBe(409);
  });

  it('has a cover sheet that names no one, and the whole order', async () => {
    const treated = await inForce(portal);
    const order = await given(treated, fax);
    const file = await treated.provider.get(`/files/pharmacy-orders/${order.id}.pdf`);
    expect(file.status).toBe(200);
    const pages = pdfText(bytesOf(file));
    const cover = pages.slice(0, pages.indexOf('Prescription order'));
    const { drug } = await read(treated);
    expect(cover).toContain('Corner Pharmacy');
    expect(cover).not.toContain(drug);
    for (const part of [drug, 'Schedule III', 'DEA: ', 'Signature by hand', 'Allergies as told'])
      expect(pages).toContain(part);
    expect(pages).not.toContain('DEA: not on file');
    expect((await treated.patient.get(`/files/pharmacy-orders/${order.id}.pdf`)).status).toBe(403);
  });

  it('is not printed, confirmed or sent another way while a rule keeps the order back', async () => {
    const treated = await inForce(portal);
    const order = await given(treated, fax);
    expect((await print(treated, order)).status).toBe(200);
    const other = await move(treated, 'sent');
    expect([other.status, other.body.error]).toEqual([409, 'invalid_state']);
    await addLab(treated, 0, { hct_percent: 56 });
    for (const refused of [
      await treated.provider.get(`/files/pharmacy-orders/${order.id}.pdf`),
      await confirm(treated, order),
    ])
      expect([refused.status, refused.body.error]).toEqual([409, 'rule_blocked']);
    expect((await read(treated)).sent_at).toBeNull();
    expect(await alertKeys(treated)).toContain('order_on_hold');
  });

  it('is given once, however many ask at once', async () => {
    const treated = await inForce(portal);
    const answers = await Promise.all([1, 2, 3].map(() => give(treated, fax)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await list(treated)).pharmacy_orders).toHaveLength(1);
  });

  it('is confirmed before its prescription is filled', async () => {
    const treated = await inForce(portal);
    const order = await given(treated, fax);
    const refused = await move(treated, 'filled');
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
    await confirm(treated, order);
    expect((await move(treated, 'filled')).status).toBe(200);
  });

  it('is withdrawn with its prescription, and the pharmacy is called', async () => {
    const treated = await inForce(portal);
    const order = await given(treated, fax);
    await print(treated, order);
    expect((await move(treated, 'canceled')).status).toBe(422);
    expect((await move(treated, 'canceled', { reason: 'He moves to another state' })).status).toBe(200);
    expect((await newest(treated)).status).toBe('withdrawn');
    expect(await alertKeys(treated)).toContain('order_canceled');
    expect((await treated.provider.get(`/files/pharmacy-orders/${order.id}.pdf`)).status).toBe(409);
  });

  it('that was printed asks for a call to its pharmacy when it is withdrawn', async () => {
    const treated = await inForce(portal);
    const order = await given(treated, fax);
    await print(treated, order);
    expect((await withdraw(treated, order)).status).toBe(200);
    expect(await alertKeys(treated)).toContain('order_canceled');
    for (const refused of [
      await print(treated, order),
      await give(treated, fax),
      await move(treated, 'sent'),
    ])
      expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
    const alert = (await detail(treated)).alerts.find(({ rule_key }) => rule_key === 'order_canceled')!;
    const called = await treated.provider.post(
      `/api/trt/cases/${treated.caseId}/alerts/${alert.id}/acknowledge`,
      { action: 'handled', note: 'Called the pharmacy: they had not filled it and tore it up' },
    );
    expect(called.status).toBe(200);
    expect((await give(treated, fax)).status).toBe(201);
  });

  it('can go to another pharmacy once it is withdrawn', async () => {
    const treated = await inForce(portal);
    expect((await withdraw(treated, await given(treated, fax))).status).toBe(200);
    const second = await given(treated, await make({ name: 'Second', channel: 'fax', fax: '212-555-0101' }));
    expect(second.status).toBe('prepared');
    expect((await list(treated)).pharmacies[0]!.name).toBe('Second');
  });

  it('is not given for an order that waits for its approval, or by who signs for oneself', async () => {
    const waiting = await ordered(portal);
    const refused = await give(waiting, fax);
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
  });
});

describe('a direct connection', () => {
  it('confirms with its number; what it got is signed and has the whole order', async () => {
    const treated = await inForce(portal);
    const pharmacy = await direct();
    const order = await given(treated, pharmacy);
    await become(treated, 'confirmed');
    const [message] = receiver.at(pharmacy.path);
    const said = new StandardWebhook(pharmacy.secret!).verify(
      message!.body,
      message!.headers as Record<string, string>,
    );
    const { drug } = await read(treated);
    expect(said).toMatchObject({
      type: 'pharmacy.order',
      id: order.id,
      medication: { drug, schedule: 'III' },
    });
    const now = await newest(treated);
    expect([now.reference, now.confirmed_by]).toEqual([`RX-${order.number}`, null]);
    expect((await read(treated)).sent_at).not.toBeNull();
  });

  it('gets the same key again after a lost answer, an error or an answer that confirms nothing', async () => {
    const treated = await inForce(portal);
    const pharmacy = await direct();
    receiver.answer = (_, attempt) => [500, null, 200, 302, 200][attempt - 1] ?? 200;
    receiver.says = (received) =>
      receiver.at(pharmacy.path).length > 4 ? CONFIRMS(received) : '{"ok":true}';
    const { id } = await given(treated, pharmacy);
    const sender = portal.app.get(OrderSender);
    while ((await newest(treated)).status === 'sending') await sender.send(id).catch(() => {});
    const keys = new Set(receiver.at(pharmacy.path).map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([id]);
    expect([(await newest(treated)).status, (await read(treated)).sent_at === null]).toEqual([
      'confirmed',
      false,
    ]);
  }, 90_000);

  it('that refuses the order leaves it unsent, and the care team is told', async () => {
    const treated = await inForce(portal);
    const pharmacy = await direct();
    receiver.answer = () => 422;
    await given(treated, pharmacy);
    await become(treated, 'failed');
    const { last_result } = await newest(treated);
    expect([last_result, (await read(treated)).sent_at]).toEqual(['422', null]);
    expect(await alertKeys(treated)).toContain('pharmacy_order_failed');
    expect((await give(treated, fax)).status).toBe(201);
  });

  it('gets nothing while a rule keeps the order back, and the order says which', async () => {
    const treated = await inForce(portal);
    const pharmacy = await direct();
    receiver.answer = () => 503;
    const { id } = await given(treated, pharmacy);
    await until('a first try', () => receiver.at(pharmacy.path).length > 0, 20_000);
    await addLab(treated, 0, { hct_percent: 56 });
    const before = receiver.at(pharmacy.path).length;
    receiver.answer = () => 200;
    await portal.app
      .get(OrderSender)
      .send(id)
      .catch(() => {});
    expect(receiver.at(pharmacy.path)).toHaveLength(before);
    const now = await newest(treated);
    expect([now.status, now.kept_back_by !== null]).toEqual(['sending', true]);
    expect((await withdraw(treated, now)).status).toBe(200);
    await until('the withdrawal', () => receiver.at(pharmacy.path).length > before, 20_000);
    const last = receiver.at(pharmacy.path).at(-1)!;
    expect([JSON.parse(last.body).type, last.headers['idempotency-key']]).toEqual([
      'pharmacy.order_withdrawn',
      `${id}-withdrawn`,
    ]);
  });

  it('that takes an order after it was withdrawn is told again, and so is the care team', async () => {
    const treated = await inForce(portal);
    const pharmacy = await direct();
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    receiver.answer = () => 200;
    receiver.wait = ({ body }) => (body.includes('order_withdrawn') ? Promise.resolve() : held);
    const order = await given(treated, pharmacy);
    await until('a try', () => receiver.at(pharmacy.path).length > 0, 20_000);
    expect((await withdraw(treated, order)).status).toBe(200);
    answer!();
    await until(
      'a second withdrawal',
      async () => {
        const told = receiver.at(pharmacy.path).filter(({ body }) => body.includes('order_withdrawn'));
        return told.length > 1 && (await alertKeys(treated)).includes('pharmacy_order_failed');
      },
      25_000,
    );
    receiver.wait = () => Promise.resolve();
    expect((await read(treated)).sent_at).toBeNull();
  });

  it('gets what it got at the first try, whatever changed since', async () => {
    const treated = await inForce(portal);
    const pharmacy = await direct();
    receiver.answer = () => 503;
    const { id } = await given(treated, pharmacy);
    await until('a try', () => receiver.at(pharmacy.path).length > 0, 20_000);
    await portal.database.asSuperuser(
      `UPDATE patients SET full_name = 'Another Name' WHERE id = '${treated.patientId}'`,
    );
    await portal.app
      .get(OrderSender)
      .send(id)
      .catch(() => {});
    expect(new Set(receiver.at(pharmacy.path).map(({ body }) => body)).size).toBe(1);
    expect(receiver.at(pharmacy.path).length).toBeGreaterThan(1);
  });

  it('of a pharmacy that is paused gets nothing until it is resumed', async () => {
    const treated = await inForce(portal);
    const pharmacy = await direct();
    receiver.answer = () => 503;
    const { id } = await given(treated, pharmacy);
    await until('a try', () => receiver.at(pharmacy.path).length > 0, 20_000);
    const { version } = pharmacy;
    const paused = await admin.patch(`/api/admin/pharmacies/${pharmacy.id}`, { active: false, version });
    expect(paused.status).toBe(200);
    const before = receiver.at(pharmacy.path).length;
    await portal.app
      .get(OrderSender)
      .send(id)
      .catch(() => {});
    expect(receiver.at(pharmacy.path)).toHaveLength(before);
    expect((await newest(treated)).kept_back_by).toBe('pharmacy_paused');
  });

  it('is not confirmed by hand', async () => {
    const treated = await inForce(portal);
    receiver.answer = () => 503;
    const order = await given(treated, await direct());
    await until('a first try', async () => (await newest(treated)).attempts > 0, 20_000);
    const refused = await confirm(treated, await newest(treated));
    expect([refused.status, refused.body.error, order.channel]).toEqual([409, 'invalid_state', 'https']);
  });
});

describe('a fill on its way', () => {
  const own = async ({ patient, order }: Ordered): Promise<PatientPrescription> => {
    const { prescriptions } = (await patient.get('/api/prescriptions')).body as PatientPrescriptionsResponse;
    return prescriptions.find(({ id }) => id === order.prescription_id)!;
  };
  async function filled(): Promise<{ treated: Ordered; path: string; fill: Dispense }> {
    const treated = await inForce(portal);
    await confirm(treated, await given(treated, fax));
    expect((await move(treated, 'filled')).status).toBe(200);
    const path = `/api/trt/prescriptions/${treated.order.prescription_id}/dispenses`;
    const [fill] = ((await treated.provider.get(path)).body as DispensesResponse).dispenses;
    return { treated, path: `${path}/${fill!.id}/shipment`, fill: fill! };
  }
  const ups = { carrier: 'ups', tracking_number: '1Z 999 AA1-01' };

  it('has its carrier and number, and the patient says when it arrived', async () => {
    const { treated, path, fill } = await filled();
    const shipment = { ...ups, shipped_on: fill.filled_on };
    const shipped = await treated.provider.post(path, shipment);
    expect([shipped.status, shipped.body.shipment]).toEqual([200, { ...shipment, received_on: null }]);
    const told = await own(treated);
    expect([told.pharmacy?.name, told.shipment?.tracking_number]).toEqual([
      'Corner Pharmacy',
      ups.tracking_number,
    ]);
    const arrived = `/api/prescriptions/${told.id}/dispenses/${fill.id}/received`;
    const received = await treated.patient.post(arrived, {});
    expect([received.status, received.body.received_on]).toEqual([200, expect.any(String)]);
    expect((await treated.provider.post(path, shipment)).status).toBe(409);
    const other = await inForce(portal);
    expect((await other.patient.post(arrived, {})).status).toBe(404);
  });

  it.each([
    ['without its number', { carrier: 'ups' }, 'tracking_number'],
    ['with markup for a number', { carrier: 'ups', tracking_number: '<b>1</b>' }, 'tracking_number'],
    ['by a carrier that is not known', { carrier: 'pigeon' }, 'carrier'],
    ['on a day before the fill', { ...ups, shipped_on: '2020-01-01' }, 'shipped_on'],
    ['tomorrow', { ...ups, shipped_on: daysAgo(-2) }, 'shipped_on'],
  ])('is refused %s', async (_, change, field) => {
    const { treated, path, fill } = await filled();
    const refused = await treated.provider.post(path, { shipped_on: fill.filled_on, ...change });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]]);
  });

  it('that was not shipped is not received', async () => {
    const { treated, fill } = await filled();
    const path = `/api/prescriptions/${treated.order.prescription_id}/dispenses/${fill.id}/received`;
    expect((await treated.patient.post(path, {})).status).toBe(409);
  });
});
