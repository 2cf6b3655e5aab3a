import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Hl7Message } from '@medplum/core';
import type {
  InboxResponse,
  Lab,
  LabConnection,
  LabMessageDetail,
  LabOrderDetail,
  LabOrderDraft,
  LabOrdersResponse,
  RemindersResponse,
  StaffLabOrder,
  StaffLabOrderListResponse,
} from '../../common/api/index.js';
import { addDays, dateIn } from '../../common/clinical/index.js';
import { isOrderNumber } from '../../common/order-number.js';
import { MessageImport } from '../../server/lab-messages/message-import.service.js';
import { OrderFiles } from '../../server/lab-orders/order-files.service.js';
import { sha256 } from '../../server/platform/crypto/field-cipher.js';
import { addLab, clinicToday, inForce, submitted, type Treated } from '../support/care.js';
import { drawnOf, nextControlId, oru, type Drawn, type MessageParts } from '../support/laboratory.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';

let portal: TestPortal;
let folder: string;
let orgAdmin: Person;
let provider: Person;
let north: Person;
let laboratory: LabConnection;
let treated: Treated;
let drawn: Drawn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trt-orders-'));
  portal = await startPortal('demo', { LAB_ORDERS_DIR: folder });
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  north = await portal.signIn('north@demo.test');
  const made = await orgAdmin.post('/api/admin/lab-connections', {
    name: 'Acme Laboratories',
    sending_application: 'LIS',
    sending_facility: 'ACME',
    receiving_facility: 'FOUNDERS',
    account_number: 'A-77',
    address: '1 Main Street, Albany, NY',
    phone: '555-0100',
    hours: 'Weekdays 7 a.m. to noon',
    sends_orders: true,
  });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  laboratory = made.body as unknown as LabConnection;
  treated = await inForce(portal);
  provider = treated.provider;
  drawn = await drawnOf(portal, treated.patient.email);
});
afterAll(async () => {
  await portal?.close();
  await rm(folder, { recursive: true, force: true });
});

const wish = (change: object = {}) => ({
  connection_id: laboratory.id,
  analytes: ['tt_ng_dl', 'hct_percent'],
  fasting: false,
  window_from: clinicToday(),
  due_on: addDays(clinicToday(), 14),
  ...change,
});
const sign = (change: object = {}, who: Treated = treated, by: Person = who.provider) =>
  by.post(`/api/trt/cases/${who.caseId}/lab-orders`, wish(change));
async function signed(change: object = {}, who: Treated = treated): Promise<StaffLabOrder> {
  const { status, body, text } = await sign({ despite_open: true, ...change }, who);
  expect([status, status === 201 ? '' : text]).toEqual([201, '']);
  return body as unknown as StaffLabOrder;
}
async function read(id: string, by: Person = provider): Promise<LabOrderDetail> {
  const { status, body, text } = await by.get(`/api/trt/lab-orders/${id}`);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return body as unknown as LabOrderDetail;
}
const cancel = ({ id, version }: Pick<StaffLabOrder, 'id' | 'version'>, by: Person = provider) =>
  by.post(`/api/trt/lab-orders/${id}/cancel`, { reason: 'The patient moves away next week.', version });
