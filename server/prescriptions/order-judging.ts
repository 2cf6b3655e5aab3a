import type { FiredRule } from '#common/api/index.js';
import {
  FORMULATIONS,
  isFormulationId,
  judgePrescription,
  namesProduct,
  parseRoute,
  toldAgainstOrder,
  UNREAD_HISTORY,
  unreadWarning,
  type ClinicalFacts,
  type Route,
} from '#common/clinical/index.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { wireRules, withPending } from '../rules/evaluations.service.js';
import { orderFacts } from './kept-back.js';
import type { StoredPrescription } from './prescription-rows.js';

/** What an order says of its drug and amount. */
export type WrittenOrder = Pick<
  StoredPrescription,
  'formulation' | 'dose' | 'frequency' | 'quantity' | 'refills' | 'days_supply'
>;

/** What keeps back an order of another product or route than its plan's; no rule judges drug names or routes. */
const UNLIKE_PLAN = 'rx_dose_plan_mismatch';
/** What the rules say of an order that is not approved yet. Reads nothing but what it is given. */
export class OrderJudging {
  /** Rule keys that keep this draft back once the plan that waits is in force. */
  blockedBy(known: CaseFacts, draft: StoredPrescription): string[] {
    const facts = withPending(known);
    const unread = unreadWarning(facts) ? [UNREAD_HISTORY] : [];
    return [...new Set([...this.judged(known, facts, draft), ...unread, ...toldAgainstOrder(facts)])];
  }

  /** Rule keys that keep this draft back as things stand: where a plan is in force, the order must follow that one. */
  blockedNow(known: CaseFacts, draft: StoredPrescription): string[] {
    const { plan } = known.facts;
    if (!plan) return this.blockedBy(known, draft);
    const blocked = this.judged(known, { ...known.facts, candidate_plan: null }, draft);
    return plan.formulation === draft.formulation ? blocked : [...new Set([...blocked, UNLIKE_PLAN])];
  }

  /** Rule keys that would keep a new order like this one back today. The facts are those with the signer. */
  keepingRenewal({ facts }: CaseFacts, order: WrittenOrder): string[] {
    const { formulation, dose, frequency, quantity, refills, days_supply } = order;
    const prescription = { dose, frequency, quantity, refills, days_supply };
    const id = isFormulationId(formulation) ? formulation : null;
    return judgePrescription({
      ...facts,
      candidate_plan: null,
      prescription: { formulation: id, ...prescription },
    }).blocked_by;
  }

  /** The rules behind `blockedNow`, with the values they were judged on. */
  rulesFor(known: CaseFacts, draft: StoredPrescription): FiredRule[] {
    const { plan } = known.facts;
    if (!plan) return this.rulesAfterApproval(known, draft);
    const facts = { ...known.facts, candidate_plan: null };
    return wireRules(judgePrescription({ ...facts, prescription: orderFacts(draft) }).evaluation);
  }

  /** The rules behind `blockedBy`. */
  rulesAfterApproval(known: CaseFacts, draft: StoredPrescription): FiredRule[] {
    return wireRules(
      judgePrescription({ ...withPending(known), prescription: orderFacts(draft) }).evaluation,
    );
  }

  private judged(known: CaseFacts, facts: ClinicalFacts, draft: StoredPrescription): string[] {
    const { blocked_by } = judgePrescription({ ...facts, prescription: orderFacts(draft) });
    const plan = facts.candidate_plan ?? facts.plan;
    const unlike =
      this.anotherProduct(known, draft) ??
      this.otherRoute(known, draft) ??
      (plan?.route && parseRoute(draft.route) !== plan.route);
    return unlike ? [...new Set([...blocked_by, UNLIKE_PLAN])] : [...blocked_by];
  }

  /** The product of the plan, when the order is for another one; no reason makes up for that. */
  anotherProduct(known: CaseFacts, order: StoredPrescription): string | null {
    const wanted = this.productFor(known, order);
    if (!isFormulationId(wanted)) return null;
    const same = order.formulation === wanted && namesProduct(wanted, order.drug);
    return same ? null : FORMULATIONS[wanted].name;
  }

  /** The routes of the product, when the order says another one; no reason makes up for that either. */
  otherRoute(known: CaseFacts, order: StoredPrescription): readonly Route[] | null {
    const wanted = this.productFor(known, order);
    if (!isFormulationId(wanted)) return null;
    const { routes } = FORMULATIONS[wanted];
    const route = parseRoute(order.route);
    return route && routes.includes(route) ? null : routes;
  }

  private productFor(known: CaseFacts, order: StoredPrescription): string {
    return (
      order.plan_formulation ??
      known.facts.plan?.formulation ??
      known.pendingPlan?.formulation ??
      order.formulation
    );
  }
}
