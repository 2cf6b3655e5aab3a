import { Injectable } from '@nestjs/common';
import type {
  LabOrder,
  LabOrderCancelRequest,
  LabOrderDetail,
  LabOrderDrawnRequest,
  LabOrderResultsRequest,
  StaffLabOrder,
} from '#common/api/lab-orders.js';
import { dateIn } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit, typedText } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { LabConnections } from '../lab-messages/lab-connections.service.js';
import { PatientNotices } from '../patients/patient-notices.service.js';
import { notForOneself, Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { invalidState, notFound, recordConflict, validationFailed } from '../platform/errors/errors.js';
import { listed, type ListQuery, type Page } from '../platform/http/list-query.js';
import { Clock } from '../platform/time/clock.js';
import { ownOrder, staffOrder, type StoredOrder } from './lab-order-wire.js';
import { LabOrdersRepository } from './lab-orders.repository.js';
import { LAB_ORDER_LIFECYCLE } from './records/lab-order-lifecycle.js';
import { LabOrderProgress } from './records/lab-order-progress.js';
import { TEXT } from './text/en.js';

/** Orders after they were signed: lists, the draw, cancellation, and which results are theirs. */
@Injectable()
export class LabOrders {
  constructor(
    private readonly repository: LabOrdersRepository,
    private readonly progress: LabOrderProgress,
    private readonly connections: LabConnections,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly notices: PatientNotices,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async own(actor: Actor): Promise<LabOrder[]> {
    const patient = await this.patients.own(actor);
    const orders = await this.repository.ofPatient(patient.id);
    await this.audit.record(actor, { action: 'lab_order.list', patientId: patient.id, as: ['patient'] });
    return orders.map(ownOrder);
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<StaffLabOrder>> {
    const page = await this.repository.list(actor, query);
    await this.audit.record(actor, {
      action: 'lab_order.search',
      detail: listed(page.rows, query),
      patientIds: page.rows.map(({ patient_id }) => patient_id),
      as: STAFF_ROLES,
    });
    return { ...page, rows: page.rows.map(staffOrder) };
  }

  async ofCase(actor: Actor, caseId: string): Promise<StaffLabOrder[]> {
    const record = await this.cases.find(actor, caseId);
    await this.audit.record(actor, {
      action: 'lab_order.list',
      patientId: record.patient_id,
      orgId: record.org_id,
      as: STAFF_ROLES,
    });
    return (await this.repository.ofPatient(record.patient_id)).map(staffOrder);
  }

  async read(actor: Actor, id: string): Promise<LabOrderDetail> {
    const order = await this.found(actor, id);
    await this.record(actor, 'lab_order.read', order);
    return this.detail(order);
  }

  /** The blood was drawn that day; without a day, it was not after all. */
  drawn(actor: Actor, id: string, { drawn_on, version }: LabOrderDrawnRequest): Promise<LabOrderDetail> {
    return this.uow.run(async () => {
      const order = await this.locked(actor, id, version);
      LAB_ORDER_LIFECYCLE.assert(order.status, drawn_on ? 'drawn' : 'ordered');
      const patient = await this.patients.forStaff(actor, order.patient_id);
      const ordered = dateIn(new Date(order.ordered_at), patient.timezone);
      if (drawn_on && (drawn_on < ordered || drawn_on > this.clock.today(patient.timezone)))
        throw validationFailed({ drawn_on: TEXT.enterDayBetweenOrderAndToday });
      await this.repository.drawn(id, drawn_on);
      await this.record(actor, 'lab_order.drawn', order, { drawn_on });
      return this.detail(await this.found(actor, id));
    });
  }

  /** Results that still come in are kept; the laboratory and the patient are told. */
  cancel(actor: Actor, id: string, { reason, version }: LabOrderCancelRequest): Promise<LabOrderDetail> {
    return this.uow.run(async () => {
      const order = await this.locked(actor, id, version);
      LAB_ORDER_LIFECYCLE.assert(order.status, 'canceled');
      await this.repository.cancel(id, actor.userId, reason.trim());
      await this.record(actor, 'lab_order.cancel', order, {
        was: order.status,
        reason: typedText(reason.trim()),
      });
      const { sends_orders } = await this.connections.ofOrder(order.laboratory.id);
      if (sends_orders || order.sent_at) await this.jobs.enqueue('labs.order', { order_id: id });
      await this.notices.tell(order.patient_id, 'labs_canceled');
      return this.detail(await this.found(actor, id));
    });
  }

  /** Where the portal did not see by itself whose results they are. */
  results(actor: Actor, id: string, { lab_ids, version }: LabOrderResultsRequest): Promise<LabOrderDetail> {
    return this.uow.run(async () => {
      const order = await this.locked(actor, id, version);
      if (order.status === 'canceled') throw invalidState(TEXT.orderCanceled);
      const candidates = await this.repository.candidates(id);
      const known = new Set(candidates.map(({ lab_id }) => lab_id));
      const chosen = lab_ids.map((one) => one.toLowerCase());
      if (!chosen.every((one) => known.has(one)))
        throw validationFailed({ lab_ids: TEXT.chooseDrawsSinceOrderOne });
      await this.progress.assign(actor, id, chosen, order.lab_ids);
      return this.detail(await this.found(actor, id));
    });
  }

  private async detail(order: StoredOrder): Promise<LabOrderDetail> {
    return { ...staffOrder(order), candidates: await this.repository.candidates(order.id) };
  }

  private async found(actor: Actor, id: string): Promise<StoredOrder> {
    const order = await this.repository.inOrganisation(actor, id);
    if (!order) throw notFound();
    // A clinic may keep its records to its providers.
    await this.patients.forStaff(actor, order.patient_id);
    return order;
  }

  /** As it is once its case is locked: results and acts on one patient wait for each other there. */
  private async locked(actor: Actor, id: string, version: number): Promise<StoredOrder> {
    const { case_id } = await this.found(actor, id);
    await this.cases.lock(actor, case_id);
    const order = await this.found(actor, id);
    notForOneself(actor, order.patient_user_id);
    if (order.version !== version)
      throw recordConflict(
        staffOrder(order),
        { kind: 'lab_order', id, patientId: order.patient_id, orgId: order.org_id },
        await this.audit.lastChange(order.patient_id, ['lab_order.%'], id),
      );
    return order;
  }

  private record(
    actor: Actor,
    action: RecordAction,
    order: StoredOrder,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'lab_order', id: order.id },
      patientId: order.patient_id,
      orgId: order.org_id,
      ...(detail && { detail }),
      as: STAFF_ROLES,
    });
  }
}