/** Ends every open order, so that the next test has its own. */
async function tidy(): Promise<void> {
  await portal.database.asSuperuser(
    `UPDATE lab_orders SET status = 'canceled' WHERE status IN ('ordered', 'drawn', 'partial')`,
  );
}
/** A message of the laboratory, imported. */
async function receive(
  parts: MessageParts & { placer?: string; ordered?: string },
): Promise<LabMessageDetail> {
  const controlId = nextControlId();
  const orc = parts.ordered === undefined ? '' : `ORC|RE|${parts.ordered}\r`;
  const text = oru({ ...parts, controlId, receiver: 'FOUNDERS' }).replace(
    'OBR|1||',
    `${orc}OBR|1|${parts.placer ?? ''}|`,
  );
  const bytes = Buffer.from(text);
  await portal.app.get(MessageImport).take(bytes, sha256(bytes).toString('hex'));
  const [row] = await portal.database.asSuperuser<{ id: string }>(
    'SELECT id FROM lab_messages WHERE control_id = $1',
    [controlId],
  );
  return (await provider.get(`/api/lab-messages/${row!.id}`)).body as unknown as LabMessageDetail;
}
let minute = 0;
/** A moment of today that no other draw has. */
const now = (): string => {
  const at = new Date(Date.now() - 3_600_000 - ++minute * 60_000);
  return `${at.toISOString().slice(0, 16).replace(/[-T:]/g, '')}+0000`;
};
/** The clinic's day of such a moment: an hour ago may be yesterday. */
const dayOf = (at: string): string =>
  dateIn(new Date(at.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d).*/, '$1-$2-$3T$4:$5Z')), 'America/New_York');
const TT = { code: '2986-8', value: '510', unit: 'ng/dL' };
const HCT = { code: '4544-3', value: '45', unit: '%' };

describe('GET /api/trt/cases/{id}/lab-orders/draft', () => {
  it('proposes what the schedule asks for, the laboratories and the codes in the diagnosis', async () => {
    const { version } = (await provider.get(`/api/trt/cases/${treated.caseId}/detail`)).body.case as {
      version: number;
    };
    await provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      diagnosis: 'Primary hypogonadism (E29.1), obesity e66.9.',
    });
    const draft = (await provider.get(`/api/trt/cases/${treated.caseId}/lab-orders/draft`))
      .body as unknown as LabOrderDraft;
    expect(draft).toMatchObject({
      analytes: expect.arrayContaining(['tt_ng_dl', 'hct_percent']),
      fasting: false,
      blocked_by: [],
      diagnosis_codes: ['E29.1', 'E66.9'],
      formulation: 'testosterone_cypionate_im',
    });
    expect(draft.laboratories.map(({ name }) => name)).toEqual([
      'Acme Laboratories',
      'Riverside Diagnostics',
    ]);
    expect(draft.window_from < draft.due_on).toBe(true);
  });
});

