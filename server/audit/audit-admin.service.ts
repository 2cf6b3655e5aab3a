import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import type { AuditEvent, AuditVerifyResponse } from '#common/api/index.js';
import { ReadReplica } from '../database/read-replica.js';
import type { Actor } from '../platform/access/actor.js';
import type { ListQuery, Page } from '../platform/http/list-query.js';
import { AuditAdminRepository, type FoundPeople } from './audit-admin.repository.js';
import { AuditChain } from './audit-chain.js';
import { Audit } from './audit.service.js';

const CSV_COLUMNS = [
  'seq',
  'at',
  'actor_id',
  'actor_role',
  'action',
  'target_type',
  'target_id',
  'patient_id',
  'org_id',
  'outcome',
  'request_id',
  'detail',
] as const;
const CSV_BATCH = 1000;

@Injectable()
export class AuditAdmin {
  constructor(
    private readonly events: AuditAdminRepository,
    private readonly chain: AuditChain,
    private readonly replica: ReadReplica,
    private readonly audit: Audit,
  ) {}

  async list(actor: Actor, query: ListQuery): Promise<Page<AuditEvent>> {
    const found = await this.events.people(actor, query);
    const page = await this.events.list(actor, query, found);
    await this.record(actor, 'audit.search', query, found);
    return page;
  }

  async verify(actor: Actor): Promise<AuditVerifyResponse> {
    const result = await this.chain.verify();
    await this.audit.record(actor, {
      action: 'audit.verify',
      outcome: result.ok ? 'success' : 'failure',
      detail: { ...result },
      as: ['system_admin'],
    });
    return result;
  }

  /** Every event that fits the filter, oldest first; batch by batch, however long the log is. */
  async csv(actor: Actor, query: ListQuery): Promise<Readable> {
    const found = await this.events.people(actor, query);
    await this.record(actor, 'audit.export', query, found);
    return Readable.from(this.csvParts(actor, query, found));
  }

  private async *csvParts(actor: Actor, query: ListQuery, found: FoundPeople): AsyncGenerator<string> {
    yield stringify([[...CSV_COLUMNS]]);
    let seq = 0;
    const from = await this.replica.reader();
    for (;;) {
      const events = await this.events.after(from, actor, query, found, seq, CSV_BATCH);
      // A cell that a spreadsheet would take for a formula is made text.
      yield stringify(events, { columns: [...CSV_COLUMNS], escape_formulas: true });
      if (events.length < CSV_BATCH) return;
      seq = events.at(-1)!.seq;
    }
  }

  /** The log keeps whom a search found, not the name that was typed. */
  private record(
    actor: Actor,
    action: string,
    { filter: typed }: ListQuery,
    { actors, patients }: FoundPeople,
  ): Promise<void> {
    const filter = {
      ...typed,
      ...(actors && { actor: actors }),
      ...(patients && { patient: patients }),
    };
    return this.audit.record(actor, { action, detail: { filter }, as: ['system_admin'] });
  }
}
