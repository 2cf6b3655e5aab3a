import { Injectable } from '@nestjs/common';
import type { Prescription } from '#common/api/index.js';
import { alwaysKeepsBack, UNREAD_HISTORY } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { invalidState, notFound, ruleBlocked } from '../platform/errors/errors.js';
import { DispenseRecords } from '../supply/records/dispenses.repository.js';
import { RefillProgress } from '../supply/records/refill-progress.js';
import { FillSigns } from './fill-signs.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import {
  notConfirmed,
  OpenPharmacyOrders,
  type OpenPharmacyOrder,
} from '../pharmacies/records/open-pharmacy-orders.js';
import { PrescriberFacts, type SignedFacts, type Signer } from '../regulation/prescriber-facts.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { assertEachNamed } from '../rules/override-reasons.js';
import {
  RESTART_UNDECIDED,
  appliesSince,
  appliesToFill,
  assertOpened,
  assertPlanApproved,
  assertReasonHelps,
  judgedToday,
  keptBack,
  namedSince,
  unopenedMessageError,
  unreadHistoryError,
  isUnopenedMessageRule,
  unopenedRuleKeys,
} from './kept-back.js';
import { OrderOverrides } from './order-overrides.repository.js';
import { passedValues, type Passing } from './passed-values.js';
import { OrderJudging } from './order-judging.js';
import { PRESCRIPTION_LIFECYCLE, isAheadOfPlan, isUnsent } from './prescription-lifecycle.js';
import type { OrderDraft, OrderEnd, StoredPrescription } from './prescription-rows.js';
import { wirePrescription } from './prescription-wire.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';
import { TEXT } from './text/en.js';

export interface PrescriptionPlace {
  orgId: string;
  caseId: string;
  patientId: string;
  planId: string;
}

/** What is typed at one step, and the rules it names. */
interface StepReason {
  reason?: string | undefined;
  overrides?: readonly string[] | undefined;
  /** Where the request has the reason; `reason` otherwise. */
  field?: 'reason' | 'override_reason';
  /** It was dispensed, whatever no one has read: a fact, and the refusal says what to do with it. */
  dispensed?: boolean;
}

/** Open task for the care team while an order that the pharmacy may have is on hold. */
export const ORDER_ON_HOLD = 'order_on_hold';
/** The same after an order was canceled that the pharmacy has; the facts of a case read it by this name. */
const ORDER_CANCELED = 'order_canceled';
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

/** Why an order ended that another one took the place of. */
const REPLACED = 'replaced';

@Injectable()
export class Prescriptions extends OrderJudging {
  constructor(
    private readonly repository: PrescriptionsRepository,
    private readonly overrides: OrderOverrides,
    private readonly signers: PrescriberFacts,
    private readonly dispenses: DispenseRecords,
    private readonly fillSigns: FillSigns,
    private readonly refills: RefillProgress,
    private readonly pharmacyOrders: OpenPharmacyOrders,
    private readonly evaluations: Evaluations,
    private readonly audit: Audit,
  ) {
    super();
  }

  async ofCase(caseId: string): Promise<Prescription[]> {
    return (await this.repository.ofCase(caseId)).map(wirePrescription);
  }

  async find(id: string): Promise<Prescription | null> {
    const found = await this.repository.find(id);
    return found && wirePrescription(found);
  }

  /** Whoever asks: for the portal's own work. */
  stored(id: string): Promise<StoredPrescription | null> {
    return this.repository.find(id);
  }

  /** For staff: of the actor's organization only. */
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

