import type { CarePlan } from 'fhir/r4.js';
import { FORMULATIONS } from '#common/clinical/index.js';
import type { Chart, ChartPlan } from '../model/chart.js';
import { date, OF_SUBJECT, token, type PatientResource } from '../model/definition.js';
import {
  at,
  finished,
  narrative,
  patientRef,
  practitionerRef,
  ref,
  usCore,
  usCoreConcept,
} from '../model/parts.js';
import { TEXT } from '../text/en.js';

const STATUS = {
  pending_review: 'draft',
  approved: 'active',
  previous: 'completed',
  superseded: 'revoked',
} as const satisfies Record<ChartPlan['lifecycle'], CarePlan['status']>;

function inWords(plan: ChartPlan): string {
  const name = FORMULATIONS[plan.formulation as keyof typeof FORMULATIONS]?.name ?? plan.formulation;
  const range =
    plan.target_range_low !== null && plan.target_range_high !== null
      ? `, target ${plan.target_range_low} to ${plan.target_range_high} ng/dL`
      : '';
  return TEXT.mgBloodDraw(name, plan.dose, plan.frequency, plan.route, range, plan.blood_draw_timing);
}

const carePlan = (chart: Chart, plan: ChartPlan): CarePlan =>
  finished<CarePlan>(
    {
      resourceType: 'CarePlan',
      id: plan.id,
      meta: { profile: [usCore('careplan')] },
      text: narrative(inWords(plan)),
      status: STATUS[plan.lifecycle],
      intent: 'plan',
      category: [usCoreConcept('careplan-category', 'assess-plan')],
      title: 'Testosterone therapy',
      description: inWords(plan),
      subject: patientRef(chart),
      period: plan.approved_at ? { start: at(plan.approved_at) } : undefined,
      created: at(plan.created_at),
      author: practitionerRef(chart, plan.approved_by),
      activity: chart.prescriptions
        .filter(({ plan_id }) => plan_id === plan.id)
        .map(({ id, drug }) => ({ reference: ref('MedicationRequest', id, drug) })),
    },
    plan.updated_at,
  );

export const carePlanResource: PatientResource = {
  type: 'CarePlan',
  of: 'patient',
  scope: 'medications.read',
  needs: ['plans', 'prescriptions'],
  map: (chart) => chart.plans.map((plan) => carePlan(chart, plan)),
  profiles: [usCore('careplan')],
  search: { ...OF_SUBJECT, category: token('category'), status: token('status'), date: date('period') },
};
