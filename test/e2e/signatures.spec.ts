import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseFormResponse, PatientProfileResponse } from '../../common/api/index.js';
import { answers, form, save, submitted, type Treated } from '../support/care.js';
import { bytesOf, pdfText } from '../support/files.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

const NAMED = { full_name: 'José Q. Quillfeather' };
const TYPED = 'jose q quillfeather';
const sign = (treated: Pick<Treated, 'patient'>, data: object, name: unknown) =>
  save(treated.patient, { ...data }, { submit: true, signature: { name } });
const staffForm = async ({ provider, caseId }: Treated, name: string): Promise<CaseFormResponse> =>
  (await provider.get(`/api/trt/cases/${caseId}/forms/${name}.json`)).body as CaseFormResponse;
const documentsOf = async ({ patient }: Treated) =>
  ((await patient.get('/api/patient/profile')).body as PatientProfileResponse).documents;

describe('a typed signature', () => {
  it('is kept with the submission, and shown on what it signs', async () => {
    const treated = await submitted(portal, NAMED);
    expect((await staffForm(treated, 'consent')).signed_by).toBeNull();
    const signed = await sign(treated, { supplements: 'zinc' }, `  ${TYPED} `);
    expect(signed.status).toBe(200);
    for (const name of ['intake', 'consent'])
      expect(await staffForm(treated, name)).toMatchObject({ form: name, signed_by: TYPED });
    const [newest, first] = await documentsOf(treated);
    expect([newest?.signed_by, first?.signed_by]).toEqual([TYPED, null]);
    const text = pdfText(bytesOf(await treated.patient.get(`/files/documents/${newest!.id}.pdf`)));
    expect(text.replace(/\s+/g, ' ')).toMatch(new RegExp(`Signed by ${TYPED}: \\w+ \\d+, 20\\d\\d at`));
  });

  it('is encrypted, and audited without the name', async () => {
    const treated = await submitted(portal, NAMED);
    await sign(treated, { supplements: 'zinc' }, TYPED);
    const [row] = await portal.database.asSuperuser<{ signed_name_enc: string }>(
      'SELECT signed_name_enc FROM documents WHERE patient_id = $1 ORDER BY revision DESC LIMIT 1',
      [treated.patientId],
    );
    expect(row?.signed_name_enc).not.toContain('quill');
    const events = await portal.database.asSuperuser<{ detail: Record<string, unknown> }>(
      `SELECT detail FROM audit_events WHERE action = 'intake.submit' AND patient_id = $1 ORDER BY seq`,
      [treated.patientId],
    );
    expect(events.map(({ detail }) => detail['signed'])).toEqual([undefined, true]);
    expect(JSON.stringify(events).toLowerCase()).not.toContain('quill');
  });

  it('of the same answers signs them once', async () => {
    const treated = await submitted(portal, NAMED);
    for (const _again of [1, 2]) expect((await sign(treated, {}, TYPED)).status).toBe(200);
    expect((await documentsOf(treated)).map((one) => one.signed_by)).toEqual([TYPED, null]);
  });

  it.each<[string, unknown]>([
    ['another name', 'Sam Quillfeather'],
    ['a first name', 'José'],
    ['nothing', ' '],
    ['a number', 5],
    ['too much', 'x'.repeat(201)],
  ])('that is %s is refused, and nothing is submitted', async (_what, name) => {
    const treated = await submitted(portal, NAMED);
    const before = await form(treated.patient);
    const refused = await sign(treated, { supplements: 'zinc' }, name);
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['signature.name']]);
    expect(await form(treated.patient)).toEqual(before);
  });

  it('goes with a submission, not with a draft', async () => {
    const patient = await portal.signUp();
    const refused = await save(patient, answers(patient.email), { signature: { name: 'Orson' } });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['signature']]);
  });
});
