import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { isUuid } from '../platform/access/decorators.js';
import { newContext, runInContext } from '../platform/access/context.js';
import { Log } from '../platform/logging/log.js';
import { Audit } from './audit.service.js';

const MINUTE_MS = 60_000;
/** A program that tries ids one by one fills neither the database nor the audit. */
const LOOKED_UP_A_MINUTE = { each: 10, together: 200 };
const IDS_OF_A_REQUEST = 100;
const RECORDED_OF_A_REQUEST = 10;

/** What an audit row calls it, and its table. */
const OF_A_PATIENT = {
  case: 'cases',
  plan: 'plans',
  prescription: 'prescriptions',
  lab: 'lab_panels',
  appointment: 'appointments',
  message_thread: 'message_threads',
  document: 'documents',
  reminder: 'reminders',
  refill_request: 'refill_requests',
  dose: 'doses',
  lab_report: 'lab_reports',
};

/** `personal`: closed to everybody else, staff of the same organization included. */
const OBJECTS = [
  ...Object.entries(OF_A_PATIENT).map(
    ([kind, table]) =>
      `SELECT '${kind}' AS kind, o.id, o.org_id, p.user_id, false AS personal FROM ${table} o JOIN patients p ON p.id = o.patient_id WHERE o.id = ANY($1)`,
  ),
  `SELECT 'patient', id, org_id, user_id, false FROM patients WHERE id = ANY($1)`,
  `SELECT 'user', id, org_id, id, false FROM users WHERE id = ANY($1)`,
  `SELECT 'mail', id, org_id, user_id, false FROM mails WHERE id = ANY($1)`,
  `SELECT 'assistant_conversation', id, org_id, user_id, true FROM assistant_conversations WHERE id = ANY($1)`,
];
const FOREIGN = {
  name: 'refused-objects',
  text: `SELECT kind, id, org_id FROM (${OBJECTS.join(' UNION ALL ')}) o
    WHERE ($2::uuid IS NOT NULL AND org_id IS DISTINCT FROM $2) OR ((personal OR NOT $4) AND user_id IS DISTINCT FROM $3)
    LIMIT ${RECORDED_OF_A_REQUEST}`,
};

interface Foreign {
  kind: string;
  id: string;
  org_id: string | null;
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The ids a request named: in its address, where a search also writes them as Patient/id and as lists, and in its body. */
function idsOf({ params, query, body }: FastifyRequest): string[] {
  const values = [params, body].flatMap((part) =>
    part !== null && typeof part === 'object' ? Object.values(part as object).flat() : [],
  );
  const searched = Object.values((query ?? {}) as object)
    .flat()
    .flatMap((value) => String(value).match(UUIDS) ?? []);
  return [...new Set([...values.filter(isUuid), ...searched])].slice(0, IDS_OF_A_REQUEST);
}

/**
 * Somebody else's object is "not found", like one that never was (Z-02). That somebody asked for it is written down, with
 * the organization whose object it is, and after the answer: neither its words nor its time tell. The asker's own
 * organization does not see the row, or its administrator could find out with it what exists elsewhere.
 */
@Injectable()
export class RefusedObjects implements BeforeApplicationShutdown {
  private since = -Infinity;
  private readonly asked = new Map<string, number>();
  private together = 0;
  private notLookedUp = 0;
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly db: Db,
    private readonly audit: Audit,
    @Inject(Log) private readonly log: Log,
  ) {}

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      done();
      if (reply.statusCode === 404 && request.actor) this.refused(request, request.actor);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private refused(request: FastifyRequest, actor: Actor): void {
    const ids = idsOf(request);
    if (!ids.length || !this.mayLookUp(actor.userId)) return;
    const { requestId, ip } = request.portalContext;
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const work = runInContext(newContext(requestId, { ip }), () => this.record(actor, route, ids))
      .catch((error: unknown) => this.log.error('a refused object was not looked up', error))
      .finally(() => this.running.delete(work));
    this.running.add(work);
  }

  private async record(actor: Actor, route: string, ids: string[]): Promise<void> {
    const found = await this.db.rows<Foreign>(FOREIGN, [
      ids,
      actor.orgId,
      actor.userId,
      actor.key !== undefined || holds(actor, ...STAFF_ROLES),
    ]);
    for (const { kind, id, org_id } of found) {
      await this.audit.record(actor, {
        action: 'access.deny',
        outcome: 'denied',
        target: { type: kind, id },
        orgId: org_id,
        detail: { route },
      });
    }
  }

  private mayLookUp(userId: string): boolean {
    const now = performance.now();
    if (now - this.since >= MINUTE_MS) {
      if (this.notLookedUp) this.log.info('refused objects were not looked up', { count: this.notLookedUp });
      this.since = now;
      this.asked.clear();
      this.together = this.notLookedUp = 0;
    }
    const asked = (this.asked.get(userId) ?? 0) + 1;
    this.asked.set(userId, asked);
    const may = asked <= LOOKED_UP_A_MINUTE.each && this.together < LOOKED_UP_A_MINUTE.together;
    if (may) this.together += 1;
    else this.notLookedUp += 1;
    return may;
  }
}
