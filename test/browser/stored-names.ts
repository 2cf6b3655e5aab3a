import type { APIRequestContext, TestInfo } from '@playwright/test';
import type { MeResponse } from '../../common/api/index.js';
import { json, newSession, sessionOf } from './clinic.js';
import { daysAgo } from './clock.js';
import { NEW_PASSWORD, newEmail } from './people.js';
import { PAYLOADS, said, saidAsName } from './payloads.js';
import type { Stored } from './stored-writes.js';
import type { Writer } from './written-fields.js';

export interface Clinic {
  /** An administrator of the whole system. */
  admin: APIRequestContext;
  colleague: APIRequestContext;
  colleagueEmail: string;
  article: string;
  /** Its name. */
  organisation: string;
}

/** What administrators name and explain: a colleague, who opens the record, an article, an organization. */
export async function storeNames(info: TestInfo, writer: Writer, at: Stored): Promise<Clinic> {
  const admin = await sessionOf(info, 'admin@demo.test');
  const { claims } = await json<MeResponse>(at.staff.get('/auth/me'));
  const colleagueEmail = newEmail(info.project.name);
  const { id } = await writer.send<{ id: string }>(at.staff, 'POST /api/admin/users/invite', {
    email: colleagueEmail,
    display_name: saidAsName(120),
    roles: ['provider'],
    org_id: claims.org_id,
  });
  await writer.send(at.staff, `PATCH /api/admin/users/${id}`, { display_name: saidAsName(120) });
  const license = () => ({
    state: 'NY',
    type: `MD ${PAYLOADS[9]} ${said(5)}`,
    number: said(40),
    expires_on: '2031-01-01',
  });
  await writer.send(at.staff, `POST /api/admin/users/${id}/licenses`, license());
  const colleague = await newSession(info);
  const [mail] = await json<{ links: string[] }[]>(
    colleague.get(`/dev/mailbox.json?to=${encodeURIComponent(colleagueEmail)}`),
  );
  const token = new URL(mail!.links[0]!).searchParams.get('token');
  await json(colleague.post('/auth/reset-password', { data: { token, password: NEW_PASSWORD } }));
  await json(colleague.post('/auth/login', { data: { email: colleagueEmail, password: NEW_PASSWORD } }));
  await writer.send(colleague, 'POST /api/provider/licenses', { ...license(), state: 'NJ' });
  await writer.send(colleague, `POST /api/provider/patients/${at.patientId}/open`, { reason: said(2000) });
  const hold = `POST /api/admin/patients/${at.patientId}/legal-hold`;
  await writer.send(at.staff, hold, { reason: said(2000) });
  await writer.send(at.staff, `${hold}/release`, { reason: said(2000) });
  await writer.send(at.staff, hold, { reason: said(2000) });
  await writer.send(at.staff, 'POST /api/admin/api-keys', { name: saidAsName(120), scopes: ['fhir.read'] });
  await writer.send(at.staff, 'POST /api/admin/patient-apps', {
    name: saidAsName(120),
    // An address is kept only as a browser writes it.
    redirect_uris: [new URL(`https://app.invalid/${said(100).replaceAll(/[^!-~]|[#\\*?]/g, 'x')}`).href],
    confidential: false,
  });
  const hook = () => ({
    url: `https://receiver.invalid/${said(400).replaceAll('#', 'x')}`,
    events: ['plan.approved'],
  });
  await writer.send(at.staff, 'POST /api/admin/webhooks', hook());
  const made = await writer.send<{ id: string }>(at.staff, 'POST /api/admin/webhooks', hook());
  await writer.send(at.staff, `PATCH /api/admin/webhooks/${made.id}`, hook());
  const laboratory = () => ({
    name: saidAsName(100),
    sending_application: said(100),
    sending_facility: said(100),
    receiving_facility: said(100),
    account_number: said(40),
    address: said(500),
    hours: said(500),
  });
  await writer.send(at.staff, 'POST /api/admin/lab-connections', laboratory());
  const connected = await writer.send<{ id: string }>(at.staff, 'POST /api/admin/lab-connections', {
    name: 'A laboratory',
    sending_facility: `F${Date.now()}`,
  });
  await writer.send(at.staff, `PATCH /api/admin/lab-connections/${connected.id}`, {
    ...laboratory(),
    version: 1,
  });
  const ordered = await writer.send<{ id: string; version: number }>(
    at.staff,
    `POST /api/trt/cases/${at.caseId}/lab-orders`,
    {
      connection_id: connected.id,
      analytes: ['tsh_miu_l'],
      fasting: false,
      window_from: daysAgo(0),
      due_on: daysAgo(0),
      note: said(500),
    },
  );
  await writer.send(at.staff, `POST /api/trt/lab-orders/${ordered.id}/cancel`, {
    reason: said(2000),
    version: ordered.version,
  });
  return { admin, colleague, colleagueEmail, ...(await published(writer, admin)) };
}

async function published(
  writer: Writer,
  admin: APIRequestContext,
): Promise<Pick<Clinic, 'article' | 'organisation'>> {
  const slug = `payload-${Date.now().toString(36)}`;
  const words = () => ({
    title: said(120),
    body: said(4000),
    tags: [said(40)],
    sources: [said(40)],
    asked_as: [said(120)],
  });
  const { id } = await writer.send<{ id: string }>(admin, 'POST /api/admin/articles', {
    ...words(),
    slug,
    audience: 'staff',
  });
  await writer.send(admin, `PATCH /api/admin/articles/${id}`, { version: 1, ...words() });
  const name = () => `${saidAsName(100)} ${Date.now().toString(36)}`;
  const telemedicine = () => ({ flexibility_until: '2030-01-01', citation: said(300) });
  const found = () =>
    writer.send<{ id: string }>(admin, 'POST /api/admin/organisations', {
      name: name(),
      address: said(300),
      policies: { telemedicine: telemedicine() },
    });
  await found();
  const made = await found();
  const organisation = name();
  await writer.send(admin, `PATCH /api/admin/organisations/${made.id}`, {
    name: organisation,
    address: said(300),
    policies: { telemedicine: telemedicine() },
  });
  return { article: slug, organisation };
}
