import type { CapabilityStatement, CapabilityStatementRestResource } from 'fhir/r4.js';
import { API_SCOPES } from '#common/api/api-keys.js';
import type { ResourceDefinition } from './model/definition.js';
import { RESOURCES } from './resources/index.js';
import { paramsOf } from './search.js';

/** The version of this table of resources; increase it with each change. */
const PUBLISHED = '2026-11-26';
const BULK = 'http://hl7.org/fhir/uv/bulkdata';

const references = (definition: ResourceDefinition): string[] =>
  Object.entries(paramsOf(definition))
    .filter(([, { kind }]) => kind === 'reference')
    .map(([name]) => `${definition.type}:${name}`);

const restResource = (definition: ResourceDefinition): CapabilityStatementRestResource => ({
  type: definition.type,
  ...(definition.profiles && { supportedProfile: [...definition.profiles] }),
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  versioning: 'versioned',
  readHistory: false,
  conditionalRead: 'not-match',
  ...(references(definition).length > 0 && { searchInclude: references(definition) }),
  ...(definition.of === 'patient' &&
    definition.type !== 'Provenance' && { searchRevInclude: ['Provenance:target'] }),
  searchParam: Object.entries(paramsOf(definition)).map(([name, { kind }]) => ({ name, type: kind })),
  ...(definition.type === 'Patient' && {
    operation: [
      { name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' },
      { name: 'export', definition: `${BULK}/OperationDefinition/patient-export` },
    ],
  }),
});

/** The server's capabilities, from the same table that implements them. */
export const capabilityStatement = (origin: string): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: PUBLISHED,
  kind: 'instance',
  instantiates: [`${BULK}/CapabilityStatement/bulk-data`],
  software: { name: 'TRT portal' },
  implementation: { description: 'TRT portal', url: `${origin}/fhir` },
  fhirVersion: '4.0.1',
  format: ['json', 'application/fhir+json'],
  implementationGuide: ['http://hl7.org/fhir/us/core/ImplementationGuide/hl7.fhir.us.core|6.1.0'],
  rest: [
    {
      mode: 'server',
      security: {
        description: `An API key as "Authorization: Bearer", with one of the scopes ${API_SCOPES.join(', ')}; or the session of a patient or of staff.`,
      },
      resource: RESOURCES.map(restResource),
      operation: [{ name: 'export', definition: `${BULK}/OperationDefinition/export` }],
    },
  ],
});
