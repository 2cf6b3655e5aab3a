import { Injectable } from '@nestjs/common';
import type { DraftedPrescription, FiredRule, Prescription } from '../../common/api/index.js';
import {
  FORMULATIONS,
  isFormulationId,
  judgePrescription,
  namesProduct,
  parseRoute,
  UNREAD_HISTORY,
  type ClinicalFacts,
  type Route,
} from '../../common/clinical/index.js';
import { STAFF_ROLES } from '../../common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, ruleBlocked } from '../platform/errors/errors.js';
import { DispenseRecords } from '../supply/dispense-records.js';
import { FillSigns } from '../supply/fill-signs.service.js';
import { wireRules, withPending } from '../rules/evaluations.service.js';
import { PrescriberFacts, type SignedFacts, type Signer } from '../regulation/prescriber-facts.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { keptBack, orderFacts, unreadHistory } from './kept-back.js';
import { PRESCRIPTION_LIFECYCLE } from './prescription-lifecycle.js';
import type { OrderDraft, OrderEnd, StoredPrescription } from './prescription-rows.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';

export interface PrescriptionPlace {
  orgId: string;
  caseId: string;
  patientId: string;
  planId: string;
}

/** What an order says of its drug and amount. */
export type WrittenOrder = Pick<
  StoredPrescription,
  'formulation' | 'dose' | 'frequency' | 'quantity' | 'refills' | 'days_supply'
>;

export const wirePrescription = ({
  replaces_id: _replaces,
  org_id: _org,
  patient_user_id: _user,
  needs_provider: _needsProvider,
  filled_at: _filledAt,
  fills: _fills,
  plan_formulation: _planFormulation,
  approved_by: _signer,
  ...prescription
}: StoredPrescription): Prescription => prescription;

/** Without what a clinician typed about it. */
export function draftForPatient(order: Prescription | null): DraftedPrescription | null {
  if (!order) return null;
  const {
    override_reason: _override,
    override_rules: _rules,
    on_hold: _hold,
    ended_reason: _ended,
    ...told
  } = order;
  return told;
}

/** Open task for the care team while an order that the pharmacy may have is on hold. */
export const ORDER_ON_HOLD = 'order_on_hold';
/** What keeps back an order of another product or route than its plan's; no rule judges drug names or routes. */
const UNLIKE_PLAN = 'rx_dose_plan_mismatch';
/** A date of a query that a clinician set back or cleared takes back the queries after it. */
function withSigner(known: CaseFacts, { prescriber, jurisdiction }: SignedFacts): CaseFacts {
  const until = known.facts.extras.pdmp_checked_on ?? '';
  const pdmp_checks = jurisdiction.pdmp_checks.filter(
    ({ queried_on, finding }) => finding === 'discrepancy' || queried_on <= until,
  );
  return {
    ...known,
    facts: { ...known.facts, prescriber, jurisdiction: { ...jurisdiction, pdmp_checks } },
  };
}

/** An order may be approved ahead of its plan; the pharmacy hears of it only after the plan's approval. */
const PLAN_NOT_APPROVED = 'plan_not_approved';

@Injectable()
export class Prescriptions {
  constructor(
    private readonly repository: PrescriptionsRepository,
    private readonly signers: PrescriberFacts,
    private readonly dispenses: DispenseRecords,
    private readonly fillSigns: FillSigns,
    private readonly audit: Audit,
  ) {}

  async ofCase(caseId: string): Promise<Prescription[]> {
    return (await this.repository.ofCase(caseId)).map(wirePrescription);
  }

  async find(id: string): Promise<Prescription | null> {
    const found = await this.repository.find(id);
    return found && wirePrescription(found);
  }

  /** For staff: of the actor's organisation only. */
  async forStaff(actor: Actor, id: string): Promise<StoredPrescription> {
    const found = await this.repository.inOrganisation(actor, id);
    if (!found) throw notFound();
    return found;
  }

