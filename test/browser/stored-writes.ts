import { expect, type APIRequestContext, type TestInfo } from '@playwright/test';
import type {
  Appointment,
  CaseDetailResponse,
  Lab,
  MeResponse,
  MessageThread,
  PatientProfileResponse,
  Prescription,
  StaffPlan,
} from '../../common/api/index.js';
import { SCANNED_TEXT_FIELDS } from '../../common/clinical/history.js';
import { answersThatShowEverything } from '../../common/intake/fixtures.js';
import { signUpByApi, submitByApi } from './api.js';
import {
  caseOf,
  json,
  labsAndFacts,
  newSession,
  ordersOf,
  pendingPlan,
  sessionOf,
  SYMPTOMS,
} from './clinic.js';
import { daysAgo } from './clock.js';
import { PAYLOADS, said, saidAsName } from './payloads.js';
import type { Writer } from './written-fields.js';

/** Two patients, a colleague and a clinic with a payload in every text. */
export interface Stored {
  mine: APIRequestContext;
  staff: APIRequestContext;
  email: string;
  caseId: string;
  patientId: string;
  threadId: string;
  /** Of a second patient, against whose treatment the history speaks. */
  refused: string;
  /** What hides other texts, so it is written after those were shown. */
  later: (() => Promise<unknown>)[];
}

const soon = (hours: number): string => new Date(Date.now() + hours * 36e5).toISOString();
const PDF = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page >> endobj\n%%EOF\n');
const short = PAYLOADS[2]!;

/** Everything about one patient, and the plan written for another. */
export async function storeTexts(info: TestInfo, writer: Writer): Promise<Stored> {
  const staff = await sessionOf(info, 'multi@demo.test');
  const mine = await newSession(info);
  const email = await signUpByApi(mine, info.project.name);
  await submitByApi(mine, { ...SYMPTOMS, full_name: `${short} ${email.split('@')[0]}`, email });
  await json(mine.post('/api/trt/consent', { data: { agree: true } }));
  const found = await caseOf(staff, email);
  await labsAndFacts(staff, found);
  await json(mine.post('/api/trt/patient/generate-baseline-plan', { data: {} }), 201);
  const at: At = { mine, staff, email, caseId: found.id, patientId: found.patient_id, later: [] };
  await plans(writer, at);
  await orders(writer, at);
  const threadId = await ownWords(writer, at);
  await visits(writer, at);
  await facts(writer, at);
  await labs(writer, at);
  expect(await refusedTexts(at)).toEqual([]);
  await titrated(writer, at);
  await onHold(writer, at);
  await danger(writer, at);
  return { ...at, threadId, refused: await againstTheRules(info, writer, staff) };
}

type At = Omit<Stored, 'threadId' | 'refused'>;
interface Asked {
  id: string;
  version: number;
}
const detail = ({ staff, caseId }: Pick<At, 'staff' | 'caseId'>): Promise<CaseDetailResponse> =>
  json(staff.get(`/api/trt/cases/${caseId}/detail`));
const version = async (at: At): Promise<number> => (await detail(at)).case.version;

async function plans(writer: Writer, at: At): Promise<void> {
  const { plan_id } = await pendingPlan(at.staff, at.email);
  const act = (name: string, more: object) =>
    writer.send<StaffPlan>(at.staff, `POST /api/trt/provider/plans/${name}`, { plan_id, ...more });
  await act('flag', { reason: said(2000) });
  await act('unflag', { reason: said(2000) });
  const { version: now } = await act('flag', { reason: said(2000) });
  await act('approve', { version: now, override_reason: said(2000) });
}

async function orders(writer: Writer, at: At): Promise<void> {
  const base = '/api/trt/prescriptions';
  const [order] = await ordersOf(at.staff, at.caseId);
  const act = (id: string, name: string, data: object) =>
    writer.send<Prescription>(at.staff, `POST ${base}/${id}/${name}`, data);
  const { prescription_id: id } = order!;
  const held = await act(id, 'hold', { reason: said(2000), version: order!.version });
  const { version: released } = await act(id, 'release', { reason: said(2000), version: held.version });
  await atPharmacies(writer, at, { id, version: released });
  await refills(writer, at, order!);
  const { drug, dose, frequency, route, quantity, refills: more, days_supply } = order!;
  const again = { drug, dose, frequency, route, quantity, refills: more, days_supply };
  const write = () =>
    json<{ id: string }>(at.staff.post(`/api/trt/cases/${at.caseId}/prescriptions`, { data: again }), 201);
  await act((await write()).id, 'review', { decision: 'reject', note: said(2000) });
  await act((await write()).id, 'transition', { to: 'canceled', reason: said(2000) });
  const { id: kept } = await write();
  const judged = await json<{ blocked_by: string[] }>(at.staff.get(`${base}/${kept}/judgement`));
  const approval = { decision: 'accept', override_reason: said(2000), overrides: judged.blocked_by };
  const { version: now } = await act(kept, 'review', approval);
  await act(kept, 'hold', { reason: said(2000), version: now });
  const typed = () => ({
    ...again,
    drug: `${drug} ${said(100)}`,
    dose: `${dose} ${said(100)}`,
    frequency: `${frequency} ${said(100)}`,
    route: `${route} ${said(100)}`,
  });
  const draft = () =>
    writer.send<Prescription>(at.staff, `POST /api/trt/cases/${at.caseId}/prescriptions`, typed());
  await draft();
  const made = await draft();
  await writer.send(at.staff, `POST ${base}/${made.prescription_id}`, { version: made.version, ...typed() });
}

