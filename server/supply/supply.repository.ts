import { Injectable } from '@nestjs/common';
import type { VialKind } from '#common/clinical/facts.js';
import { Db } from '../database/db.js';
import { aheadOfPlan } from '../prescriptions/records/order-in-use.js';

/** An order for calculating its supply. Includes ended ones: what they left still counts. */
export interface SupplyOrder {
  id: string;
  org_id: string;
  case_id: string;
  patient_id: string;
  formulation: string;
  drug: string;
  dose: string;
  frequency: string;
  quantity: number;
  days_supply: number;
  vial: VialKind | null;
  refills: number;
  ended: boolean;
  on_hold: boolean;
  /** Sent to a pharmacy, and not filled. */
  sent: boolean;
  /** The approval date in the clinic's calendar. */
  issued_on: string;
  approved_by: string | null;
  /** The rules it passed by name, and when. */
  override_rules: string[];
  overridden_at: string | null;
  approved_at: string;
  /** The open refill request: its own, or an approved one of an order whose place it took. */
  request_id: string | null;
}

/** Callers have checked access to the patients. */
@Injectable()
export class SupplyRepository {
  constructor(private readonly db: Db) {}

  /** Approved orders that are not ahead of their plan, and every order that a refill was requested of, newest first. */
  orders(patientIds: readonly string[]): Promise<SupplyOrder[]> {
    return this.db.rows<SupplyOrder>(
      {
        name: 'supply-orders',
        text: `SELECT x.id, x.org_id, x.case_id, x.patient_id, x.formulation, x.drug, x.dose, x.frequency, x.quantity, x.days_supply, x.vial, x.refills,
            x.ended_reason IS NOT NULL AS ended, x.on_hold_since IS NOT NULL AS on_hold,
            x.status = 'accepted' AND x.sent_at IS NOT NULL AS sent,
            (COALESCE(x.approved_at, x.created_at) AT TIME ZONE o.timezone)::date::text AS issued_on, x.approved_by,
            x.override_rules, to_json(x.overridden_at) #>> '{}' AS overridden_at, to_json(COALESCE(x.approved_at, x.created_at)) #>> '{}' AS approved_at, r.id AS request_id
          FROM prescriptions x JOIN organisations o ON o.id = x.org_id
          LEFT JOIN LATERAL (
            SELECT q.id FROM refill_requests q JOIN prescriptions e ON e.id = q.prescription_id
            WHERE q.patient_id = x.patient_id AND q.state NOT IN ('refused', 'filled', 'withdrawn') AND (e.id = x.id
              OR (q.state IN ('approved', 'sent') AND x.ended_reason IS NULL AND e.case_id = x.case_id AND e.ended_reason = 'replaced'
                AND e.approved_at < x.approved_at))
            ORDER BY e.id = x.id DESC, q.id LIMIT 1) r ON true
          WHERE x.patient_id = ANY($1) AND ((x.approved_at IS NOT NULL AND (x.status IN ('accepted', 'filled') OR x.fills > 0)
            AND (x.fills > 0 OR NOT ${aheadOfPlan('x')}))
            OR EXISTS (SELECT 1 FROM refill_requests q WHERE q.prescription_id = x.id))
          ORDER BY x.created_at DESC, x.id`,
      },
      [patientIds],
    );
  }

  /** The newest check-in of each patient, as a date in the clinic's calendar. */
  async checkIns(patientIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.rows<{ patient_id: string; day: string }>(
      {
        name: 'supply-check-ins',
        text: `SELECT c.patient_id, max((c.at AT TIME ZONE o.timezone)::date)::text AS day
          FROM check_ins c JOIN organisations o ON o.id = c.org_id WHERE c.patient_id = ANY($1) GROUP BY c.patient_id`,
      },
      [patientIds],
    );
    return new Map(rows.map((row) => [row.patient_id, row.day]));
  }
}
