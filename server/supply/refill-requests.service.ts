import { Injectable } from '@nestjs/common';
import type { RefillRequest, RefillRequestBody, SavedRefillRequest } from '#common/api/supply.js';
import { adviceFor, EMERGENCY_KINDS } from '#common/emergency/emergency-kinds.js';
import {
  addBusinessDays,
  isGivenInClinic,
  messageReadsAsHistory,
  saysMoreThanErrands,
} from '#common/clinical/index.js';
import { Audit } from '../audit/audit.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { AppError, invalidState, notFound } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { isAheadOfPlan } from '../prescriptions/prescription-lifecycle.js';
import { Prescriptions } from '../prescriptions/prescriptions.service.js';
import type { StoredPrescription } from '../prescriptions/prescription-rows.js';
import { Emergencies } from '../rules/emergencies.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { SafetyChecks } from '../safety-checks/safety-checks.service.js';
import type { SafetyCheckDto } from '../safety-checks/safety-checks.dto.js';
import { LOOKED_AT_WITHIN, REFILL_LIFECYCLE } from './records/refill-lifecycle.js';
import { RefillRequestsRepository, type StoredRefill } from './refill-requests.repository.js';
import { Supply } from './supply.service.js';
import { TEXT } from './text/en.js';

export const ownRefill = (request: StoredRefill): RefillRequest => {
  const { id, version, prescription_id, drug, requested_on, doses_left, reason } = request;
  const { state, withdrawn, owner_told: owner, due_by, results_on, visit_on, answer, decided_at } = request;
  return {
    id,
    version,
    prescription_id,
    drug,
    requested_on,
    doses_left,
    reason,
    state,
    withdrawn,
    owner,
    due_by,
    results_on,
    visit_on,
    answer,
    decided_at,
  };
};

/** The same on the patient's own calendar. */
const toldRefill = (request: StoredRefill): RefillRequest => ({
  ...ownRefill(request),
  requested_on: request.own_requested_on,
});

function assertMayAsk(order: StoredPrescription): void {
  if (!['accepted', 'filled'].includes(order.status) || order.ended_reason !== null || isAheadOfPlan(order))
    throw invalidState(TEXT.prescriptionNotInUse);
  if (isGivenInClinic(order.formulation))
    throw new AppError(409, 'given_in_clinic', TEXT.clinicGivesMedicine);
  if (order.on_hold) throw invalidState(TEXT.prescriptionOnHold);
}

/** A patient requests a refill. Every request always has an owner and a due date. */
@Injectable()
export class RefillRequests {
  constructor(
    private readonly repository: RefillRequestsRepository,
    private readonly supply: Supply,
    private readonly prescriptions: Prescriptions,
    private readonly safetyChecks: SafetyChecks,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly emergencies: Emergencies,
    private readonly told: ToldHistory,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async own(actor: Actor): Promise<RefillRequest[]> {
    const patient = await this.patients.own(actor);
    const requests = await this.repository.ofPatient(patient.id);
    await this.audit.record(actor, { action: 'refill.list', patientId: patient.id, as: ['patient'] });
    return requests.map(toldRefill);
  }

  async ask(
    actor: Actor,
    body: RefillRequestBody & { safety_check: SafetyCheckDto },
  ): Promise<SavedRefillRequest> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const order = await this.ownOrder(patient.id, body.prescription_id);
      assertMayAsk(order);
      await this.assertFirst(patient.id, order.id);
      const check = await this.safetyChecks.submit(actor, body.safety_check);
      // What was just reported may have put the order on hold: the decider sees that.
      const requestedOn = this.clock.today(patient.timezone);
      const reason = body.reason ?? '';
      const readsAsHistory = messageReadsAsHistory(reason) || saysMoreThanErrands(reason);
      const id = await this.repository.insert({
        orgId: patient.org_id,
        patientId: patient.id,
        prescriptionId: order.id,
        safetyCheckId: check.id,
        requestedOn,
        dosesLeft: body.doses_left ?? null,
        reason: body.reason?.trim() || null,
        readsAsHistory,
        ownerId: await this.ownerOf(order),
        dueBy: addBusinessDays(requestedOn, LOOKED_AT_WITHIN),
        runOutOn: await this.supply.runOutOf(patient.id, order.id),
      });
      if (readsAsHistory) await this.told.judgeAgain(patient.id);
      const heard = await this.emergencies.hear(actor, body.reason ?? null, 'refill');
      const detail = { prescription: order.id, ...heard.detail };
      await this.record(actor, 'refill.request', id, patient.id, detail);
      const saved = await this.repository.ofOwn(patient.id, id);
      const kinds = EMERGENCY_KINDS.filter(
        (kind) => kind === check.emergency?.kind || heard.kinds.includes(kind),
      );
      return { ...toldRefill(saved!), emergency: adviceFor(kinds) };
    });
  }

  async withdraw(actor: Actor, id: string): Promise<RefillRequest> {
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const request = await this.repository.ofOwn(patient.id, id);
      if (!request) throw notFound();
      REFILL_LIFECYCLE.assert(request.state, 'withdrawn');
      const move = {
        from: REFILL_LIFECYCLE.from('withdrawn'),
        to: 'withdrawn' as const,
        version: request.version,
      };
      if (!(await this.repository.move(id, move, null))) throw invalidState(TEXT.requestChangedInMeantime);
      await this.record(actor, 'refill.withdraw', id, patient.id);
      return toldRefill((await this.repository.ofOwn(patient.id, id))!);
    });
  }

  private async ownOrder(patientId: string, id: string): Promise<StoredPrescription> {
    const order = (await this.prescriptions.ofPatient(patientId)).find((one) => one.id === id);
    if (!order) throw notFound();
    return order;
  }

  private async assertFirst(patientId: string, prescriptionId: string): Promise<void> {
    const { requested, unfilled } = await this.supply.asked(patientId, prescriptionId);
    if (requested) throw invalidState(TEXT.alreadyRequestedRefillOfMedicine);
    if (unfilled) throw invalidState(TEXT.prescriptionNotFilledYet);
  }

  /** The case's clinician, otherwise the order's approver, otherwise someone in the clinic. */
  private async ownerOf(order: StoredPrescription): Promise<string> {
    const record = await this.cases.ofPatient(order.patient_id);
    const approver = await this.repository.approverOf(order.id);
    for (const id of [record?.primary_clinician_id, approver])
      if (id && (await this.cases.isClinician(id, order.org_id))) return id;
    const owner = (await this.repository.anyClinician(order.org_id)) ?? approver;
    if (!owner) throw invalidState(TEXT.noOneAtClinicCanTake);
    return owner;
  }

  private record(
    actor: Actor,
    action: string,
    id: string,
    patientId: string,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'refill_request', id },
      patientId,
      ...(detail && { detail }),
      as: ['patient'],
    });
  }
}
