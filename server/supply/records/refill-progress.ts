import { Injectable } from '@nestjs/common';
import { addBusinessDays } from '#common/clinical/index.js';
import { STAFF_ROLES, type RefillState } from '#common/vocabulary/index.js';
import type { RecordAction } from '../../audit/record-actions.js';
import { Audit } from '../../audit/audit.service.js';
import type { Actor } from '../../platform/access/actor.js';
import { LOOKED_AT_WITHIN, REFILL_LIFECYCLE, UNDECIDED_REFILLS } from './refill-lifecycle.js';
import { PatientNotices } from '../../patients/patient-notices.service.js';
import { RefillMovesRepository } from './refill-moves.repository.js';
import { TEXT } from '../text/en.js';

interface MovedOrder {
  id: string;
  org_id: string;
  patient_id: string;
}

/** An approved request follows its order: sent to the pharmacy, then filled; no request outlives its order undecided. */
@Injectable()
export class RefillProgress {
  constructor(
    private readonly requests: RefillMovesRepository,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
  ) {}

  /** In the transaction of the order's own step. The order may be one that replaced the requested one. */
  async orderMoved(actor: Actor | null, order: MovedOrder, to: 'sent' | 'filled'): Promise<void> {
    const moved = await this.requests.move(order, { from: REFILL_LIFECYCLE.from(to), to });
    for (const { id } of moved)
      await this.audit.record(actor, {
        action: `refill.${to}`,
        target: { type: 'refill_request', id },
        patientId: order.patient_id,
        orgId: order.org_id,
        ...(actor && { as: STAFF_ROLES }),
      });
  }

  /** In the transaction that stores results, with the case locked: what waited for labs is in the clinic's queue again. */
  async resultsCame(
    actor: Actor | null,
    { id: patientId, org_id: orgId }: { id: string; org_id: string },
    drawn: readonly Date[],
  ): Promise<void> {
    if (!drawn.length) return;
    for (const answered of await this.requests.answeredBy(patientId)) {
      await this.requests.resultsCame(answered, this.afterAnswer(answered, 'needs_labs'));
      await this.record(
        actor,
        'refill.results_came',
        { id: answered.id, patientId, orgId },
        { drawn_on: answered.drawn_on },
      );
    }
  }

  /** In the transaction that completes a visit: what waited for one is in the clinic's queue again. */
  async visitHeld(
    actor: Actor,
    { patient_id: patientId, org_id: orgId }: { patient_id: string; org_id: string },
    startedAt: Date,
  ): Promise<void> {
    for (const answered of await this.requests.answeredByVisit(patientId, startedAt)) {
      await this.requests.visitHeld(answered, this.afterAnswer(answered, 'needs_visit'));
      await this.record(
        actor,
        'refill.visit_held',
        { id: answered.id, patientId, orgId },
        { held_on: answered.held_on },
      );
    }
  }

  /** One that waited for just this goes back to the queue; any other stays where it is. */
  private afterAnswer(
    { state, today }: { state: RefillState; today: string },
    waited: RefillState,
  ): { to: RefillState; dueBy: string | null } {
    if (state !== waited) return { to: state, dueBy: null };
    REFILL_LIFECYCLE.assert(state, 'requested');
    return { to: 'requested', dueBy: addBusinessDays(today, LOOKED_AT_WITHIN) };
  }

  private record(
    actor: Actor | null,
    action: RecordAction,
    { id, patientId, orgId }: { id: string; patientId: string; orgId: string },
    detail: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'refill_request', id },
      patientId,
      orgId,
      detail,
      ...(actor && { as: STAFF_ROLES }),
    });
  }

  /** In the transaction that voids results or takes them away. */
  resultsGone(patientId: string): Promise<void> {
    return this.requests.resultsGone(patientId);
  }

  refusedOn(orderId: string): Promise<string | null> {
    return this.requests.refusedOn(orderId);
  }

  /** In the transaction that ends the order: its open requests are refused. An approved one follows the order that takes its place. */
  async orderEnded(actor: Actor, order: MovedOrder, replaced: boolean): Promise<void> {
    const closed = await this.requests.close(order.id, {
      from: replaced ? UNDECIDED_REFILLS : [...UNDECIDED_REFILLS, 'approved', 'sent'],
      by: actor.userId,
      answer: replaced ? TEXT.replacedAnswer : TEXT.endedAnswer,
    });
    for (const { id } of closed)
      await this.audit.record(actor, {
        action: 'refill.refuse',
        target: { type: 'refill_request', id },
        patientId: order.patient_id,
        orgId: order.org_id,
        detail: { prescription: order.id, order_ended: true },
      });
    if (closed.length) await this.notices.tell(order.patient_id, 'refill_decided');
  }
}
