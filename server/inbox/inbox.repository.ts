import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityMetadata } from 'typeorm';
import type { InboxResponse } from '#common/api/index.js';
import { INBOX_COUNTED_TO } from '#common/vocabulary/index.js';
import { isBegun } from '../patients/held-records.repository.js';
import { Db } from '../database/db.js';
import type { Actor } from '../platform/access/actor.js';

/** Each count reads an index of pending items, and only as many as a badge can show. */
const waiting = (name: keyof InboxResponse, table: string, where: string): string =>
  `(SELECT count(*)::int FROM (SELECT 1 FROM ${table} x WHERE ($1::uuid IS NULL OR x.org_id = $1) AND ${where} LIMIT ${INBOX_COUNTED_TO}) found) AS ${name}`;

const counted = (entities: readonly EntityMetadata[]): string =>
  `SELECT ${[
    waiting('emergencies', 'cases', 'x.worst_urgency = 3'),
    waiting('record_openings', 'record_openings', 'x.clinician_id = $2 AND x.seen_at IS NULL'),
    waiting('messages', 'message_threads', 'x.waiting_since IS NOT NULL'),
    waiting('labs', 'listed_lab_panels', `x.status = 'completed' AND x.reviewed_at IS NULL`),
    waiting('critical_calls', 'listed_lab_panels', `x.critical AND NOT x.called AND x.status = 'completed'`),
    waiting('lab_messages', 'lab_messages', `x.status = 'unmatched'`),
    waiting(
      'critical_lab_messages',
      'lab_messages',
      `x.critical AND x.status IN ('unmatched', 'preliminary')`,
    ),
    waiting(
      'lab_orders',
      'lab_orders',
      `x.status = 'ordered' AND x.due_on < (now() AT TIME ZONE (SELECT z.timezone FROM organisations z WHERE z.id = x.org_id))::date`,
    ),
    waiting('plans', 'listed_plans', `x.lifecycle = 'pending_review'`),
    waiting('prescriptions', 'listed_prescriptions', `x.status IN ('draft', 'submitted')`),
    waiting('refills', 'refill_requests', `x.state IN ('requested', 'in_review')`),
    waiting('lab_reports', 'lab_reports', `x.state = 'waiting'`),
    waiting('appointments', 'appointments', `x.status = 'requested'`),
    waiting('held_records', 'patients', `x.held_at IS NOT NULL AND ${isBegun(entities, 'x')}`),
  ].join(', ')}`;

/** Counts only, without names. */
@Injectable()
export class InboxRepository {
  private text: string | null = null;

  constructor(
    private readonly db: Db,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  async counts(actor: Actor): Promise<InboxResponse> {
    this.text ??= counted(this.source.entityMetadatas);
    const row = await this.db.one<InboxResponse>({ name: 'inbox-counts', text: this.text }, [
      actor.orgId,
      actor.userId,
    ]);
    return row!;
  }
}