/** One order that is withdrawn, and one that the pharmacy confirms. */
async function atPharmacies(writer: Writer, at: At, order: { id: string; version: number }): Promise<void> {
  const named = () => ({ name: saidAsName(120), address: said(300), other_confirmed: true });
  const made = await writer.send<{ id: string; version: number }>(at.staff, 'POST /api/admin/pharmacies', {
    ...named(),
    channel: 'fax',
    fax: '212-555-0100',
  });
  const url = () => `https://pharmacy.invalid/${said(400).replaceAll('#', 'x')}`;
  const direct = { ...named(), channel: 'https', url: url() };
  const { id, version } = await writer.send<{ id: string; version: number }>(
    at.staff,
    'POST /api/admin/pharmacies',
    direct,
  );
  await writer.send(at.staff, `PATCH /api/admin/pharmacies/${id}`, { ...named(), url: url(), version });
  const give = () =>
    writer.send<{ id: string; version: number }>(
      at.staff,
      `POST /api/trt/prescriptions/${order.id}/pharmacy-orders`,
      { pharmacy_id: made.id, version: order.version },
    );
  const first = await give();
  const path = '/api/trt/pharmacy-orders';
  const taken = { reason: said(2000), version: first.version };
  await writer.send(at.staff, `POST ${path}/${first.id}/withdraw`, taken);
  const second = await give();
  const told = { how: 'phone', reference: said(80), version: second.version };
  await writer.send(at.staff, `POST ${path}/${second.id}/confirm`, told);
}

async function refills(writer: Writer, at: At, { prescription_id, quantity }: Prescription): Promise<void> {
  const fill = { filled_on: daysAgo(0), quantity, days: 3, source: 'pharmacy' };
  await json(at.staff.post(`/api/trt/prescriptions/${prescription_id}/dispenses`, { data: fill }), 201);
  const check = () => ({
    location_state: 'NY',
    vte_details: said(4000),
    changes: { medicines: said(4000), conditions: said(4000), allergies: said(4000), fertility: said(4000) },
    side_effects: [],
  });
  const ask = (safety_check: object) =>
    writer.send<Asked>(at.mine, 'POST /api/refill-requests', {
      prescription_id,
      reason: said(2000),
      safety_check,
    });
  const decide = ({ id, version: now }: Asked, decision: object) =>
    writer.send(at.staff, `POST /api/trt/refill-requests/${id}`, { version: now, ...decision });
  await decide(await ask(check()), { decision: 'refuse', reason: said(2000) });
  const again = await ask({ location_state: 'NY', changes: {}, side_effects: [] });
  const { unread_history, case: seen } = await detail(at);
  const fields = unread_history.map(({ field }) => field);
  await json(
    at.staff.post(`/api/trt/cases/${at.caseId}/history-review`, {
      data: { version: seen.version, fields, against_treatment: false },
    }),
  );
  const named = { override_reason: said(2000), overrides: ['text_wish_for_children'] };
  const approve = { decision: 'approve', reason: said(2000), ...named };
  await decide(again, approve);
  await writer.send(at.mine, 'POST /api/safety-checks', check());
}