describe('POST /api/trt/cases/{id}/lab-orders', () => {
  it('signs an order with a number that checks itself, and tells the patient where and when to go', async () => {
    const order = await signed({
      fasting: true,
      note: 'Hard to draw: left arm.',
      diagnosis_codes: ['E29.1'],
    });
    expect(isOrderNumber(order.number)).toBe(true);
    expect(order).toMatchObject({
      status: 'ordered',
      overdue: false,
      results_in: [],
      note: 'Hard to draw: left arm.',
    });
    const { lab_orders: own } = (await treated.patient.get('/api/lab-orders'))
      .body as unknown as LabOrdersResponse;
    const mine = own.find(({ id }) => id === order.id)!;
    expect(mine).toMatchObject({
      number: order.number,
      laboratory: { address: '1 Main Street, Albany, NY', hours: 'Weekdays 7 a.m. to noon' },
      preparation: { timing: 'mid_interval', steps: ['fast', 'no_biotin'], fasting_conflict: false },
    });
    expect(Object.keys(mine)).not.toEqual(expect.arrayContaining(['note']));
    const { reminders } = (await treated.patient.get('/api/trt/reminders'))
      .body as unknown as RemindersResponse;
    expect(reminders.filter(({ kind }) => kind === 'lab_order')).toHaveLength(1);
    expect(reminders.some(({ kind }) => kind === 'lab_draw')).toBe(false);
    const mails = await portal.database.asSuperuser<{ kind: string }>(
      `SELECT kind FROM mails WHERE kind = 'care.labs_ordered'`,
    );
    expect(mails.length).toBeGreaterThan(0);
    await tidy();
  });

  it('asks before a second open order for the same test', async () => {
    const first = await signed();
    const twice = await sign({ analytes: ['hct_percent', 'psa_ng_ml'] });
    expect([twice.status, twice.body.error]).toEqual([409, 'invalid_state']);
    expect(twice.body.open_orders).toEqual([first.id]);
    expect((await sign({ analytes: ['psa_ng_ml'] })).status).toBe(201);
    expect((await sign({ despite_open: true })).status).toBe(201);
    await tidy();
  });

  it.each([
    ['no test', { analytes: [] }, 'analytes'],
    ['a test twice', { analytes: ['tt_ng_dl', 'tt_ng_dl'] }, 'analytes'],
    ['an unknown test', { analytes: ['ferritin'] }, 'analytes'],
    ['a window that has passed', { window_from: '2020-01-01' }, 'window_from'],
    ['a window that ends before it begins', { due_on: addDays(clinicToday(), -1) }, 'due_on'],
    ['a window without end', { due_on: addDays(clinicToday(), 400) }, 'due_on'],
    ['a diagnosis in words', { diagnosis_codes: ['hypogonadism'] }, 'diagnosis_codes'],
    ['a note that is too long', { note: 'x'.repeat(501) }, 'note'],
    [
      'another clinic’s laboratory',
      { connection_id: '11111111-1111-4111-8111-111111111111' },
      'connection_id',
    ],
  ])('refuses %s', async (_, change, field) => {
    const { status, body } = await sign(change);
    expect(status).toBe(422);
    expect(Object.keys(body.fields as object)).toContain(field);
  });

  it('is open to providers with a license in the patient’s state and an NPI', async () => {
    expect((await sign({}, treated, orgAdmin)).status).toBe(403);
    const expired = await portal.signIn('expired@demo.test');
    const refused = await sign({}, treated, expired);
    expect([refused.status, refused.body.rule_key]).toEqual([409, 'license_expired']);
    expect((await expired.get(`/api/trt/cases/${treated.caseId}/lab-orders/draft`)).body.blocked_by).toEqual([
      'license_expired',
    ]);
    const multi = await portal.signIn('multi@demo.test');
    await multi.patch('/api/provider/profile', { npi: null });
    const unnumbered = await sign({}, treated, multi);
    expect([unnumbered.status, unnumbered.body.message]).toEqual([409, expect.stringContaining('NPI')]);
  });

  it('keeps the name and NPI it was signed with', async () => {
    const order = await signed();
    const by = (name: string, npi: string) =>
      portal.database.asSuperuser(
        `UPDATE users SET display_name = $1, npi = $2 WHERE email = 'provider@demo.test' RETURNING id`,
        [name, npi],
      );
    const before = (await treated.provider.get(`/files/lab-orders/${order.id}.hl7`)).text;
    expect(before).toContain(order.ordered_by.split(' ').at(-1)!);
    await by('Dr. Other Name', '1548347820');
    expect((await treated.provider.get(`/files/lab-orders/${order.id}.hl7`)).text).toBe(before);
    await by(order.ordered_by, '1234567893');
  });

  it('is closed to other clinics and to patients', async () => {
    const order = await signed();
    for (const path of [
      `/api/trt/lab-orders/${order.id}`,
      `/api/trt/cases/${treated.caseId}/lab-orders`,
      `/api/trt/cases/${treated.caseId}/lab-orders/draft`,
      `/files/lab-orders/${order.id}.pdf`,
      `/files/lab-orders/${order.id}.hl7`,
    ])
      expect([path, (await north.get(path)).status]).toEqual([path, 404]);
    expect((await sign({}, treated, north)).status).toBe(404);
    expect((await cancel(order, north)).status).toBe(404);
    const list = (await north.list('/api/trt/lab-orders', {})).body as StaffLabOrderListResponse;
    expect(list.lab_orders).toEqual([]);
    const other = await submitted(portal);
    expect((await other.patient.get(`/files/lab-orders/${order.id}.pdf`)).status).toBe(404);
    expect((await other.patient.get(`/files/lab-orders/${order.id}.hl7`)).status).toBe(403);
    expect((await treated.patient.get(`/files/lab-orders/${order.id}.pdf`)).status).toBe(200);
    await tidy();
  });
});

