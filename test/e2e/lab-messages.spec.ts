import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AuditEvent,
  CurveResponse,
  InboxResponse,
  Lab,
  LabConnection,
  LabConnectionsResponse,
  LabListResponse,
  LabMessage,
  LabMessageDetail,
  LabMessagesResponse,
  ProgressResponse,
} from '../../common/api/index.js';
import { loadConfig } from '../../server/config/config.js';
import { LabIntake } from '../../server/lab-gateway/intake.js';
import { MllpServer } from '../../server/lab-gateway/mllp-server.js';
import { SpoolReader } from '../../server/lab-messages/spool-reader.js';
import { Spool } from '../../server/lab-spool/spool.js';
import { FieldCipher } from '../../server/platform/crypto/field-cipher.js';
import { ServiceProbes } from '../../server/platform/health/service-probes.js';
import { testPostgres } from '../support/database.js';
import {
  drawAt,
  drawnOf,
  nextControlId,
  oru,
  send,
  type Drawn,
  type MessageParts,
} from '../support/laboratory.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';

let portal: TestPortal;
let folder: string;
let gateway: MllpServer;
let port: number;
let provider: Person;
let orgAdmin: Person;
let admin: Person;
let north: Person;
let patient: Drawn;
let acme: LabConnection;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trt-labs-'));
  portal = await startPortal('demo', { LAB_SPOOL_DIR: folder });
  const config = loadConfig({ DATA_DIR: testPostgres().folder, LAB_SPOOL_DIR: folder });
  const spool = new Spool(folder, new FieldCipher(config));
  await spool.prepare();
  gateway = new MllpServer(new LabIntake(spool, quiet), { host: '127.0.0.1', port: 0, tls: null }, quiet);
  port = await gateway.start();
  provider = await portal.signIn('provider@demo.test');
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  admin = await portal.signIn('admin@demo.test');
  north = await portal.signIn('north@demo.test');
  patient = await drawnOf(portal, 'patient@demo.test');
  const made = await orgAdmin.post('/api/admin/lab-connections', {
    name: 'Acme Laboratories',
    sending_application: 'LIS',
    sending_facility: 'ACME',
    codes: { HGBX: 'hgb_g_dl', MCV: 'not_used' },
  });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  acme = made.body as unknown as LabConnection;
});
afterAll(async () => {
  await gateway?.stop();
  await portal?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends it and reads the spool until it is empty. */
async function deliver(parts: MessageParts | string): Promise<string> {
  const text = typeof parts === 'string' ? parts : oru(parts);
  expect((await send(port, text))?.[0]).toBe('AA');
  await portal.app.get(SpoolReader).look();
  return text.split('|')[9]!;
}
async function messageOf(controlId: string, by: Person = provider): Promise<LabMessageDetail> {
  const [row] = await portal.database.asSuperuser<{ id: string }>(
    `SELECT id FROM lab_messages WHERE control_id = $1 ORDER BY received_at DESC LIMIT 1`,
    [controlId],
  );
  const { status, body, text } = await by.get(`/api/lab-messages/${row!.id}`);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return body as unknown as LabMessageDetail;
}
const labsOf = async (who = patient): Promise<Lab[]> =>
  (
    (await provider.list('/api/labs', { filter: { patient_id: who.patient_id }, range: [0, 99] }))
      .body as LabListResponse
  ).labs;
/** The panel of a draw. */
async function drawn(at: string): Promise<Lab | undefined> {
  const iso = new Date(
    `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}T${at.slice(8, 10)}:${at.slice(10, 12)}:00-05:00`,
  ).toISOString();
  return (await labsOf()).find(({ collected_at }) => collected_at === iso);
}
const kinds = ({ problems }: LabMessage): string[] => problems.map(({ kind }) => kind);

describe('a message of a connected laboratory', () => {
  it('becomes a panel on the patient’s page, with the values in the units of the portal', async () => {
    const at = drawAt(3);
    const id = await deliver({
      patient,
      drawn: at,
      specimen: 'SER^Serum',
      results: [
        { code: '2986-8', value: '18.2', unit: 'nmol/L' },
        { code: '4544-3', value: '0.455', unit: 'L/L' },
        { code: 'HGBX', value: '152', unit: 'g/L', system: 'L' },
        { code: 'MCV', value: '88', unit: 'fL', system: 'L' },
      ],
    });
    expect(await messageOf(id)).toMatchObject({
      status: 'imported',
      patient_id: patient.patient_id,
      problems: [],
      laboratory: 'Acme Laboratories',
    });
    const lab = await drawn(at);
    expect(lab).toMatchObject({ specimen: 'Serum', status: 'completed', reviewed_at: null });
    expect(Object.keys(lab!.results).sort()).toEqual(['hct_percent', 'hgb_g_dl', 'tt_ng_dl']);
    expect(lab!.results).toMatchObject({
      tt_ng_dl: { value: 524.9, unit: 'ng/dL', flag: 'normal', entered: { value: 18.2, unit: 'nmol/L' } },
      hct_percent: { value: 45.5 },
      hgb_g_dl: { value: 15.2 },
    });
    const own = await portal.signIn('patient@demo.test');
    expect((await own.get('/api/progress')).text).toContain('524.9');
  });

  it('is told to programs as a lab that was received, and written down', async () => {
    const id = await deliver({
      patient,
      drawn: drawAt(4),
      results: [{ code: '2986-8', value: '510', unit: 'ng/dL' }],
    });
    const message = await messageOf(id);
    const events = await portal.database.asSuperuser<{ action: string; target_type: string }>(
      `SELECT action, target_type FROM audit_events WHERE detail->>'lab_message' = $1 OR target_id = $1
        AND action <> 'lab_message.read' ORDER BY seq`,
      [message.id],
    );
    expect(events).toEqual([
      { action: 'lab.import', target_type: 'lab' },
      { action: 'lab_message.import', target_type: 'lab_message' },
    ]);
  });

  it('is stored encrypted, and leaves the spool', async () => {
    const id = await deliver({
      patient,
      drawn: drawAt(5),
      results: [{ code: '2986-8', value: '511', unit: 'ng/dL' }],
    });
    const [row] = await portal.database.asSuperuser(
      'SELECT m::text AS all FROM lab_messages m WHERE control_id = $1',
      [id],
    );
    expect(JSON.stringify(row)).not.toContain(patient.family);
    expect(await new Spool(folder, portal.app.get(FieldCipher)).waiting()).toEqual([]);
  });

  it('adds nothing when it comes again: the same bytes, the same number, the same content', async () => {
    const at = drawAt(6);
    const results = [{ code: '2986-8', value: '512', unit: 'ng/dL' }];
    const first = oru({ patient, drawn: at, results });
    const id = await deliver(first);
    await deliver(first);
    await deliver(first.replace('20260101080000', '20260101080500'));
    await deliver(first.replace(id, nextControlId()));
    const rows = await portal.database.asSuperuser<{ status: string }>(
      `SELECT status FROM lab_messages WHERE body_hash = (SELECT body_hash FROM lab_messages WHERE control_id = $1 LIMIT 1) ORDER BY received_at`,
      [id],
    );
    expect(rows.map(({ status }) => status)).toEqual(['imported', 'duplicate', 'duplicate']);
    const lab = await drawn(at);
    expect([lab?.version, lab?.revision]).toEqual([1, null]);
  });

  it('with the number of another message waits: a laboratory that starts counting again loses nothing', async () => {
    const id = await deliver({
      patient,
      drawn: drawAt(7),
      results: [{ code: '2986-8', value: '513', unit: 'ng/dL' }],
    });
    await deliver({
      patient,
      drawn: drawAt(8),
      controlId: id,
      results: [{ code: '2986-8', value: '514', unit: 'ng/dL' }],
    });
    const message = await messageOf(id);
    expect([message.status, kinds(message)]).toEqual(['unmatched', ['control_id']]);
  });
});

describe('corrections, withdrawals and preliminary results', () => {
  it('a correction supersedes, and the earlier value stays readable', async () => {
    const at = drawAt(9);
    await deliver({ patient, drawn: at, results: [{ code: '2857-1', value: '1.1', unit: 'ng/mL' }] });
    await deliver({
      patient,
      drawn: at,
      results: [{ code: '2857-1', value: '1.4', unit: 'ug/L', status: 'C' }],
    });
    expect(await drawn(at)).toMatchObject({
      status: 'corrected',
      results: { psa_ng_ml: { value: 1.4 } },
      revision: { n: 2, by: null, reason: 'Corrected by the laboratory (Acme Laboratories).' },
      earlier: [{ results: { psa_ng_ml: { value: 1.1 } } }],
    });
  });

  it('another value that is not marked as a correction waits, and changes nothing', async () => {
    const at = drawAt(10);
    await deliver({ patient, drawn: at, results: [{ code: '2857-1', value: '1.1', unit: 'ng/mL' }] });
    const id = await deliver({
      patient,
      drawn: at,
      results: [{ code: '2857-1', value: '1.6', unit: 'ng/mL' }],
    });
    expect(kinds(await messageOf(id))).toEqual(['other_value']);
    expect((await drawn(at))?.results.psa_ng_ml?.value).toBe(1.1);
  });

  it('a withdrawn result goes, and the last one voids the panel', async () => {
    const at = drawAt(11);
    const gone = (code: string) => ({ code, status: 'X' });
    await deliver({
      patient,
      drawn: at,
      results: [
        { code: '2857-1', value: '1.1', unit: 'ng/mL' },
        { code: '4544-3', value: '44', unit: '%' },
      ],
    });
    await deliver({ patient, drawn: at, results: [gone('2857-1')] });
    expect(Object.keys((await drawn(at))!.results)).toEqual(['hct_percent']);
    await deliver({ patient, drawn: at, results: [gone('4544-3')] });
    expect((await drawn(at))?.status).toBe('voided');
    const id = await deliver({ patient, drawn: drawAt(12), results: [gone('4544-3')] });
    expect(kinds(await messageOf(id))).toEqual(['not_on_file']);
  });

  it('a preliminary result is shown as waiting, until the final one replaces it', async () => {
    const at = drawAt(13);
    const result = { code: '2986-8', value: '520', unit: 'ng/dL' };
    const id = await deliver({ patient, drawn: at, filler: 'F77', results: [{ ...result, status: 'P' }] });
    expect((await messageOf(id)).status).toBe('preliminary');
    expect(await drawn(at)).toBeUndefined();
    await deliver({ patient, drawn: at, filler: 'F77', results: [result] });
    expect((await messageOf(id)).status).toBe('replaced');
    expect((await drawn(at))?.results.tt_ng_dl?.value).toBe(520);
  });
});

describe('a limit in place of a value', () => {
  it('is kept with its sign, and stays where another value is corrected', async () => {
    const at = drawAt(91);
    const sent = await deliver({
      patient,
      drawn: at,
      results: [
        { code: '2857-1', value: '<0.1', unit: 'ng/mL' },
        { code: '2986-8', value: '512', unit: 'ng/dL' },
      ],
    });
    expect((await messageOf(sent)).status).toBe('imported');
    const lab = (await drawn(at))!;
    expect(lab.results['psa_ng_ml']).toMatchObject({ value: 0.1, comparator: '<', flag: 'normal' });
    expect(lab.results['tt_ng_dl']).not.toHaveProperty('comparator');
    const corrected = await provider.post(`/api/labs/${lab.id}/correct`, {
      version: lab.version,
      results: { tt_ng_dl: 521 },
      reason: 'A typing error of the laboratory, confirmed by phone',
    });
    expect(corrected.status).toBe(200);
    expect((await drawn(at))!.results).toMatchObject({
      psa_ng_ml: { value: 0.1, comparator: '<' },
      tt_ng_dl: { value: 521 },
    });
  });

  it('is corrected to the value of the same number, and back', async () => {
    const at = drawAt(92);
    const psa = (value: string, status: string) =>
      deliver({ patient, drawn: at, results: [{ code: '2857-1', value, unit: 'ng/mL', status }] });
    const onFile = async () => (await drawn(at))?.results['psa_ng_ml'];
    await psa('<0.1', 'F');
    expect((await messageOf(await psa('0.1', 'C'))).status).toBe('imported');
    expect(await onFile()).toMatchObject({ value: 0.1 });
    expect(await onFile()).not.toHaveProperty('comparator');
    expect((await messageOf(await psa('0.1', 'C'))).status).toBe('duplicate');
    expect((await messageOf(await psa('<0.1', 'C'))).status).toBe('imported');
    expect(await onFile()).toMatchObject({ value: 0.1, comparator: '<' });
  });

  it('is shown to the patient with its sign, and no curve is fitted to it', async () => {
    const at = drawAt(93);
    await deliver({ patient, drawn: at, results: [{ code: '2986-8', value: '>1500', unit: 'ng/dL' }] });
    const lab = (await drawn(at))!;
    const own = await portal.signIn('patient@demo.test');
    const { labs } = (await own.get('/api/progress')).body as unknown as ProgressResponse;
    const points = labs.find(({ analyte }) => analyte === 'tt_ng_dl')!.points;
    expect(points.find(({ collected_at }) => collected_at === lab.collected_at)).toMatchObject({
      value: 1500,
      comparator: '>',
    });
    const [row] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT id FROM cases WHERE patient_id = $1`,
      [patient.patient_id],
    );
    // With the hours since the dose, only the sign keeps it out.
    await portal.database.asSuperuser(`UPDATE lab_panels SET since_last_dose_h = 48 WHERE id = $1`, [lab.id]);
    const curve = (await provider.get(`/api/trt/cases/${row!.id}/curve`)).body as unknown as CurveResponse;
    const draw = curve.draws.find(({ comparator }) => comparator);
    expect(draw).toMatchObject({ value: 1500, comparator: '>', z: null, used: false });
  });
});

describe('what is not understood', () => {
  const good = { code: '2986-8', value: '530', unit: 'ng/dL' };
  it.each<[string, Partial<MessageParts>, string[]]>([
    ['a code', { results: [good, { code: 'XYZ', value: '1', unit: 'ng/dL', system: 'L' }] }, ['code']],
    ['a LOINC code with a wrong check digit', { results: [{ ...good, code: '2986-7' }] }, ['code']],
    ['a unit', { results: [{ ...good, unit: 'furlongs' }] }, ['unit']],
    ['no unit', { results: [{ ...good, unit: '' }] }, ['unit']],
    ['a value that is no number', { results: [{ ...good, value: 'TNP' }] }, ['value']],
    ['a limit that says nothing', { results: [{ ...good, value: '>300' }] }, ['value']],
    ['an impossible value', { results: [{ ...good, value: '99999' }] }, ['implausible']],
    ['a status', { results: [{ ...good, status: 'N' }] }, ['result_status']],
    ['a draw without a time', { drawn: '20260101' }, ['collection_time']],
    ['a draw in the future', { drawn: '20990101080000+0000' }, ['collection_time']],
    ['saliva', { specimen: 'SAL^Saliva' }, ['specimen']],
    ['no results', { results: [] }, ['no_results']],
    ['no patient', { patient: 'PID|1||||Wells^Daniel' }, ['no_patient']],
    ['an MRN with a wrong check digit', { patient: 'PID|1||12345678||Wells^Daniel' }, ['no_patient']],
    ['two patients', { patient: 'PID|1||1\rPID|2||2' }, ['several_patients', 'no_patient']],
  ])('waits as a whole: %s', async (_, parts, expected) => {
    const before = (await labsOf()).length;
    const id = await deliver({ patient, results: [good], drawn: drawAt(20), ...parts });
    const message = await messageOf(id);
    expect([message.status, kinds(message)]).toEqual(['unmatched', expected]);
    expect((await labsOf()).length).toBe(before);
  });

  it('is read again once an administrator says what the code means', async () => {
    const at = drawAt(21);
    const results = [{ code: 'TESTO', value: '531', unit: 'ng/dL', system: 'L' }];
    const id = await deliver({ patient, drawn: at, results });
    const message = await messageOf(id);
    const map = (by: Person) =>
      by.post(`/api/lab-messages/${message.id}/map`, {
        code: 'TESTO',
        meaning: 'tt_ng_dl',
        version: message.version,
      });
    expect((await map(provider)).status).toBe(403);
    const mapped = await map(orgAdmin);
    expect([mapped.status, mapped.text]).toEqual([204, '']);
    expect((await messageOf(id)).status).toBe('imported');
    expect((await drawn(at))?.results.tt_ng_dl?.value).toBe(531);
    const log = await orgAdmin.list('/api/admin/audit', { filter: { action: 'lab_connection.map_code' } });
    const [event] = log.body.events as AuditEvent[];
    expect(event!.detail).toEqual({ code: 'TESTO', meaning: 'tt_ng_dl', was: null });
  });

  it('is matched to a patient by MRN and date of birth, which leaves a line in the access log', async () => {
    const at = drawAt(22);
    const id = await deliver({ patient: { ...patient, family: 'Welles' }, drawn: at, results: [good] });
    const message = await messageOf(id);
    expect(kinds(message)).toEqual(['name_differs']);
    const [proposed] = message.candidates;
    expect(proposed).toMatchObject({ patient_id: patient.patient_id, mrn: patient.mrn });
    const match = (change: object) =>
      provider.post(`/api/lab-messages/${message.id}/match`, {
        patient_id: patient.patient_id,
        mrn: patient.mrn,
        dob: proposed!.dob!,
        version: message.version,
        ...change,
      });
    expect(Object.keys((await match({ mrn: '00000018' })).body.fields as object)).toEqual(['mrn']);
    expect(Object.keys((await match({ dob: '1950-01-01' })).body.fields as object)).toEqual(['dob']);
    const matched = await match({});
    expect([matched.status, matched.body.status]).toEqual([200, 'imported']);
    expect((await drawn(at))?.results.tt_ng_dl?.value).toBe(530);
    const own = await portal.signIn('patient@demo.test');
    expect((await own.get('/api/patient/access-log')).text).toContain(
      'Assigned lab results that a laboratory had sent to you',
    );
    expect((await match({ version: (matched.body as { version: number }).version })).status).toBe(409);
  });

  it('is matched to a patient of another name and another date of birth only with a reason', async () => {
    const at = drawAt(22, '1115');
    const other = { ...patient, family: 'Ortiz', given: 'Daniel', dob: '19610203', mrn: '99' };
    const message = await messageOf(await deliver({ patient: other, drawn: at, results: [good] }));
    const [born] = await portal.database.asSuperuser<{ dob: string }>(
      `SELECT dob::text AS dob FROM patients WHERE id = $1`,
      [patient.patient_id],
    );
    const match = (reason?: string) =>
      provider.post(`/api/lab-messages/${message.id}/match`, {
        patient_id: patient.patient_id,
        mrn: patient.mrn,
        dob: born!.dob,
        version: message.version,
        ...(reason && { reason }),
      });
    for (const reason of [undefined, 'x']) {
      const { status, body } = await match(reason);
      expect([status, Object.keys(body.fields as object)]).toEqual([422, ['reason']]);
    }
    const why = 'The laboratory confirmed by phone that it mixed up the labels.';
    const matched = await match(why);
    expect([matched.status, matched.body]).toEqual([
      200,
      expect.objectContaining({ status: 'imported', reason: why }),
    ]);
  });

  it('cannot have a LOINC code mean another test, nor a code that no table can hold', async () => {
    const results = [{ code: '2986-8', value: '531', unit: 'ng/dL', system: 'L' }];
    const message = await messageOf(await deliver({ patient, drawn: drawAt(21, '0915'), results }));
    const map = (code: string, meaning: string) =>
      orgAdmin.post(`/api/lab-messages/${message.id}/map`, { code, meaning, version: message.version });
    for (const [code, field] of [
      ['2986-8', 'meaning'],
      ['__proto__', 'codes'],
    ] as const) {
      const { status, body } = await map(code, 'psa_ng_ml');
      expect([status, Object.keys(body.fields as object)]).toEqual([422, [field]]);
    }
    const { lab_connections } = (
      await orgAdmin.list('/api/admin/lab-connections', { filter: { id: acme.id } })
    ).body as LabConnectionsResponse;
    const changed = await orgAdmin.patch(`/api/admin/lab-connections/${acme.id}`, {
      codes: { '2857-1': 'tt_ng_dl' },
      version: lab_connections[0]!.version,
    });
    expect([changed.status, Object.keys(changed.body.fields as object)]).toEqual([422, ['codes.2857-1']]);
    expect((await map('2986-8', 'tt_ng_dl')).status).toBe(204);
  });

  it.each([
    ['a twin’s name', (who: Drawn) => ({ ...who, given: 'Peter' }), 'given_name_differs'],
    [
      'another sex',
      (who: Drawn) => `PID|1||${who.mrn}||${who.family}^${who.given}||${who.dob}|F`,
      'sex_differs',
    ],
  ])('waits where number, family name and date of birth agree, and it has %s', async (_, of, problem) => {
    const id = await deliver({ patient: of(patient), drawn: drawAt(21, '1015'), results: [good] });
    expect(kinds(await messageOf(id))).toEqual([problem]);
  });

  it('is discarded with a reason', async () => {
    const id = await deliver({ patient: 'PID|1||9||Nobody^Here', results: [good] });
    const { id: message, version } = await messageOf(id);
    const discard = (reason: string) =>
      provider.post(`/api/lab-messages/${message}/discard`, { reason, version });
    expect((await discard('x')).status).toBe(422);
    const done = await discard('Sent to the wrong clinic, the laboratory knows.');
    expect([done.status, done.body.status]).toEqual([200, 'discarded']);
    expect((await messageOf(id)).reason).toBe('Sent to the wrong clinic, the laboratory knows.');
  });

  it('waits while the connection is paused, and is imported when it is resumed', async () => {
    const at = drawAt(23);
    const change = async (active: boolean) => {
      const { lab_connections } = (
        await orgAdmin.list('/api/admin/lab-connections', { filter: { id: acme.id } })
      ).body as LabConnectionsResponse;
      const { version } = lab_connections[0]!;
      expect(
        (await orgAdmin.patch(`/api/admin/lab-connections/${acme.id}`, { active, version })).status,
      ).toBe(200);
    };
    await change(false);
    const id = await deliver({ patient, drawn: at, results: [good] });
    expect(kinds(await messageOf(id))).toEqual(['paused']);
    await change(true);
    await until('imported', async () => (await messageOf(id)).status === 'imported', 20_000);
    expect((await drawn(at))?.results.tt_ng_dl?.value).toBe(530);
  });
});

describe('a critical value', () => {
  const critical = { code: '4544-3', value: '58', unit: '%' };

  it('raises its alert with the import', async () => {
    const at = drawAt(1);
    await deliver({ patient, drawn: at, results: [critical] });
    const lab = await drawn(at);
    expect(lab?.critical).toEqual([expect.objectContaining({ analyte: 'hct_percent', value: 58 })]);
    const { items } = (await provider.list('/api/trt/cases', { filter: { q: patient.mrn } })).body as {
      items: { id: string }[];
    };
    const detail = await provider.get(`/api/trt/cases/${items[0]!.id}/detail`);
    expect(detail.text.includes('hct_on_therapy_over_54')).toBe(true);
  });

  it('that only the laboratory marks is one, too, and asks for a call to the patient', async () => {
    const at = drawAt(94);
    const result = { code: '718-7', value: '17', unit: 'g/dL', flags: 'HH' };
    await deliver({
      patient,
      drawn: at,
      results: [result, { code: '4544-3', value: '45', unit: '%', flags: 'H' }],
    });
    const lab = (await drawn(at))!;
    expect(lab.critical).toEqual([{ analyte: 'hgb_g_dl', value: 17, unit: 'g/dL', limit: null }]);
    expect(lab.results['hgb_g_dl']).toMatchObject({ marked: true });
    const due = async (): Promise<string[]> =>
      (
        (await provider.list('/api/labs', { filter: { call_due: true }, range: [0, 99] }))
          .body as LabListResponse
      ).labs.map(({ id }) => id);
    expect(await due()).toContain(lab.id);
    const called = await provider.post(`/api/labs/${lab.id}/call-back`, {
      called_on: new Date().toISOString().slice(0, 10),
      reached: true,
      note: 'He feels well and comes in tomorrow for another draw.',
    });
    expect([called.status, called.status === 200 ? '' : called.text]).toEqual([200, '']);
    expect(await due()).not.toContain(lab.id);
    // Another value is corrected: the mark stays. The marked one is: it goes.
    const correct = async (results: object) =>
      (
        await provider.post(`/api/labs/${lab.id}/correct`, {
          version: (await drawn(at))!.version,
          results,
          reason: 'A typing error of the laboratory, confirmed by phone',
        })
      ).body as unknown as Lab;
    expect((await correct({ hct_percent: 46 })).critical).toHaveLength(1);
    expect((await correct({ hgb_g_dl: 16 })).critical).toEqual([]);
  });

  it.each([
    ['by its value', [critical, { code: 'XYZ', value: '1', system: 'L' }]],
    [
      'by the flag of the laboratory, where nothing else is understood',
      [{ code: 'XYZ', value: '9', system: 'L', flags: 'HH' }],
    ],
  ])('in a message that waits is counted for staff at once: %s', async (_, results) => {
    const inbox = async (by: Person) =>
      (await by.get('/api/provider/inbox')).body as unknown as InboxResponse;
    const before = await inbox(provider);
    const northBefore = await inbox(north);
    const id = await deliver({ patient: 'PID|1||9||Nobody^Here', results });
    const after = await inbox(provider);
    expect(after.critical_lab_messages).toBe(before.critical_lab_messages + 1);
    expect(after.lab_messages).toBe(before.lab_messages + 1);
    expect(await inbox(north)).toEqual(northBefore);
    const { lab_messages: first } = (
      await provider.list('/api/lab-messages', { filter: { waiting: true }, sort: ['urgency', 'ASC'] })
    ).body as LabMessagesResponse;
    expect(first[0]!.critical).toBe(true);
    expect((await messageOf(id)).critical).toBe(true);
  });
});

describe('another organization', () => {
  it('gets no message, no patient and no connection of this one', async () => {
    const northPatient = await drawnOf(portal, 'northpatient@demo.test');
    const id = await deliver({
      patient: { ...northPatient, dob: '19010101' },
      results: [{ code: '2986-8', value: '540', unit: 'ng/dL' }],
    });
    // The number is North's and the date of birth is not: neither clinic reads of a stranger.
    const message = await messageOf(id, admin);
    expect([message.status, kinds(message), message.candidates]).toEqual([
      'unmatched',
      ['other_organization'],
      [],
    ]);
    for (const one of [north, provider])
      expect((await one.get(`/api/lab-messages/${message.id}`)).status).toBe(404);
    const { lab_messages } = (await north.list('/api/lab-messages', { range: [0, 99] }))
      .body as LabMessagesResponse;
    expect(lab_messages.map((one) => one.id)).not.toContain(message.id);
    const asked = await admin.post(`/api/lab-messages/${message.id}/match`, {
      patient_id: northPatient.patient_id,
      mrn: northPatient.mrn,
      dob: '1980-01-01',
      version: message.version,
    });
    expect(asked.status).toBe(409);
  });

  it('cannot connect a laboratory that is connected here, not even by naming a receiver', async () => {
    const [org] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT id FROM organisations WHERE name = 'North Clinic'`,
    );
    for (const receiving_facility of ['', 'CLINIC']) {
      const { status, body } = await admin.post('/api/admin/lab-connections', {
        name: 'Acme',
        sending_application: 'lis',
        sending_facility: 'Acme',
        receiving_facility,
        org_id: org!.id,
      });
      expect([status, Object.keys(body.fields as object)]).toEqual([422, ['sending_application']]);
    }
  });

  it('is not guessed: a message of an unknown laboratory waits for a connection, in sight of the clinic of its patient', async () => {
    const at = drawAt(24);
    const sender = ['NEWLIS', 'NEWLAB'] as const;
    const id = await deliver({
      patient,
      sender,
      drawn: at,
      results: [{ code: '2986-8', value: '541', unit: 'ng/dL' }],
    });
    const message = await messageOf(id);
    expect([kinds(message), message.candidates]).toEqual([['unknown_laboratory'], []]);
    const matched = await provider.post(`/api/lab-messages/${message.id}/match`, {
      patient_id: patient.patient_id,
      mrn: patient.mrn,
      dob: '1980-01-01',
      version: message.version,
    });
    expect([matched.status, matched.body['message']]).toEqual([409, 'Connect the laboratory first.']);
    expect((await north.get(`/api/lab-messages/${message.id}`)).status).toBe(404);
    const known = async (by: Person) =>
      ((await by.get('/api/admin/lab-connections')).body as unknown as LabConnectionsResponse)
        .unknown_laboratories;
    for (const by of [admin, orgAdmin])
      expect(await known(by)).toEqual([
        expect.objectContaining({ sending_application: 'NEWLIS', messages: 1 }),
      ]);
    await orgAdmin.post('/api/admin/lab-connections', {
      name: 'New',
      sending_application: sender[0],
      sending_facility: sender[1],
    });
    await until('imported', async () => (await messageOf(id, admin)).status === 'imported', 20_000);
    expect((await drawn(at))?.results.tt_ng_dl?.value).toBe(541);
  });
});

describe('what a laboratory says twice', () => {
  const hct = (value: string, status: string, parts: Partial<MessageParts> = {}) =>
    deliver({
      patient,
      results: [{ code: '4544-3', value, unit: '%', status }],
      filler: 'A-77',
      ...parts,
    });
  const statusOf = async (id: string) => (await messageOf(id)).status;
  const onFile = async (at: string) => (await drawn(at))?.results.hct_percent?.value;

  it('counts again after it was withdrawn or corrected in between', async () => {
    const at = { drawn: drawAt(71) };
    expect(await statusOf(await hct('45', 'F', at))).toBe('imported');
    expect(await statusOf(await hct('45', 'F', at))).toBe('duplicate');
    expect(await statusOf(await hct('45', 'X', at))).toBe('imported');
    expect(await statusOf(await hct('45', 'F', at))).toBe('imported');
    expect(await onFile(at.drawn)).toBe(45);
    const other = { drawn: drawAt(72), filler: 'A-78' };
    for (const [value, status] of [
      ['45', 'F'],
      ['46', 'C'],
      ['45', 'C'],
      ['46', 'C'],
    ] as const)
      expect(await statusOf(await hct(value, status, other))).toBe('imported');
    expect(await onFile(other.drawn)).toBe(46);
  });

  it('waits where a correction has another time than what is on file of its order', async () => {
    const at = { drawn: drawAt(75), filler: 'A-80' };
    const later = { ...at, drawn: drawAt(75, '0859') };
    expect(await statusOf(await hct('58', 'F', at))).toBe('imported');
    const correction = await messageOf(await hct('45', 'C', later));
    expect([correction.status, kinds(correction)]).toEqual(['unmatched', ['other_draw']]);
    expect(Date.parse(correction.problems[0]!.said!)).toBe(
      Date.parse((await drawn(at.drawn))!.collected_at!),
    );
    expect(await onFile(later.drawn)).toBeUndefined();
    // Of another order, or at the time on file, it is as ever.
    expect(await statusOf(await hct('46', 'C', { ...later, filler: 'A-81' }))).toBe('imported');
    expect(await statusOf(await hct('45', 'C', at))).toBe('imported');
    expect(await onFile(at.drawn)).toBe(45);
  });

  it('is read again after it was discarded, and so is what was discarded by mistake', async () => {
    const nobody = { patient: 'PID|1||9||Nobody^Here', drawn: drawAt(73) };
    const first = await messageOf(await hct('58', 'F', nobody));
    const act = (what: string, more: object) => provider.post(`/api/lab-messages/${first.id}/${what}`, more);
    await act('discard', { version: first.version, reason: 'Not a patient of this clinic' });
    expect(await statusOf(await hct('58', 'F', nobody))).toBe('unmatched');
    const discarded = (await provider.get(`/api/lab-messages/${first.id}`))
      .body as unknown as LabMessageDetail;
    const again = (await act('retry', { version: discarded.version })).body as unknown as LabMessageDetail;
    expect([again.status, again.reason]).toEqual(['unmatched', null]);
  });

  it('waits for every final result, and not only for the next message of its order', async () => {
    const at = drawAt(74);
    const waits = await deliver({
      patient,
      drawn: at,
      filler: 'A-79',
      results: [
        { code: '2986-8', value: '500', unit: 'ng/dL', status: 'P' },
        { code: '4544-3', value: '47', unit: '%', status: 'P' },
      ],
    });
    await hct('45', 'F', { drawn: at, filler: 'A-79' });
    expect(await statusOf(waits)).toBe('preliminary');
    await deliver({
      patient,
      drawn: at,
      filler: 'A-79',
      results: [{ code: '2986-8', value: '510', unit: 'ng/dL' }],
    });
    expect(await statusOf(waits)).toBe('replaced');
  });
});

describe('a message that is not as usual', () => {
  const lines = (at: string, ...rest: string[]) =>
    [
      `MSH|^~\\&|LIS|ACME|PORTAL|CLINIC|20261120091500-0500||ORU^R01^ORU_R01|${nextControlId()}|P|2.5.1`,
      `PID|1||${patient.mrn}^^^CLINIC^MR||${patient.family}^${patient.given}||${patient.dob}|M`,
      ...rest.map((line) => line.replace('AT', at)),
    ].join('\r');
  const OBR = 'OBR|1||F-1|PANEL^Panel^L|||AT';
  const HCT = 'OBX|1|NM|4544-3^Hematocrit^LN||45.5|%|38-50||||F';

  it.each([
    ['a result before its order', ['OBX|1|NM|4544-3^Hematocrit^LN||59|%|||HH||F', OBR, HCT], ['no_order']],
    [
      'a comment that raises a doubt',
      [OBR, HCT, 'NTE|1|L|SPECIMEN HEMOLYZED, RESULT UNRELIABLE'],
      ['comment'],
    ],
    ['a doubt about the whole order', [OBR, 'NTE|1|L|Wrong tube', HCT], ['comment']],
    [
      'a test that was canceled',
      [OBR, HCT, 'OBR|2||F-2|TT^Testosterone^L|||AT||||||||||||||||||X'],
      ['canceled'],
    ],
    ['a value in parts', [OBR, HCT.replace('45.5', '45^999')], ['value']],
    ['a value in smaller parts', [OBR, HCT.replace('45.5', '45&9')], ['value']],
  ])('waits: %s', async (_, rest, problems) => {
    const message = await messageOf(await deliver(lines(drawAt(75), ...rest)));
    expect([message.status, kinds(message)]).toEqual(['unmatched', problems]);
  });

  it('has its results read on both sides of the specimen', async () => {
    const at = drawAt(76);
    await deliver(
      lines(
        at,
        OBR,
        HCT,
        'SPM|1|||SER^Serum',
        'OBX|2|NM|2986-8^Testosterone^LN||540|ng/dL|||||F',
        'NTE|1||Morning',
      ),
    );
    expect(Object.keys((await drawn(at))?.results ?? {}).toSorted()).toEqual(['hct_percent', 'tt_ng_dl']);
  });

  it('keeps what the laboratory says beside the results, for staff and programs', async () => {
    const at = drawAt(95);
    const note = 'NTE|1||Measured by LC/MS';
    await deliver(lines(at, OBR, 'NTE|1||Drawn at home', HCT, note));
    const lab = (await drawn(at))!;
    const notes = [
      { analyte: 'hct_percent', text: 'Measured by LC/MS' },
      { analyte: null, text: 'Drawn at home' },
    ];
    expect(lab.laboratory_notes).toEqual(notes);
    // A result that follows adds what it says, and nothing twice.
    const TT = 'OBX|2|NM|2986-8^Testosterone^LN||540|ng/dL|||||F';
    await deliver(lines(at, OBR, 'NTE|1||Drawn at home', TT, note));
    expect((await drawn(at))!.laboratory_notes).toEqual([
      ...notes,
      { analyte: 'tt_ng_dl', text: 'Measured by LC/MS' },
    ]);
    const made = await orgAdmin.post('/api/admin/api-keys', { name: 'Notes', scopes: ['observations.read'] });
    const found = await fetch(
      `${portal.base}/fhir/Observation?patient=${patient.patient_id}&code=4544-3&date=${lab.collected_at!.slice(0, 10)}`,
      { headers: { authorization: `Bearer ${(made.body as { key: string }).key}` } },
    );
    expect(await found.text()).toContain('"note":[{"text":"Measured by LC/MS"},{"text":"Drawn at home"}]');
    const [row] = await portal.database.asSuperuser('SELECT l::text AS all FROM lab_panels l WHERE id = $1', [
      lab.id,
    ]);
    expect(JSON.stringify(row)).not.toContain('LC/MS');
  });

  it('with a doubt is imported once a person has read it and confirmed the patient', async () => {
    const at = drawAt(77);
    const id = await deliver(lines(at, OBR, HCT, 'NTE|1|L|Slightly hemolyzed'));
    const { id: message, version, read } = await messageOf(id);
    expect(read[0]!.notes).toBe('Slightly hemolyzed');
    const [born] = await portal.database.asSuperuser<{ dob: string }>(
      `SELECT dob::text AS dob FROM patients WHERE id = $1`,
      [patient.patient_id],
    );
    const { body } = await provider.post(`/api/lab-messages/${message}/match`, {
      patient_id: patient.patient_id,
      mrn: patient.mrn,
      dob: born!.dob,
      version,
    });
    expect(body['status']).toBe('imported');
  });
});

describe('a message that cannot be taken', () => {
  it('from the drop folder is said in the cockpit while it stays there', async () => {
    const spool = new Spool(folder, portal.app.get(FieldCipher));
    const state = async () => (await portal.app.get(ServiceProbes).ask())['laboratories'];
    await spool.noteStuck(2);
    expect(await state()).toMatchObject({ status: 'degraded', detail: expect.stringMatching(/^2 waiting/) });
    await spool.noteStuck(0);
    expect((await state())?.status).not.toBe('degraded');
  });

  it('is put aside after some tries, and delays none of the others', async () => {
    const reader = portal.app.get(SpoolReader);
    const hash = '0'.repeat(64);
    await writeFile(join(folder, `1700000000000-000001-${hash}.4.hl7`), 'not encrypted');
    await reader.look();
    await reader.look();
    expect(await readdir(join(folder, 'aside'))).toEqual([`1700000000000-000001-${hash}.5.hl7`]);
    expect((await messageOf(await deliver({ patient: 'PID|1||9||Nobody^Here', results: [] }))).status).toBe(
      'unmatched',
    );
  });
});

describe('a laboratory that another organization connected', () => {
  it('does not show that organization the results of a patient who is not theirs', async () => {
    const [org] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT id FROM organisations WHERE name = 'North Clinic'`,
    );
    const sender = ['BIGLIS', 'BIGLAB'] as const;
    const made = await admin.post('/api/admin/lab-connections', {
      name: 'Big Lab',
      sending_application: sender[0],
      sending_facility: sender[1],
      org_id: org!.id,
    });
    expect(made.status).toBe(201);
    const results = [{ code: '2986-8', value: '612', unit: 'ng/dL' }];
    const mine = await messageOf(await deliver({ patient, sender, drawn: drawAt(30), results }));
    expect(kinds(mine)).toEqual(['unknown_laboratory']);
    expect((await north.get(`/api/lab-messages/${mine.id}`)).status).toBe(404);
    // Nobody known anywhere: it is for the organization that the laboratory names.
    const stranger = await deliver({ patient: 'PID|1||99||Nobody^Here', sender, results });
    expect(kinds(await messageOf(stranger, north))).toContain('no_patient');
  });
});

describe('a clinic that keeps records to its providers', () => {
  it('shows its messages to no one else', async () => {
    const id = await deliver({ patient: 'PID|1||9||Nobody^Here', results: [] });
    const message = await messageOf(id);
    const policy = (on: boolean) =>
      portal.database.asSuperuser(
        `UPDATE organisations SET policies = policies || jsonb_build_object('clinical_acts_need_provider', $1::boolean) WHERE id = $2`,
        [on, acme.org_id],
      );
    const seen = async (by: Person): Promise<number[]> => {
      const list = await by.list('/api/lab-messages', { filter: { id: message.id } });
      const one = await by.get(`/api/lab-messages/${message.id}`);
      return [list.status, (list.body as Partial<LabMessagesResponse>).total ?? -1, one.status];
    };
    expect([await seen(admin), await seen(orgAdmin)]).toEqual([
      [200, 1, 200],
      [200, 1, 200],
    ]);
    await policy(true);
    expect([await seen(admin), await seen(orgAdmin), await seen(provider)]).toEqual([
      [200, 0, 404],
      [403, -1, 403],
      [200, 1, 200],
    ]);
    await policy(false);
  });
});

describe('a connection', () => {
  it.each([
    ['no name of the laboratory', { name: 'X' }, 'sending_application'],
    ['an unknown zone', { name: 'X', sending_facility: 'Z', timezone: 'Mars/Olympus' }, 'timezone'],
    ['an unknown analyte', { name: 'X', sending_facility: 'Z', codes: { A: 'unobtainium' } }, 'codes.A'],
    ['no title', { name: '', sending_facility: 'Z' }, 'name'],
    [
      'an account number of two lines',
      { name: 'X', sending_facility: 'Z', account_number: 'A-1\r\nB' },
      'account_number',
    ],
  ])('is refused with %s', async (_, body, field) => {
    const response = await orgAdmin.post('/api/admin/lab-connections', body);
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });

  it('has each change in the audit log: what was set, and what it was', async () => {
    const detailOf = async (action: string): Promise<unknown> =>
      (
        (await orgAdmin.list('/api/admin/audit', { filter: { action }, range: [0, 0] })).body
          .events as AuditEvent[]
      )[0]?.detail;
    const { body: made } = await orgAdmin.post('/api/admin/lab-connections', {
      name: 'Borealis',
      sending_facility: 'BOREALIS',
      codes: { T1: 'tt_ng_dl', H1: 'not_used' },
    });
    expect(await detailOf('lab_connection.create')).toMatchObject({ name: 'Borealis', codes: made.codes });
    const { status } = await orgAdmin.patch(`/api/admin/lab-connections/${made.id}`, {
      version: made.version,
      codes: { T1: 'tt_ng_dl', H1: 'hgb_g_dl' },
      account_number: '7731',
      active: false,
    });
    expect([status, await detailOf('lab_connection.update')]).toEqual([
      200,
      {
        codes: { H1: 'hgb_g_dl' },
        account_number: '7731',
        active: false,
        was: { codes: { H1: 'not_used' }, account_number: null, active: true },
      },
    ]);
  });

  it('is an administrator’s to make, with fresh proof', async () => {
    const body = { name: 'X', sending_facility: 'Z' };
    expect((await provider.post('/api/admin/lab-connections', body)).status).toBe(403);
    const stale = await portal.signIn('orgadmin@demo.test');
    await portal.database.asSuperuser(
      `UPDATE sessions SET auth_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [stale.me!.user.id],
    );
    const { status, body: answer } = await stale.post('/api/admin/lab-connections', body);
    expect([status, answer.error]).toEqual([403, 'reauth_required']);
  });
});
