import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import type { MissedDose, TakenDose } from '#common/api/doses.js';
import { Db } from '../../database/db.js';
import type { Rows } from '../../database/unit-data-source.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import { Dose } from './dose.entity.js';

const SHOWN = 1000;
export const dosePlace = (id: string): string => `doses.data:${id}`;

/** As it is kept, encrypted. */
export type DoseData = Pick<TakenDose, 'dose' | 'unit' | 'site' | 'note'>;
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
