import { Injectable } from '@nestjs/common';
import type { CurveResponse } from '#common/api/care-chart.js';
import { FORMULATIONS, hasPkModel, isFormulationId, isFrequency } from '#common/clinical/index.js';
import { usualStart } from '#common/clinical/formulations.js';
import { deriveCase } from '#common/clinical/case.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { Patients, outsideCaseLoad } from '../patients/patients.service.js';
import { Doses } from '../doses/doses.service.js';
import { Plans } from '../plans/plans.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { curveOf, type Regimen } from './curve.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const ASKED = ['formulation', 'dose', 'frequency'] as const;
const DOSE = /^\d{1,4}(\.\d{1,3})?$/;
/** Doses above this multiple of the product's maximum are rejected. */
const MOST_TIMES_MAX = 3;

/** The proposal (`org_id` is read by the access guard), with omitted parts from the current plan, or as another product usually starts; null without any. */
export function readProposal(query: Readonly<Record<string, unknown>>, current: Regimen): Regimen | null {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(query))
    if (name === 'org_id') continue;
    else if (!ASKED.some((one) => one === name)) fields[name] = SHARED_TEXT.parameterNotKnown;
    else if (typeof value !== 'string') fields[name] = SHARED_TEXT.sentTwice(name);
  const { formulation = current.formulation } = query;
  const known = isFormulationId(formulation) && hasPkModel(formulation) ? formulation : null;
  const usual = known === null || known === current.formulation ? current : usualStart(known);
  const { dose = String(usual.dose), frequency = usual.frequency } = query;
  if (!known) fields.formulation ??= TEXT.chooseTestosteroneProductFromCatalog;
  const mg = typeof dose === 'string' && DOSE.test(dose) ? Number(dose) : 0;
  if (!(mg > 0)) fields.dose ??= TEXT.enterDoseInMgAsNumber;
  const often = isFrequency(frequency) ? frequency : null;
  if (!often || (known && !FORMULATIONS[known].frequencies.includes(often)))
    fields.frequency ??= TEXT.chooseFrequencyOfProduct;
  const max = known && FORMULATIONS[known].hard_max;
  if (max && mg > MOST_TIMES_MAX * max.mg * Math.max(1, max.per_days / 7))
    fields.dose ??= TEXT.doseFarAboveMaximumOfProduct;
  if (Object.keys(fields).length) throw validationFailed(fields);
  if (!ASKED.some((name) => query[name] !== undefined)) return null;
  return { formulation: known!, dose: mg, frequency: often! };
}

/** How a dose affects one patient's level. It never chooses a dose. */
@Injectable()
export class Curves {
  constructor(
    private readonly cases: CaseRecords,
    private readonly patients: Patients,
    private readonly evaluations: Evaluations,
    private readonly plans: Plans,
    private readonly doses: Doses,
    private readonly audit: Audit,
  ) {}

  async of(actor: Actor, caseId: string, query: Readonly<Record<string, unknown>>): Promise<CurveResponse> {
    const record = await this.cases.find(actor, caseId);
    const { facts, pendingPlan } = await this.evaluations.read(record.id);
    const plan = facts.plan ?? pendingPlan;
    if (!plan || !hasPkModel(plan.formulation)) throw invalidState(TEXT.noPlanWithTestosteroneProduct);
    const { formulation, dose, frequency } = plan;
    const current: Regimen = { formulation, dose, frequency };
    const proposed = readProposal(query, current);
    const patient = await this.patients.forStaff(actor, record.patient_id);
    const periods = await this.plans.treatment(patient.id, patient.timezone);
    await this.audit.record(actor, {
      action: 'case.read',
      target: { type: 'case', id: record.id },
      patientId: record.patient_id,
      orgId: record.org_id,
      detail: { part: 'curve', ...(outsideCaseLoad(actor, record) && { outside_case_load: true }) },
      as: STAFF_ROLES,
    });
    const pending = facts.plan ? null : pendingPlan;
    const log = {
      doses: await this.doses.ofPatient(patient.id),
      missed: await this.doses.missedOf(patient.id),
    };
    return curveOf({ known: deriveCase(facts), periods, current, pending, log }, proposed);
  }
}
