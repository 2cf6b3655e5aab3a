import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Audit } from '../audit/audit.service.js';
import type { Role } from '#common/vocabulary/index.js';
import { actingRole, type Actor } from '../platform/access/actor.js';
import { isUuid } from '../platform/access/decorators.js';
import type { AuditedAct } from '../platform/access/context.js';
import { Clock } from '../platform/time/clock.js';
import { OutageJournal } from '../database/outage-journal.js';

interface CachedRead {
  at: string;
  actor: Actor;
  route: string;
  target_id: string | null;
  request_id: string;
  as_of: string;
  /** The role the reader acts in. */
  role?: Role;
  /** What was audited when the answer was first given. */
  first?: AuditedAct;
}

/** Reads answered from a snapshot: recorded at once, and copied to the audit log when the database is back. */
@Injectable()
export class CachedReadAudit implements OnModuleInit {
  constructor(
    private readonly journal: OutageJournal,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.journal.on<CachedRead>('read', (read, id) => {
      const { actor, role, first } = read;
      return this.audit.record(actor, {
        action: 'snapshot.read',
        at: new Date(read.at),
        requestId: read.request_id,
        patientId: first?.patientId ?? (role === 'patient' ? actor.patientId : null),
        ...(first && { orgId: first.orgId }),
        ...(role && { as: [role] }),
        ...(read.target_id && { target: { type: 'snapshot', id: read.target_id } }),
        detail: {
          ...first?.detail,
          ...(first && { read: first.action }),
          route: read.route,
          as_of: read.as_of,
          journal_id: id,
        },
      });
    });
  }

  /** @param allowed the roles that may read this */
  record(
    actor: Actor,
    request: FastifyRequest,
    allowed: readonly Role[],
    asOf: string,
    first: AuditedAct | null,
  ): void {
    const { id } = request.params as { id?: string };
    this.journal.write('read', {
      at: this.clock.now().toISOString(),
      actor,
      route: `${request.method} ${request.routeOptions.url ?? ''}`,
      target_id: isUuid(id) ? id : null,
      request_id: String(request.id),
      as_of: asOf,
      role: actingRole(actor, allowed),
      ...(first && { first }),
    } satisfies CachedRead);
  }
}
