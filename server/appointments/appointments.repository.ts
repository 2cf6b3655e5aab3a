import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type {
  Appointment,
  AppointmentKind,
  AppointmentOverlap,
  StaffAppointment,
} from '#common/api/appointments.js';
import type { VisitStatus } from '#common/api/patient.js';
import { Db } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { NEXT_VERSION, type Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';
import type { AppointmentState } from './appointment-change.js';
import { VISIT_STATUS_SQL } from './appointment-lifecycle.js';
import { Appointment as AppointmentRow } from './records/appointment.entity.js';
import { appointmentPlace, type SealedColumn } from './records/sealed-places.js';

export const APPOINTMENT_LIST: ListDialect = {
  unit: 'appointments',
  sorts: {
    starts_at: 'a.starts_at',
    created_at: 'a.created_at',
    status: 'a.status',
    patient_name: 'lower(COALESCE(p.full_name, u.email))',
  },
  defaultSort: ['starts_at', 'DESC'],
  filters: {
    q: 'text',
    patient_id: 'uuid',
    provider_id: 'uuid',
    status: ['requested', 'scheduled', 'completed', 'cancelled', 'no_show'],
    upcoming: 'boolean',
  },
};

type Row = Omit<AppointmentRow, 'reads_as_history' | 'updated_at'> & {
  patient_name: string;
  mrn: string;
  timezone: string;
  provider_name: string | null;
};
export type StoredAppointment = Omit<Row, `${SealedColumn}_enc`> & Record<SealedColumn, string | null>;

export interface StoredVisit {
  appointment_id: string;
  started_at: Date;
  ended_at: Date | null;
  status: VisitStatus;
  note: string | null;
}

const COLUMNS = `a.id, a.org_id, a.patient_id, COALESCE(p.full_name, u.email) AS patient_name, p.mrn, COALESCE(p.timezone, o.timezone) AS timezone,
  a.provider_id, k.display_name AS provider_name, a.kind, a.status, a.reason_enc, a.preferred, a.starts_at, a.ends_at, a.started_at, a.ended_at,
  a.join_url, a.note_enc, a.cancel_reason_enc, a.version, a.created_at`;
const FROM = `FROM appointments a JOIN patients p ON p.id = a.patient_id JOIN users u ON u.id = p.user_id
  JOIN organisations o ON o.id = a.org_id LEFT JOIN users k ON k.id = a.provider_id`;
/** Upcoming or in progress. */
const UPCOMING = `(a.status = 'requested' OR (a.status = 'scheduled' AND COALESCE(a.ends_at, now()) >= now()))`;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const patientWire = (row: StoredAppointment): Appointment => ({
  id: row.id,
  appointment_id: row.id,
  version: row.version,
  kind: row.kind,
  status: row.status,
  starts_at: iso(row.starts_at),
  ends_at: iso(row.ends_at),
  started_at: iso(row.started_at),
  ended_at: iso(row.ended_at),
  timezone: row.timezone,
  provider_name: row.provider_name,
  reason: row.reason,
  preferred: row.preferred.map((at) => at.toISOString()),
  join_url: row.status === 'scheduled' ? row.join_url : null,
  cancel_reason: row.cancel_reason,
  created_at: row.created_at.toISOString(),
});

export const staffWire = (row: StoredAppointment): StaffAppointment => ({
  ...patientWire(row),
  patient_id: row.patient_id,
  patient_name: row.patient_name,
  mrn: row.mrn,
  provider_id: row.provider_id,
  note: row.note,
});

@Injectable()
export class AppointmentsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(AppointmentRow) private readonly appointments: Rows<AppointmentRow>,
  ) {}

  /** Upcoming first, then requests, then past. The caller has checked access to this patient. */
  async ofPatient(patientId: string): Promise<StoredAppointment[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'appointments-of-patient',
        text: `SELECT ${COLUMNS} ${FROM} WHERE a.patient_id = $1
          ORDER BY CASE WHEN a.status = 'requested' THEN 1 WHEN ${UPCOMING} THEN 0 ELSE 2 END,
            CASE WHEN ${UPCOMING} THEN a.starts_at END, COALESCE(a.starts_at, a.created_at) DESC, a.id LIMIT 500`,
      },
      [patientId],
    );
    return rows.map((row) => this.opened(row));
  }

  /** One of the patient's own, locked until the transaction ends. */
  async lockOwn(patientId: string, id: string): Promise<StoredAppointment | null> {
    const row = await this.db.one<Row>(
      {
        name: 'appointment-lock-own',
        text: `SELECT ${COLUMNS} ${FROM} WHERE a.id = $1 AND a.patient_id = $2 FOR UPDATE OF a`,
      },
      [id, patientId],
    );
    return row && this.opened(row);
  }

  /** One in the actor's organization, locked until the transaction ends. */
  async lock(actor: Actor, id: string): Promise<StoredAppointment | null> {
    const row = await this.db.one<Row>(
      {
        name: 'appointment-lock',
        text: `SELECT ${COLUMNS} ${FROM} WHERE a.id = $1 AND ($2::uuid IS NULL OR a.org_id = $2) FOR UPDATE OF a`,
      },
      [id, actor.orgId],
    );
    return row && this.opened(row);
  }

  list(actor: Actor, query: ListQuery): Promise<Page<StaffAppointment>> {
    const { q, patient_id, provider_id, status, upcoming } = query.filter;
    return listPage<Row>(
      this.db,
      {
        name: 'appointment-list',
        records: { actor, table: 'a' },
        columns: COLUMNS,
        body: `${FROM} WHERE ($1::uuid IS NULL OR a.org_id = $1) AND ($2::uuid[] IS NULL OR a.id = ANY($2))
          AND ($3::uuid IS NULL OR a.patient_id = $3) AND ($4::uuid IS NULL OR a.provider_id = $4) AND ($5::text IS NULL OR a.status = $5)
          AND ($6::boolean IS NULL OR ${UPCOMING} = $6) AND ($7::text IS NULL OR p.full_name ILIKE $7 OR u.email ILIKE $7)`,
        values: [
          actor.orgId,
          query.ids,
          patient_id ?? null,
          provider_id ?? null,
          status ?? null,
          upcoming ?? null,
          searched(q),
        ],
      },
      query,
      'a.id',
    ).then((page) => ({ ...page, rows: page.rows.map((row) => staffWire(this.opened(row))) }));
  }

  /** Started ones, newest first. The caller has checked access to this patient. */
  async visits(patientId: string): Promise<StoredVisit[]> {
    const rows = await this.db.rows<Omit<StoredVisit, 'note'> & { note_enc: string | null }>(
      {
        name: 'visits-of-patient',
        text: `SELECT a.id AS appointment_id, a.started_at, a.ended_at, ${VISIT_STATUS_SQL} AS status, a.note_enc
          FROM appointments a WHERE a.patient_id = $1 AND a.started_at IS NOT NULL ORDER BY a.started_at DESC, a.id`,
      },
      [patientId],
    );
    return rows.map(({ note_enc, ...row }) => ({
      ...row,
      note: this.open('note', row.appointment_id, note_enc),
    }));
  }

  /** Serializes scheduling for this provider until the transaction ends. */
  async lockProvider(providerId: string): Promise<void> {
    await this.db.rows(
      {
        name: 'appointment-lock-provider',
        text: `SELECT pg_advisory_xact_lock(hashtextextended('appointments of ' || $1, 0))`,
      },
      [providerId],
    );
  }

  /** This provider's other appointments scheduled within these times. */
  async overlapping(
    { id, org_id }: Pick<Row, 'id' | 'org_id'>,
    providerId: string,
    from: Date,
    to: Date,
  ): Promise<AppointmentOverlap[]> {
    const rows = await this.db.rows<{ starts_at: Date; ends_at: Date; patient_name: string }>(
      {
        name: 'appointments-overlapping',
        text: `SELECT a.starts_at, a.ends_at, COALESCE(p.full_name, u.email) AS patient_name ${FROM}
          WHERE a.org_id = $5 AND a.starts_at > $3::timestamptz - interval '1 day' AND a.starts_at < $4 AND a.ends_at > $3
            AND a.provider_id = $2 AND a.id <> $1 AND a.status = 'scheduled'
          ORDER BY a.starts_at, a.id LIMIT 5`,
      },
      [id, providerId, from, to, org_id],
    );
    return rows.map((row) => ({
      ...row,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
    }));
  }

  waitingRequests(patientId: string): Promise<number> {
    return this.appointments.countBy({ patient_id: patientId, status: 'requested' });
  }

  async insert(
    patient: { id: string; org_id: string },
    request: { kind: AppointmentKind; reason: string; preferred: Date[]; readsAsHistory: boolean },
  ): Promise<string> {
    const id = randomUUID();
    await this.appointments.insert({
      id,
      org_id: patient.org_id,
      patient_id: patient.id,
      kind: request.kind,
      status: 'requested',
      reason_enc: this.cipher.encrypt(request.reason, appointmentPlace('reason', id)),
      preferred: request.preferred,
      reads_as_history: request.readsAsHistory,
    });
    return id;
  }

  /** The caller has locked the row. Prepared: it does not count as a change of the appointment. */
  async readAsHistory(id: string): Promise<void> {
    await this.db.rows(
      { name: 'appointment-history', text: 'UPDATE appointments SET reads_as_history = true WHERE id = $1' },
      [id],
    );
  }

  /** The caller has locked the row. */
  async update(id: string, next: AppointmentState): Promise<void> {
    const sealed = (column: SealedColumn, text: string | null): string | null =>
      text === null ? null : this.cipher.encrypt(text, appointmentPlace(column, id));
    const { status, starts_at, ends_at, started_at, ended_at, provider_id, join_url } = next;
    const plain = { status, starts_at, ends_at, started_at, ended_at, provider_id, join_url };
    await this.appointments.update(
      { id },
      {
        ...plain,
        note_enc: sealed('note', next.note),
        cancel_reason_enc: sealed('cancel_reason', next.cancel_reason),
        version: NEXT_VERSION,
      },
    );
  }

  private open(column: SealedColumn, id: string, stored: string | null): string | null {
    return stored === null ? null : this.cipher.decrypt(stored, appointmentPlace(column, id));
  }

  private opened({ reason_enc, note_enc, cancel_reason_enc, ...row }: Row): StoredAppointment {
    return {
      ...row,
      reason: this.open('reason', row.id, reason_enc),
      note: this.open('note', row.id, note_enc),
      cancel_reason: this.open('cancel_reason', row.id, cancel_reason_enc),
    };
  }
}
