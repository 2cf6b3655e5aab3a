import { Injectable } from '@nestjs/common';
import type { AccessLogResponse } from '../../common/api/patient.js';
import { ROLE_LABEL, STAFF_ROLES, type Role } from '../../common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import { Db } from '../database/db.js';
import type { Actor } from '../platform/access/actor.js';
import { SET_UP } from '../platform/context/context.js';
import { accessWords } from './access-log.js';
import { Patients } from './patients.service.js';

const SHOWN = 500;

interface Row {
  at: Date;
  action: string;
  role: Role;
  who: string | null;
  organisation: string | null;
  outside: boolean;
}

/** Who of the care team opened or changed a patient's record, read from the audit. */
@Injectable()
export class AccessLog {
  constructor(
    private readonly db: Db,
    private readonly patients: Patients,
    private readonly audit: Audit,
  ) {}

  async own(actor: Actor): Promise<AccessLogResponse['entries']> {
    const patient = await this.patients.own(actor);
    const rows = await this.db.rows<Row>(
      {
        name: 'access-log',
        text: `SELECT e.at, COALESCE(e.detail->>'read', e.action) AS action, e.actor_role AS role, u.display_name AS who, o.name AS organisation,
            COALESCE((e.detail->>'outside_case_load')::boolean, false) AS outside
          FROM audit_events e LEFT JOIN users u ON u.id = e.actor_id LEFT JOIN organisations o ON o.id = u.org_id
          WHERE e.patient_id = $1 AND e.actor_role = ANY($2) AND e.outcome = 'success'
            AND e.request_id IS DISTINCT FROM $3 ORDER BY e.seq DESC LIMIT ${SHOWN}`,
      },
      [patient.id, STAFF_ROLES, SET_UP],
    );
    await this.audit.record(actor, { action: 'access_log.read', patientId: patient.id, as: ['patient'] });
    return rows.map((row) => ({
      at: row.at.toISOString(),
      who: row.who ?? 'A member of the care team',
      role: ROLE_LABEL[row.role],
      action: accessWords(row.action, row.outside),
      organisation: row.organisation ?? 'TRT Program',
    }));
  }
}