describe('an order', () => {
  it('is marked as drawn, and as not drawn after all', async () => {
    const order = await signed();
    const mark = (drawn_on: string | null, version: number) =>
      provider.post(`/api/trt/lab-orders/${order.id}/drawn`, { drawn_on, version });
    expect((await mark(addDays(clinicToday(), 1), order.version)).status).toBe(422);
    const { body } = await mark(clinicToday(), order.version);
    expect(body).toMatchObject({ status: 'drawn', drawn_on: clinicToday() });
    const stale = await mark(null, order.version);
    expect([stale.status, stale.body.error]).toEqual([409, 'version_conflict']);
    expect((await mark(null, body.version as number)).body).toMatchObject({
      status: 'ordered',
      drawn_on: null,
    });
    await tidy();
  });

  it('is canceled with a reason until its results are in, and both are told', async () => {
    const order = await signed();
    const noReason = await provider.post(`/api/trt/lab-orders/${order.id}/cancel`, {
      reason: '.',
      version: order.version,
    });
    expect(noReason.status).toBe(422);
    expect((await cancel(order)).body).toMatchObject({
      status: 'canceled',
      cancel_reason: 'The patient moves away next week.',
      canceled_by: 'Dr. Elena Rossi',
    });
    expect((await cancel(await read(order.id))).status).toBe(409);
    const [event] = await portal.database.asSuperuser<{ detail: Record<string, unknown> }>(
      `SELECT detail FROM audit_events WHERE action = 'lab_order.cancel' AND target_id = $1`,
      [order.id],
    );
    expect(JSON.stringify(event!.detail)).not.toContain('moves away');
    const [row] = await portal.database.asSuperuser(`SELECT q::text AS all FROM lab_orders q WHERE id = $1`, [
      order.id,
    ]);
    expect(JSON.stringify(row)).not.toContain('moves away');
    expect((await treated.patient.get(`/files/lab-orders/${order.id}.pdf`)).status).toBe(409);
  });

  it('that was not drawn in its window is overdue, in the list and in the inbox', async () => {
    const before = ((await provider.get('/api/provider/inbox')).body as unknown as InboxResponse).lab_orders;
    const order = await signed();
    await portal.database.asSuperuser(
      `UPDATE lab_orders SET window_from = window_from - 20, due_on = due_on - 20, ordered_at = ordered_at - interval '20 days' WHERE id = $1`,
      [order.id],
    );
    expect((await read(order.id)).overdue).toBe(true);
    const list = (await provider.list('/api/trt/lab-orders', { filter: { overdue: true } }))
      .body as StaffLabOrderListResponse;
    expect(list.lab_orders.map(({ id }) => id)).toContain(order.id);
    const after = ((await provider.get('/api/provider/inbox')).body as unknown as InboxResponse).lab_orders;
    expect(after - before).toBe(1);
    const { reminders } = (await treated.patient.get('/api/trt/reminders'))
      .body as unknown as RemindersResponse;
    expect(reminders.find(({ kind }) => kind === 'lab_order')).toMatchObject({ status: 'overdue' });
    await tidy();
  });

  it('is found by its number, with or without hyphens, and by the patient', async () => {
    const order = await signed();
    const { number } = order;
    const hyphens = `${number.slice(0, 4)}-${number.slice(4, 8)}-${number.slice(8)}`;
    for (const q of [number, hyphens, drawn.mrn]) {
      const found = (await provider.list('/api/trt/lab-orders', { filter: { q } }))
        .body as StaffLabOrderListResponse;
      expect(found.lab_orders.map(({ id }) => id)).toContain(order.id);
    }
    const none = (await provider.list('/api/trt/lab-orders', { filter: { q: '111111111111' } }))
      .body as StaffLabOrderListResponse;
    expect(none.lab_orders).toEqual([]);
    await tidy();
  });
});

