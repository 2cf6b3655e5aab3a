import { Injectable } from '@nestjs/common';
import type { FiredRule, OrderJudgement, PrescriptionJudgementResponse } from '#common/api/index.js';
import { UNREAD_HISTORY, asksForNames, isHistoryFlag, notPassable } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { Actor } from '../platform/access/actor.js';
import { Evaluations } from '../rules/evaluations.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { ActingClinician } from './acting-clinician.service.js';
import { holdRule, keptBack } from './kept-back.js';
import type { StoredPrescription } from './prescription-rows.js';
import { isUnsent } from './prescription-lifecycle.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';
import { Prescriptions } from './prescriptions.service.js';

/** What keeps an order back, with the rules behind it: read before it is decided, so that nothing is approved unseen. */
@Injectable()
export class OrderJudgements {
  constructor(
    private readonly prescriptions: Prescriptions,
    private readonly repository: PrescriptionsRepository,
    private readonly acting: ActingClinician,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
  ) {}

  async read(actor: Actor, id: string): Promise<PrescriptionJudgementResponse> {
    const order = await this.prescriptions.forStaff(actor, id);
    const known = await this.evaluations.read(order.case_id);
    await this.audit.record(actor, {
      action: 'prescription.read',
      target: { type: 'prescription', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      as: STAFF_ROLES,
    });
    const current = order.prescription_state === 'current';
    const signed = await (current
      ? this.prescriptions.signedFor(actor, known, order)
      : this.prescriptions.signedBy(actor, known));
    return {
      ...(current
        ? await this.ofCurrent(actor, signed, order)
        : judgement(signed, this.keepingBack(signed, order), this.prescriptions.rulesFor(signed, order))),
      after_plan_approval:
        order.plan_status === 'pending_review'
          ? judgement(
              signed,
              this.prescriptions.blockedBy(signed, order),
              this.prescriptions.rulesAfterApproval(signed, order),
            )
          : null,
    };
  }

  /** An order ahead of its plan is also blocked by the plan's flags; unread patient history blocks any order. */
  keepingBack(known: CaseFacts, order: StoredPrescription): string[] {
    const asking = this.evaluations.asking(known);
    const flags = order.plan_status === 'pending_review' ? asking : asking.filter(isHistoryFlag);
    return [
      ...new Set([
        ...this.evaluations.against(known),
        ...this.prescriptions.blockedNow(known, order),
        ...flags,
      ]),
    ];
  }

  /** The rules that keep these approved orders from being filled today, by order; `cases` has what is known of each. */
  async keepingFills(
    actor: Actor,
    ids: readonly string[],
    cases: ReadonlyMap<string, CaseFacts>,
  ): Promise<Map<string, FiredRule[]>> {
    const living = (await this.repository.manyInOrganisation(actor, ids)).filter(
      ({ status, ended_reason: ended }) => ['accepted', 'filled'].includes(status) && ended === null,
    );
    const found = new Map<string, FiredRule[]>();
    for (const [userId, orders] of Map.groupBy(living, ({ approved_by: by }) => by ?? actor.userId)) {
      const known = orders.flatMap(({ case_id: id }) => cases.get(id) ?? []);
      const signed = await this.prescriptions.manySignedBy({ userId }, known);
      for (const order of orders) {
        const facts = signed.get(order.case_id);
        if (facts) found.set(order.id, this.rulesKeeping(facts, order));
      }
    }
    return found;
  }

  private rulesKeeping(signed: CaseFacts, order: StoredPrescription): FiredRule[] {
    const kept = keptBack(signed, order);
    return this.prescriptions.rulesFor(signed, order).filter((rule) => kept.includes(rule.rule_key));
  }

  /** An approved order is judged with who signed it, and until it is filled with who acts on it too. */
  private async ofCurrent(
    actor: Actor,
    signed: CaseFacts,
    order: StoredPrescription,
  ): Promise<OrderJudgement> {
    const kept = [...new Set([...keptBack(signed, order), ...holdRule(order)])];
    const waits = order.on_hold !== null || order.status === 'accepted';
    const acting = waits ? await this.acting.judged(actor, signed) : { keys: [], known: signed };
    const added = acting.keys.filter((key) => !kept.includes(key));
    const rules = [
      ...this.prescriptions.rulesFor(signed, order).filter((rule) => !added.includes(rule.rule_key)),
      ...(added.length ? this.prescriptions.rulesFor(acting.known, order) : []).filter((rule) =>
        added.includes(rule.rule_key),
      ),
    ];
    // Of an order that was sent, what comes next is a fill that the pharmacy has made.
    const sent = !isUnsent(order) && !order.on_hold;
    const standing = sent ? { ...signed, facts: { ...signed.facts, unread_messages: null } } : signed;
    const { legal, ...judged } = judgement(standing, [...kept, ...added], rules);
    return { ...judged, legal: kept.includes(UNREAD_HISTORY) ? [...legal, UNREAD_HISTORY] : legal };
  }
}

const judgement = ({ facts }: CaseFacts, blocked: string[], rules: FiredRule[]): OrderJudgement => ({
  blocked_by: blocked,
  legal: notPassable(facts, blocked),
  each_by_name: asksForNames(blocked),
  rules: rules.filter((rule) => blocked.includes(rule.rule_key)),
});
