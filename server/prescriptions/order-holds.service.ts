import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Prescription } from '#common/api/index.js';
import { ORDER_HOLD_OVER, effectsOf, firedKeys, titleOf } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notForOneself } from '../patients/patients.service.js';
import { OpenPharmacyOrders } from '../pharmacies/records/open-pharmacy-orders.js';
import type { Actor } from '../platform/access/actor.js';
import { currentContext } from '../platform/access/context.js';
import { invalidState } from '../platform/errors/errors.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { Evaluations, type Judgement } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { assertNamed } from '../rules/override-reasons.js';
import { ActingClinician } from './acting-clinician.service.js';
import {
  THERAPY_ON_HOLD,
  assertOpened,
  assertReasonHelps,
  holdRule,
  keptBack,
  waitsForLowerDose,
} from './kept-back.js';
import type { OrderReleaseDto } from './prescriptions.dto.js';
import { wirePrescription } from './prescription-wire.js';
import { OrderSending } from './order-sending.service.js';
import { ORDER_ON_HOLD, Prescriptions } from './prescriptions.service.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';
import { isAheadOfPlan } from './prescription-lifecycle.js';
import type { StoredPrescription } from './prescription-rows.js';
import { TEXT } from './text/en.js';

export interface HoldCause {
  rule: string | null;
  reason: string | null;
  by: string | null;
}

/** Whether the pharmacy may still dispense it: it was sent, or filled with refills left. */
const atPharmacy = ({ sent_at, status, refills, fills }: StoredPrescription): boolean =>
  status === 'filled' ? refills - Math.max(0, fills - 1) > 0 : sent_at !== null;

/** Approved orders that may be neither sent nor filled for now. */
@Injectable()
export class OrderHolds implements OnModuleInit {
  constructor(
    private readonly repository: PrescriptionsRepository,
    private readonly prescriptions: Prescriptions,
    private readonly sending: OrderSending,
    private readonly acting: ActingClinician,
    private readonly pharmacyOrders: OpenPharmacyOrders,
    private readonly evaluations: Evaluations,
    private readonly told: ToldHistory,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.evaluations.whenJudged((judgement) => this.afterStop(judgement));
    this.evaluations.whenJudged((judgement) => this.afterRuleEnds(judgement));
  }

  hold(actor: Actor, id: string, reason: string, version: number): Promise<Prescription> {
    return this.uow.run(async () => {
      const order = await this.locked(actor, id, version);
      if (order.on_hold) throw invalidState(TEXT.prescriptionOnHoldAlready);
      const text = reason.trim();
      if (!(await this.repository.hold(id, { rule: null, reason: text, by: actor.userId })))
        throw invalidState(TEXT.onlyApprovedPrescriptionNotEnded);
      await this.record(actor, 'prescription.hold', order, { reason: typedText(text) });
      await this.told.noted(actor, order, { place: 'order', text });
      await this.callPharmacy(order.case_id, order.org_id, [order]);
      await this.notices.tell(order.patient_id, 'prescription_on_hold');
      return wirePrescription((await this.repository.find(id))!);
    });
  }

  /** The rules that keep the order back now are kept with the reason: they do not stop it again. */
  release(
    actor: Actor,
    id: string,
    { reason, version, overrides = [] }: OrderReleaseDto,
  ): Promise<Prescription> {
    return this.uow.run(async () => {
      const order = await this.locked(actor, id, version);
      const known = await this.evaluations.read(order.case_id);
      const rules = keptBack(await this.prescriptions.signedFor(actor, known, order), order);
      const text = reason.trim();
      if (!order.on_hold) throw invalidState(TEXT.prescriptionNotOnHold);
      assertReasonHelps(rules);
      assertOpened(known, rules);
      await this.acting.assertMayAct(actor, known);
      const named = [...new Set([...rules, ...holdRule(order)])];
      assertNamed(named, { reason: text, overrides, field: 'reason' });
      if (!(await this.repository.release(id))) throw invalidState(TEXT.prescriptionNotOnHold);
      await this.prescriptions.passed(actor, order, { reason: text, rules });
      await this.record(actor, 'prescription.release', order, { reason: typedText(text), rules: named });
      await this.pharmacyMayDispense(order.case_id);
      await this.evaluations.run(order.case_id, 'plan');
      return wirePrescription((await this.repository.find(id))!);
    });
  }

  /** Every order of the case that is approved and not over. The caller holds the case. */
  async holdAll(
    actor: Actor | null,
    { caseId, orgId }: { caseId: string; orgId: string },
    cause: HoldCause,
  ): Promise<number> {
    const held: StoredPrescription[] = [];
    for (const order of await this.repository.ofCase(caseId)) {
      if (order.prescription_state !== 'current' || order.on_hold) continue;
      if (!(await this.repository.hold(order.id, cause))) continue;
      held.push(order);
      await this.record(actor, 'prescription.hold', order, {
        rule: cause.rule,
        reason: typedText(cause.reason),
      });
    }
    await this.callPharmacy(caseId, orgId, held);
    return held.length;
  }

