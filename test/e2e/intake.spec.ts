import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IntakeForm } from '../../common/api/index.js';
import { INTAKE_SCHEMA_VERSION } from '../../common/intake/index.js';
import { Clock } from '../../server/platform/time/clock.js';
import { answers, form, save, submitted } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const CONSENTS = 'Please acknowledge all consent statements before submitting.';
const SECTIONS =
  'Please complete all required sections (Patient Information, Reproductive Plans, and Consent) before submitting.';
const without = (data: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(data).filter(([k]) => !names.includes(k)));

describe('autosave', () => {
  it('starts empty', async () => {
    const patient = await portal.signUp();
    expect(await form(patient)).toEqual({
      id: null,
      status: 'none',
      version: 0,
      schema_version: INTAKE_SCHEMA_VERSION,
      data: {},
      saved_at: null,
      submitted_at: null,
      unsent_changes: null,
    });
  });

  it('keeps what is partly typed and says what is wrong with it', async () => {
    const patient = await portal.signUp();
    const typed = {
      full_name: 'Half Typed',
      phone: '5',
      height: 5,
      email: 'not-yet@',
      dob: '1980-02-30',
      heart_rate: 'sixty',
    };
    const response = await save(patient, typed);
    expect(response.status).toBe(200);
    expect(Object.keys(response.body.field_errors as object).sort()).toEqual([
      'dob',
      'email',
      'heart_rate',
      'height',
      'phone',
    ]);
    expect((await form(patient)).data).toEqual(typed);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown field', { nickname: 'x' }, 'unknown_field'],
    ['a prototype', { constructor: 'x' }, 'unknown_field'],
    ['an array', { full_name: ['x'] }, 'validation_failed'],
    ['an object', { weight: { $gt: 0 } }, 'validation_failed'],
    ['a long text', { other_symptoms: 'x'.repeat(10_001) }, 'validation_failed'],
    ['a NUL byte', { other_symptoms: 'a\0b' }, 'validation_failed'],
    ['a lone surrogate', { other_symptoms: 'a\ud800b' }, 'validation_failed'],
  ])('rejects %s by name and leaves the draft unchanged', async (_, bad, code) => {
    const patient = await portal.signUp();
    await save(patient, { occupation: 'baker' });
    const response = await save(patient, { occupation: 'miller', ...bad });
    expect([response.status, response.body.error, Object.keys(response.body.fields as object)]).toEqual([
      422,
      code,
      Object.keys(bad),
    ]);
    expect((await form(patient)).data).toEqual({ occupation: 'baker' });
  });

  it('merges two windows that changed different fields, and rejects conflicting answers to one field', async () => {
    const patient = await portal.signUp();
    const base = { full_name: 'Two Tabs', phone: '555-0101', occupation: 'baker' };
    const { version } = ((await save(patient, base)).body as { intake_form: IntakeForm }).intake_form;
    await patient.post('/api/trt/intake', { data: { ...base, phone: '555-0102' }, version });
    const merged = await patient.post('/api/trt/intake', {
      data: { ...base, occupation: 'miller' },
      version,
    });
    expect(merged.body.intake_form.data).toEqual({
      full_name: 'Two Tabs',
      phone: '555-0102',
      occupation: 'miller',
    });
    const conflict = await patient.post('/api/trt/intake', { data: { ...base, phone: '555-0103' }, version });
    expect([conflict.status, conflict.body.error, conflict.body.current.data.phone]).toEqual([
      409,
      'version_conflict',
      '555-0102',
    ]);
  });

  it('rejects a base version that never existed', async () => {
    const patient = await portal.signUp();
    expect((await patient.post('/api/trt/intake', { data: {}, version: 3 })).body.error).toBe(
      'version_conflict',
    );
    expect((await patient.post('/api/trt/intake', { data: {}, version: -1 })).status).toBe(422);
  });

  it('clears with null or an empty text, and keeps absent keys', async () => {
    const patient = await portal.signUp();
    await save(patient, { occupation: 'baker', race: 'x', ethnicity: 'y' });
    await save(patient, { occupation: '', race: null });
    expect((await form(patient)).data).toEqual({ ethnicity: 'y' });
  });

  it('hides it from everyone else, and stores nothing readable', async () => {
    const patient = await portal.signUp();
    await save(patient, { other_symptoms: 'canary-5521' });
    expect(JSON.stringify(await form(await portal.signUp()))).not.toContain('canary-5521');
    const provider = await portal.signIn('provider@demo.test');
    expect((await provider.get('/api/trt/intake')).status).toBe(403);
    const rows = await portal.database.asSuperuser(
      `SELECT intakes::text AS a FROM intakes UNION ALL SELECT intake_changes::text FROM intake_changes`,
    );
    expect(JSON.stringify(rows)).not.toContain('canary-5521');
  });

  it('never mixes up a hundred saves of ten windows', async () => {
    const patient = await portal.signUp();
    const fields = [
      'occupation',
      'race',
      'ethnicity',
      'referral_source',
      'symptom_onset',
      'allergies',
      'supplements',
      'surgeries',
      'other_symptoms',
      'family_other',
    ];
    const lastAcknowledged: Record<string, string> = {};
    await Promise.all(
      fields.map(async (field) => {
        let { version } = await form(patient);
        for (let i = 0; i < 10; i++) {
          const response = await patient.post('/api/trt/intake', {
            data: { [field]: `${field} ${i}` },
            version,
          });
          expect(response.status).toBe(200);
          version = (response.body as { intake_form: IntakeForm }).intake_form.version;
          lastAcknowledged[field] = `${field} ${i}`;
        }
      }),
    );
    const stored = await form(patient);
    expect(stored.data).toEqual(lastAcknowledged);
    expect(stored.version).toBe(100);
  });
});