describe('results of a laboratory', () => {
  it('that name the order make it partial, then final, and withdrawn ones take that back', async () => {
    const order = await signed();
    const at = now();
    const some = await receive({ patient: drawn, drawn: at, placer: order.number, results: [TT] });
    expect([some.status, some.problems]).toEqual(['imported', []]);
    expect(await read(order.id)).toMatchObject({
      status: 'partial',
      results_in: ['tt_ng_dl'],
      drawn_on: dayOf(at),
    });
    await receive({ patient: drawn, drawn: at, placer: order.number, results: [HCT] });
    const final = await read(order.id);
    expect(final).toMatchObject({ status: 'final', results_in: ['tt_ng_dl', 'hct_percent'] });
    expect(final.lab_ids).toHaveLength(1);
    await receive({ patient: drawn, drawn: at, placer: order.number, results: [{ ...HCT, status: 'W' }] });
    expect((await read(order.id)).status).toBe('partial');
    await tidy();
  });

  it('identify the patient by the order number, with family name and date of birth', async () => {
    const order = await signed();
    const pid = (family: string) => `PID|1||LAB-4711^^^ACME^PI||${family}^${drawn.given}||${drawn.dob}|M`;
    const wrong = await receive({ patient: pid('Other'), drawn: now(), placer: order.number, results: [TT] });
    expect([wrong.status, wrong.problems.map(({ kind }) => kind)]).toEqual(['unmatched', ['name_differs']]);
    const right = await receive({
      patient: pid(drawn.family),
      drawn: now(),
      placer: order.number,
      results: [TT],
    });
    expect([right.status, right.patient_id]).toEqual(['imported', treated.patientId]);
    await tidy();
  });

  it('with the order number of another patient wait for staff', async () => {
    const order = await signed();
    const other = await drawnOf(portal, 'patient@demo.test');
    const message = await receive({ patient: other, drawn: now(), placer: order.number, results: [TT] });
    expect([message.status, message.problems.map(({ kind }) => kind)]).toEqual([
      'unmatched',
      ['order_patient'],
    ]);
    expect((await read(order.id)).status).toBe('ordered');
    expect(message.candidates.map(({ patient_id }) => patient_id).sort()).toEqual(
      [other.patient_id, treated.patientId].sort(),
    );
    const { mrn, dob } = other;
    const matched = await provider.post(`/api/lab-messages/${message.id}/match`, {
      patient_id: other.patient_id,
      mrn,
      dob: `${dob.slice(0, 4)}-${dob.slice(4, 6)}-${dob.slice(6)}`,
      version: message.version,
    });
    expect([matched.status, matched.body.status]).toEqual([200, 'imported']);
    expect(await read(order.id)).toMatchObject({ status: 'ordered', lab_ids: [] });
    await tidy();
  });

  it.each<[string, (own: string, others: string) => { ordered?: string; placer?: string }, string[]]>([
    ['ORC-2', (_, others) => ({ ordered: others }), ['order_patient']],
    [
      'ORC-2, with one of its own',
      (own, others) => ({ ordered: others, placer: own }),
      ['order_number', 'order_patient'],
    ],
    [
      'ORC-2, with another program’s',
      (_, others) => ({ ordered: others, placer: 'LAB-77' }),
      ['order_patient'],
    ],
    [
      'OBR-2, with one of its own',
      (own, others) => ({ ordered: own, placer: others }),
      ['order_number', 'order_patient'],
    ],
  ])('with the order number of another patient wait, wherever it is: %s', async (_, numbers, problems) => {
    const other = await drawnOf(portal, 'patient@demo.test');
    const [own, others] = [await signed(), await signed()];
    await portal.database.asSuperuser(`UPDATE lab_orders SET patient_id = $1 WHERE id = $2`, [
      other.patient_id,
      others.id,
    ]);
    const message = await receive({
      patient: drawn,
      drawn: now(),
      results: [TT],
      ...numbers(own.number, others.number),
    });
    expect([message.status, message.problems.map(({ kind }) => kind)]).toEqual(['unmatched', problems]);
    await tidy();
  });

  it('with the order number of another clinic wait, and do not say whose it is', async () => {
    const [own, others] = [await signed(), await signed()];
    await portal.database.asSuperuser(
      `UPDATE lab_orders SET org_id = (SELECT id FROM organisations WHERE name = 'North Clinic') WHERE id = $1`,
      [others.id],
    );
    for (const [ordered, placer, problems] of [
      [others.number, own.number, ['order_number', 'order_patient']],
      [undefined, others.number, ['order_patient']],
    ] as const) {
      const message = await receive({
        patient: drawn,
        drawn: now(),
        placer,
        results: [TT],
        ...(ordered && { ordered }),
      });
      expect([message.status, message.problems.map(({ kind }) => kind)]).toEqual(['unmatched', problems]);
      expect(JSON.stringify(message)).not.toContain('North');
    }
    const stranger = await receive({
      patient: 'PID|1||99||Nobody^Here',
      drawn: now(),
      placer: others.number,
      results: [TT],
    });
    expect(stranger.id).toBeUndefined();
    await portal.database.asSuperuser(`DELETE FROM lab_orders WHERE id = $1`, [others.id]);
    await tidy();
  });

  it('that are not final say that the specimen is in', async () => {
    const at = now();
    const order = await signed();
    const message = await receive({
      patient: drawn,
      drawn: at,
      placer: order.number,
      results: [{ ...TT, status: 'P' }],
    });
    expect(message.status).toBe('preliminary');
    expect(await read(order.id)).toMatchObject({ status: 'drawn', drawn_on: dayOf(at) });
    await tidy();
  });

  it('for a canceled order are kept, and the order stays canceled', async () => {
    const order = await signed();
    await cancel(order);
    const message = await receive({ patient: drawn, drawn: now(), placer: order.number, results: [TT, HCT] });
    expect(message.status).toBe('imported');
    expect(await read(order.id)).toMatchObject({ status: 'canceled', lab_ids: [expect.any(String)] });
  });

  it('and a cancellation at the same moment take turns', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await signed();
      const [canceled, message] = await Promise.all([
        cancel(order),
        receive({ patient: drawn, drawn: now(), placer: order.number, results: [TT, HCT] }),
      ]);
      expect(message.status).toBe('imported');
      const after = await read(order.id);
      expect(after.status).toBe(canceled.status === 200 ? 'canceled' : 'final');
      expect([200, 409]).toContain(canceled.status);
      expect(after.lab_ids).toHaveLength(1);
    }
  });
});

