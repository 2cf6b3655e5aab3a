import { Inject, Injectable } from '@nestjs/common';
import { adviceFor } from '#common/emergency/emergency-kinds.js';
import type { Appointment, SavedAppointment, StaffAppointment } from '#common/api/appointments.js';
import { isGivenInClinic } from '#common/clinical/index.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { appointmentMail, type AppointmentNews } from '../mail/care-mails.js';
import { Outbox } from '../mail/outbox.service.js';
import { Patients } from '../patients/patients.service.js';
import { addedTo } from '../platform/added-text.js';
import { holds, type Actor } from '../platform/access/actor.js';
import {
  AppError,
  invalidState,
  notFound,
  validationFailed,
  recordConflict,
} from '../platform/errors/errors.js';
import { listed, type ListQuery, type Page } from '../platform/http/list-query.js';
import { Clock } from '../platform/time/clock.js';
import { Emergencies } from '../rules/emergencies.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { RefillProgress } from '../supply/records/refill-progress.js';
import { changed, comingTimeError, type AppointmentState } from './appointment-change.js';
import { APPOINTMENT_LIFECYCLE } from './appointment-lifecycle.js';
import type { AppointmentChangeDto, AppointmentRequestDto } from './appointments.dto.js';
import {
  AppointmentsRepository,
  patientWire,
  staffWire,
  type StoredAppointment,
  type StoredVisit,
} from './appointments.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** More than anyone needs; keeps the worklist from being flooded. */
const MAX_WAITING_REQUESTS = 10;

/** The notice to the patient about a change, if any. */
function newsOf(before: AppointmentState, after: AppointmentState): AppointmentNews | null {
  if (before.status !== after.status) {
    if (after.status === 'scheduled' || after.status === 'cancelled') return after.status;
    return null;
  }
  const moved =
    before.starts_at?.getTime() !== after.starts_at?.getTime() ||
    before.ends_at?.getTime() !== after.ends_at?.getTime();
  return moved ? 'moved' : null;
}

