import { Injectable } from '@nestjs/common';
import { STAFF_ROLES, type Role } from '#common/vocabulary/index.js';
import { APP_ACTOR, KEY_ACTOR } from '../audit/audit.service.js';
import { Db } from '../database/db.js';
import { SET_UP } from '../platform/access/context.js';

/** Entries per page; the export reads page after page. */
const PAGE = 500;

interface Row {
  seq: string;
  at: Date;
  action: string;
  role: Role | typeof KEY_ACTOR | typeof APP_ACTOR;
  who: string | null;
  organisation: string | null;
  outside: boolean;
}

/** The name at the time: a new one does not change who did what before. */
const NAMED = `COALESCE((SELECT f->>'name' FROM jsonb_array_elements(u.former_names) f
  WHERE (f->>'until')::timestamptz > e.at ORDER BY (f->>'until')::timestamptz LIMIT 1), u.display_name, k.name, a.name)`;
const COLUMNS = `e.seq, e.at, COALESCE(e.detail->>'read', e.action) AS action, e.actor_role AS role, ${NAMED} AS who,
  o.name AS organisation, COALESCE((e.detail->>'outside_case_load')::boolean, false) AS outside`;
const BY_STAFF = `e.actor_role = ANY($2) AND e.outcome = 'success' AND e.request_id IS DISTINCT FROM $3
  AND ($4::bigint IS NULL OR e.seq < $4)`;

/** The audit of one patient's record. Callers have checked whose it is. */
@Injectable()
export class AccessLogRepository {
  constructor(private readonly db: Db) {}

  /** @param before the `next` of the previous page */
  async page(patientId: string, before: string | null): Promise<{ rows: Row[]; next: string | null }> {
    const rows = await this.db.rows<Row>(
      {
        name: 'access-log',
        // Separate queries, one per index: with both in one condition, the planner uses neither.
        text: `SELECT ${COLUMNS} FROM (
            (SELECT * FROM listed_audit_events e WHERE e.patient_id = $1 AND ${BY_STAFF} ORDER BY e.seq DESC LIMIT ${PAGE + 1})
            UNION ALL
            (SELECT * FROM listed_audit_events e WHERE e.patient_ids @> ARRAY[$1::uuid] AND e.patient_id IS DISTINCT FROM $1 AND ${BY_STAFF}
              ORDER BY e.seq DESC LIMIT ${PAGE + 1})
          ) e LEFT JOIN users u ON u.id = e.actor_id LEFT JOIN api_keys k ON k.id = e.actor_id LEFT JOIN patient_apps a ON a.id = e.actor_id
          LEFT JOIN organisations o ON o.id = CASE WHEN e.org_id = ANY (u.former_orgs) THEN e.org_id ELSE COALESCE(u.org_id, k.org_id) END
          ORDER BY e.seq DESC LIMIT ${PAGE + 1}`,
      },
      [patientId, [...STAFF_ROLES, KEY_ACTOR, APP_ACTOR], SET_UP, before],
    );
    const shown = rows.slice(0, PAGE);
    return { rows: shown, next: rows.length > PAGE ? shown.at(-1)!.seq : null };
  }
}