/** What the patient types outside the intake, and the answers. */
async function ownWords(writer: Writer, at: At): Promise<string> {
  const { mine, staff, patientId } = at;
  await json(
    mine.post('/api/lab-reports', {
      multipart: { file: { name: `${short}.pdf`, mimeType: 'application/pdf', buffer: PDF } },
    }),
    201,
  );
  const { summary } = await json<PatientProfileResponse>(mine.get('/api/patient/profile'));
  await writer.send(mine, 'PATCH /api/patient/profile', {
    version: summary.version,
    mailing_address: said(500),
    emergency_contact_name: said(200),
    emergency_contact_relationship: said(100),
  });
  const dose = { taken_at: new Date().toISOString(), dose: 80, unit: 'mg' };
  await writer.send(mine, 'POST /api/doses', { ...dose, site: said(100), note: said(1000) });
  const { thread_id } = await writer.send<MessageThread>(mine, 'POST /api/messages', {
    subject: said(150),
    body: said(4000),
  });
  // No reason passes a message that no provider has opened.
  expect((await staff.post(`/api/provider/messages/${thread_id}/read`)).ok()).toBe(true);
  await writer.send(staff, `POST /api/provider/messages/${thread_id}`, { body: said(4000) });
  await writer.send(staff, 'POST /api/provider/messages', {
    patient_id: patientId,
    subject: said(150),
    body: said(4000),
  });
  return thread_id;
}

async function visits(writer: Writer, { mine, staff }: At): Promise<void> {
  const ask = () =>
    writer.send<Appointment>(mine, 'POST /api/appointments', {
      kind: 'video',
      reason: said(1000),
      preferred: [soon(120)],
    });
  const first = await ask();
  await writer.send(mine, `POST /api/appointments/${first.id}/cancel`, { reason: said(500) });
  const change = (id: string, data: object) =>
    writer.send(staff, `POST /api/provider/appointments/${id}`, data);
  const seen = await ask();
  await change(seen.id, { status: 'scheduled', starts_at: soon(0.02), ends_at: soon(0.5) });
  await change(seen.id, { started_at: soon(-0.01), ended_at: soon(0), note: said(4000) });
  const { id } = await ask();
  const join_url = `https://meet.example/${said(0)}/${PAYLOADS[0]}`;
  await change(id, { status: 'scheduled', starts_at: soon(121), ends_at: soon(122), join_url });
}

async function facts(writer: Writer, at: At): Promise<void> {
  const base = `/api/trt/cases/${at.caseId}`;
  const change = async (call: string, more: object) =>
    writer.send(at.staff, `${call}`, { version: await version(at), ...more });
  const { user } = await json<MeResponse>(at.staff.get('/auth/me'));
  await change(`PATCH ${base}`, { diagnosis: said(500), primary_clinician: user.id });
  await change(`POST ${base}/hold`, { reason: said(2000) });
  await change(`POST ${base}/resume`, { reason: said(2000) });
  const check = await writer.send<{ id: string }>(at.staff, `POST ${base}/pdmp-checks`, {
    state: 'NY',
    queried_on: daysAgo(0),
    finding: 'discrepancy',
    report_ref: said(200),
    delegate_of: said(200),
    note: said(2000),
  });
  await writer.send(at.staff, `POST ${base}/pdmp-checks/${check.id}/resolve`, { reason: said(2000) });
  const basis = {
    kind: 'in_person',
    on: daysAgo(1),
    practitioner: said(200),
    where: said(200),
    note: said(2000),
  };
  await writer.send(at.staff, `POST ${base}/telemed-basis`, basis);
}

async function labs(writer: Writer, { staff, patientId }: At): Promise<void> {
  const enter = (days: number) =>
    writer.send<Lab>(staff, 'POST /api/labs', {
      patient_id: patientId,
      collected_at: `${daysAgo(days)}T08:00:00-05:00`,
      specimen: said(100),
      results: { hct_percent: 58 },
    });
  const { id } = await enter(3);
  await writer.send(staff, `POST /api/labs/${id}/review`, { note: said(4000) });
  const call = { called_on: daysAgo(0), reached: true, note: said(2000) };
  await writer.send(staff, `POST /api/labs/${id}/call-back`, call);
  const typo = await enter(4);
  const right = { version: typo.version, results: { hct_percent: 45 }, reason: said(2000) };
  await writer.send(staff, `POST /api/labs/${typo.id}/correct`, right);
  const wrong = await enter(5);
  await writer.send(staff, `POST /api/labs/${wrong.id}/void`, { version: wrong.version, reason: said(2000) });
}

async function titrated(writer: Writer, at: At): Promise<void> {
  const base = `/api/trt/cases/${at.caseId}`;
  const wish = { formulation: 'testosterone_cypionate_im', dose: 70, frequency: 'once weekly' };
  const words = { reason: said(2000), blood_draw_timing: said(300) };
  await writer.send(at.staff, `POST ${base}/titrate`, { ...wish, route: 'intramuscular', ...words });
  at.later.push(async () =>
    writer.send(at.staff, `POST ${base}/discontinue`, {
      reason_code: 'patient_choice',
      effective_date: daysAgo(0),
      follow_up_labs: true,
      note: said(4000),
      version: await version(at),
    }),
  );
}

