import { Injectable } from '@nestjs/common';
import type { TitrateResponse } from '../../common/api/index.js';
import {
  FORMULATIONS,
  addDays,
  doseLimits,
  draftPrescription,
  evaluateRules,
  casePhases,
  firedKeys,
  needsReason,
  reviewDays,
  titrate,
  wishErrors,
  type ClinicalFacts,
  type PlanDraft,
  type PlanFacts,
  type TitrationResult,
} from '../../common/clinical/index.js';
import { DEFAULT_TARGET_RANGE, STAFF_ROLES } from '../../common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { StoredCase } from '../cases/cases.repository.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { notForOneself } from '../patients/patients.service.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import { Evaluations } from '../rules/evaluations.service.js';
import type { TitrateDto } from './plans.dto.js';
import { PlanSuccession } from './plan-succession.service.js';
import { PlansRepository } from './plans.repository.js';

/** A dose this many times the catalogue's largest is a slip of the hand, whatever the reason. */
const ABSURD = 3;
const OUTSIDE_RANGE = 'Dose outside the catalogue range';

function doseErrors({ formulation, dose, frequency }: PlanFacts): Record<string, string> {
  if (Number(dose.toFixed(2)) !== dose) return { dose: 'Use at most two decimals.' };
  const limits = doseLimits(formulation, frequency);
  return limits && dose > ABSURD * limits.max
    ? { dose: `Enter at most ${ABSURD * limits.max} mg, three times the usual largest dose.` }
    : {};
}

function outsideRange({ formulation, dose, frequency }: PlanFacts): boolean {
  const limits = doseLimits(formulation, frequency);
  return limits !== null && (dose < limits.min || dose > limits.max);
}

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
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async simulate(actor: Actor, caseId: string, wish: TitrateDto): Promise<TitrateResponse> {
    const record = await this.cases.find(actor, caseId);
    notForOneself(actor, record.patient_user_id);
    const { facts } = await this.evaluations.read(record.id);
    const { result } = this.judge(facts, wish);
    await this.record(actor, 'plan.simulate', record, { recommendation: result.recommendation });
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
          reason: 'Give the reason: this differs from the recommendation or leaves the usual range.',
        });
      }
      await this.succession.supersede(actor, record.id);
      const place = { orgId: record.org_id, caseId: record.id, patientId: record.patient_id };
      const evaluation = evaluateRules(
        { ...facts, candidate_plan: candidate },
        { phases: casePhases(facts).filter((p) => p !== 'BE') },
      );
      const flags: string[] = [...firedKeys(evaluation, 'FLAG')];
      if (outsideRange(candidate)) flags.unshift(OUTSIDE_RANGE);
      const draft = this.draft(candidate, facts.today, flags, wish.blood_draw_timing);
      const planId = await this.repository.insert(place, draft, {
        origin: 'titration',
        basis: null,
        ruleSetVersion: evaluation.rule_set_version,
        reason,
      });
      const order = draftPrescription(candidate, facts.today);
      if (order) await this.prescriptions.draft(actor, { ...place, planId }, order);
      await this.cases.planAdjusted(record);
      await this.record(actor, 'plan.titrate', record, {
        plan: planId,
        recommendation: result.recommendation,
        with_reason: reason !== null,
      });
      await this.evaluations.run(record.id, 'plan');
      return { ...wire(result), saved: true, plan_id: planId, version: 1 };
    });
  }

  private judge(
    facts: ClinicalFacts,
    wish: TitrateDto,
  ): { result: TitrationResult; candidate: PlanFacts; inForce: PlanFacts } {
    const errors = wishErrors(wish);
    if (Object.keys(errors).length) throw validationFailed(errors);
    const asked = wish as unknown as PlanFacts;
    const slips = doseErrors(asked);
    if (Object.keys(slips).length) throw validationFailed(slips);
    if (!facts.plan) throw invalidState('There is no plan in force to adjust.');
    const { formulation, dose, frequency, route } = asked;
    const { target_range_low, target_range_high } = facts.plan;
    return {
      result: titrate(facts),
      candidate: { formulation, dose, frequency, route, target_range_low, target_range_high },
      inForce: facts.plan,
    };
  }

  private draft(
    candidate: PlanFacts,
    today: string,
    flags: readonly string[],
    timing: string | undefined,
  ): PlanDraft {
    return {
      formulation: candidate.formulation,
      dose: candidate.dose,
      starting_dose: candidate.dose,
      frequency: candidate.frequency,
      route: candidate.route!,
      target_range_low: candidate.target_range_low ?? DEFAULT_TARGET_RANGE.low,
      target_range_high: candidate.target_range_high ?? DEFAULT_TARGET_RANGE.high,
      blood_draw_timing: timing?.trim() || FORMULATIONS[candidate.formulation].draw_timing,
      next_review_at: addDays(today, reviewDays(candidate.formulation)),
      status: 'pending_review',
      flagged: flags.length > 0,
      flag_reason: flags.length ? flags.join(', ') : null,
    };
  }

  private record(
    actor: Actor,
    action: string,
    record: StoredCase,
    detail: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'case', id: record.id },
      patientId: record.patient_id,
      orgId: record.org_id,
      detail,
      as: STAFF_ROLES,
    });
  }
}
