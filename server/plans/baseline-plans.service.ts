import { Injectable } from '@nestjs/common';
import type { BaselineOutcome, BaselinePlanResponse } from '#common/api/index.js';
import {
  PDMP_DISCREPANCY,
  RULE_SET_VERSION,
  generateBaselinePlan,
  type BaselineResult,
} from '#common/clinical/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { StoredCase } from '../cases/cases.repository.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Patients } from '../patients/patients.service.js';
import { draftForPatient } from '../prescriptions/prescription-wire.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { Actor } from '../platform/access/actor.js';
import { sha256 } from '../platform/crypto/field-cipher.js';
import { invalidState } from '../platform/errors/errors.js';
import { Evaluations } from '../rules/evaluations.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { ruleFlag } from './plan-flags.repository.js';
import { PlanSuccession } from './plan-succession.service.js';
import { PlansRepository } from './plans.repository.js';
import { forPatient, wirePlan, type StoredPlan } from './plan-rows.js';
import { TEXT } from './text/en.js';

const RESTART = 'restart_after_discontinuation';

export interface BaselineAnswer {
  created: boolean;
  body: BaselinePlanResponse;
}

/** Everything but the date: with nothing new, the first answer stands. */
const basisOf = ({ sources }: CaseFacts): string =>
  sha256(JSON.stringify([RULE_SET_VERSION, sources])).toString('hex');

/** Somebody decided once to end this treatment: nobody should approve a new one without looking at why. */
function flaggedAsRestart(drawn: BaselineResult): BaselineResult {
  if (!drawn.plan) return drawn;
  const reasons = [...drawn.reasons, RESTART];
  return {
    ...drawn,
    outcome: 'draft_flagged',
    reasons,
    flags: [...drawn.flags, RESTART],
    plan: { ...drawn.plan, flagged: true, flag_reason: reasons.join(', ') },
  };
}

/** The draft plan a patient may ask for. It is never approved by itself. */
@Injectable()
export class BaselinePlans {
  constructor(
    private readonly repository: PlansRepository,
    private readonly succession: PlanSuccession,
    private readonly prescriptions: Prescriptions,
    private readonly cases: CaseRecords,
    private readonly patients: Patients,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async generate(actor: Actor): Promise<BaselineAnswer> {
    return this.uow.run(async () => {
      const patient = await this.patients.own(actor);
      const record = await this.cases.ofPatient(patient.id, { lock: true });
      if (!record) throw invalidState(TEXT.submitIntakeFirst);
      const plans = await this.repository.currentOfCase(record.id);
      const inForce = plans.find((p) => p.lifecycle === 'approved');
      if (inForce) return withheld(record, await this.standing(record, inForce));
      const ending = await this.cases.lastEnding(record.id);
      if (ending && !ending.submitted_since) throw invalidState(TEXT.treatmentEnded);
      const known = await this.evaluations.read(record.id);
      const before = await this.repository.baselineAnswer(record.id);
      const basis = basisOf(known);
      if (before?.basis === basis) return withheld(record, await this.repeated(before, plans));
      return withheld(record, await this.draw(actor, record, known, { basis, restart: ending !== null }));
    });
  }

  private async standing(record: StoredCase, inForce: StoredPlan): Promise<BaselineAnswer> {
    const before = await this.repository.baselineAnswer(record.id);
    const prescription =
      (await this.prescriptions.ofCase(record.id)).find((p) => p.plan_id === inForce.id) ?? null;
    const outcome: BaselineOutcome =
      before && before.plan_id === inForce.id ? (before.outcome as BaselineOutcome) : 'draft';
    return {
      created: false,
      body: {
        outcome,
        plan: forPatient(wirePlan(inForce)),
        prescription: draftForPatient(prescription),
        reasons: before?.plan_id === inForce.id ? before.reasons : [],
      },
    };
  }

  private async repeated(
    before: { outcome: string; reasons: string[]; plan_id: string | null; prescription_id: string | null },
    plans: readonly StoredPlan[],
  ): Promise<BaselineAnswer> {
    const plan = plans.find((p) => p.id === before.plan_id);
    const prescription = before.prescription_id
      ? await this.prescriptions.find(before.prescription_id)
      : null;
    const outcome = before.outcome as BaselineOutcome;
    return {
      created: false,
      body: {
        outcome,
        plan: plan ? forPatient(wirePlan(plan)) : null,
        prescription: draftForPatient(prescription),
        reasons: before.reasons,
      },
    };
  }

  private async draw(
    actor: Actor,
    record: StoredCase,
    known: CaseFacts,
    { basis, restart }: { basis: string; restart: boolean },
  ): Promise<BaselineAnswer> {
    await this.succession.supersede(actor, record.id);
    const drawn = generateBaselinePlan(known.facts);
    const result = restart ? flaggedAsRestart(drawn) : drawn;
    const place = { orgId: record.org_id, caseId: record.id, patientId: record.patient_id };
    const planId = result.plan
      ? await this.repository.insert(place, result.plan, {
          origin: 'baseline',
          basis,
          ruleSetVersion: result.evaluation.rule_set_version,
          reason: null,
          flags: result.flags.map(ruleFlag),
          by: null,
        })
      : null;
    const prescription =
      planId && result.prescription
        ? await this.prescriptions.draft(actor, { ...place, planId }, result.prescription)
        : null;
    const { outcome, reasons } = result;
    await this.repository.keepBaselineAnswer({
      case_id: record.id,
      org_id: record.org_id,
      basis,
      outcome,
      reasons: [...reasons],
      plan_id: planId,
      prescription_id: prescription?.id ?? null,
    });
    await this.audit.record(actor, {
      action: 'plan.draft',
      target: planId ? { type: 'plan', id: planId } : { type: 'case', id: record.id },
      patientId: record.patient_id,
      orgId: record.org_id,
      detail: { outcome, rules: [...reasons], rule_set_version: result.evaluation.rule_set_version },
      as: ['patient'],
    });
    await this.evaluations.run(record.id, 'plan');
    const plan = planId
      ? (await this.repository.currentOfCase(record.id)).find((p) => p.id === planId)
      : undefined;
    return {
      created: true,
      body: {
        outcome,
        plan: plan ? forPatient(wirePlan(plan)) : null,
        prescription: draftForPatient(prescription),
        reasons: [...reasons],
      },
    };
  }
}

/** What a clinician tells in person, as another prescriber's fills, is not among the reasons the patient reads. */
const withheld = (
  { tell_in_person: hidden }: StoredCase,
  { created, body }: BaselineAnswer,
): BaselineAnswer => ({
  created,
  body: { ...body, reasons: body.reasons.filter((key) => key !== PDMP_DISCREPANCY && !hidden.includes(key)) },
});