@Injectable()
export class Appointments {
  constructor(
    private readonly repository: AppointmentsRepository,
    private readonly patients: Patients,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly emergencies: Emergencies,
    private readonly told: ToldHistory,
    private readonly refills: RefillProgress,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async own(actor: Actor): Promise<Appointment[]> {
    const patient = await this.patients.own(actor);
    const rows = await this.repository.ofPatient(patient.id);
    await this.audit.record(actor, { action: 'appointment.list', patientId: patient.id, as: ['patient'] });
    return rows.map(patientWire);
  }

  /** One of the actor's own that has a time, for a calendar. */
  async forCalendar(actor: Actor, id: string): Promise<Appointment & { starts_at: string; ends_at: string }> {
    const patient = await this.patients.own(actor);
    const row = (await this.repository.ofPatient(patient.id)).find((a) => a.id === id);
    if (!row?.starts_at || !row.ends_at) throw notFound();
    await this.record(actor, 'appointment.download', row);
    return {
      ...patientWire(row),
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
    };
  }

  async request(actor: Actor, body: AppointmentRequestDto): Promise<SavedAppointment> {
    const now = this.clock.now();
    const reason = body.reason.trim();
    const preferred = body.preferred.map((text) => new Date(text)).sort((a, b) => a.getTime() - b.getTime());
    const timeError = preferred.map((at) => comingTimeError(at, now)).find((error) => error !== null);
    const fields = {
      ...(!reason && { reason: TEXT.enterWhatAppointmentAbout }),
      ...(timeError && { preferred: timeError }),
    };
    if (Object.keys(fields).length) throw validationFailed(fields);
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      if ((await this.repository.waitingRequests(patient.id)) >= MAX_WAITING_REQUESTS)
        throw invalidState(TEXT.alreadyRequestedSeveralAppointments);
      const readsAsHistory = await this.told.mustBeRead(patient.id, reason);
      const id = await this.repository.insert(patient, {
        kind: body.kind,
        reason,
        preferred,
        readsAsHistory,
      });
      if (readsAsHistory) await this.told.judgeAgain(patient.id);
      const { kinds, detail } = await this.emergencies.hear(actor, reason, 'appointment');
      const asked = { id, patient_id: patient.id, org_id: patient.org_id };
      await this.record(actor, 'appointment.request', asked, detail);
      const saved = (await this.repository.lockOwn(patient.id, id))!;
      return { ...patientWire(saved), emergency: adviceFor(kinds) };
    });
  }

  async cancel(actor: Actor, id: string, reason: string): Promise<SavedAppointment> {
    if (!reason.trim()) throw validationFailed({ reason: TEXT.enterReasonForCanceling });
    return this.uow.run(async () => {
      const patient = await this.patients.lockOwn(actor);
      const before = await this.repository.lockOwn(patient.id, id);
      if (!before) throw notFound();
      APPOINTMENT_LIFECYCLE.assert(before.status, 'cancelled');
      if (before.started_at || (before.starts_at && before.starts_at <= this.clock.now()))
        throw invalidState(TEXT.appointmentAlreadyStarted);
      await this.repository.update(id, { ...before, status: 'cancelled', cancel_reason: reason.trim() });
      await this.judgeClinicDose(patient.id);
      if (await this.told.isTold(before.patient_id, reason)) {
        await this.repository.readAsHistory(id);
        await this.told.judgeAgain(patient.id);
      }
      const { kinds, detail } = await this.emergencies.hear(actor, reason, 'appointment');
      await this.record(actor, 'appointment.cancel', before, detail);
      const saved = (await this.repository.lockOwn(patient.id, id))!;
      return { ...patientWire(saved), emergency: adviceFor(kinds) };
    });
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<StaffAppointment>> {
    const page = await this.repository.list(actor, query);
    await this.audit.record(actor, {
      action: 'appointment.search',
      detail: listed(page.rows, query),
      patientIds: page.rows.map((r) => r.patient_id),
      as: STAFF_ROLES,
    });
    return page;
  }

  async change(
    actor: Actor,
    id: string,
    { version, free_only, ...change }: AppointmentChangeDto,
  ): Promise<StaffAppointment> {
    return this.uow.run(async () => {
      const before = await this.repository.lock(actor, id);
      if (!before) throw notFound();
      if (version !== undefined && version !== before.version)
        throw recordConflict(staffWire(before), {
          kind: 'appointment',
          id,
          patientId: before.patient_id,
          orgId: before.org_id,
        });
      const after = changed(before, change, this.clock.now());
      // A user who did not see the note on file adds to it.
      if (version === undefined) after.note = addedTo(before.note, after.note, '\n');
      if (before.status === 'requested' && after.status === 'scheduled' && !after.provider_id)
        after.provider_id = await this.defaultProvider(actor, before.org_id);
      else if (change.provider_id && !(await this.cases.isClinician(change.provider_id, before.org_id)))
        throw validationFailed({ provider_id: SHARED_TEXT.chooseProviderOfOrganization });
      if (free_only) await this.assertFree(before, after);
      await this.repository.update(id, after);
      if (after.started_at) await this.keepLastVisit(before.patient_id);
      if (after.started_at && after.status === 'completed' && before.status !== 'completed')
        await this.refills.visitHeld(actor, before, after.started_at);
      if (after.note !== before.note)
        await this.told.noted(actor, before, { place: 'visit', text: after.note, on: id });
      const news = newsOf(before, after);
      if (news) await this.tell(actor, before, news);
      if (news) await this.judgeClinicDose(before.patient_id);
      await this.record(actor, 'appointment.update', before, {
        fields: Object.keys(change).filter((k) => change[k as keyof typeof change] !== undefined),
        ...(after.status !== before.status && { status: after.status }),
      });
      return staffWire((await this.repository.lock(actor, id))!);
    });
  }

  /** Newest first. The caller has checked access to this patient. */
  visits(patientId: string): Promise<StoredVisit[]> {
    return this.repository.visits(patientId);
  }

  /** Where the clinic gives the dose, a visit at it is booked or missing. */
  private async judgeClinicDose(patientId: string): Promise<void> {
    const record = await this.cases.ofPatient(patientId, { lock: true });
    const plan = record && (await this.evaluations.read(record.id)).facts.plan;
    if (plan && isGivenInClinic(plan.formulation)) await this.evaluations.run(record.id, 'plan');
  }

  /** The person scheduling it becomes its provider, if they treat patients. */
  private async defaultProvider(actor: Actor, orgId: string): Promise<string | null> {
    const treats = holds(actor, 'provider') && (await this.cases.isClinician(actor.userId, orgId));
    return treats ? actor.userId : null;
  }

  /** Rejects two appointments of one provider at once, unless the caller allows it. */
  private async assertFree(
    before: StoredAppointment,
    { status, provider_id, starts_at, ends_at }: AppointmentState,
  ): Promise<void> {
    if (status !== 'scheduled' || !provider_id || !starts_at || !ends_at) return;
    await this.repository.lockProvider(provider_id);
    const overlaps = await this.repository.overlapping(before, provider_id, starts_at, ends_at);
    if (overlaps.length)
      throw new AppError(409, 'invalid_state', TEXT.providerAnotherAppointmentAtTime, {
        extra: { overlaps },
      });
  }

  private async keepLastVisit(patientId: string): Promise<void> {
    const [newest] = await this.repository.visits(patientId);
    await this.patients.lastVisit(
      patientId,
      newest ? { at: newest.started_at, status: newest.status } : null,
    );
  }

  private async tell(actor: Actor, appointment: StoredAppointment, news: AppointmentNews): Promise<void> {
    const patient = await this.patients.forStaff(actor, appointment.patient_id);
    await this.outbox.put({
      kind: `appointment.${news}`,
      to: patient.email,
      userId: patient.user_id,
      orgId: patient.org_id,
      content: appointmentMail(news, `${this.config.publicOrigin}/trt/patient/appointments`),
    });
  }

  private record(
    actor: Actor,
    action: RecordAction,
    appointment: Pick<StoredAppointment, 'id' | 'patient_id' | 'org_id'>,
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'appointment', id: appointment.id },
      patientId: appointment.patient_id,
      orgId: appointment.org_id,
      ...(detail && { detail }),
      as: action === 'appointment.update' ? STAFF_ROLES : ['patient'],
    });
  }
}
