import type {
  BaselinePlanResponse,
  CaseDetailResponse,
  DraftedPrescription,
  IntakeForm,
  Plan,
  Prescription,
  StaffMessagesResponse,
} from '../../common/api/index.js';
import { addDays, dateIn } from '../../common/clinical/index.js';
import { completeAnswers } from '../../common/intake/fixtures.js';
import type { Person } from './person.js';
import type { TestPortal } from './portal.js';

/** The demo clinic's date, used for what the law requires. */
export const clinicToday = (): string => dateIn(new Date(), 'America/New_York');
/** A call that reached a patient in an emergency. */
export const reachedNow = (note: string) => ({ reached: true, at: new Date().toISOString(), note });

/** In the clinic's days, not UTC's: its evening is already tomorrow there. */
export const daysAgo = (days: number): string => addDays(clinicToday(), -days);
/** Local time of a morning draw in New York. */
export const morning = (days: number): string => `${daysAgo(days)}T08:00:00-05:00`;

/** A name of one's own: two records of one name and date of birth are taken for one person. */
const nameOf = (email: string): string =>
  `Orson ${email.replace(/@.*|[^a-z\d]/gi, '').replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`;

/** Answers with nothing against treatment. */
export const answers = (email: string, change: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...completeAnswers(),
  full_name: nameOf(email),
  email,
  formulation_preference: 'no_preference',
  injection_comfort: 'comfortable',
  number_of_children: 0,
  blood_pressure_systolic: 126,
  blood_pressure_diastolic: 78,
  decreased_libido: true,
  stopbang_male: true,
  ...change,
});

export async function form(patient: Person): Promise<IntakeForm> {
  return ((await patient.get('/api/trt/intake')).body as { intake_form: IntakeForm }).intake_form;
}

export async function save(
  patient: Person,
  data: Record<string, unknown>,
  more: Record<string, unknown> = {},
) {
  return patient.post('/api/trt/intake', { data, version: (await form(patient)).version, ...more });
}

export interface Treated {
  patient: Person;
  provider: Person;
  caseId: string;
  patientId: string;
}

/** One session of the demo provider serves the tests of a portal, until one of them ends it. */
const providers = new WeakMap<TestPortal, Person>();
async function providerOf(portal: TestPortal): Promise<Person> {
  const known = providers.get(portal);
  if (known && (await known.get('/auth/me')).status === 200) return known;
  const provider = await portal.signIn('provider@demo.test');
  providers.set(portal, provider);
  return provider;
}

const isUnchanged = (change: Record<string, unknown>): boolean => Object.keys(change).length === 0;

/** A patient with a submitted intake, and a provider of the same clinic. */
export async function submitted(
  portal: TestPortal,
  change: Record<string, unknown> = {},
  by?: Person,
): Promise<Treated> {
  const known = isUnchanged(change) && portal.prepared?.('submitted');
  if (!known) return madeSubmitted(portal, change, by);
  return { ...known, provider: by ?? (await providerOf(portal)) };
}

export async function madeSubmitted(
  portal: TestPortal,
  change: Record<string, unknown> = {},
  by?: Person,
): Promise<Treated> {
  const patient = await portal.signUp();
  const response = await save(patient, answers(patient.email, change), { submit: true });
  if (response.status !== 200) throw new Error(`submit: ${response.status} ${response.text}`);
  const provider = by ?? (await providerOf(portal));
  const list = await provider.list('/api/trt/cases', { filter: { q: patient.email } });
  const [row] = (list.body as { items: { id: string; patient_id: string }[] }).items;
  if (!row) throw new Error('no case for a submitted intake');
  return { patient, provider, caseId: row.id, patientId: row.patient_id };
}

export async function detail({ provider, caseId }: Treated): Promise<CaseDetailResponse> {
  return (await provider.get(`/api/trt/cases/${caseId}/detail`)).body as CaseDetailResponse;
}

/** The care team reached the patient. */
export async function closeEmergency(treated: Treated, key: string) {
  const alert = (await detail(treated)).alerts.find(({ rule_key }) => rule_key === key);
  const contact = reachedNow('Reached, safe at home with family');
  const path = `/api/trt/cases/${treated.caseId}/alerts/${alert?.id}/close`;
  const response = await treated.provider.post(path, { contact });
  if (response.status !== 200) throw new Error(`close: ${response.status} ${response.text}`);
}

