import { Injectable } from '@nestjs/common';
import type { Dispense, Shipment, ShipmentRequest } from '#common/api/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { Patients, notForOneself } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, validationFailed } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import { DispenseRecords, wireDispense, type StoredDispense } from './records/dispenses.repository.js';
import { TEXT } from './text/en.js';

const WITHOUT_NUMBER: ReadonlySet<string> = new Set(['courier', 'pickup']);

/** How fills travel to patients. */
@Injectable()
export class Shipments {
  constructor(
    private readonly records: DispenseRecords,
    private readonly prescriptions: Prescriptions,
    private readonly cases: CaseRecords,
    private readonly patients: Patients,
    private readonly notices: PatientNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  ship(actor: Actor, id: string, dispenseId: string, body: ShipmentRequest): Promise<Dispense> {
    return this.uow.run(async () => {
      const order = await this.prescriptions.forStaff(actor, id);
      await this.cases.lock(actor, order.case_id);
      notForOneself(actor, order.patient_user_id);
      const fill = await this.fill(id, dispenseId);
      if (fill.shipment?.received_on) throw invalidState(TEXT.patientReceivedAlready);
      const { timezone } = await this.patients.forStaff(actor, order.patient_id);
      const tracking_number = body.tracking_number ?? '';
      if (body.shipped_on < fill.filled_on || body.shipped_on > this.clock.today(timezone))
        throw validationFailed({ shipped_on: TEXT.enterDayBetweenFillAndToday });
      if (!tracking_number && !WITHOUT_NUMBER.has(body.carrier))
        throw validationFailed({ tracking_number: TEXT.enterTrackingNumber });
      await this.records.ship(fill.id, { ...body, tracking_number });
      await this.record(actor, 'prescription.ship', { ...order, fill: fill.id }, { carrier: body.carrier });
      if (!fill.shipment) await this.notices.tell(order.patient_id, 'prescription_shipped');
      return wireDispense(await this.fill(id, dispenseId));
    });
  }

  /** Said twice, the first day stays. */
  received(actor: Actor, id: string, dispenseId: string): Promise<Shipment> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const fill = await this.fill(id, dispenseId);
      if (fill.patient_id !== patient.id) throw notFound();
      if (!fill.shipment) throw invalidState(TEXT.careTeamNotSaidShipped);
      if (fill.shipment.received_on) return fill.shipment;
      await this.records.received(fill.id, this.clock.today(patient.zone));
      await this.record(actor, 'prescription.receive', {
        id,
        patient_id: patient.id,
        org_id: patient.org_id,
        fill: fill.id,
      });
      return (await this.fill(id, dispenseId)).shipment!;
    });
  }

  private async fill(id: string, dispenseId: string): Promise<StoredDispense> {
    const fills = await this.records.ofPrescription(id);
    const fill = fills.find((one) => one.id === dispenseId.toLowerCase());
    if (!fill) throw notFound();
    return fill;
  }

  private record(
    actor: Actor,
    action: 'prescription.receive' | 'prescription.ship',
    on: { id: string; patient_id: string; org_id: string; fill: string },
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'prescription', id: on.id },
      patientId: on.patient_id,
      orgId: on.org_id,
      detail: { dispense: on.fill, ...detail },
      as: actor.patientId === on.patient_id ? ['patient'] : STAFF_ROLES,
    });
  }
}