async function onHold(writer: Writer, at: At): Promise<void> {
  const hold = { reason: said(2000), version: await version(at) };
  await writer.send(at.staff, `POST /api/trt/cases/${at.caseId}/hold`, hold);
}

/** An emergency that waits for another call; the call that ends it comes later. */
async function danger(writer: Writer, at: At): Promise<void> {
  await writer.send(at.mine, 'POST /api/messages', {
    subject: said(150),
    body: `Crushing chest pain ${said(3900)}`,
  });
  const { alerts } = await detail(at);
  const emergency = alerts.find(({ rule_key }) => rule_key?.startsWith('emergency_'))!;
  const alert = `POST /api/trt/cases/${at.caseId}/alerts/${emergency.id}`;
  const called = (reached: boolean) => ({ reached, at: new Date().toISOString(), note: said(2000) });
  const again = { action: 'recheck', recheck_on: daysAgo(0), note: said(2000), contact: called(false) };
  await writer.send(at.staff, `${alert}/acknowledge`, again);
  at.later.unshift(() =>
    writer.send(at.staff, `${alert}/close`, { contact: called(true), note: said(2000) }),
  );
}

async function againstTheRules(info: TestInfo, writer: Writer, staff: APIRequestContext): Promise<string> {
  const own = await newSession(info);
  const email = await signUpByApi(own, info.project.name);
  const texts = Object.fromEntries(SCANNED_TEXT_FIELDS.map((name) => [name, `Prostate ${short} cancer`]));
  await submitByApi(own, { ...answersThatShowEverything(), ...texts, dob: '1984-01-15', email });
  await own.dispose();
  const { id: caseId } = await caseOf(staff, email);
  const at = `/api/trt/cases/${caseId}`;
  const { alerts, unread_history, case: seen } = await detail({ staff, caseId });
  await writer.send(staff, `POST ${at}/history-review`, {
    version: seen.version,
    fields: unread_history.map(({ field }) => field),
    against_treatment: false,
    note: said(4000),
  });
  const later = { action: 'recheck', recheck_on: daysAgo(-30), note: said(2000) };
  await writer.send(staff, `POST ${at}/alerts/${alerts[0]!.id}/acknowledge`, later);
  await writer.send(staff, `POST ${at}/plans`, {
    formulation: 'testosterone_cypionate_im',
    dose: 80,
    frequency: 'once weekly',
    route: 'intramuscular',
    override_reason: said(2000),
    blood_draw_timing: said(300),
  });
  return caseId;
}

/** Fields that are read as something else: a payload in any of them is refused. */
async function refusedTexts(at: At): Promise<string[]> {
  const kept: string[] = [];
  const refuse = async (who: APIRequestContext, call: string, body: object, fields: readonly string[]) => {
    const [method = '', path = ''] = call.split(' ');
    for (const field of fields) {
      const [name = '', inner] = field.split('.');
      const value = `80 ${short}`;
      const data = { ...body, [name]: inner ? { at_most: 1, [inner]: value } : value };
      const answer = await who.fetch(path, { method, data });
      if (answer.status() !== 422) kept.push(`${call} ${field}: ${answer.status()}`);
    }
  };
  const dosage = { dose: 80, frequency: 'once weekly', route: 'intramuscular' };
  const plan = { formulation: 'testosterone_cypionate_im', reason: said(300), ...dosage };
  await refuse(at.staff, `POST /api/trt/cases/${at.caseId}/titrate`, plan, [
    'formulation',
    'frequency',
    'route',
  ]);
  const check = { location_state: 'NY', changes: {}, side_effects: [] };
  const choices = ['location_state', 'sex_assigned_at_birth', 'vte_history', 'last_testosterone_on'];
  await refuse(at.mine, 'POST /api/safety-checks', check, choices);
  const { summary } = await json<PatientProfileResponse>(at.mine.get('/api/patient/profile'));
  const numbers = ['phone', 'emergency_contact_phone', 'timezone'];
  await refuse(at.mine, 'PATCH /api/patient/profile', { version: summary.version }, numbers);
  await refuse(at.staff, 'PATCH /api/provider/profile', {}, ['npi']);
  const hold = { version: await version(at), reason: said(300) };
  await refuse(at.staff, `POST /api/trt/cases/${at.caseId}/hold`, hold, ['until.analyte']);
  const lab = { patient_id: at.patientId, results: { hct_percent: 45 } };
  await refuse(at.staff, 'POST /api/labs', lab, ['collected_at']);
  await refuse(at.mine, 'POST /api/doses', { dose: 80, unit: 'mg' }, ['taken_at']);
  await refuse(at.mine, 'POST /api/doses/missed', {}, ['due_at']);
  return kept;
}
