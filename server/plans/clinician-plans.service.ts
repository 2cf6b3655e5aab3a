import { Injectable } from '@nestjs/common';
import type { StaffPlan } from '#common/api/index.js';
import { OVER_MAXIMUM, draftPrescription } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState } from '../platform/errors/errors.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import { assertEachNamed } from '../rules/override-reasons.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { noteFlag, ruleFlag } from './plan-flags.repository.js';
import { PlanSuccession } from './plan-succession.service.js';
import { draftOf, judgeWish, readWish } from './plan-wish.js';
import type { ClinicianPlanDto } from './plans.dto.js';
import { PlansRepository } from './plans.repository.js';
import { wirePlan } from './plan-rows.js';
import { TEXT } from './text/en.js';

/** Effects of rules that a clinician writes a plan in spite of. */
const SPEAKING = ['FLAG', 'BLOCK', 'BLOCK-FORM', 'STOP', 'HOLD'] as const;

/** A plan against these is written with each of them named. */
const NAMED_AT_WRITING: ReadonlySet<string> = new Set([
  OVER_MAXIMUM,
  'restart_after_safety_stop',
  'restart_at_full_dose',
]);

/** A plan that a clinician writes where the rules drafted none, or another one. It is always flagged, with the reason. */
@Injectable()
export class ClinicianPlans {
  constructor(
    private readonly repository: PlansRepository,
    private readonly succession: PlanSuccession,
    private readonly prescriptions: Prescriptions,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  write(actor: Actor, caseId: string, wish: ClinicianPlanDto): Promise<StaffPlan> {
    return this.uow.run(async () => {
      const record = await this.cases.lock(actor, caseId, wish.version);
      notForOneself(actor, record.patient_user_id);
      if (record.status === 'closed') throw invalidState(TEXT.caseClosed);
      const { facts } = await this.evaluations.read(record.id);
      if (facts.plan) throw invalidState(TEXT.patientActivePlan);
      const candidate = readWish(wish, null);
      const { evaluation, flags } = judgeWish(facts, candidate, ...SPEAKING);
      const reason = wish.override_reason.trim();
      const named = flags.filter((key) => NAMED_AT_WRITING.has(key));
      if (named.length)
        assertEachNamed(named, { reason, overrides: wish.overrides ?? [], field: 'override_reason' });
      await this.succession.supersede(actor, record.id);
      const place = { orgId: record.org_id, caseId: record.id, patientId: record.patient_id };
      const draft = {
        ...draftOf(candidate, facts.today, flags, wish.blood_draw_timing),
        flagged: true,
        flag_reason: [...flags, reason].join(', '),
      };
      const planId = await this.repository.insert(place, draft, {
        origin: 'clinician',
        basis: null,
        ruleSetVersion: evaluation.rule_set_version,
        reason,
        flags: [...flags.map(ruleFlag), noteFlag(reason)],
        by: actor.userId,
      });
      const order = draftPrescription(candidate, facts.today);
      if (order) await this.prescriptions.draft(actor, { ...place, planId }, order);
      await this.cases.raiseVersion(record);
      await this.audit.record(actor, {
        action: 'plan.write',
        target: { type: 'plan', id: planId },
        patientId: record.patient_id,
        orgId: record.org_id,
        detail: { reason: typedText(reason), rules: flags },
        as: STAFF_ROLES,
      });
      await this.evaluations.run(record.id, 'plan');
      return wirePlan((await this.repository.find(actor, planId))!);
    });
  }
}
