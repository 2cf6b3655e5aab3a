import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { ProgramNotices } from '../api-keys/program-notices.service.js';
import { Audit } from '../audit/audit.service.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { Actor } from '../platform/access/actor.js';
import { inScope } from '../platform/access/context.js';
import { scopeOf } from '../platform/access/scope.js';
import { AppError, notFound } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { KEPT_DAYS } from '../platform/time/kept-days.js';
import type { RawQuery } from '../fhir/query.js';
import { readExportRequest } from './export-request.js';
import { ExportsRepository, type Export } from './exports.repository.js';

const KEPT_MS = KEPT_DAYS.exports * 24 * 3_600_000;
/** Each may be as large as the clinic. */
const MOST_KEPT = 3;

/** The answer of the status call once everything is written out (FHIR Bulk Data Access 2.0). */
export interface Manifest {
  transactionTime: string;
  request: string;
  requiresAccessToken: true;
  output: { type: string; url: string; count: number }[];
  deleted: never[];
  error: never[];
}

const busy = (message: string): AppError =>
  new AppError(429, 'too_many_requests', message, { retryAfterS: 60 });

/** Exports as a program asks for them, waits for them and takes them away. */
@Injectable()
export class FhirExports {
  private readonly origin: string;

  constructor(
    private readonly exports: ExportsRepository,
    private readonly jobs: Jobs,
    private readonly notices: ProgramNotices,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.origin = config.publicOrigin;
  }

  /** Where its state can be asked for. */
  start(
    actor: Actor,
    query: RawQuery,
    { url, ofPatients }: { url: string; ofPatients: boolean },
  ): Promise<string> {
    const { types, since } = readExportRequest(query, ofPatients);
    return this.uow.run(async () => {
      const kept = await this.exports.kept(actor.userId);
      if (kept.running > 0)
        throw busy('This key has an export that is not finished. Wait for it, or delete it.');
      if (kept.all >= MOST_KEPT) throw busy(`A key keeps ${MOST_KEPT} exports at most. Delete one first.`);
      const id = randomUUID();
      await this.exports.insert({
        id,
        org_id: actor.orgId!,
        key_id: actor.userId,
        request: new URL(url, this.origin).href,
        types,
        since,
        expires_at: new Date(this.clock.now().getTime() + KEPT_MS),
      });
      await this.jobs.enqueue('fhir.export', { export_id: id });
      await this.record(actor, 'fhir.export_start', id, { types, since: since?.toISOString() ?? null });
      await this.notices.send('export_started', actor.orgId!);
      return this.addressOf(id);
    });
  }

  async find(actor: Actor, id: string): Promise<Export> {
    const found = await this.exports.ofKey(actor.userId, id);
    if (!found) throw notFound();
    return found;
  }

  async manifest({ id, created_at, request }: Export): Promise<Manifest> {
    const files = await this.exports.files(id);
    return {
      transactionTime: created_at.toISOString(),
      request,
      requiresAccessToken: true,
      output: files.map(({ type, count }) => ({ type, url: `${this.addressOf(id)}/${type}.ndjson`, count })),
      deleted: [],
      error: [],
    };
  }

  /** One type's resources, a line each: only one part is in memory at a time. */
  async file(actor: Actor, id: string, name: string): Promise<Readable> {
    const found = await this.find(actor, id);
    const type = /^([A-Za-z]+)\.ndjson$/.exec(name)?.[1];
    const known = found.finished_at && (await this.exports.files(id)).find((file) => file.type === type);
    if (!known) throw notFound();
    await this.record(actor, 'fhir.export_download', id, { type: known.type, count: known.count });
    const scope = scopeOf(actor);
    const { exports } = this;
    async function* parts(): AsyncGenerator<string> {
      for (let after = -1; ;) {
        const part = await inScope(scope, () => exports.part(id, known!.type, after));
        if (!part) return;
        after = part.n;
        yield part.lines;
      }
    }
    return Readable.from(parts(), { objectMode: false });
  }

  /** Stops it, too, if it is not finished. */
  remove(actor: Actor, id: string): Promise<void> {
    return this.uow.run(async () => {
      await this.find(actor, id);
      await this.exports.remove(id);
      await this.record(actor, 'fhir.export_delete', id, {});
    });
  }

  private addressOf(id: string): string {
    return `${this.origin}/fhir/exports/${id}`;
  }

  private record(actor: Actor, action: string, id: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(actor, { action, target: { type: 'fhir_export', id }, detail });
  }
}
