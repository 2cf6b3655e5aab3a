import { asksOf } from '../../common/scores/index.js';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { addDays } from '../../common/clinical/index.js';
import { appointmentPlace } from '../appointments/records/sealed-places.js';
import { Appointments } from '../appointments/appointments.service.js';
import { Db } from '../database/db.js';
import { DosesRepository } from '../doses/records/doses.repository.js';
import { bodyPlace, subjectPlace } from '../messages/records/sealed-places.js';
import { Patients } from '../patients/patients.service.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Clock } from '../platform/time/clock.js';
import { readCheckIn } from '../progress/check-in.js';
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
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly patients: Patients,
    private readonly appointments: Appointments,
    private readonly doses: DosesRepository,
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
    const [newest] = await this.appointments.visits(patient.patientId!);
    if (newest)
      await this.patients.lastVisit(patient.patientId!, { at: newest.started_at, status: newest.status });
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
    await this.db.rows(
      {
        name: 'demo-appointment',
        text: `INSERT INTO appointments (id, org_id, patient_id, provider_id, kind, status, reason_enc, preferred, starts_at, ends_at, started_at, ended_at,
            join_url, note_enc, cancel_reason_enc, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, LEAST(now(), $16))`,
      },
      [
        id,
        patient.orgId,
        patient.patientId,
        requested ? null : provider.userId,
        kind,
        status,
        sealed('reason', reason),
        requested ? [start, ...also.map(at)] : [start],
        requested ? null : start,
        requested ? null : end,
        visit ? start : null,
        visit === 'ended' ? end : null,
        kind === 'video' && !requested ? DEMO_LINK : null,
        sealed('note', note),
        sealed('cancel_reason', cancelReason),
        new Date(start.getTime() - 7 * DAY_MS),
      ],
    );
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
    await this.db.rows(
      {
        name: 'demo-thread',
        text: `INSERT INTO message_threads (id, org_id, patient_id, subject_enc, last_message_at, waiting_since, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      },
      [
        id,
        patient.orgId,
        patient.patientId,
        this.cipher.encrypt(subject, subjectPlace(id)),
        last.sentAt,
        last.from === 'patient' ? last.sentAt : null,
        sent[0]!.sentAt,
      ],
    );
    for (const message of sent) {
      const messageId = randomUUID();
      await this.db.rows(
        {
          name: 'demo-message',
          text: `INSERT INTO messages (id, thread_id, org_id, sender, author_id, body_enc, sent_at, read_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        },
        [
          messageId,
          id,
          patient.orgId,
          message.from,
          message.from === 'patient' ? patient.userId : provider.userId,
          this.cipher.encrypt(message.body, bodyPlace(messageId)),
          message.sentAt,
          message.unread ? null : new Date(message.sentAt.getTime() + HALF_HOUR_MS),
        ],
      );
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
    await this.db.rows(
      {
        name: 'demo-check-in',
        text: 'INSERT INTO check_ins (id, org_id, patient_id, data_enc, at) VALUES ($1, $2, $3, $4, $5)',
      },
      [id, patient.orgId, patient.patientId, this.cipher.encryptJson(data, checkInPlace(id)), at(moment)],
    );
    await this.patients.weighs(patient.patientId!, weight);
  }
}