describe('submit', () => {
  let patient: Person;
  beforeAll(async () => {
    patient = await portal.signUp();
  });

  it.each(['consent_evaluation', 'consent_labs', 'consent_understand', 'consent_disclosed'])(
    'without %s says so in the consent’s words',
    async (name) => {
      for (const data of [
        without(answers(patient.email), name),
        { ...answers(patient.email), [name]: false },
      ]) {
        const response = await save(patient, data, { submit: true });
        expect([response.status, response.body.message, name in response.body.fields]).toEqual([
          422,
          CONSENTS,
          true,
        ]);
      }
    },
  );

  it.each([
    'full_name',
    'dob',
    'phone',
    'email',
    'desire_fertility',
    'treatment_goals',
    'signature_date',
    'psa_discussed',
    'consent_telemedicine',
  ])('without %s says that sections are missing', async (name) => {
    const response = await save(patient, without(answers(patient.email), name), { submit: true });
    expect([response.status, response.body.message, name in response.body.fields]).toEqual([
      422,
      SECTIONS,
      true,
    ]);
  });

  it('with an invisible name says that sections are missing', async () => {
    const data = answers(patient.email, { full_name: '\u200b\u2060' });
    const response = await save(patient, data, { submit: true });
    expect([response.status, response.body.message, Object.keys(response.body.fields as object)]).toEqual([
      422,
      SECTIONS,
      ['full_name'],
    ]);
  });

  it('out of bounds keeps the draft and asks for a correction', async () => {
    const person = await portal.signUp();
    const data = { ...answers(person.email), height: 500, occupation: 'kept' };
    await save(person, data);
    const response = await save(person, { ...data, occupation: 'lost' }, { submit: true });
    expect([response.status, response.body.message, Object.keys(response.body.fields as object)]).toEqual([
      422,
      'Please correct the marked answers before submitting.',
      ['height'],
    ]);
    expect(await form(person)).toMatchObject({ status: 'draft', data: { height: 500, occupation: 'kept' } });
  });

  it('opens one case, however often and however many submit at once', async () => {
    const person = await portal.signUp();
    const body = { data: answers(person.email), version: 0, submit: true };
    const all = await Promise.all(Array.from({ length: 8 }, () => person.post('/api/trt/intake', body)));
    expect(all.map((r) => r.status)).toEqual(Array(8).fill(200));
    await person.post('/api/trt/intake', { ...body, version: (await form(person)).version });
    const provider = await portal.signIn('provider@demo.test');
    const { body: list } = await provider.list('/api/trt/cases', { filter: { q: person.email } });
    expect(list.items).toHaveLength(1);
    expect(list.items[0]).toMatchObject({
      status: 'open',
      patient_name: answers(person.email).full_name,
      patient_email: person.email,
    });
    const documents = await portal.database.asSuperuser(
      `SELECT 1 FROM documents d JOIN patients p ON p.id = d.patient_id WHERE p.user_id = $1`,
      [person.me!.user.id],
    );
    expect(documents).toHaveLength(1);
  });

  it('is never undone by a late autosave, and staff see what was signed, not what is being edited', async () => {
    const treated = await submitted(portal);
    const signedForm = () => treated.provider.get(`/api/trt/cases/${treated.caseId}/forms/intake.json`);
    await save(treated.patient, { ...answers(treated.patient.email), occupation: 'edited only' });
    expect((await form(treated.patient)).status).toBe('submitted');
    expect((await signedForm()).body).toMatchObject({
      form: 'intake',
      state: 'finalized',
      data: expect.not.objectContaining({ occupation: 'edited only' }),
    });
    await save(
      treated.patient,
      { ...answers(treated.patient.email), occupation: 'second revision' },
      { submit: true },
    );
    expect((await signedForm()).body.data.occupation).toBe('second revision');
    const revisions = await portal.database.asSuperuser(
      `SELECT revision FROM documents WHERE patient_id = $1 ORDER BY revision`,
      [treated.patientId],
    );
    expect(revisions).toEqual([{ revision: 1 }, { revision: 2 }]);
  });

  it('does not sign answers to hidden questions, and keeps them in the form', async () => {
    const hidden = { cancer: false, cancer_type: 'prostate cancer', tobacco_use: 'no', tobacco_years: 300 };
    const { patient: person, provider, caseId } = await submitted(portal, hidden);
    const { body } = await provider.get(`/api/trt/cases/${caseId}/forms/intake.json`);
    expect(body.data).toMatchObject({
      cancer: false,
      tobacco_use: 'no',
      full_name: answers(person.email).full_name,
    });
    expect(Object.keys(body.data).filter((k) => ['cancer_type', 'tobacco_years'].includes(k))).toEqual([]);
    expect((await form(person)).data).toMatchObject(hidden);
  });

  it("sets the patient's name from then on", async () => {
    const { patient: person } = await submitted(portal, { full_name: 'Orson Named' });
    expect((await person.get('/auth/me')).body.user.display_name).toBe('Orson Named');
    expect((await person.get('/api/trt/dashboard')).body).toMatchObject({
      case_source: 'db',
      intake_completed: true,
      intake_status: 'submitted',
      intake: { full_name: 'Orson Named', bmi: 25.8 },
    });
  });
});

