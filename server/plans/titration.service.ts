import { Injectable } from '@nestjs/common';
import type { TitrateResponse } from '#common/api/index.js';
import {
  draftPrescription,
  needsReason,
  planDeparts,
  titrate,
  type ClinicalFacts,
  type PlanFacts,
  type TitrationResult,
} from '#common/clinical/index.js';
import { typedText } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { notForOneself } from '../patients/patients.service.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import { Evaluations } from '../rules/evaluations.service.js';
import type { TitrateDto } from './plans.dto.js';
import { ruleFlag } from './plan-flags.repository.js';
import { assertMaximumNamed, draftOf, judgeWish, readWish } from './plan-wish.js';
import { PlanSuccession } from './plan-succession.service.js';
import { PlansRepository } from './plans.repository.js';
import { TEXT } from './text/en.js';

/** Set on every plan that is not what the titration recommends. */
const DEPARTS = 'differs_from_recommendation';

const wire = (result: TitrationResult): TitrateResponse => ({
  ...result,
  rules: result.rules.map((rule) => ({ ...rule })),
});

/** Recommendation for the plan in force, and the adjustment a clinician saves: a new pending plan. */
@Injectable()
export class Titration {
  constructor(
    private readonly repository: PlansRepository,
    private readonly succession: PlanSuccession,
    private readonly prescriptions: Prescriptions,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly uow: UnitOfWork,
  ) {}

  async simulate(actor: Actor, caseId: string, wish: TitrateDto): Promise<TitrateResponse> {
    const record = await this.cases.find(actor, caseId);
    notForOneself(actor, record.patient_user_id);
    const { facts } = await this.evaluations.read(record.id);
    const { result } = this.judge(facts, wish);
    await this.cases.record(actor, 'plan.simulate', record, { recommendation: result.recommendation });
    return wire(result);
  }

  async save(actor: Actor, caseId: string, wish: TitrateDto): Promise<TitrateResponse> {
    return this.uow.run(async () => {
      const record = await this.cases.lock(actor, caseId, wish.version);
      notForOneself(actor, record.patient_user_id);
      const { facts } = await this.evaluations.read(record.id);
      const { result, candidate, inForce } = this.judge(facts, wish);
      const reason = wish.reason?.trim() || null;
      if (!reason && needsReason({ ...candidate, route: candidate.route! }, result, inForce)) {
        throw validationFailed({
          reason: TEXT.giveReason,
        });
      }
      assertMaximumNamed(candidate, { reason, overrides: wish.overrides }, 'reason');
      await this.succession.supersede(actor, record.id);
      const place = { orgId: record.org_id, caseId: record.id, patientId: record.patient_id };
      const { evaluation, flags } = judgeWish(facts, candidate, 'FLAG');
      if (planDeparts(facts, candidate)) flags.unshift(DEPARTS);
      const draft = draftOf(candidate, facts.today, flags, wish.blood_draw_timing);
      const planId = await this.repository.insert(place, draft, {
        origin: 'titration',
        basis: null,
        ruleSetVersion: evaluation.rule_set_version,
        reason,
        flags: flags.map(ruleFlag),
        by: null,
      });
      const order = draftPrescription(candidate, facts.today);
      if (order) await this.prescriptions.draft(actor, { ...place, planId }, order);
      await this.cases.raiseVersion(record);
      await this.cases.record(actor, 'plan.titrate', record, {
        plan: planId,
        recommendation: result.recommendation,
        reason: typedText(reason),
        flags,
      });
      await this.evaluations.run(record.id, 'plan');
      return { ...wire(result), saved: true, plan_id: planId, version: 1 };
    });
  }

  private judge(
    facts: ClinicalFacts,
    wish: TitrateDto,
  ): { result: TitrationResult; candidate: PlanFacts; inForce: PlanFacts } {
    const candidate = readWish(wish, facts.plan ?? null);
    if (!facts.plan) throw invalidState(TEXT.noActivePlanToAdjust);
    return { result: titrate(facts), candidate, inForce: facts.plan };
  }
}
