import type { CapabilityStatement, CapabilityStatementRestResource, Extension } from 'fhir/r4.js';
import { API_SCOPES } from '#common/api/api-keys.js';
import { SMART_PATHS } from '#common/api/smart.js';
import type { ResourceDefinition } from './model/definition.js';
import { RESOURCES } from './resources/index.js';
import { paramsOf } from './search.js';
import { TEXT } from './text/en.js';

/** The version of this table of resources; increase it with each change. */
const PUBLISHED = '2026-11-27';
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

/** Where tokens are given, for clients older than the smart-configuration. */
const oauthUris = (origin: string): Extension => ({
  url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
  extension: [
    { url: 'authorize', valueUri: origin + SMART_PATHS.authorize },
    { url: 'token', valueUri: origin + SMART_PATHS.token },
    { url: 'revoke', valueUri: origin + SMART_PATHS.revoke },
  ],
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
        service: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                code: 'SMART-on-FHIR',
              },
            ],
          },
        ],
        extension: [oauthUris(origin)],
        description: TEXT.apiKeyOrTokenOfToken(API_SCOPES.join(', ')),
      },
      resource: RESOURCES.map(restResource),
      operation: [{ name: 'export', definition: `${BULK}/OperationDefinition/export` }],
    },
  ],
});