  /** Of a patient the caller was allowed to reach. */
  ofPatient(patientId: string): Promise<StoredPrescription[]> {
    return this.repository.ofPatient(patientId);
  }

  /** Undecided drafts by the plan they belong to. */
  async draftsOfPlans(planIds: readonly string[]): Promise<Map<string, StoredPrescription>> {
    const drafts = await this.repository.draftsOfPlans(planIds);
    return new Map(drafts.map((d) => [d.plan_id!, d]));
  }

  async draft(actor: Actor, place: PrescriptionPlace, draft: OrderDraft): Promise<Prescription> {
    const inUse = await this.repository.inUse(place.caseId);
    const id = await this.repository.insertDraft(place, draft, {
      action: inUse ? 'will_replace' : 'new',
      replacesId: inUse?.id ?? null,
    });
    await this.record(actor, 'prescription.draft', id, place);
    return wirePrescription((await this.repository.find(id))!);
  }

  /** The orders of a plan that is no longer wanted: its drafts, and any that were approved ahead of it. */
  async withdrawOrders(actor: Actor, planId: string, orgId: string, reason: string): Promise<void> {
    await this.withdrawDrafts(actor, planId, orgId, reason);
    await this.cancel(actor, await this.repository.acceptedOfPlan(planId), orgId, reason);
  }

  /** Undecided drafts of a plan that gave way: their dose is no longer the plan's. */
  async withdrawDrafts(actor: Actor, planId: string, orgId: string, reason: string): Promise<void> {
    await this.cancel(actor, await this.repository.draftsOfPlans([planId]), orgId, reason);
  }

  private async cancel(
    actor: Actor,
    orders: readonly StoredPrescription[],
    orgId: string,
    reason: string,
  ): Promise<void> {
    for (const order of orders) {
      await this.move(actor, order, 'canceled', { code: reason });
      await this.recordEnd(actor, order, orgId, reason);
    }
  }

  /** Every order that is not over yet ends; what was filled stays filled. */
  async endAll(actor: Actor, caseId: string, orgId: string, reason: string): Promise<void> {
    for (const order of await this.repository.ofCase(caseId)) {
      if (order.prescription_state === 'past') continue;
      if (order.status === 'filled') await this.repository.endFilled(order.id, reason);
      else await this.move(actor, order, 'canceled', { code: reason });
      await this.recordEnd(actor, order, orgId, reason);
    }
  }

  private recordEnd(actor: Actor, order: StoredPrescription, orgId: string, reason: string): Promise<void> {
    return this.record(
      actor,
      'prescription.cancel',
      order.id,
      { orgId, patientId: order.patient_id },
      { reason },
    );
  }

  /** The facts with who would sign: their licenses and registrations, and where the patient is. */
  async signedBy(signer: Signer, known: CaseFacts): Promise<CaseFacts> {
    return withSigner(known, await this.signers.of(signer, { id: known.patientId }));
  }

  /** The same with who signed the order: whoever sends it sends it in the name of that prescriber. */
  signedFor(actor: Actor, known: CaseFacts, { approved_by: by }: StoredPrescription): Promise<CaseFacts> {
    return this.signedBy(by ? { userId: by } : actor, known);
  }

  /** The same of several cases at once, by case. */
  async manySignedBy(actor: Actor, cases: readonly CaseFacts[]): Promise<Map<string, CaseFacts>> {
    const signers = await this.signers.ofMany(
      actor,
      cases.map((known) => known.patientId),
    );
    return new Map(
      cases.flatMap((known) => {
        const signer = signers.get(known.patientId);
        return signer ? [[known.caseId, withSigner(known, signer)]] : [];
      }),
    );
  }

  /** Rule keys that keep this draft back once the plan that waits is in force. */
  blockedBy(known: CaseFacts, draft: StoredPrescription): string[] {
    return this.judged(known, withPending(known), draft);
  }

