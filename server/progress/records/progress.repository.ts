import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CheckIn } from '../../../common/api/progress.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import type { IntakeData } from '../../../common/intake/index.js';

/** A check-in as stored: the answers under the intake's names, and their scores. */
export interface CheckInData {
  answers: IntakeData;
  adam_count: number;
  adam_severity: number;
  iief_total: number | null;
  weight: number | null;
}

const SHOWN = 500;
export const checkInPlace = (id: string): string => `check_ins.data:${id}`;

interface Row {
  id: string;
  at: Date;
  data_enc: string;
}

/** Callers have checked access to the patient. */
@Injectable()
export class ProgressRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /** The newest ones, oldest first. */
  async checkIns(patientId: string): Promise<CheckIn[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'check-ins-of-patient',
        text: `SELECT id, at, data_enc FROM check_ins WHERE patient_id = $1 ORDER BY at DESC, id LIMIT ${SHOWN}`,
      },
      [patientId],
    );
    return rows.reverse().map((row) => this.opened(row));
  }

  async insert(patient: { id: string; org_id: string }, data: CheckInData): Promise<CheckIn> {
    const id = randomUUID();
    const [row] = await this.db.rows<Row>(
      {
        name: 'check-in-insert',
        text: 'INSERT INTO check_ins (id, org_id, patient_id, data_enc) VALUES ($1, $2, $3, $4) RETURNING id, at, data_enc',
      },
      [id, patient.org_id, patient.id, this.cipher.encryptJson(data, checkInPlace(id))],
    );
    return this.opened(row!);
  }

  private opened({ id, at, data_enc }: Row): CheckIn {
    const data = this.cipher.decryptJson<CheckInData>(data_enc, checkInPlace(id));
    return {
      id,
      at: at.toISOString(),
      adam_count: data.adam_count,
      adam_severity: data.adam_severity,
      iief_total: data.iief_total,
      weight: data.weight,
    };
  }
}
