import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody, LabReportsResponse, StaffLabReportListResponse } from '../../common/api/index.js';
import { addLab, detail, submitted, type Treated } from '../support/care.js';
import { FakeClamd, TEST_VIRUS } from '../support/fake-clamd.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';

let portal: TestPortal;
let treated: Treated;
const clamd = new FakeClamd();
beforeAll(async () => {
  portal = await startPortal('demo', { VIRUS_SCANNER: await clamd.listen() });
  treated = await submitted(portal);
});
afterAll(async () => {
  await portal.close();
  clamd.close();
});

const MIB = 1024 * 1024;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page /Secret (canary-4711) >> endobj\n%%EOF\n');
/** A JPEG up to its picture data: start, size, scan. */
const PHOTO = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080002000201011100ffda0008010100003f00',
  'hex',
);
const BOUNDARY = 'x-portal-boundary';

/** A form with files, as a browser sends it. */
function form(...files: [name: string, content: Buffer][]): Buffer {
  const parts = files.flatMap(([name, content]) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const send = (
  content: Buffer,
  name = 'labcorp.pdf',
  person: Person = treated.patient,
  headers: object = {},
) => person.raw('/api/lab-reports', form([name, content]), { ...MULTIPART, ...headers });
const own = async () =>
  ((await treated.patient.get('/api/lab-reports')).body as LabReportsResponse).lab_reports;
const waits = async () =>
  (await detail(treated)).alerts.filter(({ rule_key }) => rule_key === 'lab_report_waiting').length;

describe('a lab report of the patient’s own', () => {
  it('is stored encrypted, added to the work list, and downloaded by staff as a file', async () => {
    const sent = await send(PDF, 'My <b>labs.pdf');
    expect([sent.status, sent.body]).toMatchObject([
      201,
      { name: 'My <b>labs.pdf', content_type: 'application/pdf', bytes: PDF.length, state: 'waiting' },
    ]);
    expect(await own()).toEqual([sent.body]);
    expect(await waits()).toBe(1);
    const stored = await portal.database.asSuperuser(
      `SELECT r::text AS row, p::text AS part FROM lab_reports r JOIN lab_report_parts p ON p.report_id = r.id WHERE r.id = $1`,
      [sent.body.id],
    );
    const text = JSON.stringify(stored);
    expect(text).not.toMatch(/canary|labs/);
    expect(text).not.toContain(PDF.toString('base64').slice(0, 40));

    const list = (
      await treated.provider.list('/api/trt/lab-reports', {
        filter: { patient_id: treated.patientId, state: 'waiting' },
      })
    ).body as StaffLabReportListResponse;
    expect(list.lab_reports).toMatchObject([
      { id: sent.body.id, case_id: treated.caseId, transcribed_by: null },
    ]);
    const file = await treated.provider.get(`/api/trt/lab-reports/${sent.body.id}/file`);
    expect([file.status, file.headers['content-type'], file.body]).toEqual([200, 'application/pdf', PDF]);
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="lab-report-[0-9a-f]{8}\.pdf"$/,
    );
    expect(file.headers['x-content-type-options']).toBe('nosniff');
    expect(file.headers['content-security-policy']).toContain('sandbox');

    const mark = (body: object = {}) =>
      treated.provider.post(`/api/trt/lab-reports/${sent.body.id}/transcribed`, body);
    const early = await mark();
    expect([early.status, Object.keys(early.body.fields)]).toEqual([422, ['nothing_to_enter']]);
    expect((await mark({ nothing_to_enter: 'later' })).status).toBe(422);
    await addLab(treated, 3, { tt_ng_dl: 410 });
    const done = await mark();
    expect([done.status, done.body.state, done.body.values_entered]).toEqual([200, 'transcribed', true]);
    expect((await mark()).status).toBe(409);
    expect(await waits()).toBe(0);
    const acts = await portal.database.asSuperuser<{ action: string }>(
      `SELECT action FROM audit_events WHERE target_id = $1 ORDER BY seq`,
      [sent.body.id],
    );
    expect(acts.map(({ action }) => action)).toEqual([
      'lab_report.upload',
      'lab_report.download',
      'lab_report.transcribe',
    ]);
  });

  it('is closed without results for a named reason, and its patient reads no other', async () => {
    const other = await submitted(portal);
    const sent = await send(PDF, 'again\u202efdp.exe', other.patient);
    const close = () =>
      other.provider.post(`/api/trt/lab-reports/${sent.body.id}/transcribed`, {
        nothing_to_enter: 'duplicate',
      });
    // No one has seen what it says.
    const unseen = await close();
    expect([unseen.status, unseen.body.fields]).toEqual([
      422,
      { nothing_to_enter: 'A provider opens the file first: none has seen it yet.' },
    ]);
    const file = `/api/trt/lab-reports/${sent.body.id}/file`;
    await other.provider.request('HEAD', file);
    await (await portal.signIn('orgadmin@demo.test')).get(file);
    expect((await close()).status).toBe(422);
    await other.provider.get(file);
    const done = await close();
    expect([done.status, done.body.values_entered]).toEqual([200, false]);
    const [own] = ((await other.patient.get('/api/lab-reports')).body as LabReportsResponse).lab_reports;
    expect(own).toMatchObject({ name: 'againfdp.exe', state: 'transcribed', values_entered: false });
    const [act] = await portal.database.asSuperuser<{ detail: object }>(
      `SELECT detail FROM audit_events WHERE target_id = $1 AND action = 'lab_report.transcribe'`,
      [sent.body.id],
    );
    expect(act!.detail).toEqual({ nothing_to_enter: 'duplicate' });
  });

  it('is neither opened nor closed by a provider without a valid license', async () => {
    const other = await submitted(portal);
    const sent = await send(PDF, 'biopsy.pdf', other.patient);
    const expired = await portal.signIn('expired@demo.test');
    const close = (by: typeof expired) =>
      by.post(`/api/trt/lab-reports/${sent.body.id}/transcribed`, { nothing_to_enter: 'not_a_result' });
    expect((await expired.get(`/api/trt/lab-reports/${sent.body.id}/file`)).status).toBe(200);
    const refused = await close(expired);
    expect([refused.status, refused.body.rule_key]).toEqual([409, 'license_expired']);
    expect((await close(other.provider)).status).toBe(422);
    await other.provider.get(`/api/trt/lab-reports/${sent.body.id}/file`);
    expect((await close(other.provider)).status).toBe(200);
  });

  it('is opened by a download that went to its end, not by one that broke off', async () => {
    const other = await submitted(portal);
    const photo = Buffer.concat([PHOTO, randomBytes(10 * MIB - PHOTO.length - 2), Buffer.from([0xff, 0xd9])]);
    const sent = await send(photo, 'photo.jpg', other.patient);
    const path = `/api/trt/lab-reports/${sent.body.id}`;
    const close = async () =>
      (await other.provider.post(`${path}/transcribed`, { nothing_to_enter: 'not_a_result' })).status;
    const broken = request(`${portal.base}${path}/file`, {
      headers: { cookie: `trt_sid=${other.provider.token}` },
    }).end();
    const [answer] = (await once(broken, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.destroy();
    await sleep(300);
    expect(await close()).toBe(422);
    await other.provider.get(`${path}/file`);
    expect(await close()).toBe(200);
  });

  it('may have 10 MiB, in parts that are reassembled', async () => {
    const photo = Buffer.concat([PHOTO, randomBytes(10 * MIB - PHOTO.length - 2), Buffer.from([0xff, 0xd9])]);
    const sent = await send(photo, 'photo.pdf');
    expect([sent.status, sent.body.content_type]).toEqual([201, 'image/jpeg']);
    const file = await treated.provider.get(`/api/trt/lab-reports/${sent.body.id}/file`);
    expect(Buffer.compare(file.body as Buffer, photo)).toBe(0);
  });

  it('is refused over 10 MiB', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(10 * MIB)]);
    expect((await send(large)).body.error).toBe('too_large');
    // Announced as too large, it is not even read: the response may find the connection closed.
    const refused = await send(Buffer.concat([PDF, Buffer.alloc(11 * MIB)])).then(
      ({ status }) => status,
      () => 413,
    );
    expect(refused).toBe(413);
  });

  it.each<[string, Buffer]>([
    ['a program named like a PDF', Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), PDF])],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['the first line of a PDF', Buffer.from('%PDF-1.4\n%\n')],
    ['a PDF that was cut off', PDF.subarray(0, -8)],
    ['a photo that was cut off', PHOTO.subarray(0, 20)],
    ['a PDF with a script', Buffer.from('%PDF-1.7\n<< /S /JavaScript /JS (app.alert(1)) >>')],
    ['a PDF with a hidden script', Buffer.from('%PDF-1.7\n<< /S /Java#53cript /JS (app.alert(1)) >>')],
    ['a PDF with a password', Buffer.from('%PDF-1.7\ntrailer << /Encrypt 5 0 R >>')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused: %s', async (_, content) => {
    const before = await own();
    const { status, body } = await send(content);
    expect([status, Object.keys(body.fields as object)]).toEqual([422, ['file']]);
    expect(await own()).toEqual(before);
  });

  it('arrives with at most one other of its account: a third waits until there is room', async () => {
    const { patient } = await submitted(portal);
    const whole = form(['labs.pdf', Buffer.concat([PDF, Buffer.alloc(MIB)])]);
    const stalled = [1, 2].map(() => {
      const sending = request(`${portal.base}/api/lab-reports`, {
        method: 'POST',
        headers: { ...MULTIPART, cookie: `trt_sid=${patient.token}`, 'content-length': whole.length },
      });
      sending.on('error', () => {});
      sending.write(whole.subarray(0, 1000));
      return sending;
    });
    const next = () => patient.raw('/api/lab-reports', whole, MULTIPART);
    await until('refused', async () => (await next()).status === 429, 5000);
    for (const sending of stalled) sending.destroy();
    await until('accepted again', async () => (await next()).status === 201, 5000);
  });

  it('loses its place when it is sent too slowly, and says so', async () => {
    const { patient } = await submitted(portal);
    await portal.database.asSuperuser('UPDATE users SET email_verified_at = NULL WHERE id = $1', [
      patient.me!.user.id,
    ]);
    const whole = form(['labs.pdf', Buffer.concat([PDF, Buffer.alloc(MIB)])]);
    const sending = request(`${portal.base}/api/lab-reports`, {
      method: 'POST',
      headers: { ...MULTIPART, cookie: `trt_sid=${patient.token}`, 'content-length': whole.length },
    });
    let sent = 0;
    // Faster than what a small body may take.
    const drip = setInterval(() => sending.write(whole.subarray(sent, (sent += 500))), 100);
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    const next = () => patient.raw('/api/lab-reports', whole, MULTIPART);
    await sleep(500);
    // An account whose address is not verified has one place.
    expect((await next()).status).toBe(429);
    const told = 'The request arrived too slowly. Please try again on a better connection.';
    const [answer] = await answered;
    clearInterval(drip);
    sending.on('error', () => {});
    const { message } = JSON.parse((await answer.toArray()).join('')) as ErrorBody;
    expect([answer.statusCode, message]).toEqual([408, told]);
    expect((await next()).status).toBe(201);
  });

  it('is one file, in a form', async () => {
    const two = await treated.patient.raw(
      '/api/lab-reports',
      form(['a.pdf', PDF], ['b.pdf', PDF]),
      MULTIPART,
    );
    const none = await treated.patient.raw('/api/lab-reports', form(), MULTIPART);
    expect([two.status, none.status]).toEqual([422, 422]);
    expect((await treated.patient.post('/api/lab-reports', {})).status).toBe(422);
    const broken = await treated.patient.raw('/api/lab-reports', Buffer.from('--nothing'), MULTIPART);
    expect([400, 422]).toContain(broken.status);
    const elsewhere = await treated.patient.raw('/api/doses', form(['a.pdf', PDF]), MULTIPART);
    expect(elsewhere.status).toBe(415);
  });

  it('is read by the virus scanner first, and not accepted while it cannot be', async () => {
    const before = await own();
    const large = Buffer.concat([PDF, Buffer.alloc(150_000, ' '), PDF]);
    const answers = [];
    for (const [mode, content] of [
      ['up', Buffer.concat([large, Buffer.from(TEST_VIRUS)])],
      ['hangs up', large],
      ['refuses', large],
    ] as const) {
      clamd.mode = mode;
      const { status, body } = await send(content);
      answers.push([status, body.fields?.file ?? body.detail]);
    }
    clamd.mode = 'up';
    expect(answers).toEqual([
      [422, 'This file contains a virus. Send the report from another device.'],
      [503, 'scanner_unavailable'],
      [503, 'scanner_unavailable'],
    ]);
    expect(clamd.files.slice(-3)).toEqual([large.length + TEST_VIRUS.length, large.length, large.length]);
    expect(await own()).toEqual(before);
    expect((await send(large, 'clean.pdf')).status).toBe(201);
  });

  it('sent again with the same key is stored once; another file under it is rejected', async () => {
    const key = { 'idempotency-key': 'report-1' };
    const first = await send(PDF, 'once.pdf', treated.patient, key);
    const again = await send(PDF, 'once.pdf', treated.patient, key);
    expect([first.status, again.body.id, again.headers['idempotency-replayed']]).toEqual([
      201,
      first.body.id,
      'true',
    ]);
    const other = await send(Buffer.concat([PDF, PDF]), 'once.pdf', treated.patient, key);
    expect(other.body.error).toBe('idempotency_mismatch');
  });

  it('is closed to everyone else', async () => {
    const [report] = await own();
    const path = `/api/trt/lab-reports/${report!.id}`;
    const north = await portal.signIn('north@demo.test');
    expect((await north.get(`${path}/file`)).status).toBe(404);
    expect((await north.post(`${path}/transcribed`, {})).status).toBe(404);
    const filter = { patient_id: treated.patientId };
    expect((await north.list('/api/trt/lab-reports', { filter })).body.total).toBe(0);
    expect((await treated.patient.get(`${path}/file`)).status).toBe(403);
    expect((await send(PDF, 'a.pdf', treated.provider)).status).toBe(403);
    expect((await send(Buffer.concat([PDF, Buffer.alloc(MIB)]), 'a.pdf', portal.anonymous())).status).toBe(
      401,
    );
    const stranger = await portal.signIn('patient@demo.test');
    expect(((await stranger.get('/api/lab-reports')).body as LabReportsResponse).lab_reports).toEqual([]);
  });
});
