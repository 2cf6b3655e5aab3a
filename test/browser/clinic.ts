import { expect, request as requests, type APIRequestContext, type TestInfo } from '@playwright/test';
import type {
  CaseListResponse,
  PendingPlan,
  PendingPlansResponse,
  Prescription,
} from '../../common/api/index.js';
import { signUpByApi, submitByApi } from './api.js';
import { daysAgo } from './clock.js';
import { PASSWORD } from './people.js';

/** Signs in a demo user without the sign-in screen. */
export async function signInByApi(
  request: APIRequestContext,
  who: string,
  password = PASSWORD,
): Promise<void> {
  const answer = await request.post('/auth/login', { data: { email: who, password } });
  expect(answer.status()).toBe(200);
}

export const newSession = (info: TestInfo): Promise<APIRequestContext> =>
  requests.newContext({ baseURL: info.project.use.baseURL ?? '' });

/** A separate session for a demo user, alongside the one in the browser. */
export async function sessionOf(
  info: TestInfo,
  who: string,
  password = PASSWORD,
): Promise<APIRequestContext> {
  const request = await newSession(info);
  await signInByApi(request, who, password);
  return request;
}

export async function json<T>(call: ReturnType<APIRequestContext['get']>, status = 200): Promise<T> {
  const answer = await call;
  expect(answer.status(), await answer.text()).toBe(status);
  return (await answer.json()) as T;
}

const filtered = (path: string, filter: object): string =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

export interface CarePatient {
  name: string;
  email: string;
  caseId: string;
  patientId: string;
  plan: PendingPlan;
}

const names = ['Abel', 'Basil', 'Conrad', 'Duncan', 'Edgar', 'Floyd', 'Graham', 'Homer', 'Isaac', 'Julius'];
let count = 0;
const newName = (): string =>
  `${names[count++ % names.length] ?? 'Noah'} ${Math.random().toString(36).slice(2, 8)}`;

/** Without these a rule flags the plan. */
export const SYMPTOMS = {
  decreased_libido: true,
  decreased_libido_severity: 6,
  blood_pressure_systolic: 126,
  blood_pressure_diastolic: 78,
};

/** A new patient whose plan, drafted from labs, is pending review with a draft order; all by API calls. */
export async function patientWithPlan(
  info: TestInfo,
  provider: APIRequestContext,
  { pdmp = true, name = newName() }: { pdmp?: boolean; name?: string } = {},
): Promise<CarePatient> {
  const own = await newSession(info);
  const email = await signUpByApi(own, info.project.name);
  await submitByApi(own, { ...SYMPTOMS, full_name: name, email });
  await json(own.post('/api/trt/consent', { data: { agree: true } }));
  const found = await caseOf(provider, email);
  await labsAndFacts(provider, found, pdmp);
  await json(own.post('/api/trt/patient/generate-baseline-plan', { data: {} }), 201);
  await own.dispose();
  const plan = await pendingPlan(provider, email);
  expect(plan.flagged, plan.flag_reason ?? '').toBe(false);
  return { name, email, caseId: found.id, patientId: found.patient_id, plan };
}

type FoundCase = CaseListResponse['items'][number];

export async function caseOf(provider: APIRequestContext, email: string): Promise<FoundCase> {
  const list = await json<CaseListResponse>(provider.get(filtered('/api/trt/cases', { q: email })));
  const found = list.items[0];
  if (!found) throw new Error('The new case is not in the list');
  return found;
}

/** What a plan is drafted from: two low morning panels, the in-person visit, the registry query. */
export async function labsAndFacts(
  provider: APIRequestContext,
  found: FoundCase,
  pdmp = true,
): Promise<void> {
  for (const [days, results] of [
    [20, { tt_ng_dl: 245, hct_percent: 44, psa_ng_ml: 0.8 }],
    [10, { tt_ng_dl: 260 }],
  ] as const) {
    const lab = { patient_id: found.patient_id, collected_at: `${daysAgo(days)}T08:00:00-05:00`, results };
    await json(provider.post('/api/labs', { data: lab }), 201);
  }
  const { case: now } = await json<{ case: { version: number } }>(
    provider.get(`/api/trt/cases/${found.id}/detail`),
  );
  const extras = { in_person_eval_on: daysAgo(3), ...(pdmp && { pdmp_checked_on: daysAgo(0) }) };
  await json(provider.patch(`/api/trt/cases/${found.id}`, { data: { version: now.version, extras } }));
}

export async function pendingPlan(provider: APIRequestContext, q: string): Promise<PendingPlan> {
  const { plans } = await json<PendingPlansResponse>(
    provider.get(filtered('/api/trt/provider/pending-plans', { q })),
  );
  const [plan] = plans;
  if (!plan) throw new Error('No plan waits');
  return plan;
}

/** Drawn today: a result for which a rule stops treatment, on a therapy that began 60 days ago. */
export async function onTreatmentWith(
  info: TestInfo,
  provider: APIRequestContext,
  results: Record<string, number>,
  name = newName(),
): Promise<CarePatient> {
  const patient = await patientOnTreatment(info, provider, name);
  const at = `/api/trt/cases/${patient.caseId}`;
  const { case: now } = await json<{ case: { version: number } }>(provider.get(`${at}/detail`));
  const extras = { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) };
  await json(provider.patch(at, { data: { version: now.version, extras } }));
  const lab = { patient_id: patient.patientId, collected_at: `${daysAgo(1)}T08:00:00-05:00`, results };
  await json(provider.post('/api/labs', { data: lab }), 201);
  return patient;
}

/** A patient whose plan was drafted without any lab result: flagged. */
export async function patientWithoutLabs(info: TestInfo, provider: APIRequestContext): Promise<CarePatient> {
  const own = await newSession(info);
  const name = newName();
  const email = await signUpByApi(own, info.project.name);
  await submitByApi(own, { ...SYMPTOMS, full_name: name, email });
  const found = await caseOf(provider, email);
  await json(own.post('/api/trt/patient/generate-baseline-plan', { data: {} }));
  await own.dispose();
  return {
    name,
    email,
    caseId: found.id,
    patientId: found.patient_id,
    plan: await pendingPlan(provider, email),
  };
}

/** The same with the plan and its order approved. */
export async function patientOnTreatment(
  info: TestInfo,
  provider: APIRequestContext,
  name = newName(),
): Promise<CarePatient> {
  const patient = await patientWithPlan(info, provider, { name });
  await approve(provider, patient.plan);
  return patient;
}

export const approve = (provider: APIRequestContext, { plan_id, version }: PendingPlan): Promise<unknown> =>
  json(provider.post('/api/trt/provider/plans/approve', { data: { plan_id, version } }));

export async function ordersOf(provider: APIRequestContext, caseId: string): Promise<Prescription[]> {
  const { prescriptions } = await json<{ prescriptions: Prescription[] }>(
    provider.get(`/api/trt/cases/${caseId}/prescriptions`),
  );
  return prescriptions;
}

/** Ends a patient's treatment today, with follow-up labs. */
export const discontinue = (provider: APIRequestContext, { caseId }: CarePatient): Promise<unknown> =>
  json(
    provider.post(`/api/trt/cases/${caseId}/discontinue`, {
      data: { reason_code: 'patient_choice', effective_date: daysAgo(0), follow_up_labs: true },
    }),
  );
