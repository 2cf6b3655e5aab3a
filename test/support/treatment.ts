import { expect } from '@jest/globals';
import type { CaseExtras, DraftedPrescription, Plan, TitrateResponse } from '../../common/api/index.js';
import {
  addLab,
  approvePlan,
  clinicToday,
  daysAgo,
  detail,
  generate,
  morning,
  submitted,
  type Treated,
} from './care.js';
import type { TestPortal } from './portal.js';

/** Lab values by name. */
export type Results = Record<string, number>;
/** How many days ago, the values, and the hours since the last dose. */
export type LabDraw = readonly [daysAgo: number, results: Results, hours?: number];
export interface PlanWish {
  formulation: string;
  dose: number;
  frequency: string;
  route: string;
}

export const LOW = { tt_ng_dl: 280 };
export const CYPIONATE: PlanWish = {
  formulation: 'testosterone_cypionate_im',
  dose: 80,
  frequency: 'once weekly',
  route: 'intramuscular',
};
export const XYOSTED: PlanWish = {
  formulation: 'testosterone_enanthate_sc_auto',
  dose: 75,
  frequency: 'once weekly',
  route: 'subcutaneous',
};
export const GEL: PlanWish = {
  formulation: 'testosterone_gel_1_62',
  dose: 40.5,
  frequency: 'once daily',
  route: 'topical',
};

export interface Course {
  /** How many days ago therapy began. */
  day: number;
  draws?: readonly LabDraw[];
  extras?: Partial<CaseExtras>;
  intake?: Record<string, unknown>;
  /** Another product than the drafted cypionate. */
  plan?: PlanWish;
}
export type OnTreatment = Treated & { plan: Plan; order: DraftedPrescription };

/** Enters facts as the clinician does. */
export async function enter(treated: Treated, extras: object): Promise<void> {
  const { version } = (await detail(treated)).case;
  const { status, text } = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
    version,
    extras,
  });
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
}

export async function draw({ provider, patientId }: Treated, [days, results, hours]: LabDraw): Promise<void> {
  const added = await provider.post('/api/labs', {
    patient_id: patientId,
    collected_at: morning(days),
    results,
    ...(hours !== undefined && { since_last_dose_h: hours }),
  });
  expect([added.status, added.status === 201 ? '' : added.text]).toEqual([201, '']);
}

/** On treatment for some days with these draws since. The order is still a draft, kept back by the PDMP query alone. */
export async function onTreatment(
  portal: TestPortal,
  { day, draws = [], extras = {}, intake = {}, plan: product }: Course,
): Promise<OnTreatment> {
  const treated = await submitted(portal, intake);
  await addLab(treated, day + 20, { ...LOW, hct_percent: 44, psa_ng_ml: 0.8 });
  await addLab(treated, day + 10, LOW);
  await treated.patient.post('/api/trt/consent', { agree: true });
  await enter(treated, { in_person_eval_on: clinicToday() });
  const { plan, prescription } = (await generate(treated.patient)).body;
  const approved = await approvePlan(treated, plan!, { override_reason: 'Treated elsewhere before' });
  expect(approved.status).toBe(200);
  if (product)
    await portal.database.asSuperuser(
      'UPDATE plans SET formulation = $2, dose = $3, frequency = $4, route = $5 WHERE id = $1',
      [plan!.plan_id, product.formulation, product.dose, product.frequency, product.route],
    );
  await enter(treated, { therapy_started_on: daysAgo(day), last_change_on: daysAgo(day), ...extras });
  for (const one of draws) await draw(treated, one);
  return { ...treated, plan: approved.body.plan as Plan, order: prescription! };
}

/** Keys of the rules that fire for a case. */
export const fired = async (treated: Treated): Promise<string[]> =>
  (await detail(treated)).rules.map((rule) => rule.rule_key);

/** What the titration advises, without saving. */
export async function advice(treated: Treated, wish: PlanWish = CYPIONATE) {
  const { status, body, text } = await treated.provider.post(
    `/api/trt/cases/${treated.caseId}/titrate?simulate=true`,
    wish,
  );
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  const answer = body as TitrateResponse;
  return { ...answer, keys: answer.rules.map((rule) => rule.rule_key) };
}
