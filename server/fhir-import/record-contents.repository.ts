import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';

/** How many of each a record holds. */
export interface RecordContents {
  labs: number;
  plans: number;
  prescriptions: number;
}

/** What stands in the way of an import. The caller has checked access to the patient. */
@Injectable()
export class RecordContentsRepository {
  constructor(private readonly db: Db) {}

  async of(patientId: string): Promise<RecordContents> {
    const row = await this.db.one<RecordContents>(
      {
        name: 'record-contents',
        text: `SELECT (SELECT count(*)::int FROM lab_panels WHERE patient_id = $1 AND collected_at IS NOT NULL) AS labs,
          (SELECT count(*)::int FROM plans WHERE patient_id = $1) AS plans,
          (SELECT count(*)::int FROM prescriptions WHERE patient_id = $1) AS prescriptions`,
      },
      [patientId],
    );
    return row!;
  }

  /** The address of the patient's account, if they have shown that it is theirs. */
  async verifiedEmail(patientId: string): Promise<string | null> {
    const row = await this.db.one<{ email: string }>(
      {
        name: 'record-verified-email',
        text: `SELECT u.email FROM patients p JOIN users u ON u.id = p.user_id
          WHERE p.id = $1 AND u.email_verified_at IS NOT NULL`,
      },
      [patientId],
    );
    return row?.email ?? null;
  }
}
