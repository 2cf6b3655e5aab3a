import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import type { Actor } from '../platform/access/actor.js';

/** Whose records a caller may read: their own, or those of an organization. */
export type Reach = { readonly own: string | null } | { readonly orgId: string | null };
export const isOwn = (reach: Reach): reach is { readonly own: string | null } => 'own' in reach;

const WITH_PATIENT = [
  'cases',
  'plans',
  'prescriptions',
  'dispenses',
  'lab_panels',
  'lab_orders',
  'appointments',
  'documents',
  'check_ins',
];
const OWNERS = {
  name: 'fhir-owners',
  text: `SELECT DISTINCT patient_id FROM (
      SELECT id AS patient_id FROM patients WHERE id = ANY($1)
      ${WITH_PATIENT.map((table) => `UNION ALL SELECT patient_id FROM ${table} WHERE id = ANY($1)`).join(' ')}
      UNION ALL SELECT t.patient_id FROM messages m JOIN message_threads t ON t.id = m.thread_id WHERE m.id = ANY($1)
      UNION ALL SELECT c.patient_id FROM case_alerts a JOIN cases c ON c.id = a.case_id WHERE a.id = ANY($1)
      UNION ALL SELECT c.patient_id FROM pressure_readings r JOIN cases c ON c.id = r.case_id WHERE r.id = ANY($1)
    ) owners`,
};
/** A held record is no one's yet; system-wide administrators are kept out of clinics that limit records to providers. */
const PAGE = {
  name: 'fhir-patient-page',
  text: `SELECT p.id FROM patients p JOIN organisations o ON o.id = p.org_id LEFT JOIN cases c ON c.patient_id = p.id
    WHERE p.held_at IS NULL AND ($1::uuid IS NULL OR p.id = $1) AND ($2::uuid IS NULL OR p.org_id = $2)
      AND ($3::uuid[] IS NULL OR p.id = ANY($3)) AND ($4::uuid IS NULL OR p.id > $4)
      AND (NOT $5 OR NOT COALESCE((o.policies->>'clinical_acts_need_provider')::boolean, false))
      AND (NOT $6 OR c.primary_clinician_id IS NULL OR c.primary_clinician_id = $7 OR p.user_id = $7
        OR EXISTS (SELECT 1 FROM record_openings r WHERE r.patient_id = p.id AND r.user_id = $7 AND r.expires_at > now()))
    ORDER BY p.id LIMIT $8`,
};

/** Which patients a caller may read: the same restrictions as everywhere in the portal. */
@Injectable()
export class ReachRepository {
  constructor(private readonly db: Db) {}

  /** The patients that these rows, of any kind, belong to. */
  async ownersOf(rowIds: readonly string[]): Promise<string[]> {
    const rows = await this.db.rows<{ patient_id: string }>(OWNERS, [rowIds]);
    return rows.map(({ patient_id }) => patient_id);
  }

  /** The next patients in id order. `among`: null for all. */
  async patients(
    actor: Actor,
    reach: Reach,
    { among, after, most }: { among: readonly string[] | null; after: string | null; most: number },
  ): Promise<string[]> {
    const own = isOwn(reach);
    if (own && reach.own === null) return [];
    const rows = await this.db.rows<{ id: string }>(PAGE, [
      own ? reach.own : null,
      own ? null : reach.orgId,
      among,
      after,
      !own && actor.systemWide,
      !own && actor.policies.breakGlassReason,
      actor.userId,
      most,
    ]);
    return rows.map(({ id }) => id);
  }
}
