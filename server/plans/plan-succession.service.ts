import { Injectable } from '@nestjs/common';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState } from '../platform/errors/errors.js';
import { PLAN_LIFECYCLE } from './plan-lifecycle.js';
import { PlansRepository } from './plans.repository.js';
import { TEXT } from './text/en.js';

/** How plans of a case give way. The caller holds the case's lock. */
@Injectable()
export class PlanSuccession {
  constructor(
    private readonly repository: PlansRepository,
    private readonly prescriptions: Prescriptions,
    private readonly notices: PatientNotices,
  ) {}

  /** The plan that waits for review is superseded, and its orders withdrawn. */
  async supersede(actor: Actor, caseId: string): Promise<void> {
    const pending = (await this.repository.currentOfCase(caseId)).find(
      (p) => p.lifecycle === 'pending_review',
    );
    if (!pending) return;
    PLAN_LIFECYCLE.assert(pending.lifecycle, 'superseded');
    if (!(await this.repository.move(pending, 'pending_review', 'superseded')))
      throw invalidState(TEXT.planChangedInMeantime);
    await this.prescriptions.withdrawOrders(actor, pending.id, pending.org_id, 'superseded');
    if (actor.userId !== pending.patient_user_id)
      await this.notices.tell(pending.patient_id, 'plan_declined');
  }

  /** The treatment ends: the plan in force becomes the previous one, and every order of the case ends. */
  async retire(actor: Actor, caseId: string, orgId: string, reason: string): Promise<void> {
    await this.supersede(actor, caseId);
    const inForce = (await this.repository.currentOfCase(caseId)).find((p) => p.lifecycle === 'approved');
    if (inForce) {
      PLAN_LIFECYCLE.assert(inForce.lifecycle, 'previous');
      if (!(await this.repository.move(inForce, 'approved', 'previous')))
        throw invalidState(TEXT.planChangedInMeantime);
    }
    await this.prescriptions.endAll(actor, caseId, orgId, reason);
  }
}
