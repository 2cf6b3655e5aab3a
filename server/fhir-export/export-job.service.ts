import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FhirResource } from 'fhir/r4.js';
import { KeyActors } from '../api-keys/key-actor.js';
import { Audit } from '../audit/audit.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Jobs } from '../jobs/jobs.service.js';
import { inScope } from '../platform/access/context.js';
import { missingScope } from '../platform/access/key-scopes.js';
import { scopeOf } from '../platform/access/scope.js';
import { Clock } from '../platform/time/clock.js';
import type { Chart } from '../fhir/model/chart.js';
import type { ClinicResource, PatientResource } from '../fhir/model/definition.js';
import { FhirReader, type View } from '../fhir/reader.service.js';
import { CLINIC_RESOURCES, PATIENT_RESOURCES } from '../fhir/resources/index.js';
import { ExportsRepository, type Export } from './exports.repository.js';

/** Records in memory at once, and in one transaction. */
const BATCH = 25;
/** Then the job continues as a new one: others get their turn, and a process that dies takes little with it. */
const SLICE_MS = 15_000;

type Written = Map<string, FhirResource[]>;

/** A whole record, and not some types of it or what changed since a day. */
const isWhole = ({ types, since }: Export): boolean =>
  since === null && PATIENT_RESOURCES.every(({ type }) => types.includes(type));

/** Writes the records out, batch by batch; interrupted, it continues after the last batch that was committed. */
@Injectable()
export class FhirExportJob implements OnModuleInit {
  constructor(
    private readonly exports: ExportsRepository,
    private readonly reader: FhirReader,
    private readonly keys: KeyActors,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('fhir.export', ({ export_id: id }) => this.work(String(id)), { sideBySide: true });
    this.jobs.handle('fhir.tidy', () => this.tidy());
  }

  async work(id: string): Promise<void> {
    const until = performance.now() + SLICE_MS;
    while (await this.uow.run(() => this.batch(id))) {
      if (performance.now() < until) continue;
      return this.uow.run(() => this.jobs.enqueue('fhir.export', { export_id: id }));
    }
  }

  /** false: there is nothing more to do. */
  private async batch(id: string): Promise<boolean> {
    const open = await this.exports.unfinished(id);
    if (!open) return false;
    const actor = await this.keys.find(open.key_id);
    // Revoked, expired, or the clinic requires a reason by now: nothing of it is handed out.
    if (!actor?.key || missingScope(actor.key, { scopes: ['fhir.export'], type: null })) {
      await this.exports.remove(id);
      return false;
    }
    return inScope(scopeOf(actor), async () => {
      const view = await this.reader.view(actor);
      const ids = await this.reader.patients(view, { among: null, after: open.after_patient, most: BATCH });
      const written = await this.resources(view, open, ids);
      const n = open.patients / BATCH;
      for (const [type, resources] of written) await this.exports.addPart(id, n, type, resources);
      const finished = ids.length < BATCH;
      await this.exports.advance(id, ids.length, ids.at(-1) ?? null, finished ? this.clock.now() : null);
      if (ids.length > 0)
        await this.audit.record(actor, {
          action: 'fhir.export',
          target: { type: 'fhir_export', id },
          patientIds: ids,
          detail: {
            count: ids.length,
            ...(!isWhole(open) && { types: open.types, read: 'fhir.export_part' }),
          },
        });
      return !finished;
    });
  }

  private async resources(
    view: View,
    { types, since, patients }: Export,
    ids: readonly string[],
  ): Promise<Written> {
    const written: Written = new Map();
    const add = (all: readonly FhirResource[]): void => {
      for (const one of all) {
        if (since && Date.parse(one.meta!.lastUpdated!) < since.getTime()) continue;
        const same = written.get(one.resourceType);
        if (same) same.push(one);
        else written.set(one.resourceType, [one]);
      }
    };
    const wanted = <T extends PatientResource | ClinicResource>(all: readonly T[]): T[] =>
      all.filter(({ type }) => types.includes(type));
    if (patients === 0) for (const one of wanted(CLINIC_RESOURCES)) add(this.reader.ofClinics(view, one));
    const ofPatients = wanted(PATIENT_RESOURCES);
    const needs = [...new Set(ofPatients.flatMap((one) => one.needs))];
    const charts: Chart[] = ids.length > 0 ? await this.reader.chartsOf(view, ids, needs) : [];
    for (const chart of charts) {
      for (const one of ofPatients) add(one.map(chart));
      // Mapping computes: calls of people are answered in between.
      await breathe();
    }
    return written;
  }

  private async tidy(): Promise<void> {
    for (const id of await this.exports.expired()) await this.uow.run(() => this.exports.remove(id));
  }
}