describe('results that staff enter', () => {
  const enter = async (
    results: Record<string, number>,
    collected_at = new Date(Date.now() - 1000 * ++minute).toISOString(),
  ) => {
    const { status, body, text } = await provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at,
      results,
    });
    expect([status, status === 201 ? '' : text]).toEqual([201, '']);
    return body as unknown as Lab;
  };

  it('are of the one open order that they clearly fit, and voiding them takes that back', async () => {
    const order = await signed();
    const lab = await enter({ tt_ng_dl: 420 + minute, hct_percent: 44.4, hgb_g_dl: 14.8 });
    expect(await read(order.id)).toMatchObject({ status: 'final', lab_ids: [lab.lab_id] });
    await provider.post(`/api/labs/${lab.lab_id}/void`, {
      reason: 'Entered for another patient.',
      version: lab.version,
    });
    expect(await read(order.id)).toMatchObject({ status: 'drawn', results_in: [] });
    await tidy();
  });

  it('are not guessed between two orders: the clinician says whose they are', async () => {
    const [first, second] = [await signed(), await signed()];
    const lab = await enter({ tt_ng_dl: 431 + minute, hct_percent: 44.2 });
    const detail = await read(second.id);
    expect([(await read(first.id)).status, detail.status]).toEqual(['ordered', 'ordered']);
    expect(detail.candidates.find(({ lab_id }) => lab_id === lab.lab_id)).toMatchObject({ linked: false });
    const assign = (lab_ids: string[], version: number) =>
      provider.post(`/api/trt/lab-orders/${second.id}/results`, { lab_ids, version });
    const other = await portal.database.asSuperuser<{ id: string }>(
      `SELECT id FROM lab_panels WHERE patient_id <> $1 AND status = 'completed' LIMIT 1`,
      [treated.patientId],
    );
    expect((await assign([other[0]!.id], detail.version)).status).toBe(422);
    const { body } = await assign([lab.lab_id], detail.version);
    expect(body).toMatchObject({ status: 'final', lab_ids: [lab.lab_id] });
    expect((await assign([], body.version as number)).body).toMatchObject({ status: 'ordered', lab_ids: [] });
    await tidy();
  });

  it('from before the window are of no order', async () => {
    const order = await signed();
    await addLab(treated, 3, { tt_ng_dl: 399, hct_percent: 43.9 });
    expect((await read(order.id)).status).toBe('ordered');
    await tidy();
  });

  it('imported from a file are of the order that they fit', async () => {
    const order = await signed();
    const at = new Date(Date.now() - 1000 * ++minute).toISOString();
    const file = [
      'patient_id,collected_at,since_last_dose_h,analyte,value,unit',
      `${treated.patientId},${at},,tt_ng_dl,455,ng/dL`,
      `${treated.patientId},${at},,hct_percent,45.1,%`,
    ].join('\n');
    const response = await provider.post('/api/labs/import', file, { 'content-type': 'text/csv' });
    expect([response.status, response.body.accepted]).toEqual([200, 2]);
    expect((await read(order.id)).status).toBe('final');
  });
});

