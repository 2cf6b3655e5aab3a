import type { FhirResource } from 'fhir/r4.js';
import type { Chart } from '../model/chart.js';
import type { PatientResource, ResourceDefinition } from '../model/definition.js';
import { allergyIntoleranceResource } from './allergy-intolerance.js';
import { carePlanResource } from './care-plan.js';
import { careTeamResource } from './care-team.js';
import { organizationResource, practitionerResource, practitionerRoleResource } from './clinic.js';
import { communicationResource } from './communication.js';
import { conditionResource } from './condition.js';
import { consentResource } from './consent.js';
import { detectedIssueResource } from './detected-issue.js';
import { documentReferenceResource } from './document-reference.js';
import { diagnosticReportResource } from './laboratory.js';
import { medicationDispenseResource } from './medication-dispense.js';
import { medicationRequestResource } from './medication-request.js';
import { medicationStatementResource } from './medication-statement.js';
import { observationResource } from './observation.js';
import { patientResource } from './patient.js';
import { provenanceOf } from './provenance.js';
import { questionnaireResource, questionnaireResponseResource } from './questionnaire.js';
import { serviceRequestResource } from './service-request.js';
import { appointmentResource, encounterResource } from './visits.js';

/** Provenance uses what every other resource built from a chart: each is built once per chart. */
function onceAChart(resource: PatientResource): PatientResource {
  const made = new WeakMap<Chart, FhirResource[]>();
  const map = (chart: Chart): FhirResource[] => {
    const resources = made.get(chart) ?? resource.map(chart);
    made.set(chart, resources);
    return resources;
  };
  return { ...resource, map };
}

const CLINICAL: readonly PatientResource[] = [
  patientResource,
  conditionResource,
  allergyIntoleranceResource,
  medicationRequestResource,
  medicationDispenseResource,
  medicationStatementResource,
  observationResource,
  serviceRequestResource,
  diagnosticReportResource,
  documentReferenceResource,
  carePlanResource,
  careTeamResource,
  encounterResource,
  appointmentResource,
  communicationResource,
  questionnaireResponseResource,
  consentResource,
  detectedIssueResource,
].map(onceAChart);

/** Everything that can be read: routes, scopes, searches and the CapabilityStatement are derived from this table. */
export const RESOURCES: readonly ResourceDefinition[] = [
  ...CLINICAL,
  provenanceOf(CLINICAL),
  questionnaireResource,
  practitionerResource,
  practitionerRoleResource,
  organizationResource,
];
export const PATIENT_RESOURCES = RESOURCES.filter((one) => one.of === 'patient');
export const CLINIC_RESOURCES = RESOURCES.filter((one) => one.of === 'clinic');

const BY_TYPE: ReadonlyMap<string, ResourceDefinition> = new Map(RESOURCES.map((one) => [one.type, one]));
export const resourceOf = (type: string): ResourceDefinition | undefined => BY_TYPE.get(type);
