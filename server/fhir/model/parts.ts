import { createHash } from 'node:crypto';
import type {
  CodeableConcept,
  Coding,
  ContactPoint,
  FhirResource,
  HumanName,
  Quantity,
  Reference,
} from 'fhir/r4.js';
import { SYSTEM, UNITS, type Code } from '#common/fhir-codes/codes.js';
import type { Chart, Clinic } from './chart.js';

const US_CORE = 'http://hl7.org/fhir/us/core/StructureDefinition/';
const HL7 = 'http://terminology.hl7.org/CodeSystem/';

export const usCore = (profile: string): string => `${US_CORE}us-core-${profile}`;

/** A code from HL7's own tables. */
export const hl7 = (table: string, code: string): Coding => ({ system: `${HL7}${table}`, code });
export const hl7Concept = (table: string, code: string, text?: string): CodeableConcept => ({
  coding: [hl7(table, code)],
  text,
});
/** A code from US Core's own tables. */
export const usCoreConcept = (table: string, code: string): CodeableConcept => ({
  coding: [{ system: `http://hl7.org/fhir/us/core/CodeSystem/${table}`, code }],
});

export const coding = ({ system, code, display }: Code): Coding => ({
  system: SYSTEM[system],
  code,
  display,
});
/** Text, with a code if there is a certain one. */
export const concept = (text: string, code?: Code | null): CodeableConcept => ({
  ...(code && { coding: [coding(code)] }),
  text,
});

export const quantity = (value: number, [unit, code]: readonly [string, string]): Quantity => ({
  value,
  unit,
  system: SYSTEM.ucum,
  code,
});
export const days = (value: number): Quantity => quantity(value, UNITS.day);

export const ref = (type: FhirResource['resourceType'], id: string, display?: string | null): Reference => ({
  reference: `${type}/${id}`,
  ...(display && { display }),
});
export const patientRef = ({ patient }: Chart): Reference => ref('Patient', patient.id, patient.full_name);
export const organisationRef = ({ organisation }: Clinic): Reference =>
  ref('Organization', organisation.id, organisation.name);
/** A member of this clinic's team; former members are left out. */
export function practitionerRef({ team }: Clinic, id: string | null): Reference | undefined {
  const person = id && team.find((one) => one.id === id);
  return person ? ref('Practitioner', person.id, person.display_name) : undefined;
}

const SUFFIX = /,? +(jr\.?|sr\.?|ii|iii|iv|md|do|np|pa-?c?|dnp|rn|pharmd)$/i;
const PREFIX = /^(dr|mr|mrs|ms|prof)\.? +/i;

/** A name typed as one text, split into the parts FHIR expects. */
export function humanName(full: string): HumanName {
  const [prefix] = PREFIX.exec(full) ?? [];
  let rest = full.slice(prefix?.length ?? 0).trim();
  const suffix: string[] = [];
  for (let match = SUFFIX.exec(rest); match; match = SUFFIX.exec(rest)) {
    suffix.unshift(match[1]!);
    rest = rest.slice(0, match.index);
  }
  const parts = rest.split(/\s+/);
  return {
    use: 'official',
    text: full,
    family: parts.at(-1),
    given: parts.slice(0, -1),
    prefix: prefix ? [prefix.trim()] : [],
    suffix,
  };
}

const UNKNOWN = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
/** For a required name that is unknown. */
export const CONTACT_MASKED: ContactPoint = { extension: [{ url: UNKNOWN, valueCode: 'masked' }] };
export const NAME_UNKNOWN: HumanName = { extension: [{ url: UNKNOWN, valueCode: 'unknown' }] };

/** An id built from a row's id and the part of it that is meant. */
export const partId = (rowId: string, part: string): string => `${rowId}.${part.replaceAll('_', '-')}`;

export const at = (time: Date): string => time.toISOString();
/** Database numbers may have more digits than were ever measured. */
export const rounded = (value: number): number => Number(value.toPrecision(12));

/** FHIR has no empty values: null, blank text, empty lists and objects are left out. */
function withoutBlanks(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || undefined;
  if (Array.isArray(value)) {
    const kept = value.map(withoutBlanks).filter((one) => one !== undefined);
    return kept.length ? kept : undefined;
  }
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value)
    .map(([key, inner]) => [key, withoutBlanks(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return kept.length ? Object.fromEntries(kept) : undefined;
}

/** A resource as sent. Its version is a digest of its content. */
export function finished<R extends FhirResource>(resource: R, lastUpdated: Date): R {
  const bare = withoutBlanks(resource) as R;
  const versionId = createHash('sha256').update(JSON.stringify(bare)).digest('hex').slice(0, 16);
  return { ...bare, meta: { ...bare.meta, versionId, lastUpdated: at(lastUpdated) } };
}

/** Text as a resource's narrative. */
export function narrative(text: string): { status: 'generated'; div: string } {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${escaped}</p></div>` };
}
