import { expect, type APIRequestContext, type TestInfo } from '@playwright/test';
import type { PatientProfileResponse, PatientRow } from '../../common/api/patient.js';
import type { FakeIssuer } from '../support/fake-issuer.js';
import { drawAt, frame, LaboratorySocket, ackOf } from '../support/laboratory.js';
import { completeAnswers } from '../../common/intake/fixtures.js';
import type { WebhookReceiver } from '../support/webhook-receiver.js';
import { signUpVerified } from './api.js';
import {
  approve,
  json,
  newSession,
  ordersOf,
  patientWithPlan,
  sessionOf,
  type CarePatient,
} from './clinic.js';
import { daysAgo } from './clock.js';
import { markOf, said } from './payloads.js';

/** Texts with payloads that other systems send, and by its mark where each came from. */
export class Arrivals {
  readonly from = new Map<string, string>();
  said(limit: number, from: string): string {
    const text = said(limit);
    this.from.set(markOf(text)!, from);
    return text;
  }
}

/** As HL7 writes its own separators inside a text. */
const escaped = (text: string): string =>
  text.replaceAll(/[|^~\\&]/g, (sign) => `\\${'FSRET'['|^~\\&'.indexOf(sign)]}\\`);

/** A message of which nothing is understood, from a sender that no one connected; one that waits; one that is imported. */
export async function sendResults(
  arrivals: Arrivals,
  port: number,
  { mrn, dob, name }: PatientRow,
  facility: string,
): Promise<void> {
  const text = (from: string, limit = 190) => escaped(arrivals.said(limit, `HL7 ${from}`));
  const message = (sender: string, pid: string, rest: readonly string[]) =>
    [
      `MSH|^~\\&|${sender}|PORTAL|CLINIC|20260101080000||ORU^R01^ORU_R01|A${Date.now()}${arrivals.from.size}|P|2.5.1`,
      pid,
      ...rest,
      '',
    ].join('\r');
  const [given = '', ...family] = name!.split(' ');
  const known = `PID|1||${mrn}^^^CLINIC^MR||${family.join(' ')}^${given}||${dob!.replaceAll('-', '')}|M`;
  const messages = [
    message(`${text('MSH-3', 200)}|${text('MSH-4', 200)}`, `PID|1||77||Nobody^Ned`, [
      `OBR|1|||PANEL|||${drawAt(3)}`,
      'OBX|1|NM|2986-8^T^LN||500|ng/dL|||||F',
    ]),
    message(
      `|${facility}`,
      `PID|1||${text('PID-3')}||${text('PID-5')}^${text('PID-5.2')}|||${text('PID-8', 60)}`,
      [
        `OBR|1||${text('OBR-3')}|P^${text('OBR-4')}|||${text('OBR-7')}||||||||${text('OBR-15')}`,
        `OBX|1|NM|${text('OBX-3', 60)}^${text('OBX-3.2')}^L||4|${text('OBX-6 unknown test')}|${text('OBX-7')}|||||F`,
        `OBX|2|ST|2986-8^T^LN||${text('OBX-5')}|ng/dL|||||F`,
        `OBX|3|NM|4544-3^Hct^LN||44|${text('OBX-6')}||${text('OBX-8', 60)}|||${text('OBX-11', 60)}`,
        `NTE|1|L|${text('NTE-3 unmatched')}`,
      ],
    ),
    message(`|${facility}`, known, [
      `OBR|1||${text('OBR-3 imported', 60)}|P^${text('OBR-4 imported')}|||${drawAt(4)}`,
      `NTE|1|L|${text('NTE-3 of the order')}`,
      'OBX|1|NM|2986-8^T^LN||500|ng/dL|||||F',
      `NTE|1|L|${text('NTE-3')}`,
    ]),
  ];
  for (const one of messages) {
    const line = await LaboratorySocket.open(port);
    line.write(frame(one));
    expect(ackOf(await line.answer(0))?.[0]).toBe('AA');
    line.end();
  }
}

/** A record of another clinic, for a patient whose own is empty. */
export async function foreignRecord(
  info: TestInfo,
  arrivals: Arrivals,
): Promise<{ own: APIRequestContext; email: string; patientId: string; bundle: object }> {
  const own = await newSession(info);
  const email = await signUpVerified(own, info.project.name);
  const { summary } = await json<PatientProfileResponse>(own.get('/api/patient/profile'));
  const text = (from: string, limit = 190) => arrivals.said(limit, `FHIR ${from}`);
  const subject = { reference: 'Patient/1' };
  const codeText = text('Observation.code.text');
  const observation = (more: object) => ({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '2986-8' }], text: codeText },
    subject,
    effectiveDateTime: `${daysAgo(30)}T08:00:00-05:00`,
    valueQuantity: { value: 250, unit: 'ng/dL' },
    ...more,
  });
  const bundle = {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      {
        resourceType: 'Patient',
        id: '1',
        name: [{ family: text('Patient.name', 100), given: ['Orson'] }],
        birthDate: '1984-01-15',
        gender: 'male',
        telecom: [{ system: 'email', value: email }],
        address: [{ text: text('Patient.address') }],
      },
      observation({
        specimen: { display: text('Observation.specimen', 100) },
        note: [{ text: text('Observation.note') }],
        performer: [{ display: text('Observation.performer') }],
      }),
      observation({ id: 'odd', code: { text: text('Observation.code not known') } }),
      observation({ id: 'unit', valueQuantity: { value: 1, unit: text('Quantity.unit') } }),
      {
        resourceType: 'AllergyIntolerance',
        code: { text: text('AllergyIntolerance.code') },
        note: [{ text: text('AllergyIntolerance.note') }],
        patient: subject,
      },
      {
        resourceType: 'Condition',
        code: { text: text('Condition.code') },
        note: [{ text: text('Condition.note') }],
        subject,
      },
      {
        resourceType: 'MedicationStatement',
        status: 'active',
        medicationCodeableConcept: { text: text('Medication.code') },
        dosage: [{ text: text('Medication.dosage') }],
        subject,
      },
    ].map((resource) => ({ resource })),
  };
  return { own, email, patientId: summary.patient_id, bundle };
}