  /** Rule keys that keep this draft back as things stand: where a plan is in force, the order must follow that one. */
  blockedNow(known: CaseFacts, draft: StoredPrescription): string[] {
    const { plan } = known.facts;
    if (!plan) return this.blockedBy(known, draft);
    const blocked = this.judged(known, { ...known.facts, candidate_plan: null }, draft);
    return plan.formulation === draft.formulation ? blocked : [...new Set([...blocked, UNLIKE_PLAN])];
  }

  /**
   * A rule that fires since the approval keeps an approved order back, and so do a hold and a plan that waits.
   * @param known with who signed it
   */
  assertNotKeptBack(known: CaseFacts, order: StoredPrescription): void {
    if (order.plan_status === 'pending_review')
      throw ruleBlocked(PLAN_NOT_APPROVED, 'Its plan is not approved yet. Approve the plan first.');
    if (order.on_hold)
      throw ruleBlocked(order.on_hold.rule_key ?? ORDER_ON_HOLD, 'This prescription is on hold.');
    const kept = keptBack(known, order);
    const [first] = kept;
    if (first === UNREAD_HISTORY) throw unreadHistory(kept);
    if (first) throw ruleBlocked(first, 'A safety rule applies since the approval.', kept);
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

  /** The order was filled today, as it was written. */
  async firstFill(actor: Actor, order: StoredPrescription): Promise<void> {
    const fill = await this.dispenses.record(
      order,
      {
        filled_on: await this.repository.clinicDay(order.org_id),
        quantity: order.quantity,
        days: order.days_supply,
        source: 'staff',
      },
      actor.userId,
    );
    await this.fillSigns.after(order, fill.id);
  }

  /** One more fill of an order; the first one makes it a filled one. The caller writes the audit row. */
  async filled(actor: Actor, order: StoredPrescription, filledOn: string): Promise<void> {
    if (order.status === 'accepted') await this.move(actor, order, 'filled');
    await this.repository.filled(order.id, filledOn, order.status === 'accepted' ? 0 : 1);
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

  /** Approves the draft of a plan that was approved, and ends what it replaces, in the same transaction. */
  async accept(actor: Actor, draft: StoredPrescription, orgId: string): Promise<Prescription> {
    await this.move(actor, draft, 'accepted');
    await this.record(actor, 'prescription.approve', draft.id, { orgId, patientId: draft.patient_id });
    for (const replaced of await this.repository.replacedBy(draft)) {
      if (replaced.status === 'filled') await this.repository.endFilled(replaced.id, 'replaced');
      else await this.move(actor, replaced, 'canceled', { code: 'replaced' });
      await this.record(
        actor,
        'prescription.replace',
        replaced.id,
        { orgId, patientId: draft.patient_id },
        { by: draft.id },
      );
    }
    return wirePrescription((await this.repository.find(draft.id))!);
  }

  /** One step of the lifecycle; the caller writes the audit row. */
  async move(
    actor: Actor,
    prescription: StoredPrescription,
    to: Prescription['status'],
    end: OrderEnd = {},
  ): Promise<void> {
    PRESCRIPTION_LIFECYCLE.assert(prescription.status, to);
    const moved = await this.repository.move(
      prescription.id,
      PRESCRIPTION_LIFECYCLE.from(to),
      to,
      actor.userId,
      end,
    );
    if (!moved) throw invalidState('The prescription was changed in the meantime.');
  }

  private record(
    actor: Actor,
    action: string,
    id: string,
    { orgId, patientId }: Pick<PrescriptionPlace, 'orgId' | 'patientId'>,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    const as = action === 'prescription.draft' || action === 'prescription.cancel' ? undefined : STAFF_ROLES;
    return this.audit.record(actor, {
      action,
      target: { type: 'prescription', id },
      patientId,
      orgId,
      ...(detail && { detail }),
      ...(as && { as }),
    });
  }
}
