import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { CheckIn, HomePressure } from '#common/api/progress.js';
import { Db } from '../../database/db.js';
import type { Rows } from '../../database/unit-data-source.js';
import { toldName } from '../../platform/access/told-name.js';
import { CheckIn as CheckInRow } from './check-in.entity.js';
import { iief5Activity } from './check-in-scores.js';
import { FieldCipher } from '../../platform/crypto/field-cipher.js';
import type { Scale } from '#common/scores/index.js';
import type { IntakeData } from '#common/intake/index.js';

/** A check-in as stored: the answers under the intake's names, and their scores. */
export interface CheckInData {
  answers: IntakeData;
  adam_count: number;
  adam_severity: number;
  iief_total: number | null;
  weight: number | null;
  /** Measured at home. */
  blood_pressure?: HomePressure;
  /** Absent before questionnaires were kept with their wording. */
  versions?: CheckIn['versions'];
  scales?: Partial<Record<Scale, KeptScale>>;
  /** Who was named for a call on the same day. Absent: no one was looked for. */
  call_owner?: string | null;
}
export interface KeptScale {
  items: (number | null)[];
  total: number | null;
}
export interface KeptCheckIn {
  wire: CheckIn;
  data: CheckInData;
}
/** Who may call a patient, and the clinic's time. */
export interface CallOwner {
  name: string | null;
  /** The same for the patient, who reads no email of staff. */
  told: string | null;
  timezone: string;
  asks_ams: boolean;
}

const SHOWN = 500;
export const checkInPlace = (id: string): string => `check_ins.data:${id}`;

type Row = Pick<CheckInRow, 'id' | 'at' | 'data_enc'>;

/** Callers have checked access to the patient. */
@Injectable()
export class ProgressRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(CheckInRow) private readonly rows: Rows<CheckInRow>,
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

  /** One of the patient's, with its answers. */
  async checkInOf(patientId: string, id: string): Promise<KeptCheckIn | null> {
    const row = await this.rows.findOneBy({ patient_id: patientId, id });
    return row && { wire: this.opened(row), data: this.decrypted(row) };
  }

  /** Prepared, like `insert`: answers with its time. */
  async update(id: string, data: CheckInData): Promise<CheckIn> {
    const [row] = await this.db.rows<Row>(
      {
        name: 'check-in-update',
        text: 'UPDATE check_ins SET data_enc = $2 WHERE id = $1 RETURNING id, at, data_enc',
      },
      [id, this.cipher.encryptJson(data, checkInPlace(id))],
    );
    return this.opened(row!);
  }

  /** The case's clinician, otherwise the longest-serving one of the clinic; no name if there is none. */
  async callOwner(patientId: string): Promise<CallOwner> {
    const row = await this.db.one<CallOwner>(
      {
        name: 'check-in-call-owner',
        text: `SELECT o.timezone, COALESCE((o.policies->>'ask_ams')::boolean, false) AS asks_ams,
            COALESCE(w.display_name, w.email) AS name, CASE WHEN w.id IS NOT NULL THEN ${toldName('w')} END AS told
          FROM patients p JOIN organisations o ON o.id = p.org_id
            LEFT JOIN LATERAL (SELECT u.id, u.display_name, u.email FROM users u LEFT JOIN cases c ON c.patient_id = p.id AND c.primary_clinician_id = u.id
              WHERE u.org_id = p.org_id AND u.status = 'active' AND 'provider' = ANY(u.roles)
              ORDER BY c.id IS NULL, u.created_at, u.id LIMIT 1) w ON true
          WHERE p.id = $1`,
      },
      [patientId],
    );
    if (!row) throw new Error('A check-in of an unknown patient');
    return row;
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

  private decrypted({ id, data_enc }: Row): CheckInData {
    return this.cipher.decryptJson<CheckInData>(data_enc, checkInPlace(id));
  }

  private opened(row: Row): CheckIn {
    const data = this.decrypted(row);
    const total = (scale: Scale): number | null => data.scales?.[scale]?.total ?? null;
    return {
      id: row.id,
      at: row.at.toISOString(),
      adam_count: data.adam_count,
      adam_severity: data.adam_severity,
      iief_total: data.iief_total,
      iief_not_active: iief5Activity(data.answers),
      qadam_total: total('qadam'),
      ams_total: total('ams'),
      phq2_total: total('phq2'),
      phq9_total: total('phq9'),
      versions: data.versions ?? {},
      weight: data.weight,
      blood_pressure: data.blood_pressure ?? null,
    };
  }
}
