import { Injectable } from '@nestjs/common';
import type { TimelineResponse } from '#common/api/care-chart.js';
import { titleOf } from '#common/clinical/index.js';
import { emergencyAlertTitle } from '#common/emergency/emergency-kinds.js';
import { Db } from '../database/db.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { alertNotePlace } from '../rules/case-alerts.repository.js';
import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER } from '../platform/access/provider-only.js';

/** What completeness reads besides the rules' facts: days in the clinic's calendar. */
export interface CareDates {
  case_id: string;
  patient_id: string;
  patient_name: string;
  mrn: string;
  /** The clinic keeps records to its providers. */
  needs_provider: boolean;
  pressures: string[];
  check_ins: string[];
  abnormal: { id: string; found: string; reviewed: string | null }[];
  /** Lab panels, by the day they were drawn where the patient lives. */
  draws: { id: string; on: string; analytes: string[] }[];
  /** When someone acted on the therapy, or on an alert of these kinds. */
  therapy_acts: string[];
  hct_acts: string[];
  psa_acts: string[];
  pdmp: boolean;
}

const DAY = (column: string): string => `(${column} AT TIME ZONE o.timezone)::date`;
const days = (select: string): string =>
  `COALESCE((SELECT array_agg(d::text ORDER BY d) FROM (${select}) found(d)), '{}')`;
const acknowledged = (like: string): string =>
  days(
    `SELECT ${DAY('a.acknowledged_at')} FROM case_alerts a WHERE a.case_id = c.id AND a.acknowledged_at IS NOT NULL AND a.rule_key LIKE '${like}'`,
  );

/** Callers have checked access to the cases. */
@Injectable()
export class CareChartRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /** Cases on treatment in the organization the actor sees, or in all. */
  async onTreatment(actor: Actor): Promise<string[]> {
    const rows = await this.db.rows<{ id: string }>(
      {
        name: 'care-on-treatment',
        text: `SELECT c.id FROM cases c WHERE ($1::uuid IS NULL OR c.org_id = $1) AND c.status = 'monitoring'
          AND EXISTS (SELECT 1 FROM plans l WHERE l.case_id = c.id AND l.lifecycle = 'approved') ORDER BY c.id`,
      },
      [actor.orgId],
    );
    return rows.map((row) => row.id);
  }

  async dates(caseIds: readonly string[]): Promise<Map<string, CareDates>> {
    const rows = await this.db.rows<CareDates>(
      {
        name: 'care-dates',
        text: `SELECT c.id AS case_id, c.patient_id, COALESCE(p.full_name, u.email) AS patient_name, p.mrn, ${NEEDS_PROVIDER} AS needs_provider,
            ${days('SELECT r.measured_on FROM pressure_readings r WHERE r.case_id = c.id')} AS pressures,
            ${days(`SELECT ${DAY('k.at')} FROM check_ins k WHERE k.patient_id = c.patient_id`)} AS check_ins,
            COALESCE((SELECT jsonb_agg(jsonb_build_object('id', l.id, 'found', ${DAY('l.created_at')}, 'reviewed', ${DAY('l.reviewed_at')})
                ORDER BY l.reviewed_at IS NOT NULL, l.created_at DESC, l.id)
              FROM lab_panels l WHERE l.patient_id = c.patient_id AND l.status = 'completed' AND l.abnormal), '[]') AS abnormal,
            COALESCE((SELECT jsonb_agg(jsonb_build_object('id', l.id, 'on', (l.collected_at AT TIME ZONE COALESCE(p.timezone, o.timezone))::date,
                'analytes', (SELECT COALESCE(jsonb_agg(r.analyte), '[]') FROM lab_results r WHERE r.panel_id = l.id)) ORDER BY l.collected_at, l.id)
              FROM lab_panels l WHERE l.patient_id = c.patient_id AND l.status = 'completed' AND l.collected_at IS NOT NULL), '[]') AS draws,
            ${days(`SELECT h.since FROM therapy_holds h WHERE h.case_id = c.id UNION SELECT e.effective_on FROM discontinuations e WHERE e.case_id = c.id
              UNION SELECT ${DAY('l.approved_at')} FROM plans l WHERE l.case_id = c.id AND l.approved_at IS NOT NULL`)} AS therapy_acts,
            ${acknowledged('hct%')} AS hct_acts, ${acknowledged('psa%')} AS psa_acts,
            EXISTS (SELECT 1 FROM pdmp_checks q WHERE q.patient_id = c.patient_id) AS pdmp
          FROM cases c JOIN organisations o ON o.id = c.org_id JOIN patients p ON p.id = c.patient_id JOIN users u ON u.id = p.user_id
          WHERE c.id = ANY($1)`,
      },
      [caseIds],
    );
    return new Map(rows.map((row) => [row.case_id, row]));
  }

  pressures(caseId: string): Promise<TimelineResponse['blood_pressure']> {
    return this.db.rows(
      {
        name: 'care-pressures',
        text: `SELECT measured_on::text AS on, systolic, diastolic, false AS reported FROM pressure_readings WHERE case_id = $1 ORDER BY measured_on, id`,
      },
      [caseId],
    );
  }

  async visits(patientId: string): Promise<TimelineResponse['visits']> {
    const rows = await this.db.rows<{
      at: Date;
      kind: string;
      status: TimelineResponse['visits'][number]['status'];
    }>(
      {
        name: 'care-visits',
        text: `SELECT COALESCE(started_at, starts_at) AS at, kind, status FROM appointments
          WHERE patient_id = $1 AND COALESCE(started_at, starts_at) IS NOT NULL ORDER BY 1, id`,
      },
      [patientId],
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }

  async alerts(caseId: string): Promise<TimelineResponse['alerts']> {
    const rows = await this.db.rows<{
      rule_key: string;
      severity: TimelineResponse['alerts'][number]['severity'];
      created_at: Date;
      closed_at: Date | null;
      id: string;
      by: string | null;
      note_enc: string | null;
    }>(
      {
        name: 'care-alerts',
        text: `SELECT a.id, a.rule_key, a.severity, a.created_at, a.closed_at, COALESCE(u.display_name, u.email) AS by,
            CASE WHEN a.misread THEN a.acknowledged_note_enc END AS note_enc
          FROM case_alerts a LEFT JOIN users u ON u.id = a.acknowledged_by WHERE a.case_id = $1 ORDER BY a.created_at, a.id LIMIT 1000`,
      },
      [caseId],
    );
    return rows.map(({ created_at, closed_at, id, by, note_enc, ...alert }) => ({
      ...alert,
      title: titleOf(alert.rule_key) ?? emergencyAlertTitle(alert.rule_key) ?? alert.rule_key,
      opened_at: created_at.toISOString(),
      closed_at: closed_at?.toISOString() ?? null,
      misread: note_enc && by ? { by, note: this.cipher.decrypt(note_enc, alertNotePlace(id)) } : null,
    }));
  }
}
