import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import type { FhirImportResponse } from '../../common/api/index.js';
import { failing } from './answers.js';
import { closePage, openPage, SLOW } from './page.js';

/** A record from another clinic, as staff import it from the profile of a patient without an intake. */

beforeAll(() => import('../../client/src/staff/patients/PatientPage.js'));
afterEach(closePage);

const PATIENT = '11111111-1111-4111-8111-111111111111';
const PROFILE = `/api/provider/patients/${PATIENT}`;
const IMPORT = `${PROFILE}/fhir-import`;
const answer = (body: object): Response => failing(200, body);
const profile = (change: object = {}) =>
  answer({
    summary: {
      patient_id: PATIENT,
      name: null,
      email: 'new@example.test',
      mrn: '12345674',
      dob: null,
      age: null,
      phone: null,
      address: null,
      preferred_contact: null,
      education_ack: false,
      education_ack_at: null,
      weight: null,
      allergies: null,
      medications: null,
    },
    source: 'db',
    as_of: '2026-11-20T12:00:00Z',
    case_id: null,
    legal_hold_since: null,
    account_closes_at: null,
    held_since: null,
    plans: [],
    visits: [],
    documents: [],
    intake_summary: null,
    rules: [],
    ...change,
  });

const found: FhirImportResponse = {
  stored: false,
  version: 0,
  understood: [{ type: 'Observation', count: 12 }],
  left_out: [
    { type: 'CarePlan', count: 1, why: 'clinic_decision' },
    { type: '__proto__', count: 1, why: 'not_imported' },
  ],
  not_understood: [{ resource: 'Observation/odd', path: 'code', said: '9999-9', why: 'code' }],
  not_understood_total: 1,
  draws: [{ collected_at: '2026-10-01T12:00:00Z', results: 12, critical: [] }],
  answers: ['allergies'],
  emergencies: ['self_harm'],
  critical: [],
};

async function opened(outcome: Response, change: object = {}): Promise<HTMLElement> {
  openPage(`/trt/provider/patients/${PATIENT}`, {
    as: 'provider',
    answers: { [PROFILE]: profile(change), [IMPORT]: outcome },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Import a record' }, SLOW));
  return screen.findByRole('form', { name: 'Record from another clinic' }, SLOW);
}
/** jsdom's files cannot be read as text. */
const fileOf = (text: string): File =>
  Object.assign(new File([text], 'record.json', { type: 'application/json' }), {
    text: () => Promise.resolve(text),
  });
const choose = (form: HTMLElement, text: string): void =>
  void fireEvent.change(within(form).getByLabelText('FHIR file'), {
    target: { files: [fileOf(text)] },
  });
const press = (form: HTMLElement, name: string): void =>
  void fireEvent.click(within(form).getByRole('button', { name }));

describe('a record from another clinic', () => {
  it('is shown before it is stored: what comes, what stays, and what a person has to read', async () => {
    const form = await opened(answer(found));
    choose(form, '{"resourceType":"Bundle"}');
    press(form, 'Preview');
    const status = await screen.findByText(/^Preview, nothing stored yet: 1 lab draw and 1 answer/, {}, SLOW);
    expect(status).not.toBeNull();
    expect(screen.getByText(/The file may speak of thoughts of suicide/)).not.toBeNull();
    expect(within(screen.getByRole('table', { name: 'Not understood' })).getByText('9999-9')).not.toBeNull();
    expect(within(screen.getByRole('table', { name: 'Left out' })).getByText('Plans (1)')).not.toBeNull();
    expect(within(screen.getByRole('table', { name: 'Left out' })).getByText('__proto__ (1)')).not.toBeNull();
    expect(within(form).getByRole('button', { name: 'Import record' })).not.toBeNull();
  });

  it('that is refused keeps the file chosen, and says why', async () => {
    const wrong = 'This is not a FHIR Bundle: it is a Patient.';
    const form = await opened(
      failing(422, { error: 'validation_failed', message: wrong, detail: null, fields: { bundle: wrong } }),
    );
    press(form, 'Preview');
    expect(await within(form).findByText('Choose a file.')).not.toBeNull();
    choose(form, 'no');
    press(form, 'Preview');
    expect(await within(form).findByText('This file is not JSON.')).not.toBeNull();
    choose(form, '{}');
    press(form, 'Preview');
    expect(await screen.findByText(wrong, {}, SLOW)).not.toBeNull();
    expect((within(form).getByLabelText('FHIR file') as HTMLInputElement).files).toHaveLength(1);
    expect(within(form).getByRole('button', { name: 'Preview' })).not.toBeNull();
  });

  it('is not offered once there is an intake', async () => {
    openPage(`/trt/provider/patients/${PATIENT}`, {
      as: 'provider',
      answers: { [PROFILE]: profile({ intake_summary: { allergies: null } }) },
    });
    await screen.findByRole('heading', { name: 'Allergies and medicines' }, SLOW);
    expect(screen.queryByRole('button', { name: 'Import a record' })).toBeNull();
  });
});
