import { Inject, Injectable } from '@nestjs/common';
import type { Bundle, CapabilityStatement, FhirResource } from 'fhir/r4.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import type { Actor } from '../platform/access/actor.js';
import { notFound, validationFailed } from '../platform/errors/errors.js';
import { Clock } from '../platform/time/clock.js';
import { collection, searchset } from './bundle.js';
import { capabilityStatement } from './capability.js';
import type { ResourceDefinition } from './model/definition.js';
import { SECTIONS } from './model/chart.js';
import { FhirSearch } from './fhir-search.service.js';
import { cursorText, readSearch, single, type RawQuery } from './query.js';
import { isOwn } from './reach.repository.js';
import { FhirReader, type Owned, type View } from './reader.service.js';
import { CLINIC_RESOURCES, PATIENT_RESOURCES, resourceOf } from './resources/index.js';
import { isInstant } from '../platform/time/instant.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

const EVERYTHING_QUERY = ['_type', '_since', '_format', '_pretty', 'org_id'];
/** A search by these asks for one person, whether or not there is a match. */
const NAMES_A_PERSON = ['identifier', 'name', 'family', 'given', 'birthdate'];

/** The calls below /fhir, each with its audit entry. */
@Injectable()
export class Fhir {
  private readonly origin: string;

  constructor(
    private readonly reader: FhirReader,
    private readonly searches: FhirSearch,
    private readonly audit: Audit,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.origin = config.publicOrigin;
  }

  metadata(): CapabilityStatement {
    return capabilityStatement(this.origin);
  }

  async read(actor: Actor, type: string, id: string): Promise<FhirResource> {
    const definition = resourceOf(type);
    if (!definition) throw notFound();
    const view = await this.reader.view(actor);
    const { patientId, resource } =
      definition.of === 'patient'
        ? await this.reader.one(view, definition, id, `GET /fhir/${type}/:id`)
        : this.ofClinic(this.reader.ofClinics(view, definition), id);
    await this.record(view, 'fhir.read', type, { id, patientId });
    return resource;
  }

  /** @param url of the search, for the links in the response */
  async search(
    actor: Actor,
    type: string,
    query: RawQuery,
    { url, route }: { url: string; route: string },
  ): Promise<Bundle> {
    const definition = resourceOf(type);
    if (!definition) throw notFound();
    const search = readSearch(definition, query);
    const view = await this.reader.view(actor);
    const found = await this.searches.run(view, search, route);
    const shown = [...found.matched, ...found.included].flatMap(({ patientId }) => patientId ?? []);
    const patientIds = [...shown, ...found.named];
    const searched = search.asked.some(({ name }) => NAMES_A_PERSON.includes(name));
    await this.record(view, 'fhir.search', type, { patientIds, count: found.matched.length, searched });
    const self = new URL(url, this.origin);
    const next = new URL(self);
    if (found.next) next.searchParams.set('_page', cursorText(found.next));
    return searchset(this.origin, { ...found, self: self.href, next: found.next && next.href });
  }

  async everything(actor: Actor, patientId: string, query: RawQuery, url: string): Promise<Bundle> {
    const wanted = wantedOf(query);
    const view = await this.reader.view(actor);
    await this.reader.assertReaches(view, patientId, 'GET /fhir/Patient/:id/$everything');
    const matched = (await this.whole(view, patientId)).filter(({ resource }) => wanted(resource));
    const part = query['_type'] !== undefined || query['_since'] !== undefined;
    await this.record(view, 'fhir.everything', 'Patient', { id: patientId, patientId, part });
    const self = new URL(url, this.origin).href;
    return searchset(this.origin, { matched, total: matched.length, self });
  }

  /** The user's own record as a file. */
  async ownRecord(actor: Actor): Promise<Bundle> {
    const { patientId } = actor;
    if (!patientId) throw notFound();
    const view: View = { ...(await this.reader.view(actor)), reach: { own: patientId } };
    await this.reader.assertReaches(view, patientId, 'GET /files/record.fhir.json');
    const owned = await this.whole(view, patientId);
    await this.record(view, 'fhir.download', 'Patient', { id: patientId, patientId });
    return collection(this.origin, owned, this.clock.now());
  }

  /** A complete record, patient first, or what its app may read of it, with the people and the clinic it refers to. */
  private async whole(view: View, patientId: string): Promise<Owned[]> {
    const [chart] = await this.reader.chartsOf(view, [patientId], SECTIONS);
    if (!chart) throw notFound();
    const { app } = view.actor;
    const allowed = ({ type }: ResourceDefinition): boolean => !app || app.types.includes(type);
    const own = PATIENT_RESOURCES.filter(allowed).flatMap(({ map }) => map(chart));
    const shared = CLINIC_RESOURCES.filter(allowed).flatMap(({ map }) => map(chart));
    return [
      ...own.map((resource) => ({ patientId, resource })),
      ...shared.map((resource) => ({ patientId: null, resource })),
    ];
  }

  private ofClinic(resources: readonly FhirResource[], id: string): Owned {
    const resource = resources.find((one) => one.id === id);
    if (!resource) throw notFound();
    return { patientId: null, resource };
  }

  private record(
    { actor, reach }: View,
    action: RecordAction,
    type: string,
    what: {
      id?: string;
      patientId?: string | null;
      patientIds?: string[];
      count?: number;
      searched?: boolean;
      part?: boolean;
    },
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      ...(what.id && { target: { type, id: what.id } }),
      patientId: what.patientId ?? null,
      patientIds: what.patientIds,
      detail: {
        type,
        ...(what.count !== undefined && { count: what.count }),
        ...(what.searched && { searched: true }),
        // What the patient's access log calls it.
        ...(what.part && { read: 'fhir.read' }),
      },
      as: isOwn(reach) ? ['patient'] : STAFF_ROLES,
    });
  }
}

/** `_type` and `_since` of an $everything request. */
function wantedOf(query: RawQuery): (resource: FhirResource) => boolean {
  const unknown = Object.keys(query).filter((name) => !EVERYTHING_QUERY.includes(name));
  if (unknown.length)
    throw validationFailed(Object.fromEntries(unknown.map((name) => [name, SHARED_TEXT.parameterNotKnown])));
  const types = single(query, '_type')?.split(',') ?? null;
  const since = single(query, '_since');
  if (types?.some((one) => !resourceOf(one)))
    throw validationFailed({ _type: '_type names a resource we do not have.' });
  if (since !== undefined && !isInstant(since))
    throw validationFailed({ _since: '_since must be a time with its offset.' });
  const from = since === undefined ? -Infinity : Date.parse(since);
  return (resource) =>
    (!types || types.includes(resource.resourceType)) && Date.parse(resource.meta!.lastUpdated!) >= from;
}
