import type { Consent } from 'fhir/r4.js';
import { CODES } from '#common/fhir-codes/codes.js';
import { fieldsOfSection } from '#common/intake/definition.js';
import type { Chart, ChartDocument } from '../model/chart.js';
import { date, reference, token, type PatientResource } from '../model/definition.js';
import {
  at,
  concept,
  finished,
  hl7Concept,
  organisationRef,
  partId,
  patientRef,
  ref,
} from '../model/parts.js';

const CONSENT_SECTION = 10;
/** The statements that a patient checks one by one. */
const STATEMENTS = fieldsOfSection(CONSENT_SECTION).filter(
  (field) => field.type === 'boolean' && field.mustBeTrue === true,
);

interface Given {
  id: string;
  text: string;
  document: ChartDocument;
}
const consent = (chart: Chart, { id, text, document }: Given): Consent =>
  finished<Consent>(
    {
      resourceType: 'Consent',
      id,
      status: document.latest ? 'active' : 'inactive',
      scope: hl7Concept('consentscope', 'treatment'),
      category: [concept('Consent', CODES.consent)],
      patient: patientRef(chart),
      dateTime: at(document.finalized_at),
      performer: [patientRef(chart)],
      organization: [organisationRef(chart)],
      sourceReference: ref('DocumentReference', document.id, document.title),
      policyRule: concept(text),
      provision: { type: 'permit' },
    },
    document.finalized_at,
  );

/** Each statement of a signed intake, and each text that was agreed to. */
export const consents = (chart: Chart): Consent[] =>
  chart.documents.flatMap((document) =>
    document.slug === 'intake'
      ? STATEMENTS.filter(({ name }) => document.answers[name] === true).map((field) =>
          consent(chart, {
            id: partId(document.id, field.name),
            text: field.type === 'boolean' && field.statement ? field.statement : field.label,
            document,
          }),
        )
      : [consent(chart, { id: document.id, text: document.title, document })],
  );

export const consentResource: PatientResource = {
  type: 'Consent',
  of: 'patient',
  scope: 'documents.read',
  needs: ['documents'],
  map: consents,
  search: { patient: reference('patient'), status: token('status'), date: date('dateTime') },
};
