import type { FhirResource } from 'fhir/r4.js';
import type { ApiScope } from '#common/api/api-keys.js';
import type { Chart, Clinic, Section } from './chart.js';

export type ResourceType = FhirResource['resourceType'];
export type SearchKind = 'token' | 'date' | 'string' | 'reference' | 'uri';

/** A search parameter: its kind, and the elements it searches (a dotted path). */
export interface SearchParam {
  readonly kind: SearchKind;
  readonly paths: readonly string[];
}

interface Declared {
  readonly type: ResourceType;
  /** The narrow scope that grants it; fhir.read grants all. */
  readonly scope: ApiScope;
  readonly search: Readonly<Record<string, SearchParam>>;
  /** The US Core profiles its instances claim. */
  readonly profiles?: readonly string[];
}

/** A resource of one patient, built from sections of the chart. */
export interface PatientResource extends Declared {
  readonly of: 'patient';
  readonly needs: readonly Section[];
  readonly map: (chart: Chart) => FhirResource[];
}

/** A resource of the clinic, without patient data. */
export interface ClinicResource extends Declared {
  readonly of: 'clinic';
  readonly map: (clinic: Clinic) => FhirResource[];
}
export type ResourceDefinition = PatientResource | ClinicResource;

const param =
  (kind: SearchKind) =>
  (...paths: string[]): SearchParam => ({ kind, paths });
export const token = param('token');
export const date = param('date');
export const string = param('string');
export const reference = param('reference');
export const uri = param('uri');

/** The reference to the patient: `patient` in most resources, `subject` where FHIR calls it so. */
export const OF_SUBJECT = { patient: reference('subject'), subject: reference('subject') } as const;