  /** What goes with each of these plans: its draft, otherwise the order that was approved ahead of it. */
  async ofPlans(planIds: readonly string[]): Promise<Map<string, StoredPrescription>> {
    const orders = await this.repository.livingOfPlans(planIds);
    return new Map(orders.map((order) => [order.plan_id!, order]));
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
      if (order.status === 'filled') await this.endFilled(actor, order, reason);
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
  async manySignedBy(signer: Signer, cases: readonly CaseFacts[]): Promise<Map<string, CaseFacts>> {
    const signers = await this.signers.ofMany(
      signer,
      cases.map((known) => known.patientId),
    );
    return new Map(
      cases.flatMap((known) => {
        const signed = signers.get(known.patientId);
        return signed ? [[known.caseId, withSigner(known, signed)]] : [];
      }),
    );
  }

  /**
   * A rule that fires since the approval keeps an approved order back, and so do a hold and a plan that waits.
   * @param known with who signed it
   * @param since when it was given to a pharmacy: what was named then, and is asked at each step, is answered
   */
  assertNotKeptBack(
    known: CaseFacts,
    order: StoredPrescription,
    { since, dispensed = false }: { since?: Date | undefined; dispensed?: boolean } = {},
  ): void {
    const kept = this.keptBackNow(known, order).filter(
      (key) => isUnopenedMessageRule(known, key) || !namedSince(order, key, since),
    );
    const [first] = kept;
    if (first && !order.sent_at && isUnopenedMessageRule(known, first)) assertOpened(known, kept);
    if (first === UNREAD_HISTORY) throw unreadHistoryError(kept);
    if (first) throw ruleBlocked(first, (dispensed ? appliesToFill : appliesSince)(first), kept);
  }

  /** The same, unless the reason names each of the rules. The order keeps them with the reason. */
  async assertPassed(
    actor: Actor,
    known: CaseFacts,
    order: StoredPrescription,
    { reason, overrides, field = 'reason', dispensed = false }: StepReason,
  ): Promise<void> {
    if (!overrides?.length) return this.assertNotKeptBack(known, order, { dispensed });
    const kept = this.keptBackNow(known, order);
    if (!kept.length) return;
    assertReasonHelps(kept);
    if (!dispensed || isUnsent(order)) assertOpened(known, kept);
    // What the pharmacy handed over is a fact; whether anyone looks at the words first is a provider's to say.
    else if (unopenedRuleKeys(known).length && !holds(actor, 'provider')) throw unopenedMessageError(kept);
    const typed = reason?.trim() ?? '';
    assertEachNamed(kept, { reason: typed, overrides, field });
    await this.override(actor, order, { rules: kept, reason: typed });
  }

  /** Marks the order with the rules it passed, and why. */
  async override(
    actor: Actor,
    order: StoredPrescription,
    { rules, reason, ...more }: { rules: readonly string[]; reason: string; flagged?: boolean },
  ): Promise<void> {
    await this.passed(actor, order, { reason, rules });
    const place = { orgId: order.org_id, patientId: order.patient_id };
    await this.record(actor, 'prescription.override', order.id, place, {
      rules,
      ...more,
      reason: typedText(reason),
    });
  }

  /** Keeps which rules the order passed, why, and on which values. */
  async passed(
    actor: Actor,
    order: StoredPrescription,
    { reason, rules }: Omit<Passing, 'values'>,
  ): Promise<void> {
    const known = await this.signedFor(actor, await this.evaluations.read(order.case_id), order);
    const values = { ...order.override_values, ...passedValues(judgedToday(known, order), rules) };
    const by = actor.displayName ?? actor.email;
    await this.overrides.keep(order.id, by, { reason, rules, values });
  }

  /** The rules that keep it back; throws where it waits for its plan or is on hold. */
  keptBackNow(known: CaseFacts, order: StoredPrescription): string[] {
    assertPlanApproved(order);
    if (order.on_hold) throw ruleBlocked(order.on_hold.rule_key ?? ORDER_ON_HOLD, TEXT.onHold);
    return keptBack(known, order);
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

  /** Handed over although it had ended: it stays ended. */
  async filledAfterEnd(order: StoredPrescription, filledOn: string): Promise<void> {
    await this.repository.filled(order.id, filledOn, 1);
  }

  /** Approves a draft, and ends what it takes the place of, in the same transaction: ahead of its plan only what is ahead of it too. */
  async accept(actor: Actor, draft: StoredPrescription, orgId: string): Promise<Prescription> {
    await this.move(actor, draft, 'accepted');
    await this.record(actor, 'prescription.approve', draft.id, { orgId, patientId: draft.patient_id });
    await this.markFromPlan(actor, draft);
    await this.takePlaces(actor, draft);
    return wirePrescription((await this.repository.find(draft.id))!);
  }

  /** The plan is approved: what was approved ahead of it takes the place of the orders in use. */
  async planCounts(actor: Actor, planId: string): Promise<void> {
    for (const order of await this.repository.acceptedOfPlan(planId)) await this.takePlaces(actor, order);
  }

  private async takePlaces(actor: Actor, order: StoredPrescription): Promise<void> {
    const place = { orgId: order.org_id, patientId: order.patient_id };
    let heldBefore = false;
    let took = false;
    for (const replaced of await this.repository.replacedBy(order)) {
      if (isAheadOfPlan(replaced) !== isAheadOfPlan(order)) continue;
      if (replaced.status === 'filled') await this.endFilled(actor, replaced, REPLACED);
      else await this.move(actor, replaced, 'canceled', { code: REPLACED });
      await this.record(actor, 'prescription.replace', replaced.id, place, { by: order.id });
      heldBefore ||= replaced.on_hold !== null;
      took = true;
    }
    // What asked for a decision on the order before, on hold or released since, is decided.
    if (heldBefore || (took && (await this.isUndecided(order.case_id))))
      await this.evaluations.run(order.case_id, 'plan');
  }

  private async isUndecided(caseId: string): Promise<boolean> {
    const alerts = await this.evaluations.openAlerts(caseId);
    return alerts.some(({ rule_key: key }) => key === RESTART_UNDECIDED);
  }

  /** Orders of a plan that were approved before it: they get its mark, and are judged with it in force. */
  async approvedAhead(
    actor: Actor,
    known: CaseFacts,
    planId: string,
  ): Promise<{ order: Prescription; keptBack: string[] }[]> {
    const answer = [];
    for (const order of await this.repository.acceptedOfPlan(planId)) {
      await this.markFromPlan(actor, order);
      const marked = (await this.repository.find(order.id))!;
      const kept = keptBack(await this.signedFor(actor, known, marked), marked);
      answer.push({ order: wirePrescription(marked), keptBack: kept });
    }
    return answer;
  }

  /** A plan approved against rules marks its order; a rule that keeps an order back gets a reason of its own. */
  private async markFromPlan(actor: Actor, order: StoredPrescription): Promise<void> {
    const plan = await this.overrides.ofPlan(order.plan_id);
    if (!plan) return;
    const rules = plan.rules.filter((key) => !alwaysKeepsBack(key));
    const marked = (await this.repository.find(order.id))!;
    await this.passed(actor, marked, { reason: marked.override_reason ?? plan.reason, rules });
  }

  /** One step of the lifecycle; the caller writes the audit row. */
  async move(
    actor: Actor,
    prescription: StoredPrescription,
    to: Prescription['status'],
    end: OrderEnd = {},
  ): Promise<void> {
    PRESCRIPTION_LIFECYCLE.assert(prescription.status, to);
    const open = to === 'filled' ? await this.pharmacyOrders.of(prescription) : null;
    if (open) throw notConfirmed(open);
    const moved = await this.repository.move(
      prescription.id,
      PRESCRIPTION_LIFECYCLE.from(to),
      to,
      actor.userId,
      end,
    );
    if (!moved) throw invalidState(TEXT.prescriptionChangedInMeantime);
    if (to !== 'canceled') return;
    const withdrawn = await this.pharmacyOrders.withdraw(prescription, end.note ?? end.code ?? 'canceled');
    if (prescription.sent_at || withdrawn?.may_be_there) await this.callPharmacy(prescription, withdrawn);
    await this.refills.orderEnded(actor, prescription, end.code === REPLACED);
  }

  private async endFilled(actor: Actor, order: StoredPrescription, reason: string): Promise<void> {
    await this.repository.endFilled(order.id, reason);
    await this.refills.orderEnded(actor, order, reason === REPLACED);
  }

  /** Nobody but the clinic tells the pharmacy; until it is told, a new order is kept back. */
  async callPharmacy(
    { case_id, org_id, drug, dose, sent_at }: StoredPrescription,
    withdrawn: OpenPharmacyOrder | null,
  ): Promise<void> {
    const open = (await this.evaluations.openAlerts(case_id)).find((one) => one.rule_key === ORDER_CANCELED);
    const way = withdrawn
      ? `given to ${withdrawn.pharmacy}`
      : `sent ${sent_at!.slice(0, 16).replace('T', ' ')} UTC`;
    const line = TEXT.callPharmacy(drug, dose, way);
    // Each order is a call of its own.
    const message = open ? `${open.message}\n${line}` : line;
    return this.evaluations.raise(
      { id: case_id, org_id },
      {
        rule_key: ORDER_CANCELED,
        severity: 'critical',
        message,
      },
    );
  }

  private record(
    actor: Actor,
    action: RecordAction,
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