  /** Orders that a hold of the therapy stopped go on with it, and those of a rule that fired by mistake; others keep their own. */
  async releaseAll(
    actor: Actor,
    caseId: string,
    { reason, settledRule }: { reason: string; settledRule: string | null },
  ): Promise<void> {
    const goOn = new Set([THERAPY_ON_HOLD, settledRule]);
    for (const order of await this.repository.ofCase(caseId)) {
      if (!order.on_hold?.rule_key || !goOn.has(order.on_hold.rule_key)) continue;
      await this.repository.release(order.id);
      await this.record(actor, 'prescription.release', order, { reason: typedText(reason) });
    }
    await this.pharmacyMayDispense(caseId);
  }

  /** Whether an order in use says the full dose after a pause for hematocrit, and none a lower one; null without any order in use. */
  async waitForLowerDose(known: CaseFacts): Promise<boolean | null> {
    const [current] = (await this.repository.ofCase(known.caseId)).filter(
      (order) => order.prescription_state === 'current' && !isAheadOfPlan(order),
    );
    return current ? waitsForLowerDose(known, current) : null;
  }

  /** Once no order of the case is on hold, the pharmacy no longer needs the call. */
  private async pharmacyMayDispense(caseId: string): Promise<void> {
    if ((await this.repository.ofCase(caseId)).some(({ on_hold: held }) => held)) return;
    const standing = (await this.evaluations.openAlerts(caseId)).find(
      ({ rule_key: key }) => key === ORDER_ON_HOLD,
    );
    if (standing) await this.evaluations.closeAlert(standing.id);
  }

  /** A stop or a block that begins to fire reaches the orders that were approved before it. */
  private async afterStop({ known, fresh }: Judgement): Promise<void> {
    const rule = fresh.find((key) =>
      effectsOf(key).some((effect) => effect === 'STOP' || effect === 'BLOCK'),
    );
    if (!rule) return;
    const held = await this.holdAll(
      currentContext()?.actor ?? null,
      { caseId: known.caseId, orgId: known.orgId },
      { rule, reason: null, by: null },
    );
    if (held) await this.notices.tell(known.patientId, 'prescription_on_hold');
  }

  /** No rule releases an order: until someone decides, the patient would go without it and no one would know why. */
  private async afterRuleEnds({ known, evaluation }: Judgement): Promise<void> {
    const { caseId, orgId, facts } = known;
    const fires = new Set(firedKeys(evaluation));
    const orders = facts.other_orders?.on_hold && !facts.hold ? await this.repository.ofCase(caseId) : [];
    const over = orders.filter(
      ({ prescription_state, on_hold }) =>
        prescription_state === 'current' && on_hold?.rule_key && !fires.has(on_hold.rule_key),
    );
    const open = (facts.open_alerts ?? []).some(({ rule_key: key }) => key === ORDER_HOLD_OVER);
    if (over.length === 0 && !open) return;
    const standing = (await this.evaluations.openAlerts(caseId)).find(
      ({ rule_key: key }) => key === ORDER_HOLD_OVER,
    );
    if (over.length === 0 && standing) await this.evaluations.closeAlert(standing.id);
    if (over.length === 0 || standing) return;
    await this.evaluations.raise(
      { id: caseId, org_id: orgId },
      {
        rule_key: ORDER_HOLD_OVER,
        severity: 'warning',
        message: over
          .map(({ drug, on_hold }) =>
            TEXT.stillOnHold(drug, titleOf(on_hold!.rule_key!) ?? on_hold!.rule_key),
          )
          .join('\n'),
      },
    );
  }

  private async callPharmacy(
    caseId: string,
    orgId: string,
    held: readonly StoredPrescription[],
  ): Promise<void> {
    const out: StoredPrescription[] = [];
    for (const order of held)
      if (atPharmacy(order) || (await this.pharmacyOrders.of(order))?.may_be_there) out.push(order);
    if (!out.length) return;
    await this.evaluations.raise(
      { id: caseId, org_id: orgId },
      {
        rule_key: ORDER_ON_HOLD,
        severity: 'critical',
        message: `Call the pharmacy: ${out.map((order) => order.drug).join(', ')} is on hold and must not be dispensed.`,
      },
    );
  }

  private async locked(actor: Actor, id: string, version: number): Promise<StoredPrescription> {
    const order = await this.sending.locked(actor, id, undefined);
    notForOneself(actor, order.patient_user_id);
    if (order.version !== version) throw await this.sending.conflict(order);
    return order;
  }

  private record(
    actor: Actor | null,
    action: RecordAction,
    order: StoredPrescription,
    detail: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'prescription', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      detail,
      ...(actor && actor.patientId !== order.patient_id && { as: STAFF_ROLES }),
    });
  }
}