/** The emergencies whose alerts are open, with severity and places. */
export const openEmergencies = async (treated: Treated): Promise<string[]> =>
  (await detail(treated)).alerts
    .filter((alert) => alert.rule_key?.startsWith('emergency_'))
    .map(({ rule_key, severity, reports }) => `${rule_key} ${severity} ${reports.map((r) => r.place).join()}`)
    .sort();

export async function addLab(
  { provider, patientId }: Pick<Treated, 'provider' | 'patientId'>,
  days: number,
  results: Record<string, number>,
) {
  const response = await provider.post('/api/labs', {
    patient_id: patientId,
    // Early in the day its morning is still to come.
    collected_at: days === 0 ? new Date(Date.now() - 60_000).toISOString() : morning(days),
    results,
  });
  if (response.status !== 201) throw new Error(`lab: ${response.status} ${response.text}`);
  return response;
}

/** Everything a prescriber needs: two low mornings, education read, today's checks. */
export async function ready(treated: Treated): Promise<Treated> {
  await addLab(treated, 20, { tt_ng_dl: 245, hct_percent: 44, psa_ng_ml: 0.8 });
  await addLab(treated, 10, { tt_ng_dl: 260 });
  await treated.patient.post('/api/trt/consent', { agree: true });
  const { version } = (await detail(treated)).case;
  const extras = { pdmp_checked_on: clinicToday(), in_person_eval_on: clinicToday() };
  await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
  return treated;
}

export async function generate(patient: Person): Promise<{ status: number; body: BaselinePlanResponse }> {
  const response = await patient.post('/api/trt/patient/generate-baseline-plan', {});
  return { status: response.status, body: response.body as BaselinePlanResponse };
}

/** A patient with a plan pending review. */
export async function planned(
  portal: TestPortal,
  change: Record<string, unknown> = {},
): Promise<Treated & { plan: Plan }> {
  if (isUnchanged(change) && portal.prepared) return ordered(portal);
  const treated = await ready(await submitted(portal, change));
  const { body } = await generate(treated.patient);
  if (!body.plan) throw new Error(`no plan: ${body.reasons.join()}`);
  return { ...treated, plan: body.plan };
}

export const approvePlan = ({ provider }: Treated, { plan_id, version }: Plan, more: object = {}) =>
  provider.post('/api/trt/provider/plans/approve', { plan_id, version, ...more });

export type Ordered = Treated & { plan: Plan; order: DraftedPrescription };

/** A patient with a plan and its order, both pending. */
export async function ordered(portal: TestPortal): Promise<Ordered> {
  const known = portal.prepared?.('ordered');
  if (!known) return madeOrdered(portal);
  return { ...known, provider: await providerOf(portal), plan: known.plan!, order: known.order! };
}

export async function madeOrdered(portal: TestPortal): Promise<Ordered> {
  const treated = await ready(await submitted(portal));
  const { body } = await generate(treated.patient);
  return { ...treated, plan: body.plan!, order: body.prescription! };
}

/** The same, approved. */
export async function inForce(portal: TestPortal): Promise<Ordered> {
  const known = portal.prepared?.('inForce');
  if (!known) return madeInForce(portal);
  return { ...known, provider: await providerOf(portal), plan: known.plan!, order: known.order! };
}

export async function madeInForce(portal: TestPortal): Promise<Ordered> {
  const treated = await ordered(portal);
  const response = await approvePlan(treated, treated.plan);
  if (response.status !== 200) throw new Error(response.text);
  return { ...treated, plan: response.body.plan as Plan, order: response.body.prescription as Prescription };
}

/** A clinician reviews everything that the patient wrote, and finds nothing against treatment in it. */
export async function reviewMessages(provider: Person, who: string): Promise<void> {
  const { threads } = (await provider.list('/api/provider/messages', { filter: { q: who } }))
    .body as unknown as StaffMessagesResponse;
  for (const { id, last_message_at } of threads) {
    const { status } = await provider.post(`/api/provider/messages/${id}/review`, {
      last_message_at,
      against_treatment: false,
    });
    if (status !== 200) throw new Error(`review: ${status}`);
  }
}
