import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { Appointment } from '../../common/api/appointments.js';
import type { PatientProfileResponse } from '../../common/api/patient.js';
import { daysAgo, detail, save, submitted, type Treated } from '../support/care.js';
import { bytesOf, pdfText, unzipped } from '../support/files.js';
import { CHECK, approvedAgo, ask, dispense } from '../support/supply.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

/** The archive as bytes: supertest would read it as text. */
async function exportOf(person: Person): Promise<{ headers: Headers; files: Map<string, Buffer> }> {
  const response = await fetch(`${portal.base}/files/export.zip`, {
    headers: { cookie: `trt_sid=${person.token}` },
  });
  if (response.status !== 200) throw new Error(`export: ${response.status}`);
  return { headers: response.headers, files: unzipped(Buffer.from(await response.arrayBuffer())) };
}
const documentsOf = async (person: Person) =>
  ((await person.get('/api/patient/profile')).body as PatientProfileResponse).documents;
const intakeOf = async (person: Person) => (await documentsOf(person)).find((d) => d.slug === 'intake')!;
const pdf = (person: Person, id: string) => person.get(`/files/documents/${id}.pdf`);
const downloads = (targetId: string) =>
  portal.database.asSuperuser<{ actor_role: string; detail: unknown }>(
    `SELECT actor_role, detail FROM audit_events WHERE action = 'document.download' AND target_id = $1 ORDER BY seq`,
    [targetId],
  );
/** Where the export has what a table holds of a patient; a table that is in no file has its reason. */
const EXPORTED: Readonly<Record<string, RegExp>> = {
  app_grants: /^apps\.json$/,
  appointments: /^appointments\.json$/,
  audit_events: /^access-log\.json$/,
  check_ins: /^progress\.json$/,
  dispenses: /^supply\.json$/,
  documents: /^documents\//,
  doses: /^doses\.json$/,
  intakes: /^intake\.json$/,
  lab_orders: /^lab-orders\.json$/,
  lab_panels: /^progress\.json$/,
  lab_reports: /^lab-reports\.json$/,
  lab_results: /^progress\.json$/,
  message_threads: /^messages\.json$/,
  pharmacy_orders: /^prescriptions\.json$/,
  plans: /^plans\.json$/,
  prescriptions: /^prescriptions\.json$/,
  record_openings: /^access-log\.json$/,
  refill_requests: /^supply\.json$/,
  reminders: /^reminders\.json$/,
  safety_checks: /^safety-checks\.json$/,
};
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  account_closings: 'shown where the account is closed',
  app_codes: 'secrets of an app',
  app_tokens: 'secrets of an app',
  cases: 'how staff work; what patients see of it is in their plans, labs and check-ins',
  lab_messages: 'as a laboratory sent it; what was accepted is a result',
  legal_holds: 'shown on the profile',
  pdmp_checks: 'records of the prescriber for the state',
  staff_notes: 'of staff for staff',
  telemed_bases: 'records of the prescriber for the state',
  webhook_deliveries: 'ids only, for programs of the clinic',
};
const flat = (text: string): string => text.replace(/\s+/g, ' ');