describe('the message for the laboratory', () => {
  it('has the order, its tests by LOINC, who ordered it and when to draw', async () => {
    const order = await signed({ note: 'Left arm | please', diagnosis_codes: ['E29.1'], fasting: true });
    const { text, status } = await provider.get(`/files/lab-orders/${order.id}.hl7`);
    expect(status).toBe(200);
    const message = Hl7Message.parse(text);
    const msh = message.getSegment('MSH')!;
    expect([msh.getField(9)?.toString(), msh.getField(10)?.toString()]).toEqual([
      'ORM^O01^ORM_O01',
      `${order.number}N`,
    ]);
    expect([msh.getComponent(4, 1), msh.getComponent(5, 1), msh.getComponent(6, 1)]).toEqual([
      'FOUNDERS',
      'LIS',
      'ACME',
    ]);
    const pid = message.getSegment('PID')!;
    expect([
      pid.getComponent(3, 1),
      pid.getComponent(5, 1),
      pid.getComponent(7, 1),
      pid.getComponent(8, 1),
    ]).toEqual([drawn.mrn, drawn.family, drawn.dob, 'M']);
    const orcs = message.getAllSegments('ORC');
    expect(
      orcs.map((orc) => [
        orc.getComponent(1, 1),
        orc.getComponent(2, 1),
        orc.getComponent(12, 1),
        orc.getComponent(12, 13),
      ]),
    ).toEqual(Array.from({ length: 2 }, () => ['NW', order.number, '1234567893', 'NPI']));
    expect(orcs[0]!.getComponent(21, 10)).toBe('A-77');
    const obrs = message.getAllSegments('OBR');
    expect(
      obrs.map((obr) => [obr.getComponent(2, 1), obr.getComponent(4, 1), obr.getComponent(4, 3)]),
    ).toEqual([
      [order.number, '2986-8', 'LN'],
      [order.number, '4544-3', 'LN'],
    ]);
    expect(obrs[0]!.getField(13)?.toString()).toContain('Fasting');
    expect([orcs[0]!.getComponent(7, 4), orcs[0]!.getComponent(7, 5)]).toEqual([
      order.window_from.replaceAll('-', ''),
      order.due_on.replaceAll('-', ''),
    ]);
    expect(message.getSegment('NTE')!.getField(3)?.toString()).toBe('Left arm \\F\\ please');
    expect(message.getAllSegments('DG1').map((dg1) => dg1.getComponent(3, 1))).toEqual(['E29.1', 'E29.1']);
    await tidy();
  });

  it('lies in the folder of its connection, whole, before the order counts as sent; canceled follows', async () => {
    const order = await signed();
    const own = join(folder, laboratory.id);
    await until('the order is sent', async () => (await read(order.id)).sent_at !== null, 20_000);
    const name = `${order.number}-1-NW.hl7`;
    const written = await readFile(join(own, name), 'utf8');
    expect(written).toBe((await provider.get(`/files/lab-orders/${order.id}.hl7`)).text);
    await cancel(await read(order.id));
    await until(
      'the cancellation is sent',
      async () => (await readdir(own)).includes(`${order.number}-2-CA.hl7`),
      20_000,
    );
    const canceled = Hl7Message.parse(await readFile(join(own, `${order.number}-2-CA.hl7`), 'utf8'));
    expect(canceled.getSegment('ORC')!.getComponent(1, 1)).toBe('CA');
    expect((await readdir(own)).filter((file) => !file.endsWith('.hl7'))).toEqual([]);
  });

  it('is written again, the same, when the portal died before it was written down', async () => {
    const order = await signed();
    const file = join(folder, laboratory.id, `${order.number}-1-NW.hl7`);
    await until('the order is sent', async () => (await read(order.id)).sent_at !== null, 20_000);
    const first = await readFile(file, 'utf8');
    await portal.database.asSuperuser('UPDATE lab_orders SET sent_at = NULL WHERE id = $1', [order.id]);
    await portal.app.get(OrderFiles).send(order.id);
    expect(await readFile(file, 'utf8')).toBe(first);
    expect((await read(order.id)).sent_at).not.toBeNull();
    await tidy();
  });

  it('is not written where the laboratory takes none', async () => {
    const { laboratories } = (await provider.get(`/api/trt/cases/${treated.caseId}/lab-orders/draft`))
      .body as unknown as LabOrderDraft;
    const paper = laboratories.find(({ name }) => name === 'Riverside Diagnostics')!;
    const order = await signed({ connection_id: paper.id });
    await portal.app.get(OrderFiles).send(order.id);
    expect((await read(order.id)).sent_at).toBeNull();
    expect(await readdir(folder)).toEqual([laboratory.id]);
    await tidy();
  });
});

