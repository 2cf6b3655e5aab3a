import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '#common/api/index.js';
import { Db, type Reader } from '../database/db.js';
import { listPage } from '../database/list-page.js';
import { needsNoReason } from '../database/open-records.js';
import type { Actor } from '../platform/access/actor.js';
import { NEEDS_PROVIDER, seesRecords } from '../platform/access/provider-only.js';
import { searched, type ListDialect, type ListQuery, type Page } from '../platform/http/list-query.js';

export const AUDIT_LIST: ListDialect = {
  unit: 'audit',
  sorts: { seq: 'e.seq', at: 'e.at' },
  defaultSort: ['seq', 'DESC'],
  ids: 'number',
  filters: {
    action: 'text',
    actor: 'text',
    patient: 'text',
    actor_id: 'uuid',
    patient_id: 'uuid',
    target_id: 'text',
    target_type: 'text',
    outcome: ['success', 'denied', 'failure'],
    request_id: 'text',
    from: 'moment',
    to: 'moment',
    until_seq: 'number',
  },
};

type Row = Omit<AuditEvent, 'id' | 'seq' | 'at'> & { seq: string; at: Date };

/** What a clinical act was about stays with the record, but for the rules it was done against; what an administrator did, or who was refused where, is told. */
const TOLD =
  '^(access|account|api_key|article|audit|lab_connection|mail|mfa|organisation|password|patient_app|pharmacy|session|user|webhook)[.]';
/** Of an alert: which one, and how it was answered; never what was typed. */
const ALERT_DETAIL = ['rule', 'action', 'recheck_on', 'reached', 'misread']
  .map((name) => `'${name}', e.detail -> '${name}'`)
  .join(', ');
/** Of a review of what a patient wrote: of which texts, the answer, and what was settled; never the words. */
const REVIEW_DETAIL = ['against_treatment', 'messages', 'fields', 'settled']
  .map((name) => `'${name}', e.detail -> '${name}'`)
  .join(', ');
/** Of another act on a record: the rules are what it says. */
const OF_RECORD = `CASE WHEN e.action IN ('message.review', 'case.review_history') THEN NULLIF(jsonb_strip_nulls(jsonb_build_object(${REVIEW_DETAIL})), '{}')
    WHEN starts_with(e.action, 'alert.') THEN NULLIF(jsonb_strip_nulls(jsonb_build_object(${ALERT_DETAIL})), '{}')
    WHEN jsonb_typeof(e.detail -> 'rules') = 'array' AND e.detail -> 'rules' <> '[]' THEN jsonb_build_object('rules', e.detail -> 'rules') END`;
/** Whether this reader may not open the record that an event is about. */
const CLOSED = `(reader.no_provider AND COALESCE((SELECT ${NEEDS_PROVIDER} FROM organisations o WHERE o.id = e.org_id), false))
    OR (reader.gives_reasons IS NOT NULL AND NOT ${needsNoReason('e.patient_id', 'reader.gives_reasons')})`;
const COLUMNS = `e.seq, e.at, e.actor_id, e.actor_role, e.action, e.target_type, e.target_id, e.patient_id, e.org_id, e.outcome, e.request_id,
  CASE WHEN e.action ~ '${TOLD}' THEN NULLIF(e.detail - 'ids', '{}') WHEN ${CLOSED} THEN NULL ELSE ${OF_RECORD} END AS detail`;
/**
 * `action` takes a whole action or, ended by a dot, a subject: `plan.` finds plan.approve and plan.flag. Reading the log
 * adds to it: `until_seq` keeps the pages after the first from moving.
 */