describe('a document as PDF', () => {
  let treated: Treated;
  beforeAll(async () => {
    treated = await submitted(portal, {
      full_name: 'Zoë “Quill” O’Hara',
      treatment_goals: 'More energy — and a steadier mood 🙂\nSecond line',
      other_symptoms: 'Усталость, Łódź, Nguyễn, ύπνος, հայ → ✓',
      symptom_onset: 'שלום 中',
      sleep_quality: 6,
    });
  });

  it('is an attachment that no page can run', async () => {
    const { id } = await intakeOf(treated.patient);
    const response = await pdf(treated.patient, id);
    expect([
      response.status,
      response.headers['content-type'],
      response.headers['content-disposition'],
      response.headers['cache-control'],
      response.headers['content-security-policy'],
      response.headers['x-content-type-options'],
    ]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="intake-1.pdf"',
      'no-store',
      "default-src 'none'; frame-ancestors 'none'; sandbox",
      'nosniff',
    ]);
    expect(bytesOf(response).toString('latin1')).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/);
    expect(await downloads(id)).toEqual([{ actor_role: 'patient', detail: null }]);
  });

  it('shows what was signed: questions, answers, time, version, name and pages', async () => {
    const { id, finalized_at } = await intakeOf(treated.patient);
    const text = flat(pdfText(bytesOf(await pdf(treated.patient, id))));
    for (const part of [
      'Medical intake',
      'Zo\xeb \x93Quill\x94 O\x92Hara',
      finalized_at!,
      'revision 1',
      id,
      '1. Patient Information',
      'Full name',
      '10. Consent',
      'Licensed clinicians of this program may review my answers',
      'Agreed.',
      'More energy \x97 and a steadier mood [U+1F642] Second line',
      'Усталость, Łódź, Nguyễn, ύπνος, հայ → ✓',
      '[U+05E9][U+05DC][U+05D5][U+05DD] [U+4E2D]',
      'given by their Unicode number',
      '6 of 10',
    ])
      expect([part, text.includes(part)]).toEqual([part, true]);
    const pages = [...text.matchAll(/Page (\d+) of (\d+)/g)].map((m) => [Number(m[1]), Number(m[2])]);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages).toEqual(pages.map((_, i) => [i + 1, pages.length]));
    expect(text).not.toMatch(/undefined|\[object|NaN/);
  });

  it('is the same file each time, and a later version is another one', async () => {
    const { id } = await intakeOf(treated.patient);
    const first = bytesOf(await pdf(treated.patient, id));
    await save(treated.patient, { treatment_goals: 'Something else' }, { submit: true });
    expect(bytesOf(await pdf(treated.patient, id)).equals(first)).toBe(true);
    const later = await intakeOf(treated.patient);
    expect(later.id).not.toBe(id);
    const response = await pdf(treated.patient, later.id);
    expect(response.headers['content-disposition']).toBe('attachment; filename="intake-2.pdf"');
    expect(flat(pdfText(bytesOf(response)))).toContain('Something else');
  });

  it('for the education text contains the whole text and when it was acknowledged', async () => {
    await treated.patient.post('/api/trt/consent', { agree: true });
    const [education] = (await documentsOf(treated.patient)).filter((d) => d.slug === 'education');
    const file = bytesOf(await pdf(treated.patient, education!.id));
    // Tagged for screen readers.
    expect(file.toString('latin1')).toMatch(
      /\/StructTreeRoot[^]*\/Marked true|\/Marked true[^]*\/StructTreeRoot/,
    );
    const text = flat(pdfText(file));
    // The headings of the page, and whose clinic it is.
    expect(text).toContain('Founders Clinic, TRT Program');
    expect(text).toContain('In short');
    expect(text).toContain('Acknowledged:');
    expect(text).toContain('Tell us if any of these is true for you');
    expect(text).toContain('Rotate injection sites; use a new needle every time and a sharps container.');
    expect(text).toContain('confirmed that they have read and understood this document');
  });

  it("is open to the clinic's staff, with an audit row, and to no one else", async () => {
    const own = await submitted(portal);
    const { id } = await intakeOf(own.patient);
    expect((await pdf(own.provider, id)).status).toBe(200);
    const { version } = (await detail(own)).case;
    const [novak] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT id FROM users WHERE email = 'mfa@demo.test'`,
    );
    await own.provider.patch(`/api/trt/cases/${own.caseId}`, { version, primary_clinician: novak!.id });
    expect((await pdf(own.provider, id)).status).toBe(200);
    expect(await downloads(id)).toEqual([
      { actor_role: 'provider', detail: null },
      { actor_role: 'provider', detail: { outside_case_load: true } },
    ]);
    const strangers = [await portal.signIn('north@demo.test'), await portal.signUp()];
    for (const stranger of strangers) {
      const response = await pdf(stranger, id);
      expect([response.status, response.body.error]).toEqual([404, 'not_found']);
    }
    for (const wrong of ['11111111-1111-4111-8111-111111111111', 'x', '..%2f..%2fetc%2fpasswd'])
      expect([wrong, (await pdf(own.patient, wrong)).status]).toEqual([wrong, 404]);
    expect((await pdf(portal.anonymous(), id)).status).toBe(401);
    expect(await downloads(id)).toHaveLength(2);
  });
});

describe('the export', () => {
  it('contains everything the patient can see, and their documents', async () => {
    const patient = await portal.signIn('patient@demo.test');
    await patient.post('/api/messages', { subject: 'Export', body: 'Please keep this' });
    await patient.post('/api/trt/assistant/chat', { message: 'How do I store the vials?' });
    const { headers, files } = await exportOf(patient);
    expect(['content-type', 'cache-control', 'content-security-policy'].map((h) => headers.get(h))).toEqual([
      'application/zip',
      'no-store',
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    ]);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="trt-program-export-\d{4}-\d\d-\d\d\.zip"$/,
    );
    const documents = await documentsOf(patient);
    expect([...files.keys()].sort()).toEqual(
      [
        'README.txt',
        'dose-log.pdf',
        'my-record.html',
        'access-log.json',
        'check-ins.csv',
        'doses.csv',
        'lab-results.csv',
        'appointments.json',
        'apps.json',
        'assistant.json',
        'doses.json',
        'intake.json',
        'lab-orders.json',
        'lab-reports.json',
        'messages.json',
        'plans.json',
        'prescriptions.json',
        'profile.json',
        'progress.json',
        'reminders.json',
        'safety-checks.json',
        'sessions.json',
        'supply.json',
        'documents/intake-1.pdf',
        'documents/education-1.pdf',
      ].sort(),
    );
    expect(documents).toHaveLength(2);
    const read = (name: string) => JSON.parse(files.get(name)!.toString()) as Record<string, unknown>;
    expect(read('profile.json')).toMatchObject({ summary: { name: 'Marcus Bell' } });
    expect(read('intake.json')).toMatchObject({ intake_form: { status: 'submitted' } });
    expect(JSON.stringify(read('messages.json'))).toContain('Please keep this');
    expect((read('plans.json')['plans'] as unknown[]).length).toBeGreaterThan(0);
    expect((read('prescriptions.json')['prescriptions'] as unknown[]).length).toBe(3);
    expect((read('supply.json')['prescriptions'] as unknown[]).length).toBe(1);
    expect(flat(pdfText(files.get('documents/intake-1.pdf')!))).toContain('Marcus Bell');
    expect(read('sessions.json')['sessions']).toContainEqual(expect.objectContaining({ current: true }));
    expect(read('assistant.json')['questions']).toEqual([
      {
        conversation_id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        question: 'How do I store the vials?',
        answer: expect.any(String),
      },
    ]);
    const lines = (name: string) => files.get(name)!.toString().trim().split('\n');
    expect(lines('lab-results.csv')[0]).toBe(
      'Drawn,Time zone,Test,Value,Unit,Flag,Reference low,Reference high',
    );
    expect(lines('lab-results.csv').join()).toMatch(/,Total testosterone,521,ng\/dL,normal,/);
    expect(lines('doses.csv')[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,America\/New_York,80,mg,/);
    expect(flat(pdfText(files.get('dose-log.pdf')!))).toMatch(/Patient: Marcus Bell, born .*80 mg/);
    expect(lines('check-ins.csv')).toHaveLength((read('progress.json')['check_ins'] as unknown[]).length + 1);
    const page = files.get('my-record.html')!.toString();
    for (const said of [
      'Marcus Bell',
      'Testosterone cypionate injection',
      '521 ng/dL',
      '80 mg',
      'Please keep this',
      'How do I store the vials?',
      'Video visit',
      'Dr. Elena Rossi',
      'Doing well. Level 521',
    ])
      expect(page).toContain(said);
    const shown = page.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, ' ');
    // No identifier, code or time of a machine.
    expect(shown).not.toMatch(
      /[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d\d-\d\d|[{}[\]]|\b[a-z]+_[a-z_]+\b|undefined|null/,
    );
    const readme = files.get('README.txt')!.toString();
    for (const name of files.keys()) if (/\.(json|csv)$/.test(name)) expect(readme).toContain(`- ${name}: `);
    expect(readme).toContain('holds what you signed as PDF');
    const audit = await portal.database.asSuperuser(
      `SELECT e.actor_role, e.detail FROM audit_events e JOIN users u ON u.id = e.actor_id WHERE e.action = 'export.create' AND u.email = 'patient@demo.test'`,
    );
    expect(audit).toEqual([{ actor_role: 'patient', detail: { documents: 2 } }]);
  });

  it('has a file for every table with rows of a patient, or a reason', async () => {
    const tables = portal.app
      .get(DataSource)
      .entityMetadatas.filter(({ columns }) => columns.some((one) => one.databaseName === 'patient_id'))
      .map(({ tableName }) => tableName);
    expect(tables.toSorted()).toEqual([...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)].toSorted());
    const { files } = await exportOf(await portal.signIn('patient@demo.test'));
    const names = [...files.keys()];
    expect(Object.values(EXPORTED).filter((file) => !names.some((name) => file.test(name)))).toEqual([]);
  });

  it('has everything a patient wrote and did as words, and runs nothing of it', async () => {
    const treated = await approvedAgo(portal, 40);
    await dispense(treated, daysAgo(26));
    const script = '<script>alert(1)</script> & "more"';
    await ask(treated, {
      doses_left: 1,
      reason: script,
      safety_check: {
        ...CHECK,
        changes: { medicines: 'Zinc 15 mg' },
        side_effects: [{ key: 'skin_transfer', severity: 'moderate', since: daysAgo(3) }],
      },
    });
    await treated.patient.post('/api/doses', {
      taken_at: new Date(Date.now() - 3_600_000).toISOString(),
      dose: 80,
      unit: 'mg',
      site: 'left thigh',
      note: script,
    });
    await treated.patient.post('/api/messages', { subject: 'A question', body: script });
    const { files } = await exportOf(treated.patient);
    const page = files.get('my-record.html')!.toString();
    for (const said of [
      'Filled on',
      'Your pharmacy',
      'Refill requests',
      'Requested',
      'Left thigh',
      'A question',
      'Medicines and supplements',
      'Zinc 15 mg',
      'Someone else touched your gel',
      'Moderate, since ',
      'New York',
      '&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;',
    ])
      expect(page).toContain(said);
    expect(page).not.toContain('<script');
    expect(page).toContain("default-src 'none'");
    expect(JSON.parse(files.get('supply.json')!.toString())).toMatchObject({
      dispenses: [{ filled_on: daysAgo(26) }],
    });
  });

  it('of a patient without an intake contains what there is', async () => {
    const patient = await portal.signUp();
    const { files } = await exportOf(patient);
    expect([...files.keys()].filter((f) => f.startsWith('documents/'))).toEqual([]);
    expect(files.get('README.txt')!.toString()).toContain('there is no folder "documents"');
    expect(files.get('my-record.html')!.toString()).toContain('You have not logged a dose.');
    expect(JSON.parse(files.get('profile.json')!.toString())).toMatchObject({ summary: { name: null } });
  });

  it('is only for the patient', async () => {
    expect((await (await portal.signIn('provider@demo.test')).get('/files/export.zip')).status).toBe(403);
    expect((await portal.anonymous().get('/files/export.zip')).status).toBe(401);
  });
});

describe('a calendar file', () => {
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

  it('contains when and where, and nothing about the reason', async () => {
    const { patient, provider } = await submitted(portal);
    const { id } = (
      await patient.post('/api/appointments', {
        kind: 'video',
        reason: 'canary reason',
        preferred: [inHours(30)],
      })
    ).body as Appointment;
    const address = `/files/appointments/${id}.ics`;
    expect((await patient.get(address)).status).toBe(404);
    await provider.post(`/api/provider/appointments/${id}`, {
      status: 'scheduled',
      starts_at: '2027-03-01T14:00:00Z',
      ends_at: '2027-03-01T14:30:00Z',
      join_url: 'https://meet.example.test/room?a=1',
    });
    const response = await patient.get(address);
    expect([
      response.status,
      response.headers['content-type'],
      response.headers['content-disposition'],
      response.headers['cache-control'],
    ]).toEqual([200, 'text/calendar; charset=utf-8', 'attachment; filename="appointment.ics"', 'no-store']);
    const lines = bytesOf(response).toString().replace(/\r\n /g, '').split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        `UID:${id}`,
        'SEQUENCE:2',
        'DTSTART:20270301T140000Z',
        'DTEND:20270301T143000Z',
        'SUMMARY:TRT Program: video appointment',
        'STATUS:CONFIRMED',
        'URL;VALUE=URI:https://meet.example.test/room?a=1',
      ]),
    );
    expect(lines.join()).not.toMatch(/canary/);
    const audit = await portal.database.asSuperuser(
      `SELECT actor_role FROM audit_events WHERE action = 'appointment.download' AND target_id = $1`,
      [id],
    );
    expect(audit).toEqual([{ actor_role: 'patient' }]);

    const other = await portal.signUp();
    expect((await other.get(address)).status).toBe(404);
    expect((await provider.get(address)).status).toBe(403);
    expect((await portal.anonymous().get(address)).status).toBe(401);
    await provider.post(`/api/provider/appointments/${id}`, { status: 'cancelled' });
    expect(bytesOf(await patient.get(address)).toString()).toContain('STATUS:CANCELLED');
  });
});
