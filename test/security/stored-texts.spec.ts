import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'supertest';
import { DataSource } from 'typeorm';
import type {
  Lab,
  LabMessagesResponse,
  LabOrderDraft,
  Pharmacy,
  PharmacyOrder,
  Prescription,
  StaffLabOrder,
  StaffPlan,
} from '../../common/api/index.js';
import { SCANNED_TEXT_FIELDS } from '../../common/clinical/history.js';
import { answersThatShowEverything } from '../../common/intake/fixtures.js';
import { ClearTexts } from '../../server/keys/clear-texts.js';
import { encryptedColumns } from '../../server/keys/key-rotation.js';
import { MessageImport } from '../../server/lab-messages/message-import.service.js';
import { sha256 } from '../../server/platform/crypto/field-cipher.js';
import {
  answers,
  approvePlan,
  daysAgo,
  detail,
  inForce,
  morning,
  ordered,
  reachedNow,
  save,
  submitted,
  type Treated,
} from '../support/care.js';
import { sendReport } from '../support/files.js';
import { drawnOf, oru } from '../support/laboratory.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

jest.setTimeout(180_000);
// A second try would be refused for the names that the first one took, and hide why that failed.
jest.retryTimes(0);
const MARK = 'Quokkaberry';
/** Long enough for every reason that has to be typed. */
const SAID = `${MARK} pancakes upset his stomach`;
const reason = SAID;
/** Encrypted, and not written here. */
const WITHOUT_VALUE = [
  // Sign-in through a provider.
  'sso_connections.client_secret_enc',
  'sso_logins.sign_out_enc',
  'sso_logins.verifier_enc',
  // e2e/accounts-addresses releases a held record.
  'patients.release_reason_enc',
  'idempotency_keys.response_enc',
  // e2e/settled-findings: keys of rules and digests.
  'history_reviews.settled_enc',
  // e2e/fhir-export.
  'fhir_export_parts.data_enc',
  // e2e/webhooks and e2e/pharmacy-orders: the portal's own secrets.
  'pharmacies.secret_enc',
  'pharmacy_orders.message_enc',
  'webhooks.old_secret_enc',
  'webhooks.secret_enc',
];

let portal: TestPortal;
let admin: Person;
beforeAll(async () => {
  portal = await startTreatedPortal();
  admin = await portal.signIn('orgadmin@demo.test');
});
afterAll(() => portal.close());

/** What a laboratory writes, and why a message of it was discarded. */
async function laboratory(provider: Person): Promise<void> {
  await done(admin.post('/api/admin/lab-connections', { name: 'A laboratory', sending_facility: 'STORED' }));
  const message = Buffer.from(
    oru({
      patient: `PID|1||${MARK}||${MARK}^${MARK}`,
      sender: ['', 'STORED'],
      results: [{ code: MARK, system: 'L', value: SAID, unit: MARK, type: 'ST' }],
    }),
  );
  const take = (bytes: Buffer) => portal.app.get(MessageImport).take(bytes, sha256(bytes).toString('hex'));
  await take(message);
  const result = oru({
    patient: await drawnOf(portal, 'patient@demo.test'),
    sender: ['', 'STORED'],
    results: [{ code: '2857-1', value: '0.8', unit: 'ng/mL' }],
  });
  await take(Buffer.from(`${result}NTE|1||${SAID}\r`));
  const { lab_messages: found } = await done<LabMessagesResponse>(
    provider.list('/api/lab-messages', { filter: { waiting: true } }),
  );
  const { id, version } = found[0]!;
  await done(provider.post(`/api/lab-messages/${id}/discard`, { reason, version }));
}

/** What is written on a laboratory order, and why it was canceled. */
async function laboratoryOrder({ provider, caseId }: Treated): Promise<void> {
  const { laboratories } = await done<LabOrderDraft>(
    provider.get(`/api/trt/cases/${caseId}/lab-orders/draft`),
  );
  const order = await done<StaffLabOrder>(
    provider.post(`/api/trt/cases/${caseId}/lab-orders`, {
      connection_id: laboratories[0]!.id,
      analytes: ['psa_ng_ml'],
      fasting: false,
      window_from: daysAgo(0),
      due_on: daysAgo(0),
      diagnosis_codes: ['E29.1'],
      note: SAID,
    }),
  );
  const { id, version } = order;
  const canceled = await done<StaffLabOrder>(
    provider.post(`/api/trt/lab-orders/${id}/cancel`, { reason, version }),
  );
  expect([canceled.note, canceled.cancel_reason]).toEqual([SAID, SAID]);
}

