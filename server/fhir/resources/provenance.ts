import type { FhirResource, Provenance, Reference } from 'fhir/r4.js';
import { SECTIONS, type Chart } from '../model/chart.js';
import { date, reference, type PatientResource } from '../model/definition.js';
import { finished, hl7Concept, organisationRef, patientRef, ref, usCore } from '../model/parts.js';

type Authored = FhirResource &
  Record<'asserter' | 'requester' | 'sender' | 'author' | 'performer' | 'recorder', unknown>;

/** Who recorded it: the resource's own element if it has one, otherwise the clinic. */
function authorOf(chart: Chart, resource: FhirResource): Reference {
  const { requester, asserter, recorder, sender, author, performer } = resource as Authored;
  const [who] = [
    requester ?? asserter ?? recorder ?? sender ?? author ?? performer ?? [],
  ].flat() as Reference[];
  return who ?? (resource.resourceType === 'Patient' ? patientRef(chart) : organisationRef(chart));
}

/** The capital letters of a type: enough to distinguish the resources made from one row. */
const initials = (type: string): string => type.replaceAll(/[a-z]/g, '').toLowerCase();

const provenance = (chart: Chart, resource: FhirResource): Provenance => {
  const recorded = resource.meta!.lastUpdated!;
  return finished<Provenance>(
    {
      resourceType: 'Provenance',
      id: `${resource.id}.${initials(resource.resourceType)}`,
      meta: { profile: [usCore('provenance')] },
      target: [ref(resource.resourceType, resource.id!)],
      recorded,
      agent: [
        {
          type: hl7Concept('provenance-participant-type', 'author', 'Author'),
          who: authorOf(chart, resource),
          onBehalfOf: organisationRef(chart),
        },
        {
          type: {
            coding: [
              {
                system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-provenance-participant-type',
                code: 'transmitter',
              },
            ],
            text: 'Transmitter',
          },
          who: organisationRef(chart),
        },
      ],
    },
    new Date(recorded),
  );
};

/** One for each of the patient's resources: who recorded it, and who sends it. */
export const provenanceOf = (resources: readonly PatientResource[]): PatientResource => ({
  type: 'Provenance',
  of: 'patient',
  scope: 'documents.read',
  needs: SECTIONS,
  map: (chart) => resources.flatMap(({ map }) => map(chart)).map((resource) => provenance(chart, resource)),
  profiles: [usCore('provenance')],
  search: { target: reference('target'), recorded: date('recorded'), agent: reference('agent.who') },
});
