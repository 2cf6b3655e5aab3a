import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/errors.js';
import type { ClinicResource, PatientResource, ResourceDefinition } from './model/definition.js';
import { assertScope, namedIn, patientsNamed, type Cursor, type Include, type SearchQuery } from './query.js';
import { FhirReader, type Owned, type View } from './reader.service.js';
import { resourceOf } from './resources/index.js';
import { matches, referencesAt } from './search.js';

/** How many patients are in memory at once. */
const BATCH = 25;
/** A page that has scanned this many patients is sent as it is, with a link to the next. */
const MOST_LOOKED_THROUGH = 500;

export interface Found {
  matched: Owned[];
  included: Owned[];
  /** Patients that the search named: that nothing was found tells something of them, too. */
  named: string[];
  next: Cursor | null;
  /** Undefined if counting would require reading further. */
  total?: number;
}
const START: Cursor = { after: null, skip: 0 };
const keyOf = ({ resource }: Owned): string => `${resource.resourceType}/${resource.id}`;

@Injectable()
export class FhirSearch {
  constructor(private readonly reader: FhirReader) {}

  async run(view: View, query: SearchQuery, route: string): Promise<Found> {
    const { definition } = query;
    await this.assertNamed(view, query);
    const page =
      definition.of === 'clinic'
        ? this.ofClinic(view, definition, query)
        : await this.ofPatients(view, definition, query, route);
    return { ...page, included: await this.included(view, query, page.matched) };
  }

  /** A program that names a patient it may not read is refused, as it is where it reads the patient. */
  private async assertNamed(view: View, query: SearchQuery): Promise<void> {
    const { key, app } = view.actor;
    const ids = key || app ? [...new Set(patientsNamed(query))] : [];
    if (!ids.length) return;
    const reached = await this.reader.patients(view, { among: ids, after: null, most: ids.length });
    if (reached.length < ids.length) throw notFound();
  }

  private ofClinic(
    view: View,
    definition: ClinicResource,
    { asked, count, cursor }: SearchQuery,
  ): Omit<Found, 'included'> {
    const all = this.reader.ofClinics(view, definition).filter((one) => matches(one, asked));
    const { skip } = cursor ?? START;
    return {
      matched: all.slice(skip, skip + count).map((resource) => ({ patientId: null, resource })),
      named: [],
      next: all.length > skip + count ? { after: null, skip: skip + count } : null,
      total: all.length,
    };
  }

  private async ofPatients(
    view: View,
    definition: PatientResource,
    query: SearchQuery,
    route: string,
  ): Promise<Omit<Found, 'included'>> {
    const among = await this.among(view, query, route);
    let { after, skip } = query.cursor ?? START;
    const byNumber =
      definition.type === 'Patient' ? query.asked.filter(({ name }) => name === 'identifier') : [];
    const matched: Owned[] = [];
    const named: string[] = [];
    let looked = 0;
    for (;;) {
      const ids = await this.reader.patients(view, { among, after, most: BATCH });
      if (among) named.push(...ids);
      for (const chart of await this.reader.chartsOf(view, ids, definition.needs)) {
        const all = definition.map(chart);
        // A record number is one patient's: what else was asked and does not match tells something of them, too.
        if (byNumber.length && all.some((one) => matches(one, byNumber))) named.push(chart.patient.id);
        const found = all.filter((one) => matches(one, query.asked));
        const page = found.slice(skip, skip + query.count - matched.length);
        matched.push(...page.map((resource) => ({ patientId: chart.patient.id, resource })));
        const total = among?.length === 1 ? found.length : undefined;
        if (skip + page.length < found.length)
          return { matched, named, next: { after, skip: skip + page.length }, total };
        after = chart.patient.id;
        skip = 0;
      }
      looked += ids.length;
      if (ids.length < BATCH)
        return { matched, named, next: null, ...(!query.cursor && { total: matched.length }) };
      if (matched.length >= query.count || looked >= MOST_LOOKED_THROUGH)
        return { matched, named, next: { after, skip: 0 } };
    }
  }

  /** The patients a search names, directly or by the ids of resources; null for all. */
  private async among(view: View, query: SearchQuery, route: string): Promise<string[] | null> {
    const { patients, rows } = namedIn(query);
    const owners = rows && (await this.reader.ownersOf(rows));
    const named = patients && owners ? patients.filter((id) => owners.includes(id)) : (patients ?? owners);
    // A record that needs a reason is refused by name; an inaccessible one is treated as missing.
    for (const id of named?.slice(0, BATCH) ?? [])
      await this.reader.assertReaches(view, id, route).catch(unlessMissing);
    return named;
  }

  private async included(view: View, query: SearchQuery, matched: readonly Owned[]): Promise<Owned[]> {
    const found = new Map<string, Owned>();
    for (const include of query.includes) {
      const wanted = new Set(matched.flatMap(({ resource }) => referencesAt(resource, include.param)));
      for (const type of new Set([...wanted].map((one) => one.split('/')[0]!))) {
        const definition = resourceOf(type);
        if (!definition) continue;
        assertScope(view.actor, definition);
        for (const one of await this.all(view, definition, matched))
          if (wanted.has(keyOf(one))) found.set(keyOf(one), one);
      }
    }
    for (const include of query.revincludes)
      for (const one of await this.referring(view, include, matched)) found.set(keyOf(one), one);
    for (const one of matched) found.delete(keyOf(one));
    return [...found.values()];
  }

  /** The resources of these patients that refer to the matches. */
  private async referring(
    view: View,
    { definition, param }: Include,
    matched: readonly Owned[],
  ): Promise<Owned[]> {
    assertScope(view.actor, definition);
    const targets = new Set(matched.map(keyOf));
    const all = await this.all(view, definition, matched);
    return all.filter(({ resource }) => referencesAt(resource, param).some((one) => targets.has(one)));
  }

  /** Every resource of a type for a page's patients, or their clinic. */
  private async all(view: View, definition: ResourceDefinition, matched: readonly Owned[]): Promise<Owned[]> {
    if (definition.of === 'clinic')
      return this.reader.ofClinics(view, definition).map((resource) => ({ patientId: null, resource }));
    const ids = [...new Set(matched.flatMap(({ patientId }) => patientId ?? []))];
    const charts = await this.reader.chartsOf(view, ids, definition.needs);
    return charts.flatMap((chart) =>
      definition.map(chart).map((resource) => ({ patientId: chart.patient.id, resource })),
    );
  }
}

const MISSING = notFound().code;
function unlessMissing(error: unknown): void {
  if ((error as { code?: string }).code !== MISSING) throw error;
}
