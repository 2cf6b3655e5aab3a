import { asksOf } from '#common/scores/index.js';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { addDays, onlyThanks, saysMoreThanErrands } from '#common/clinical/index.js';
import { Appointment } from '../appointments/records/appointment.entity.js';
import { appointmentPlace } from '../appointments/records/sealed-places.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import { Appointments } from '../appointments/appointments.service.js';
import type { Rows } from '../database/unit-data-source.js';
import { DosesRepository } from '../doses/records/doses.repository.js';
import { Message, MessageThread } from '../messages/records/message.entities.js';
import { bodyPlace, subjectPlace } from '../messages/records/sealed-places.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Clock } from '../platform/time/clock.js';
import { readCheckIn } from '../progress/check-in.js';
import { CheckIn } from '../progress/records/check-in.entity.js';
import { checkInPlace } from '../progress/records/progress.repository.js';
import {
  DEMO_CARE,
  type DemoAppointment,
  type DemoCareOf,
  type DemoCheckIn,
  type DemoMoment,
  type DemoThread,
} from './demo-care-data.js';

const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 86_400_000;
const DEMO_LINK = 'https://video.example.com/founders-clinic';

/** Past visits, messages and check-ins, which the features themselves could only create today. */
@Injectable()
export class DemoCare {
  constructor(
    @InjectRepository(Appointment) private readonly appointmentRows: Rows<Appointment>,
    @InjectRepository(MessageThread) private readonly threads: Rows<MessageThread>,
    @InjectRepository(Message) private readonly messages: Rows<Message>,
    @InjectRepository(CheckIn) private readonly checkIns: Rows<CheckIn>,
    private readonly cipher: FieldCipher,
    private readonly patients: Patients,
    private readonly appointments: Appointments,
    private readonly doses: DosesRepository,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async add(email: string, patient: Actor, provider: Actor, today: string): Promise<void> {
    const { appointments = [], threads = [], checkIns = [], doses } = DEMO_CARE[email] ?? {};
    const at = (moment: DemoMoment): Date =>
      'minutes' in moment
        ? new Date(this.clock.now().getTime() + moment.minutes * 60_000)
        : new Date(`${addDays(today, moment.days)}T${String(moment.hour).padStart(2, '0')}:00:00Z`);
    for (const appointment of appointments) await this.appointment(patient, provider, appointment, at);
    for (const thread of threads) await this.thread(patient, provider, thread, at);
    for (const checkIn of checkIns) await this.checkIn(patient, checkIn, at);
    if (doses) await this.takeDoses(patient, doses, at);
    await this.looked(patient, provider, { appointments, threads }, at);
    const [newest] = await this.appointments.visits(patient.patientId!);
    if (newest)
      await this.patients.lastVisit(patient.patientId!, { at: newest.started_at, status: newest.status });
  }

  /** What the provider did for past visits and messages; the audit of seeding itself is not shown to the patient. */
  private async looked(
    patient: Actor,
    provider: Actor,
    { appointments, threads }: Required<Pick<DemoCareOf, 'appointments' | 'threads'>>,
    at: (moment: DemoMoment) => Date,
  ): Promise<void> {
    const acts: { action: RecordAction; at: Date }[] = [
      ...appointments
        .filter(({ visit }) => visit === 'ended')
        .flatMap(({ at: moment }) => [
          { action: 'case.read' as const, at: at(moment) },
          { action: 'appointment.update' as const, at: new Date(at(moment).getTime() + HALF_HOUR_MS) },
        ]),
      ...threads.flatMap(({ messages }) =>
        messages
          .filter(({ from }) => from !== 'patient')
          .map(({ at: moment }) => ({ action: 'message.send' as const, at: at(moment) })),
      ),
    ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
    for (const act of acts)
      await this.audit.record(provider, {
        ...act,
        patientId: patient.patientId!,
        orgId: patient.orgId!,
        requestId: randomUUID(),
        as: ['provider'],
      });
  }

  private async appointment(
    patient: Actor,
    provider: Actor,
    { kind, status, reason, at: moment, also = [], visit, note, cancelReason }: DemoAppointment,
    at: (moment: DemoMoment) => Date,
  ): Promise<void> {
    const id = randomUUID();
    const start = at(moment);
    const end = new Date(start.getTime() + HALF_HOUR_MS);
    const requested = status === 'requested';
    const sealed = (column: 'reason' | 'note' | 'cancel_reason', text: string | undefined): string | null =>
      text === undefined ? null : this.cipher.encrypt(text, appointmentPlace(column, id));
    const made = new Date(Math.min(this.clock.now().getTime(), start.getTime() - 7 * DAY_MS));
    await this.appointmentRows.insert({
      id,
      org_id: patient.orgId!,
      patient_id: patient.patientId!,
      provider_id: requested ? null : provider.userId,
      kind,
      status,
      reason_enc: sealed('reason', reason),
      preferred: requested ? [start, ...also.map(at)] : [start],
      starts_at: requested ? null : start,
      ends_at: requested ? null : end,
      started_at: visit ? start : null,
      ended_at: visit === 'ended' ? end : null,
      join_url: kind === 'video' && !requested ? DEMO_LINK : null,
      note_enc: sealed('note', note),
      cancel_reason_enc: sealed('cancel_reason', cancelReason),
      created_at: made,
    });
  }

  private async thread(
    patient: Actor,
    provider: Actor,
    { subject, messages }: DemoThread,
    at: (moment: DemoMoment) => Date,
  ): Promise<void> {
    const id = randomUUID();
    const sent = messages.map((m) => ({ ...m, sentAt: at(m.at) }));
    const last = sent.at(-1)!;
    await this.threads.insert({
      id,
      org_id: patient.orgId!,
      patient_id: patient.patientId!,
      subject_enc: this.cipher.encrypt(subject, subjectPlace(id)),
      last_message_at: last.sentAt,
      waiting_since: last.from === 'patient' ? last.sentAt : null,
      created_at: sent[0]!.sentAt,
    });
    for (const [place, message] of sent.entries()) {
      const messageId = randomUUID();
      const written = message.from === 'patient';
      const answers = sent.slice(0, place).some(({ from }) => from === 'care_team');
      // The provider reviewed what they replied to, and found nothing in it.
      const reply = sent.slice(place).find(({ from }) => from === 'care_team');
      const reviewed = written && !message.unread && reply;
      await this.messages.insert({
        id: messageId,
        thread_id: id,
        org_id: patient.orgId!,
        sender: message.from,
        author_id: message.from === 'patient' ? patient.userId : provider.userId,
        body_enc: this.cipher.encrypt(message.body, bodyPlace(messageId)),
        says_more:
          written &&
          (answers ? !onlyThanks(message.body) : saysMoreThanErrands(`${subject}\n${message.body}`)),
        ...(reviewed && {
          reviewed_at: reply.sentAt,
          reviewed_by: provider.userId,
          against_treatment: false,
        }),
        sent_at: message.sentAt,
        read_at: message.unread ? null : new Date(message.sentAt.getTime() + HALF_HOUR_MS),
        provider_saw_at: message.unread ? null : new Date(message.sentAt.getTime() + HALF_HOUR_MS),
      });
    }
  }

  private async takeDoses(
    patient: Actor,
    { mg, weeks, lastDaysAgo, sites }: NonNullable<DemoCareOf['doses']>,
    at: (moment: DemoMoment) => Date,
  ): Promise<void> {
    for (let week = weeks - 1; week >= 0; week--) {
      const taken = { dose: mg, unit: 'mg', site: sites[week % sites.length]!, note: null } as const;
      await this.doses.insert(
        { id: patient.patientId!, org_id: patient.orgId! },
        at({ days: -lastDaysAgo - 7 * week, hour: 13 }),
        taken,
      );
    }
  }

  private async checkIn(
    patient: Actor,
    { at: moment, severities, iief, weight }: DemoCheckIn,
    at: (moment: DemoMoment) => Date,
  ): Promise<void> {
    const id = randomUUID();
    const [confidence, hardness, maintain, difficulty, satisfaction] = iief;
    const symptoms = Object.entries(severities).map(([item, severity]) => [
      item,
      { present: true, severity },
    ]);
    const data = readCheckIn(
      {
        symptoms: Object.fromEntries(symptoms) as Record<string, unknown>,
        iief: { confidence, hardness, maintain, difficulty, satisfaction },
        weight,
      },
      at(moment).toISOString().slice(0, 10),
      asksOf(false),
    );
    await this.checkIns.insert({
      id,
      org_id: patient.orgId!,
      patient_id: patient.patientId!,
      data_enc: this.cipher.encryptJson(data, checkInPlace(id)),
      at: at(moment),
    });
    await this.patients.weighs(patient.patientId!, weight);
  }
}
