import type { CodeableConcept, DocumentReference } from 'fhir/r4.js';
import { CODES } from '#common/fhir-codes/codes.js';
import type { Chart, ChartDocument } from '../model/chart.js';
import { date, OF_SUBJECT, token, type PatientResource } from '../model/definition.js';
import {
  at,
  concept,
  finished,
  hl7,
  organisationRef,
  patientRef,
  usCore,
  usCoreConcept,
} from '../model/parts.js';

/** A consent has its code; for a signed questionnaire no code of the value set is certain. */
const typeOf = ({ slug, title }: ChartDocument): CodeableConcept =>
  slug === 'consent' ? concept(title, CODES.consent) : { coding: [hl7('v3-NullFlavor', 'UNK')], text: title };

const documentReference = (chart: Chart, document: ChartDocument): DocumentReference =>
  finished<DocumentReference>(
    {
      resourceType: 'DocumentReference',
      id: document.id,
      meta: { profile: [usCore('documentreference')] },
      identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${document.id}` }],
      status: document.latest ? 'current' : 'superseded',
      docStatus: 'final',
      type: typeOf(document),
      category: [usCoreConcept('us-core-documentreference-category', 'clinical-note')],
      subject: patientRef(chart),
      date: at(document.finalized_at),
      author: [patientRef(chart)],
      custodian: organisationRef(chart),
      description: `${document.title}, revision ${document.revision}`,
      content: [
        {
          attachment: {
            contentType: 'application/pdf',
            url: `${chart.origin}/files/documents/${document.id}.pdf`,
            title: document.title,
            creation: at(document.finalized_at),
          },
        },
      ],
    },
    document.finalized_at,
  );

export const documentReferenceResource: PatientResource = {
  type: 'DocumentReference',
  of: 'patient',
  scope: 'documents.read',
  needs: ['documents'],
  map: (chart) => chart.documents.map((document) => documentReference(chart, document)),
  profiles: [usCore('documentreference')],
  search: {
    ...OF_SUBJECT,
    identifier: token('identifier'),
    status: token('status'),
    type: token('type'),
    category: token('category'),
    date: date('date'),
    period: date('context.period'),
  },
};
