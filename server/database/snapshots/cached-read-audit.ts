import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Audit } from '../../audit/audit.service.js';
import type { Actor } from '../../platform/access/actor.js';
import { isUuid } from '../../platform/access/decorators.js';
import { Clock } from '../../platform/time/clock.js';
import { OutageJournal } from './outage-journal.js';

interface CachedRead {
  at: string;
  actor: Actor;
  route: string;
  target_id: string | null;
  request_id: string;
  as_of: string;
}

/** Reads answered from a snapshot: written down at once, and into the audit log when the database is back. */
@Injectable()
export class CachedReadAudit implements OnModuleInit {
  constructor(
    private readonly journal: OutageJournal,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.journal.on<CachedRead>('read', ({ at, actor, route, target_id, request_id, as_of }, id) =>
      this.audit.record(actor, {
        action: 'snapshot.read',
        at: new Date(at),
        requestId: request_id,
        patientId: actor.roles[0] === 'patient' ? actor.patientId : null,
        ...(target_id && { target: { type: 'snapshot', id: target_id } }),
        detail: { route, as_of, journal_id: id },
      }),
    );
  }

  record(actor: Actor, request: FastifyRequest, asOf: string): void {
    const { id } = request.params as { id?: string };
    this.journal.write('read', {
      at: this.clock.now().toISOString(),
      actor,
      route: `${request.method} ${request.routeOptions.url ?? ''}`,
      target_id: isUuid(id) ? id : null,
      request_id: String(request.id),
      as_of: asOf,
    } satisfies CachedRead);
  }
}
