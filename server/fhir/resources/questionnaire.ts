import type {
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
} from 'fhir/r4.js';
import { INTAKE_SCHEMA_VERSION, SECTIONS, type FieldName } from '#common/intake/definition.js';
import type { Field, IntakeValue } from '#common/intake/types.js';
import type { Chart, ChartDocument, Clinic } from '../model/chart.js';
import {
  date,
  OF_SUBJECT,
  reference,
  token,
  uri,
  type ClinicResource,
  type PatientResource,
} from '../model/definition.js';
import { at, finished, patientRef, usCore } from '../model/parts.js';

const ID = 'intake';
/** The intake form is the same for every clinic, and changes with a portal release. */
const RELEASED = new Date('2026-11-01T00:00:00Z');
const canonical = ({ origin }: Clinic): string => `${origin}/fhir/Questionnaire/${ID}`;

type Asked = Field<FieldName>;
const TYPE = {
  text: 'string',
  longtext: 'text',
  number: 'decimal',
  boolean: 'boolean',
  choice: 'choice',
  date: 'date',
} as const satisfies Record<Asked['type'], QuestionnaireItem['type']>;

/** What makes a follow-up question show, one condition per answer. */
function conditions({ showIf }: Asked): Pick<QuestionnaireItem, 'enableWhen' | 'enableBehavior'> {
  if (!showIf) return {};
  const values: readonly IntakeValue[] = 'in' in showIf ? showIf.in : [showIf.equals];
  return {
    enableWhen: values.map((value) => ({
      question: showIf.field,
      operator: '=',
      ...(typeof value === 'boolean'
        ? { answerBoolean: value }
        : typeof value === 'number'
          ? { answerDecimal: value }
          : { answerCoding: { code: value } }),
    })),
    ...(values.length > 1 && { enableBehavior: 'any' as const }),
  };
}

const question = (field: Asked): QuestionnaireItem => ({
  linkId: field.name,
  text: field.label,
  type: TYPE[field.type],
  required: field.required === true,
  ...conditions(field),
  ...(field.type === 'choice' && {
    answerOption: field.options.map((code) => ({
      valueCoding: { code, display: code.replaceAll('_', ' ') },
    })),
  }),
});

export const questionnaire = (clinic: Clinic): Questionnaire =>
  finished<Questionnaire>(
    {
      resourceType: 'Questionnaire',
      id: ID,
      url: canonical(clinic),
      version: String(INTAKE_SCHEMA_VERSION),
      name: 'Intake',
      title: 'Intake for testosterone therapy',
      status: 'active',
      subjectType: ['Patient'],
      item: SECTIONS.map((section) => ({
        linkId: `section-${section.number}`,
        text: section.title,
        type: 'group',
        item: section.groups.flatMap(({ fields }) => fields.map((field) => question(field))),
      })),
    },
    RELEASED,
  );

function answer(field: Asked, value: IntakeValue): QuestionnaireResponseItem {
  const given =
    field.type === 'choice'
      ? { valueCoding: { code: String(value), display: String(value).replaceAll('_', ' ') } }
      : field.type === 'date'
        ? { valueDate: String(value) }
        : typeof value === 'boolean'
          ? { valueBoolean: value }
          : typeof value === 'number'
            ? { valueDecimal: value }
            : { valueString: value };
  return { linkId: field.name, text: field.label, answer: [given] };
}

export const questionnaireResponse = (chart: Chart, document: ChartDocument): QuestionnaireResponse =>
  finished<QuestionnaireResponse>(
    {
      resourceType: 'QuestionnaireResponse',
      id: document.id,
      meta: { profile: [usCore('questionnaireresponse')] },
      identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${document.id}` },
      questionnaire: `${canonical(chart)}|${document.text_version}`,
      status: document.revision > 1 ? 'amended' : 'completed',
      subject: patientRef(chart),
      authored: at(document.finalized_at),
      author: patientRef(chart),
      source: patientRef(chart),
      item: SECTIONS.map((section) => ({
        linkId: `section-${section.number}`,
        text: section.title,
        item: section.groups
          .flatMap(({ fields }) => fields)
          .flatMap((field) => {
            const value = document.answers[field.name];
            return value === undefined || value === '' ? [] : [answer(field, value)];
          }),
      })).filter(({ item }) => item.length > 0),
    },
    document.finalized_at,
  );

export const questionnaireResource: ClinicResource = {
  type: 'Questionnaire',
  of: 'clinic',
  scope: 'documents.read',
  map: (clinic) => [questionnaire(clinic)],
  search: {
    url: uri('url'),
    version: token('version'),
    status: token('status'),
    name: { kind: 'string', paths: ['name'] },
    title: { kind: 'string', paths: ['title'] },
  },
};

export const questionnaireResponseResource: PatientResource = {
  type: 'QuestionnaireResponse',
  of: 'patient',
  scope: 'documents.read',
  needs: ['documents'],
  map: (chart) =>
    chart.documents
      .filter(({ slug }) => slug === 'intake')
      .map((document) => questionnaireResponse(chart, document)),
  profiles: [usCore('questionnaireresponse')],
  search: {
    ...OF_SUBJECT,
    identifier: token('identifier'),
    status: token('status'),
    authored: date('authored'),
    author: reference('author'),
    questionnaire: uri('questionnaire'),
  },
};