describe('education', () => {
  it('is acknowledged once, with the original time', async () => {
    const person = await portal.signUp();
    const before = (await person.get('/api/trt/education')).body;
    expect(before).toMatchObject({ education_acknowledged: false, education_acknowledged_at: null });
    expect([
      before.summary_points.length,
      before.contraindications.length,
      before.education_points.length,
    ]).toEqual([10, 13, 15]);
    expect((await person.post('/api/trt/consent', { agree: false })).status).toBe(422);
    const first = await person.post('/api/trt/consent', { agree: true });
    const second = await person.post('/api/trt/consent', { agree: true });
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect((await person.get('/api/trt/education')).body.education_acknowledged_at).toBe(
      first.body.education_acknowledged_at,
    );
  });
});

describe('the day of a signature', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is the day where the patient lives, even if the clinic and UTC are a day behind', async () => {
    const noon = new Date('2026-11-20T12:00:00Z');
    jest.spyOn(portal.app.get(Clock), 'now').mockReturnValue(noon);
    const zone = 'Pacific/Kiritimati';
    const patient = await portal.signUp();
    const signed = answers(patient.email, { signature_date: '2026-11-21' });
    const early = await save(patient, signed, { submit: true });
    expect([early.status, Object.keys(early.body.fields as object)]).toEqual([422, ['signature_date']]);
    const { version } = (await patient.get('/api/patient/profile')).body.summary as { version: number };
    expect((await patient.patch('/api/patient/profile', { version, timezone: zone })).status).toBe(200);
    expect((await save(patient, signed, { submit: true })).status).toBe(200);
  });
});

describe('calculated values', () => {
  it('include the BMI, whatever was sent for it', async () => {
    const patient = await portal.signUp();
    const sent = answers(patient.email, { height: 70, weight: 200, bmi: 999 });
    const submittedForm = await save(patient, sent, { submit: true });
    expect(submittedForm.status).toBe(200);
    expect((await form(patient)).data.bmi).toBe(28.7);
    expect(submittedForm.body.field_errors).toEqual({});
  });

  it('include the normalized form of a pasted phone number in the signed document', async () => {
    const { patient } = await submitted(portal, { phone: '\u202a512\u2011555\u20110142\u202c' });
    const profile = await patient.get('/api/patient/profile');
    expect(profile.body.summary.phone).toBe('512-555-0142');
    expect(profile.body.documents[0].data.phone).toBe('512-555-0142');
  });
});
