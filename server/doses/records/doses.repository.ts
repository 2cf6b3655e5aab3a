import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not } from 'typeorm';
import type { MissedDose, RemovedDose, TakenDose } from '#common/api/doses.js';
import { Db } from '../../database/db.js';
import type { Rows } from '../../database/unit-data-source.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { Dose } from './dose.entity.js';

const SHOWN = 1000;
/** A visit later than this is for something else than the first injection. */
const VISIT_DAYS = 28;
export const dosePlace = (id: string): string => `doses.data:${id}`;

/** As it is kept, encrypted. */
export type DoseData = Pick<TakenDose, 'dose' | 'unit' | 'site' | 'note'>;
/** A dose on its day. */
export type LoggedOn = Pick<TakenDose, 'dose' | 'unit' | 'taken_at'> & { readonly on: string };
type Row = Pick<Dose, 'id' | 'taken_at' | 'created_at' | 'data_enc'>;

/** Callers hold a patient they were allowed to reach. */
@Injectable()
export class DosesRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(Dose) private readonly doses: Rows<Dose>,
  ) {}

  /** Newest first. */
  async ofPatient(patientId: string): Promise<TakenDose[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'doses-of-patient',
        text: `SELECT id, taken_at, created_at, data_enc FROM doses WHERE patient_id = $1 AND removed_at IS NULL AND NOT missed
          ORDER BY taken_at DESC, id LIMIT ${SHOWN}`,
      },
      [patientId],
    );
    return rows.map((row) => this.opened(row));
  }

  /** By patient: what was logged in the last year, on the day it was where the patient lives. */
  async loggedOf(patientIds: readonly string[]): Promise<Map<string, LoggedOn[]>> {
    const rows = await this.db.rows<Row & { patient_id: string; on: string }>(
      {
        name: 'doses-logged',
        text: `SELECT d.id, d.taken_at, d.created_at, d.data_enc, d.patient_id,
            (d.taken_at AT TIME ZONE COALESCE(p.timezone, o.timezone))::date::text AS "on"
          FROM doses d JOIN patients p ON p.id = d.patient_id JOIN organisations o ON o.id = p.org_id
          WHERE d.patient_id = ANY($1) AND d.removed_at IS NULL AND NOT d.missed AND d.taken_at > now() - interval '366 days'`,
      },
      [patientIds],
    );
    const logged = new Map<string, LoggedOn[]>();
    for (const row of rows) {
      const { dose, unit, taken_at } = this.opened(row);
      logged.set(row.patient_id, [
        ...(logged.get(row.patient_id) ?? []),
        { on: row.on, dose, unit, taken_at },
      ]);
    }
    return logged;
  }

  /** Logged and taken back, newest first. */
  async removedOf(patientId: string): Promise<RemovedDose[]> {
    const rows = await this.doses.find({
      where: { patient_id: patientId, missed: false, removed_at: Not(IsNull()) },
      order: { taken_at: 'DESC' },
      take: SHOWN,
    });
    return rows.map((row) => ({ ...this.opened(row), removed_at: row.removed_at!.toISOString() }));
  }

  /** When doses were taken around a moment: a day before to a day after. */
  async momentsNear(patientId: string, at: Date): Promise<Date[]> {
    const rows = await this.db.rows<{ taken_at: Date }>(
      {
        name: 'doses-near',
        text: `SELECT taken_at FROM doses WHERE patient_id = $1 AND removed_at IS NULL AND NOT missed
          AND taken_at BETWEEN $2::timestamptz - interval '25 hours' AND $2::timestamptz + interval '25 hours'`,
      },
      [patientId, at],
    );
    return rows.map((row) => row.taken_at);
  }

  /** Prepared: answers with the time of the record. */
  async insert(
    patient: { id: string; org_id: string },
    takenAt: Date,
    data: DoseData,
    readsAsHistory = false,
  ): Promise<TakenDose> {
    const id = randomUUID();
    const row = await this.db.one<Row>(
      {
        name: 'dose-insert',
        text: `INSERT INTO doses (id, org_id, patient_id, taken_at, data_enc, reads_as_history) VALUES ($1, $2, $3, $4, $5, $6)
          RETURNING id, taken_at, created_at, data_enc`,
      },
      [id, patient.org_id, patient.id, takenAt, this.cipher.encryptJson(data, dosePlace(id)), readsAsHistory],
    );
    return this.opened(row!);
  }

  /** Doses that were due and that the patient reported as not taken, oldest first. */
  async missedOf(patientId: string): Promise<MissedDose[]> {
    const rows = await this.doses.find({
      where: { patient_id: patientId, missed: true, removed_at: IsNull() },
      order: { taken_at: 'DESC' },
      take: SHOWN,
    });
    return rows.toReversed().map((row) => {
      const { taken_at, dose, unit } = this.opened(row);
      return { due_at: taken_at, dose, unit };
    });
  }

  async insertMissed(patient: { id: string; org_id: string }, due: Date, data: DoseData): Promise<string> {
    const id = randomUUID();
    await this.doses.insert({
      id,
      org_id: patient.org_id,
      patient_id: patient.id,
      taken_at: due,
      data_enc: this.cipher.encryptJson(data, dosePlace(id)),
      missed: true,
    });
    return id;
  }

  /** The dose that was due then was taken. */
  async removeMissed(patientId: string, due: Date): Promise<void> {
    await this.doses.update(
      { patient_id: patientId, missed: true, taken_at: due, removed_at: IsNull() },
      { removed_at: () => 'now()' },
    );
  }

  /** When the removed dose was taken; null: there is none, or it was removed already. */
  async remove(patientId: string, id: string): Promise<Date | null> {
    const row = await this.db.one<Pick<Row, 'taken_at'>>(
      {
        name: 'dose-remove',
        text: `UPDATE doses SET removed_at = now() WHERE id = $1 AND patient_id = $2 AND removed_at IS NULL AND NOT missed
          RETURNING taken_at`,
      },
      [id, patientId],
    );
    return row?.taken_at ?? null;
  }

  /** The next visit at the clinic that is booked, from a day of the patient's on; also one of today that was held. */
  async visitAtClinic(patientId: string, from: string, zone: string): Promise<Date | null> {
    const row = await this.db.one<{ starts_at: Date }>(
      {
        name: 'dose-visit',
        text: `SELECT starts_at FROM appointments WHERE patient_id = $1 AND kind = 'in_person' AND starts_at IS NOT NULL
            AND (status = 'scheduled' AND (starts_at AT TIME ZONE $3)::date BETWEEN $2::date AND $2::date + ${VISIT_DAYS}
              OR status = 'completed' AND (starts_at AT TIME ZONE $3)::date = $2::date)
          ORDER BY starts_at LIMIT 1`,
      },
      [patientId, from, zone],
    );
    return row?.starts_at ?? null;
  }

  /** A draw on file after this moment takes its hours since the dose from the log. */
  async drawnAfter(patientId: string, takenAt: Date): Promise<boolean> {
    const row = await this.db.one(
      {
        name: 'dose-drawn-after',
        text: `SELECT 1 FROM lab_panels WHERE patient_id = $1 AND status = 'completed' AND since_last_dose_h IS NULL AND collected_at >= $2 LIMIT 1`,
      },
      [patientId, takenAt],
    );
    return row !== null;
  }

  private opened({ id, taken_at, created_at, data_enc }: Row): TakenDose {
    const { dose, unit, site, note } = this.cipher.decryptJson<DoseData>(data_enc, dosePlace(id));
    return {
      id,
      taken_at: taken_at.toISOString(),
      dose,
      unit,
      site,
      note,
      recorded_at: created_at.toISOString(),
    };
  }
}
