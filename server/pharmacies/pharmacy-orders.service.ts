import { Injectable } from '@nestjs/common';
import type {
  PharmacyOrder,
  PharmacyOrderConfirmRequest,
  PharmacyOrderRequest,
  PharmacyOrdersResponse,
  PharmacyOrderWithdrawRequest,
} from '#common/api/pharmacies.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { code128 } from '../documents/barcode.js';
import { Jobs } from '../jobs/jobs.service.js';
import { notForOneself, Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, recordConflict, validationFailed } from '../platform/errors/errors.js';
import type { Download } from '../platform/http/attachment.js';
import { OrderSending } from '../prescriptions/order-sending.service.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { StoredPrescription } from '../prescriptions/prescription-rows.js';
import { OrderContentsReader } from './order-contents.service.js';
import { orderPdf } from './order-pdf.js';
import { PharmaciesRepository } from './pharmacies.repository.js';
import { PharmacyOrdersRepository, type StoredPharmacyOrder } from './pharmacy-orders.repository.js';
import { OpenPharmacyOrders } from './records/open-pharmacy-orders.js';
import { PHARMACY_ORDER_LIFECYCLE } from './records/pharmacy-order-lifecycle.js';
import { TEXT } from './text/en.js';

const wire = ({ org_id: _org, patient_id: _patient, ...order }: StoredPharmacyOrder): PharmacyOrder => order;

interface Locked {
  order: StoredPharmacyOrder;
  prescription: StoredPrescription;
}

/** A prescription on its way to a pharmacy. It counts as sent once the pharmacy confirmed it. */
@Injectable()
export class PharmacyOrders {
  constructor(
    private readonly repository: PharmacyOrdersRepository,
    private readonly pharmacies: PharmaciesRepository,
    private readonly open: OpenPharmacyOrders,
    private readonly contents: OrderContentsReader,
    private readonly sending: OrderSending,
    private readonly prescriptions: Prescriptions,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
  ) {}

  async ofPrescription(actor: Actor, id: string): Promise<PharmacyOrdersResponse> {
    const prescription = await this.prescriptions.forStaff(actor, id);
    // A clinic may keep its records to its providers.
    await this.patients.forStaff(actor, prescription.patient_id);
    await this.audit.record(actor, {
      action: 'pharmacy_order.list',
      target: { type: 'prescription', id },
      patientId: prescription.patient_id,
      orgId: prescription.org_id,
      as: STAFF_ROLES,
    });
    return {
      pharmacy_orders: (await this.repository.ofPrescription(id)).map(wire),
      pharmacies: await this.pharmacies.choices(prescription.org_id, prescription.patient_id),
    };
  }

  /** Judged like sending it; the pharmacy's confirmation comes later. */
  handOver(
    actor: Actor,
    prescriptionId: string,
    { pharmacy_id, reason, overrides, version }: PharmacyOrderRequest,
  ): Promise<PharmacyOrder> {
    return this.uow.run(async () => {
      const prescription = await this.sending.locked(actor, prescriptionId, version);
      notForOneself(actor, prescription.patient_user_id);
      await this.sending.assertMaySend(actor, prescription, { reason, overrides });
      await this.sending.assertNoneOpen(prescription);
      const { full_name, dob } = await this.patients.forStaff(actor, prescription.patient_id);
      if (!full_name?.trim() || !dob || !prescription.approved_by)
        throw invalidState(TEXT.pharmacyNeedsPatientsFullName);
      const pharmacy = await this.pharmacies.find({ orgId: prescription.org_id }, pharmacy_id.toLowerCase());
      if (!pharmacy || pharmacy.status === 'paused')
        throw validationFailed({ pharmacy_id: TEXT.choosePharmacyOfClinic });
      const id = await this.repository.insert({
        org_id: prescription.org_id,
        patient_id: prescription.patient_id,
        prescription_id: prescription.id,
        pharmacy_id: pharmacy.id,
        channel: pharmacy.channel,
        status: pharmacy.channel === 'fax' ? 'prepared' : 'sending',
        handed_over_by: actor.userId,
      });
      const order = (await this.repository.inOrganisation(actor, id))!;
      await this.record(actor, 'pharmacy_order.create', order, { pharmacy: pharmacy.id });
      if (pharmacy.channel === 'https') await this.jobs.enqueue('pharmacy.order', { order_id: id });
      return wire(order);
    });
  }

