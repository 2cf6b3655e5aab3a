import { Injectable } from '@nestjs/common';
import { MANY_ORDERS, UNUSUAL_A_DAY } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notConfirmed, OpenPharmacyOrders } from '../pharmacies/records/open-pharmacy-orders.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, recordConflict, type AppError } from '../platform/errors/errors.js';
import { toAppError } from '../platform/http/error.filter.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { RefillProgress } from '../supply/records/refill-progress.js';
import { ActingClinician } from './acting-clinician.service.js';
import type { PrescriptionTransitionDto } from './prescriptions.dto.js';
import { orderRevealed, type StoredPrescription } from './prescription-rows.js';
import { wirePrescription } from './prescription-wire.js';
import { PrescriptionsRepository } from './prescriptions.repository.js';
import { Prescriptions } from './prescriptions.service.js';
import { TEXT } from './text/en.js';

/** What is typed where rules keep the order back. */
type Step = Pick<PrescriptionTransitionDto, 'reason' | 'overrides'> & { dispensed?: boolean };

function assertUnsent({ status, sent_at }: StoredPrescription): void {
  if (status !== 'accepted' || sent_at) throw invalidState(TEXT.onlyApprovedOrderNotSentYet);
}

/** An approved order on its way to the pharmacy: what is checked before, and what follows once the pharmacy has it. */
@Injectable()
export class OrderSending {
  constructor(
    private readonly repository: PrescriptionsRepository,
    private readonly prescriptions: Prescriptions,
    private readonly acting: ActingClinician,
    private readonly pharmacyOrders: OpenPharmacyOrders,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly notices: PatientNotices,
    private readonly refills: RefillProgress,
    private readonly audit: Audit,
  ) {}

  /** The order as it is once its case is locked. */
  async locked(actor: Actor, id: string, version: number | undefined): Promise<StoredPrescription> {
    const found = await this.repository.inOrganisation(actor, id);
    if (!found) throw notFound();
    await this.cases.lock(actor, found.case_id);
    const order = (await this.repository.inOrganisation(actor, id))!;
    if (version !== undefined && version !== order.version) throw await this.conflict(order);
    return order;
  }

  async conflict(order: StoredPrescription): Promise<AppError> {
    const change = await this.audit.lastChange(order.patient_id, ['prescription.%'], order.id);
    return recordConflict(wirePrescription(order), orderRevealed(order), change);
  }

  async assertMaySend(actor: Actor, order: StoredPrescription, step: Step): Promise<void> {
    assertUnsent(order);
    await this.assertPassed(actor, order, step);
  }

  /** The same for an order that was given to a pharmacy then: what was named at that moment is not asked again. */
  async assertStillMaySend(actor: Actor, order: StoredPrescription, since: Date): Promise<void> {
    assertUnsent(order);
    const known = await this.evaluations.read(order.case_id);
    const signed = await this.prescriptions.signedFor(actor, known, order);
    this.prescriptions.assertNotKeptBack(signed, order, { since });
    await this.acting.assertMayAct(actor, known);
  }

  /** Throws while a rule, a hold or the caller's license keeps the order back; rules named with a reason are passed. */
  async assertPassed(actor: Actor, order: StoredPrescription, step: Step): Promise<void> {
    const known = await this.evaluations.read(order.case_id);
    const signed = await this.prescriptions.signedFor(actor, known, order);
    await this.prescriptions.assertPassed(actor, signed, order, step);
    await this.acting.assertMayAct(actor, await this.evaluations.read(order.case_id));
  }

  /** The rule that keeps it back now, as its prescriber signed it, or null. */
  async keptBackBy(order: StoredPrescription, signer: string, since: Date): Promise<string | null> {
    if (order.status !== 'accepted' || order.sent_at) return 'not_approved';
    const known = await this.evaluations.read(order.case_id);
    const signed = await this.prescriptions.signedBy({ userId: order.approved_by ?? signer }, known);
    try {
      this.prescriptions.assertNotKeptBack(signed, order, { since });
      return null;
    } catch (error) {
      const { ruleKey } = toAppError(error).parts;
      if (!ruleKey) throw error;
      return ruleKey;
    }
  }

  /** Whether a pharmacy may have it that confirmed nothing. */
  async mayBeThere(order: StoredPrescription): Promise<boolean> {
    return (await this.pharmacyOrders.of(order))?.may_be_there ?? false;
  }

  /** One supply at a time: while a pharmacy has not confirmed an order, no other one sets out. */
  async assertNoneOpen(order: StoredPrescription): Promise<void> {
    const open = await this.pharmacyOrders.ofPatient(order.patient_id);
    if (open) throw notConfirmed(open);
    const called = await this.pharmacyOrders.toBeCalled(order.patient_id);
    if (called) throw invalidState(TEXT.mayStillOrderOfPatientWithdrawn(called));
  }

  /** The pharmacy has it; actor null: its program says so. In the transaction of the act, with the case locked. */
  async sent(actor: Actor | null, order: StoredPrescription): Promise<void> {
    await this.repository.markSent(order.id);
    await this.countSent(order);
    await this.audit.record(actor, {
      action: 'prescription.sent',
      target: { type: 'prescription', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      ...(actor && { as: STAFF_ROLES }),
    });
    await this.refills.orderMoved(actor, order, 'sent');
    await this.notices.tell(order.patient_id, 'prescription_sent');
  }

  /** Several orders in one day are an error or diversion more often than care. */
  private async countSent({ case_id, org_id }: StoredPrescription): Promise<void> {
    const count = await this.repository.sentToday(case_id);
    if (count < UNUSUAL_A_DAY) return;
    await this.evaluations.raise(
      { id: case_id, org_id },
      {
        rule_key: MANY_ORDERS,
        severity: 'critical',
        message: `${count} prescriptions of this patient were sent to a pharmacy in one day. Check for an error or diversion, and call the pharmacy.`,
      },
    );
  }
}