const byId = ([a]: unknown[], [b]: unknown[]): number => (String(a) < String(b) ? -1 : 1);

describe('FHIR', () => {
  it('has a ServiceRequest for each test, and results that are based on them', async () => {
    const order = await signed({ diagnosis_codes: ['E29.1'] });
    await receive({ patient: drawn, drawn: now(), placer: order.number, results: [TT] });
    const search = async (query: string) =>
      ((await provider.get(`/fhir/${query}`)).body.entry ?? []) as { resource: Record<string, unknown> }[];
    const requests = await search(`ServiceRequest?patient=${treated.patientId}&requisition=${order.number}`);
    expect(requests.map(({ resource }) => [resource['id'], resource['status']]).toSorted(byId)).toEqual([
      [`${order.id}.hct-percent`, 'active'],
      [`${order.id}.tt-ng-dl`, 'completed'],
    ]);
    const observed = await search(
      `Observation?patient=${treated.patientId}&based-on=ServiceRequest/${order.id}.tt-ng-dl`,
    );
    expect(observed).toHaveLength(1);
    const reports = await search(
      `DiagnosticReport?patient=${treated.patientId}&based-on=ServiceRequest/${order.id}.hct-percent`,
    );
    expect(reports).toHaveLength(1);
    await tidy();
  });
});
