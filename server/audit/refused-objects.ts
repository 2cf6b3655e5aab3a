import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DataSource, type EntityMetadata } from 'typeorm';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Db, type Statement } from '../database/db.js';
import { recordOwners } from '../database/record-tables.js';
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

/** What an audit row calls a row of this table: its name without the s. */
const kindOf = (table: string): string =>
  ({ lab_panels: 'lab', telemed_bases: 'telemed_basis' })[table] ?? table.replace(/s$/, '');
/** `personal`: closed to everybody else, staff of the same organization included. */
const OF_NO_PATIENT = [
  `SELECT 'user' AS kind, id, org_id, id AS user_id, false AS personal FROM users WHERE id = ANY($1)`,
  `SELECT 'mail', id, org_id, user_id, false FROM mails WHERE id = ANY($1)`,
  `SELECT 'assistant_conversation', id, org_id, user_id, true FROM assistant_conversations WHERE id = ANY($1)`,
];
const foreignAmong = (entities: readonly EntityMetadata[]): Statement => {
  const objects = [...recordOwners(entities)].flatMap(([table, ways]) =>
    ways.map(
      (way) =>
        `SELECT '${kindOf(table)}', o.id, p.org_id, p.user_id, false FROM (${way}) o JOIN patients p ON p.id = o.patient_id`,
    ),
  );
  return {
    name: 'refused-objects',
    text: `SELECT DISTINCT kind, id, org_id FROM (${[...OF_NO_PATIENT, ...objects].join(' UNION ALL ')}) o
      WHERE ($2::uuid IS NOT NULL AND org_id IS DISTINCT FROM $2) OR ((personal OR NOT $4) AND user_id IS DISTINCT FROM $3)
      LIMIT ${RECORDED_OF_A_REQUEST}`,
  };
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
  private foreign: Statement | null = null;

  constructor(
    private readonly db: Db,
    private readonly audit: Audit,
    @Inject(Log) private readonly log: Log,
    @Inject(DataSource) private readonly source: DataSource,
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
    this.foreign ??= foreignAmong(this.source.entityMetadatas);
    const found = await this.db.rows<Foreign>(this.foreign, [
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
