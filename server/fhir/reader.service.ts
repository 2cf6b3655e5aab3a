import { Injectable } from '@nestjs/common';
import type { FhirResource } from 'fhir/r4.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { holds, type Actor } from '../platform/access/actor.js';
import { notFound } from '../platform/errors/errors.js';
import { RecordAccess } from '../record-access/record-access.service.js';
import type { Chart, Clinic, Section } from './model/chart.js';
import { Charts } from './charts.service.js';
import type { ClinicResource, PatientResource } from './model/definition.js';
import { rowIdOf } from './query.js';
import { isOwn, ReachRepository, type Reach } from './reach.repository.js';

/** A resource and its patient. */
export interface Owned {
  readonly patientId: string | null;
  readonly resource: FhirResource;
}

/** One request's view: the reader, whose records, and the clinics they belong to. */
export interface View {
  readonly actor: Actor;
  readonly reach: Reach;
  readonly clinics: readonly Clinic[];
}

/** Staff read their organization while they act as staff, and their own record while they act as a patient. */
export const reachOf = (actor: Actor): Reach =>
  actor.key || (holds(actor, ...STAFF_ROLES) && actor.roles[0] !== 'patient')
    ? { orgId: actor.orgId }
    : { own: actor.patientId };

/** Who may treat them, without the addresses that staff sign in with. What their record names stays named there. */
const asPatientsKnow = (clinic: Clinic): Clinic => ({
  ...clinic,
  team: clinic.team
    .filter(({ active, roles }) => active && roles.includes('provider'))
    .map((person) => ({ ...person, email: null, roles: ['provider'] })),
});

/** Resources as a caller may read them. */
@Injectable()
export class FhirReader {
  constructor(
    private readonly charts: Charts,
    private readonly reached: ReachRepository,
    private readonly access: RecordAccess,
  ) {}

  async view(actor: Actor): Promise<View> {
    return { actor, reach: reachOf(actor), clinics: await this.charts.clinics(actor.orgId) };
  }

  chartsOf(view: View, ids: readonly string[], needs: readonly Section[]): Promise<Chart[]> {
    const reader = isOwn(view.reach) ? 'patient' : 'care_team';
    return this.charts.of(ids, needs, { clinics: view.clinics, reader });
  }

  patients(
    { actor, reach }: View,
    page: { among: readonly string[] | null; after: string | null; most: number },
  ): Promise<string[]> {
    return this.reached.patients(actor, reach, page);
  }

  /** Throws if this one record may not be read: a clinic may require a reason first. 404 for any other inaccessible one. */
  async assertReaches(view: View, patientId: string, route: string): Promise<void> {
    if (!isOwn(view.reach) && !view.actor.key)
      await this.access.assertMay(view.actor, [patientId], { act: false, route });
    const [found] = await this.patients(view, { among: [patientId], after: null, most: 1 });
    if (!found) throw notFound();
  }

  /** The patients that these resources, given by id, belong to. */
  ownersOf(resourceIds: readonly string[]): Promise<string[]> {
    return this.reached.ownersOf(resourceIds.flatMap((id) => rowIdOf(id) ?? []));
  }

  ofClinics({ clinics, reach }: View, definition: ClinicResource): FhirResource[] {
    const all = (isOwn(reach) ? clinics.map(asPatientsKnow) : clinics).flatMap((clinic) =>
      definition.map(clinic),
    );
    // Resources that are the same for every clinic are included once.
    return [...new Map(all.map((one) => [one.id, one])).values()];
  }

  async one(view: View, definition: PatientResource, id: string, route: string): Promise<Owned> {
    const [patientId] = await this.ownersOf([id]);
    if (!patientId) throw notFound();
    await this.assertReaches(view, patientId, route);
    const [chart] = await this.chartsOf(view, [patientId], definition.needs);
    const resource = chart && definition.map(chart).find((one) => one.id === id);
    if (!resource) throw notFound();
    return { patientId, resource };
  }
}