/** The patient signs what was imported. */
export async function signed(
  own: APIRequestContext,
  staff: APIRequestContext,
  email: string,
): Promise<string> {
  const { intake_form } = await json<{ intake_form: { data: Record<string, unknown>; version: number } }>(
    own.get('/api/trt/intake'),
  );
  const { allergies, other_conditions, current_medications } = intake_form.data;
  expect([allergies, other_conditions, current_medications].filter(Boolean)).toHaveLength(3);
  await json(
    own.post('/api/trt/intake', {
      data: {
        data: { ...completeAnswers(), ...intake_form.data, signature_date: daysAgo(0) },
        version: intake_form.version,
        submit: true,
        signature: { name: completeAnswers()['full_name'] },
      },
    }),
  );
  const { items } = await json<{ items: { id: string }[] }>(
    staff.get(`/api/trt/cases?filter=${encodeURIComponent(JSON.stringify({ q: email }))}`),
  );
  return items[0]!.id;
}

/** A pharmacy's program confirms an order, and a receiver of webhooks refuses, each in words of their own. */
export async function answersOf(
  info: TestInfo,
  arrivals: Arrivals,
  { receiver, base }: { receiver: WebhookReceiver; base: string },
): Promise<CarePatient> {
  const admin = await sessionOf(info, 'orgadmin@demo.test');
  const staff = await sessionOf(info, 'provider@demo.test');
  const reference = arrivals.said(80, 'pharmacy reference');
  receiver.answer = (path) => (path === '/orders' ? 200 : 500);
  receiver.says = ({ path }) =>
    path === '/orders' ? JSON.stringify({ confirmed: true, reference }) : said(4000);
  const pharmacy = await json<{ id: string }>(
    admin.post('/api/admin/pharmacies', {
      data: {
        name: `Answering ${Date.now()}`,
        channel: 'https',
        url: `${base}/orders`,
        other_confirmed: true,
      },
    }),
    201,
  );
  const patient = await patientWithPlan(info, staff);
  await approve(staff, patient.plan);
  const [order] = await ordersOf(staff, patient.caseId);
  await json(
    staff.post(`/api/trt/prescriptions/${order!.prescription_id}/pharmacy-orders`, {
      data: { pharmacy_id: pharmacy.id, version: order!.version },
    }),
    201,
  );
  await expect.poll(() => receiver.at('/orders').length, { timeout: 20_000 }).toBe(1);
  const url = `${base}/hook/${arrivals.said(300, 'webhook URL').replaceAll('#', 'x')}`;
  const hook = await json<{ id: string }>(
    admin.post('/api/admin/webhooks', { data: { url, events: ['plan.approved'] } }),
    201,
  );
  await json(admin.post(`/api/admin/webhooks/${hook.id}/test`, { data: {} }));
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
  await json(admin.patch(`/api/admin/webhooks/${hook.id}`, { data: { active: false } }));
  await Promise.all([admin.dispose(), staff.dispose()]);
  return patient;
}

/** Settings of a provider, and claims of users whom it lets in and whom it does not. */
export async function claimsOf(
  info: TestInfo,
  arrivals: Arrivals,
  start: (clientId: string) => Promise<FakeIssuer>,
): Promise<{ issuer: FakeIssuer; organisation: string; who: APIRequestContext }> {
  const admin = await sessionOf(info, 'admin@demo.test');
  const clientId = arrivals.said(200, 'SSO client_id');
  const issuer = await start(clientId);
  const domain = `d${Date.now().toString(36)}.example`;
  const organisation = `Clinic of claims ${domain}`;
  const { id } = await json<{ id: string }>(
    admin.post('/api/admin/organisations', { data: { name: organisation } }),
    201,
  );
  const policies = { mfa_required_for_staff: false, step_up_for_prescribing: false };
  await json(admin.patch(`/api/admin/organisations/${id}`, { data: { policies } }));
  const email = `ann@${domain}`;
  await json(
    admin.post('/api/admin/users/invite', { data: { email, roles: ['system_admin'], org_id: id } }),
    201,
  );
  const settings = {
    issuer: issuer.issuer,
    client_id: clientId,
    client_secret: 'x',
    email_domains: [domain],
  };
  await json(admin.put(`/api/admin/organisations/${id}/sso`, { data: { ...settings, required: false } }));
  await admin.dispose();
  const who = await newSession(info);
  for (const claims of [
    { sub: said(200), email: `${said(100)}@${domain}` },
    { sub: said(200), email },
  ]) {
    const asked = await who.get(`/auth/sso/start?email=${email}`, {
      maxRedirects: 0,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const query = new URL(asked.headers()['location']!).searchParams;
    const words = {
      name: said(100),
      given_name: said(100),
      preferred_username: said(100),
      picture: said(100),
    };
    const code = issuer.tell({ nonce: query.get('nonce')!, email_verified: true, ...words, ...claims });
    await who.get(`/auth/sso/callback?code=${code}&state=${query.get('state')}`, { maxRedirects: 0 });
  }
  expect((await who.get('/auth/me')).status()).toBe(200);
  return { issuer, organisation, who };
}
