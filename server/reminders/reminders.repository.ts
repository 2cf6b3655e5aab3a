import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not } from 'typeorm';
import type { ReminderDraft } from '#common/clinical/index.js';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { Patient } from '../patients/patient.entity.js';
import { aheadOfPlan } from '../prescriptions/records/order-in-use.js';
import { Reminder } from './reminder.entity.js';

export interface ReminderSources {
  unverified_since: Date | null;
  draft_since: Date | null;
  submitted_at: Date | null;
  next_review_on: string | null;
  approved_at: Date | null;
  filled_at: Date | null;
  days_supply: number | null;
  refills: number | null;
  bp_recorded_on: string | null;
}
export type StoredReminder = Pick<
  Reminder,
  'id' | 'kind' | 'title' | 'due_on' | 'acknowledged_at' | 'completed_at' | 'last_notice_on'
>;
/** A patient whose reminders have not been calculated today. */
export interface DuePatient extends PatientRow {
  case_id: string | null;
  today: string;
  wants_mail: boolean;
  verified: boolean;
}

/** Completed ones stay visible for a while. */
const SHOWN_DAYS = 30;

/** The same patient, kind and due date give the same id, in the form of a random UUID. */
export function reminderId(patientId: string, key: string): string {
  const hex = createHash('sha256').update(`${patientId} ${key}`).digest('hex');
  const variant = ((parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Callers have checked access to the patient. */
@Injectable()
export class RemindersRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(Reminder) private readonly reminders: Rows<Reminder>,
    @InjectRepository(Patient) private readonly patients: Rows<Patient>,
  ) {}

  sources(patientId: string): Promise<ReminderSources | null> {
    return this.db.one<ReminderSources>(
      {
        name: 'reminder-sources',
        text: `SELECT CASE WHEN u.email_verified_at IS NULL THEN u.created_at END AS unverified_since,
            CASE WHEN i.status = 'draft' THEN i.created_at END AS draft_since, i.submitted_at,
            c.next_review_on::text AS next_review_on, x.approved_at, x.filled_at, x.days_supply, x.refills, c.bp_recorded_on::text AS bp_recorded_on
          FROM patients p JOIN users u ON u.id = p.user_id
          LEFT JOIN intakes i ON i.patient_id = p.id
          LEFT JOIN cases c ON c.patient_id = p.id
          LEFT JOIN LATERAL (SELECT approved_at, filled_at, days_supply, refills FROM prescriptions y
            WHERE y.patient_id = p.id AND y.status IN ('accepted', 'filled') AND y.ended_reason IS NULL AND NOT ${aheadOfPlan('y')}
            ORDER BY y.created_at DESC LIMIT 1) x ON true
          WHERE p.id = $1`,
      },
      [patientId],
    );
  }

  remembered(patientId: string): Promise<StoredReminder[]> {
    return this.db.rows<StoredReminder>(
      {
        name: 'reminders-remembered',
        text: `SELECT id, kind, title, due_on::text AS due_on, acknowledged_at, completed_at, last_notice_on::text AS last_notice_on
          FROM reminders WHERE patient_id = $1 AND (completed_at IS NULL OR completed_at > now() - interval '${SHOWN_DAYS} days')`,
      },
      [patientId],
    );
  }

  acknowledged(patientId: string): Promise<StoredReminder[]> {
    return this.db.rows<StoredReminder>(
      {
        name: 'reminders-acknowledged',
        text: `SELECT id, kind, title, due_on::text AS due_on, acknowledged_at, completed_at, last_notice_on::text AS last_notice_on
          FROM reminders WHERE patient_id = $1 AND acknowledged_at IS NOT NULL ORDER BY acknowledged_at DESC LIMIT 100`,
      },
      [patientId],
    );
  }

  async remember(
    patient: Pick<PatientRow, 'id' | 'org_id'>,
    drafts: readonly ReminderDraft[],
  ): Promise<void> {
    await this.db.rows(
      {
        name: 'reminders-remember',
        text: `INSERT INTO reminders (id, org_id, patient_id, kind, title, due_on)
          SELECT a.id, $1, $2, a.kind, a.title, a.due_on FROM unnest($3::uuid[], $4::text[], $5::text[], $6::date[]) a (id, kind, title, due_on)
          ON CONFLICT (id) DO UPDATE SET completed_at = NULL`,
      },
      [
        patient.org_id,
        patient.id,
        drafts.map((d) => reminderId(patient.id, d.key)),
        drafts.map((d) => d.kind),
        drafts.map((d) => d.title),
        drafts.map((d) => d.due_date),
      ],
    );
  }

  /** Marks those that are no longer open as done. */
  async complete(patientId: string, stillOpen: readonly string[]): Promise<void> {
    await this.reminders.update(
      { patient_id: patientId, completed_at: IsNull(), id: Not(In(stillOpen)) },
      { completed_at: () => 'now()' },
    );
  }

  async acknowledge(id: string): Promise<void> {
    await this.reminders.update({ id }, { acknowledged_at: () => 'COALESCE(acknowledged_at, now())' });
  }

  async noticed(ids: readonly string[], today: string, skipReason: string | null): Promise<void> {
    await this.reminders.update(
      { id: In(ids) },
      { skip_reason: skipReason, ...(skipReason === null && { last_notice_on: today }) },
    );
  }

  /** @param untilHour after which no email is sent that day; `from` is the first day when one may be sent */
  async mailPreference(
    { id, zone }: Pick<PatientRow, 'id' | 'zone'>,
    untilHour: number,
  ): Promise<{ wanted: boolean; from: string }> {
    const row = await this.db.one<{ wanted: boolean; from: string }>(
      {
        name: 'reminder-mails-wanted',
        text: `SELECT p.reminder_mails AS wanted,
            GREATEST(p.reminders_run_on + 1, t.local::date + CASE WHEN extract(hour FROM t.local) >= $3 THEN 1 ELSE 0 END)::text AS "from"
          FROM patients p, (SELECT now() AT TIME ZONE $2 AS local) t WHERE p.id = $1`,
      },
      [id, zone, untilHour],
    );
    if (!row) throw new Error('Email settings were requested for an unknown patient');
    return row;
  }

  /** That hour of that day in that zone; now, if it has passed. */
  async sendTime(day: string, hour: number, zone: string): Promise<Date> {
    const row = await this.db.one<{ at: Date }>(
      {
        name: 'reminder-send-time',
        text: 'SELECT GREATEST(now(), ($1::date + make_interval(hours => $2)) AT TIME ZONE $3) AS at',
      },
      [day, hour, zone],
    );
    return row!.at;
  }

  async setMailPreference(patientId: string, wanted: boolean): Promise<void> {
    await this.patients.update({ id: patientId }, { reminder_mails: wanted });
  }

  /** Patients who may be emailed at this local hour and were not processed today. */
  due(limit: number, fromHour: number, untilHour: number): Promise<DuePatient[]> {
    return this.db.rows<DuePatient>(
      {
        name: 'reminders-due',
        text: `SELECT p.id, p.org_id, p.user_id, p.full_name, p.dob::text AS dob, u.email, o.timezone, c.id AS case_id,
            COALESCE(p.timezone, o.timezone) AS zone, p.reminder_mails AS wants_mail, u.email_verified_at IS NOT NULL AS verified,
            (now() AT TIME ZONE COALESCE(p.timezone, o.timezone))::date::text AS today
          FROM patients p JOIN users u ON u.id = p.user_id JOIN organisations o ON o.id = p.org_id LEFT JOIN cases c ON c.patient_id = p.id AND NOT c.awaits_intake
          WHERE u.status = 'active' AND p.held_at IS NULL AND extract(hour FROM now() AT TIME ZONE COALESCE(p.timezone, o.timezone)) >= $2
            AND extract(hour FROM now() AT TIME ZONE COALESCE(p.timezone, o.timezone)) < $3
            AND (p.reminders_run_on IS NULL OR p.reminders_run_on < (now() AT TIME ZONE COALESCE(p.timezone, o.timezone))::date)
          ORDER BY p.id LIMIT $1`,
      },
      [limit, fromHour, untilHour],
    );
  }

  /**
   * true for exactly one of several concurrent attempts for a day; moving west does not repeat a day. Prepared: it does not
   * count as a change of the patient.
   */
  async claim(patientId: string, today: string): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'reminders-claim',
        text: 'UPDATE patients SET reminders_run_on = $2 WHERE id = $1 AND (reminders_run_on IS NULL OR reminders_run_on < $2::date) RETURNING 1',
      },
      [patientId, today],
    );
    return rows.length === 1;
  }
}
