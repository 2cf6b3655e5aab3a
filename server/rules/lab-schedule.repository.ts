import { Injectable } from '@nestjs/common';
import type { LabSuggestion } from '#common/clinical/index.js';
import { Db } from '../database/db.js';

/**
 * The one draw ahead of a patient, as a row of the lab worklist. Prepared: the labs, which have its entity,
 * depend on the rules.
 */
@Injectable()
export class LabSchedule {
  constructor(private readonly db: Db) {}

  /** The recheck of a raised blood pressure counts for the next review of the case. */
  async keepPressure(caseId: string, recheckOn: string | null): Promise<void> {
    await this.db.rows(
      {
        name: 'pressure-recheck-keep',
        text: `UPDATE cases SET bp_recheck_on = $2 WHERE id = $1 AND bp_recheck_on IS DISTINCT FROM $2::date`,
      },
      [caseId, recheckOn],
    );
  }

  /** After each evaluation: the worklist says what the schedule says. */
  async keep(patient: { patientId: string; orgId: string }, next: LabSuggestion | null): Promise<void> {
    if (!next) {
      await this.db.rows(
        {
          name: 'lab-schedule-clear',
          text: `DELETE FROM lab_panels WHERE patient_id = $1 AND status = 'scheduled'`,
        },
        [patient.patientId],
      );
      return;
    }
    await this.db.rows(
      {
        name: 'lab-schedule-keep',
        text: `INSERT INTO lab_panels (id, org_id, patient_id, status, due_on, note, source)
          VALUES (gen_random_uuid(), $1, $2, 'scheduled', $3, $4, 'schedule')
          ON CONFLICT (patient_id) WHERE status = 'scheduled'
          DO UPDATE SET due_on = EXCLUDED.due_on, note = EXCLUDED.note, version = lab_panels.version + 1
          WHERE lab_panels.due_on IS DISTINCT FROM EXCLUDED.due_on OR lab_panels.note IS DISTINCT FROM EXCLUDED.note`,
      },
      [patient.orgId, patient.patientId, next.due_on, next.instruction],
    );
  }
}