const BODY = `FROM listed_audit_events e CROSS JOIN (SELECT $15::boolean AS no_provider, $16::uuid AS gives_reasons) reader WHERE ($1::uuid IS NULL OR e.org_id = $1)
  AND ($2::bigint[] IS NULL OR e.seq = ANY($2))
  AND ($3::text IS NULL OR e.action = $3 OR ($3 LIKE '%.' AND starts_with(e.action, $3)))
  AND ($4::uuid IS NULL OR e.actor_id = $4)
  AND ($5::uuid IS NULL OR e.patient_id = $5 OR e.patient_ids @> ARRAY[$5::uuid])
  AND ($6::text IS NULL OR e.target_id = $6)
  AND ($7::text IS NULL OR e.target_type = $7)
  AND ($8::text IS NULL OR e.outcome = $8)
  AND ($9::text IS NULL OR e.request_id = $9)
  AND ($10::timestamptz IS NULL OR e.at >= $10)
  AND ($11::timestamptz IS NULL OR e.at < $11)
  AND ($12::bigint IS NULL OR e.seq <= $12)
  AND ($13::uuid[] IS NULL OR e.actor_id = ANY($13))
  AND ($14::uuid[] IS NULL OR e.patient_id = ANY($14) OR e.patient_ids && $14)`;

/** More people of one name than this are no answer to a search. */
const MOST_PEOPLE = 100;

/** Whom the words of a search mean; null: they name nobody in particular. */
export interface FoundPeople {
  actors: string[] | null;
  patients: string[] | null;
}

const values = (
  actor: Actor,
  { ids, filter }: Pick<ListQuery, 'ids' | 'filter'>,
  found: FoundPeople,
): unknown[] => [
  actor.orgId,
  ids,
  ...[
    'action',
    'actor_id',
    'patient_id',
    'target_id',
    'target_type',
    'outcome',
    'request_id',
    'from',
    'to',
    'until_seq',
  ].map((name) => filter[name] ?? null),
  found.actors,
  found.patients,
  !seesRecords(actor, true),
  actor.policies.breakGlassReason ? actor.userId : null,
];

const onTheWire = ({ seq, at, ...row }: Row): AuditEvent => ({
  id: seq,
  seq: Number(seq),
  at: at.toISOString(),
  ...row,
});

/** The audit log as an administrator may read it: of their organization, or all. */
@Injectable()
export class AuditAdminRepository {
  constructor(private readonly db: Db) {}

  /** By name, email, MRN or the first characters of an id: what the screens show of a person. */
  async people(actor: Actor, { filter }: Pick<ListQuery, 'filter'>): Promise<FoundPeople> {
    const ids = async (name: string, text: string, asked: unknown): Promise<string[] | null> => {
      if (typeof asked !== 'string' || !asked.trim()) return null;
      const rows = await this.db.rows<{ id: string }>({ name, text }, [
        actor.orgId,
        searched(asked.trim()),
        MOST_PEOPLE,
      ]);
      return rows.map(({ id }) => id);
    };
    return {
      actors: await ids(
        'audit-actors',
        `SELECT u.id FROM users u WHERE ($1::uuid IS NULL OR u.org_id = $1 OR $1::uuid = ANY (u.former_orgs))
          AND lower(concat_ws(E'\\n', u.email, u.display_name,
            jsonb_path_query_array(u.former_names, '$.name'), u.id)) LIKE lower($2::text) ORDER BY u.id LIMIT $3`,
        filter['actor'],
      ),
      patients: await ids(
        'audit-patients',
        `SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id WHERE ($1::uuid IS NULL OR p.org_id = $1)
          AND lower(concat_ws(E'\\n', p.full_name, u.email, p.mrn, p.id)) LIKE lower($2::text) ORDER BY p.id LIMIT $3`,
        filter['patient'],
      ),
    };
  }

  async list(actor: Actor, query: ListQuery, found: FoundPeople): Promise<Page<AuditEvent>> {
    const page = await listPage<Row>(
      this.db,
      { name: 'audit-list', columns: COLUMNS, body: BODY, values: values(actor, query, found) },
      query,
      'e.seq',
    );
    return { ...page, rows: page.rows.map(onTheWire) };
  }

  /** The next events in the order they were written, after `seq`. */
  async after(
    from: Reader,
    actor: Actor,
    query: ListQuery,
    found: FoundPeople,
    seq: number,
    count: number,
  ): Promise<AuditEvent[]> {
    const rows = await from.rows<Row>(
      {
        name: 'audit-after',
        text: `SELECT ${COLUMNS} ${BODY} AND e.seq > $17 ORDER BY e.seq LIMIT $18`,
      },
      [...values(actor, query, found), seq, count],
    );
    return rows.map(onTheWire);
  }
}