/** The tables with the mark in any column, as text or as bytes. */
async function holding(mark: string): Promise<string[]> {
  const tables = await portal.database.asSuperuser<{ name: string }>(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'pgboss') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await portal.database.asSuperuser(
      `SELECT 1 FROM ${name} t WHERE t::text ILIKE $1 OR t::text LIKE $2 LIMIT 1`,
      [`%${mark}%`, `%${Buffer.from(mark).toString('hex')}%`],
    );
    if (rows.length) found.push(name);
  }
  return found;
}

async function done<Body>(answer: Promise<Response>): Promise<Body> {
  const { status, text, body, request } = await answer;
  if (status >= 300) throw new Error(`${request.method} ${request.url}: ${status} ${text}`);
  return body as Body;
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** What a patient writes. */
async function writesEverywhere({ patient, provider, patientId }: Treated): Promise<void> {
  const thread = await done<{ thread_id: string }>(
    patient.post('/api/messages', { subject: MARK, body: SAID }),
  );
  await done(provider.post(`/api/provider/messages/${thread.thread_id}`, { body: SAID }));
  await done(provider.post('/api/provider/messages', { patient_id: patientId, subject: MARK, body: SAID }));
  await done(
    patient.post('/api/doses', {
      taken_at: new Date().toISOString(),
      dose: 80,
      unit: 'mg',
      site: MARK,
      note: SAID,
    }),
  );
  const changes = { medicines: SAID, conditions: SAID, allergies: SAID, fertility: SAID };
  await done(
    patient.post('/api/safety-checks', {
      location_state: 'NY',
      vte_details: SAID,
      changes,
      side_effects: [],
    }),
  );
  await done(patient.post('/api/trt/assistant/chat', { message: `Is ${SAID}?` }));
  await done(sendReport(patient, MARK));
  const visit = async (): Promise<string> => {
    const asked = { kind: 'video', reason: SAID, preferred: [inHours(48)] };
    return (await done<{ id: string }>(patient.post('/api/appointments', asked))).id;
  };
  const first = await visit();
  await done(patient.post(`/api/appointments/${first}/cancel`, { reason }));
  const change = async (id: string, body: object) =>
    done(provider.post(`/api/provider/appointments/${id}`, body));
  const second = await visit();
  await change(second, { status: 'scheduled', starts_at: inHours(30), ends_at: inHours(30.5) });
  await portal.database.asSuperuser(
    `UPDATE appointments SET starts_at = now() - interval '1 hour', ends_at = now() - interval '30 minutes' WHERE id = $1`,
    [second],
  );
  await change(second, { started_at: inHours(-1), ended_at: inHours(-0.5), note: SAID });
}

/** An emergency, and the call that answered it. */
async function answersAnEmergency(treated: Treated): Promise<void> {
  const { patient, provider, caseId } = treated;
  await done(patient.post('/api/messages', { subject: MARK, body: `Crushing chest pain ${MARK}` }));
  const { alerts } = await detail(treated);
  const alert = alerts.find((one) => one.rule_key?.startsWith('emergency_'))!;
  const at = `/api/trt/cases/${caseId}/alerts/${alert.id}`;
  await done(provider.post(`${at}/close`, { contact: reachedNow(SAID) }));
}

/** Labs with a note of each kind, and records that the law asks for. */
async function notesOnLabs({ provider, patientId, caseId }: Treated): Promise<void> {
  const enter = (days: number) =>
    done<Lab>(
      provider.post('/api/labs', {
        patient_id: patientId,
        collected_at: morning(days),
        specimen: MARK,
        results: { hct_percent: 58 },
      }),
    );
  const { id } = await enter(3);
  await done(provider.post(`/api/labs/${id}/review`, { note: SAID }));
  const call = { called_on: daysAgo(0), reached: true, note: SAID };
  const { version } = await done<Lab>(provider.post(`/api/labs/${id}/call-back`, call));
  await done(provider.post(`/api/labs/${id}/correct`, { version, results: { hct_percent: 45 }, reason }));
  const wrong = await enter(5);
  await done(provider.post(`/api/labs/${wrong.id}/void`, { version: wrong.version, reason }));
  const at = `/api/trt/cases/${caseId}`;
  const check = await done<{ id: string }>(
    provider.post(`${at}/pdmp-checks`, {
      state: 'NY',
      queried_on: daysAgo(0),
      finding: 'discrepancy',
      report_ref: MARK,
      delegate_of: MARK,
      note: SAID,
    }),
  );
  await done(provider.post(`${at}/pdmp-checks/${check.id}/resolve`, { reason }));
  await done(
    provider.post(`${at}/telemed-basis`, {
      kind: 'in_person',
      on: daysAgo(1),
      practitioner: MARK,
      where: MARK,
      note: SAID,
    }),
  );
}

/** A patient whose history speaks against treatment, and a provider who answers in words. */
async function againstTheRules(): Promise<Treated> {
  // Rules show the words that they found, with what is between them.
  const texts = Object.fromEntries(SCANNED_TEXT_FIELDS.map((field) => [field, `Prostate ${MARK} cancer`]));
  const treated = await submitted(portal, { ...answersThatShowEverything(), ...texts, dob: '1984-01-15' });
  const at = `/api/trt/cases/${treated.caseId}`;
  const { alerts, unread_history, case: seen } = await detail(treated);
  const shown = alerts.flatMap(({ evidence }) => evidence.map(({ value }) => String(value)));
  expect(shown.filter((value) => value.includes(MARK.toLowerCase()))).not.toEqual([]);
  const fields = unread_history.map(({ field }) => field);
  await done(
    treated.provider.post(`${at}/history-review`, {
      version: seen.version,
      fields,
      against_treatment: true,
      note: SAID,
    }),
  );
  await done(
    treated.provider.post(`${at}/alerts/${alerts[0]!.id}/acknowledge`, {
      action: 'recheck',
      recheck_on: daysAgo(-30),
      note: SAID,
    }),
  );
  const plan = await done<StaffPlan>(
    treated.provider.post(`${at}/plans`, {
      formulation: 'testosterone_cypionate_im',
      dose: 80,
      frequency: 'once weekly',
      route: 'intramuscular',
      override_reason: SAID,
      blood_draw_timing: SAID,
    }),
  );
  expect([plan.reason, plan.flag_reason, plan.blood_draw_timing]).toEqual([
    SAID,
    expect.stringContaining(SAID),
    SAID,
  ]);
  return treated;
}

/** A treatment from its flagged plan to its end, each decision with its reason. */
async function throughATreatment(): Promise<Treated> {
  const treated = await ordered(portal);
  const { provider, patient, caseId, plan, order } = treated;
  const at = `/api/trt/cases/${caseId}`;
  const plans = (act: string) =>
    provider.post(`/api/trt/provider/plans/${act}`, { plan_id: plan.plan_id, reason });
  const acts = (id: string, act: string, body: object) =>
    done<Prescription>(provider.post(`/api/trt/prescriptions/${id}/${act}`, body));
  await done(plans('flag'));
  await done(plans('unflag'));
  const flagged = await done<StaffPlan>(plans('flag'));
  expect(flagged.flags.map(({ text, cleared }) => [text, cleared?.reason ?? null])).toEqual([
    [SAID, SAID],
    [SAID, null],
  ]);
  await done(approvePlan(treated, flagged, { override_reason: SAID }));
  const { version } = (await detail(treated)).prescriptions.find(({ id }) => id === order.id)!;
  const held = await acts(order.id, 'hold', { reason, version });
  expect(held.on_hold?.reason).toBe(SAID);
  await acts(order.id, 'release', { reason, version: held.version });
  const seen = async () => (await detail(treated)).case.version;
  await done(provider.patch(at, { version: await seen(), diagnosis: `${SAID}, had a DVT` }));
  await done(provider.post(`${at}/hold`, { reason, version: await seen() }));
  await done(provider.post(`${at}/resume`, { reason, version: await seen() }));
  await done(patient.post('/api/trt/consent', { agree: true }));
  await refill(treated);
  const { formulation, frequency, route } = plan;
  const wish = { formulation, frequency, route, dose: plan.dose - 10, reason, blood_draw_timing: SAID };
  await done(provider.post(`${at}/titrate`, wish));
  await decideOrders(treated);
  return treated;
}

async function refill({ provider, patient, order }: Treated & { order: { id: string } }): Promise<void> {
  await portal.database.asSuperuser(
    `UPDATE prescriptions SET approved_at = now() - interval '50 days' WHERE id = $1`,
    [order.id],
  );
  await done(
    provider.post(`/api/trt/prescriptions/${order.id}/dispenses`, {
      filled_on: daysAgo(45),
      quantity: 4,
      days: 28,
      source: 'pharmacy',
    }),
  );
  const safety_check = { location_state: 'NY', changes: {}, side_effects: [] };
  const asked = await done<{ id: string; version: number }>(
    patient.post('/api/refill-requests', { prescription_id: order.id, reason, safety_check }),
  );
  const answer = { version: asked.version, decision: 'refuse', reason };
  await done(provider.post(`/api/trt/refill-requests/${asked.id}`, answer));
}

/** The drafts of a plan that waits: one approved in spite of its flag, one rejected, one canceled. */
async function decideOrders(treated: Treated): Promise<void> {
  const { provider, caseId } = treated;
  const drafts = async () =>
    (await detail(treated)).prescriptions.filter((one) => one.prescription_state === 'draft');
  const review = (id: string, body: object) =>
    done<Prescription>(provider.post(`/api/trt/prescriptions/${id}/review`, body));
  const [first] = await drafts();
  const { drug, dose, frequency, route, quantity, refills, days_supply } = first!;
  const again = { drug, dose, frequency, route, quantity, refills, days_supply };
  const rejected = await review(first!.id, { decision: 'reject', note: SAID });
  expect(rejected.ended_reason).toBe(SAID);
  const write = () => done<Prescription>(provider.post(`/api/trt/cases/${caseId}/prescriptions`, again));
  const canceled = await done<Prescription>(
    provider.post(`/api/trt/prescriptions/${(await write()).id}/transition`, { to: 'canceled', reason }),
  );
  expect([canceled.status, canceled.ended_reason]).toEqual(['canceled', SAID]);
  const { id } = await write();
  const judged = (
    await done<{ blocked_by: string[] }>(provider.get(`/api/trt/prescriptions/${id}/judgement`))
  ).blocked_by;
  const { version } = await review(id, { decision: 'accept', override_reason: SAID, overrides: judged });
  await done(provider.post(`/api/trt/prescriptions/${id}/hold`, { reason, version }));
}

/** Why an order was taken back from a pharmacy. */
async function atPharmacy(): Promise<void> {
  const { provider, order } = await inForce(portal);
  const { id: pharmacy_id } = await done<Pharmacy>(
    admin.post('/api/admin/pharmacies', { name: 'A pharmacy', channel: 'fax', fax: '212-555-0100' }),
  );
  const { id, version } = await done<PharmacyOrder>(
    provider.post(`/api/trt/prescriptions/${order.prescription_id}/pharmacy-orders`, {
      pharmacy_id,
      version: order.version,
      reason,
    }),
  );
  const path = `/api/trt/pharmacy-orders/${id}/withdraw`;
  const { status } = await done<PharmacyOrder>(provider.post(path, { reason, version }));
  expect(status).toBe('withdrawn');
}

/** Administrators' reasons, the reason to open a record, and the end of the treatment. */
async function reasonsAroundIt({ provider, caseId, patientId }: Treated): Promise<void> {
  const version = async () =>
    (await done<{ case: { version: number } }>(provider.get(`/api/trt/cases/${caseId}/detail`))).case.version;
  const change = { version: await version(), primary_clinician: provider.me!.user.id };
  await done(provider.patch(`/api/trt/cases/${caseId}`, change));
  const colleague = await portal.signIn('multi@demo.test');
  await done(colleague.post(`/api/provider/patients/${patientId}/open`, { reason }));
  await done(admin.post(`/api/admin/patients/${patientId}/legal-hold`, { reason }));
  await done(admin.post(`/api/admin/patients/${patientId}/legal-hold/release`, { reason }));
  await laboratory(provider);
  await laboratoryOrder({ provider, caseId } as Treated);
  await atPharmacy();
  await done(
    provider.post(`/api/trt/cases/${caseId}/discontinue`, {
      reason_code: 'patient_choice',
      effective_date: daysAgo(0),
      follow_up_labs: true,
      note: SAID,
      version: await version(),
    }),
  );
}

/** The name is that of the patient, which is known in clear. */
async function signs(): Promise<void> {
  const { patient } = await submitted(portal);
  const { full_name: name } = answers(patient.email);
  await done(save(patient, {}, { submit: true, signature: { name } }));
}

describe('what patients and staff write', () => {
  it('is found nowhere in the database', async () => {
    const history = await againstTheRules();
    await notesOnLabs(history);
    const treated = await throughATreatment();
    await writesEverywhere(treated);
    await answersAnEmergency(treated);
    await reasonsAroundIt(treated);
    await signs();
    expect(await holding(MARK)).toEqual([]);

    const told = JSON.stringify(await detail(treated));
    expect(told.split(MARK).length).toBeGreaterThan(10);
    const empty: string[] = [];
    for (const { table, column } of encryptedColumns(portal.app.get(DataSource).entityMetadatas)) {
      const rows = await portal.database.asSuperuser(
        `SELECT 1 FROM ${table} WHERE ${column} IS NOT NULL LIMIT 1`,
      );
      if (!rows.length) empty.push(`${table}.${column}`);
    }
    expect(empty.toSorted()).toEqual(WITHOUT_VALUE.toSorted());
  });

  it('is read as before while an earlier server stores it in clear, and encrypted afterwards', async () => {
    const treated = await submitted(portal);
    const at = `/api/trt/cases/${treated.caseId}`;
    const { version } = (await detail(treated)).case;
    await done(treated.provider.patch(at, { version, diagnosis: 'Of this release' }));
    await portal.database.asSuperuser('UPDATE cases SET diagnosis = $2 WHERE id = $1', [
      treated.caseId,
      SAID,
    ]);
    expect(await holding(MARK)).toEqual(['public.cases']);
    expect((await detail(treated)).case.diagnosis).toBe(SAID);
    await portal.app.get(ClearTexts).run();
    expect(await holding(MARK)).toEqual([]);
    expect((await detail(treated)).case.diagnosis).toBe(SAID);
  });
});