  /** The pharmacy has it: judged again, and only now marked as sent. */
  confirm(
    actor: Actor,
    id: string,
    { how, reference, version }: PharmacyOrderConfirmRequest,
  ): Promise<PharmacyOrder> {
    return this.uow.run(async () => {
      const { order, prescription } = await this.locked(actor, id, version);
      PHARMACY_ORDER_LIFECYCLE.assert(order.status, 'confirmed');
      if (order.channel === 'https') throw invalidState(TEXT.pharmacysProgramConfirmsOrderItself);
      await this.sending.assertStillMaySend(actor, prescription, new Date(order.handed_over_at));
      await this.repository.confirm(id, { userId: actor.userId, how, reference: reference || null });
      await this.record(actor, 'pharmacy_order.confirm', order, { how });
      await this.sending.sent(actor, prescription);
      return this.shown(actor, id);
    });
  }

  withdraw(
    actor: Actor,
    id: string,
    { reason, version }: PharmacyOrderWithdrawRequest,
  ): Promise<PharmacyOrder> {
    return this.uow.run(async () => {
      const { order, prescription } = await this.locked(actor, id, version);
      PHARMACY_ORDER_LIFECYCLE.assert(order.status, 'withdrawn');
      const open = await this.open.withdraw(prescription, reason.trim());
      if (open?.may_be_there) await this.prescriptions.callPharmacy(prescription, open);
      await this.record(actor, 'pharmacy_order.withdraw', order, { reason: typedText(reason.trim()) });
      return this.shown(actor, id);
    });
  }

  /** The fax: refused while anything keeps the order back, so that no old file is printed by mistake. */
  async pdf(actor: Actor, id: string): Promise<Download> {
    const { order, prescription } = await this.found(actor, id);
    if (order.status === 'withdrawn' || order.status === 'failed') throw invalidState(TEXT.orderOver);
    if (order.status !== 'confirmed')
      await this.sending.assertStillMaySend(actor, prescription, new Date(order.handed_over_at));
    else if (prescription.on_hold || prescription.prescription_state === 'past')
      throw invalidState(TEXT.prescriptionOnHoldOrEnded);
    const contents = await this.contents.read(id, prescription);
    const stream = orderPdf(contents, await code128(order.number));
    await this.repository.printed(id);
    await this.record(actor, 'pharmacy_order.download', order);
    return { stream, name: `prescription-order-${order.number}.pdf` };
  }

  private async shown(actor: Actor, id: string): Promise<PharmacyOrder> {
    return wire((await this.repository.inOrganisation(actor, id))!);
  }

  private async found(actor: Actor, id: string): Promise<Locked> {
    const order = await this.repository.inOrganisation(actor, id);
    if (!order) throw notFound();
    await this.patients.forStaff(actor, order.patient_id);
    return { order, prescription: await this.prescriptions.forStaff(actor, order.prescription_id) };
  }

  /** As it is once its case is locked. */
  private async locked(actor: Actor, id: string, version: number): Promise<Locked> {
    const { prescription: before } = await this.found(actor, id);
    await this.cases.lock(actor, before.case_id);
    const { order, prescription } = await this.found(actor, id);
    notForOneself(actor, prescription.patient_user_id);
    if (order.version !== version)
      throw recordConflict(
        wire(order),
        { kind: 'pharmacy_order', id, patientId: order.patient_id, orgId: order.org_id },
        await this.audit.lastChange(order.patient_id, ['pharmacy_order.%'], id),
      );
    return { order, prescription };
  }

  private record(
    actor: Actor,
    action: RecordAction,
    order: StoredPharmacyOrder,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'pharmacy_order', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      ...(detail && { detail: { prescription: order.prescription_id, ...detail } }),
      as: STAFF_ROLES,
    });
  }
}
