import type { Condition } from 'fhir/r4.js';
import { CONDITION_CODES, type Code } from '#common/fhir-codes/codes.js';
import { fieldByName } from '#common/intake/definition.js';
import { latestIntake, type Chart } from '../model/chart.js';
import { date, OF_SUBJECT, reference, token, type PatientResource } from '../model/definition.js';
import {
  at,
  concept,
  finished,
  hl7Concept,
  partId,
  patientRef,
  practitionerRef,
  usCore,
} from '../model/parts.js';

const ASSERTED = 'http://hl7.org/fhir/StructureDefinition/condition-assertedDate';

interface Found {
  id: string;
  text: string;
  code?: Code | null;
  confirmed: boolean;
  on: Date;
  by: Condition['asserter'];
  active: boolean;
  asserted?: Date;
  note?: string;
}

function condition(chart: Chart, found: Found): Condition {
  return finished<Condition>(
    {
      resourceType: 'Condition',
      id: found.id,
      meta: { profile: [usCore('condition-problems-health-concerns')] },
      extension: found.asserted ? [{ url: ASSERTED, valueDateTime: at(found.asserted) }] : [],
      clinicalStatus: hl7Concept('condition-clinical', found.active ? 'active' : 'inactive'),
      verificationStatus: hl7Concept('condition-ver-status', found.confirmed ? 'confirmed' : 'unconfirmed'),
      category: [hl7Concept('condition-category', 'problem-list-item')],
      code: concept(found.text, found.code),
      subject: patientRef(chart),
      recordedDate: at(found.on),
      asserter: found.by,
      note: found.note ? [{ text: found.note }] : [],
    },
    found.on,
  );
}

/** The clinician's diagnosis. */
const diagnoses = (chart: Chart): Condition[] =>
  chart.cases.flatMap(({ id, diagnosis, status, updated_at, primary_clinician_id }) =>
    diagnosis?.trim()
      ? [
          condition(chart, {
            id,
            text: diagnosis,
            confirmed: true,
            on: updated_at,
            by: practitionerRef(chart, primary_clinician_id),
            active: status !== 'closed',
          }),
        ]
      : [],
  );

/** Conditions the patient answered yes to in the medical history. */
function reported(chart: Chart): Condition[] {
  const intake = latestIntake(chart);
  if (!intake) return [];
  const { answers } = intake;
  const more: Readonly<Record<string, unknown>> = {
    diabetes: answers.diabetes_type,
    cancer: answers.cancer_type,
    prostate_issues: answers.prostate_details,
    prior_low_testosterone: answers.prior_testosterone_levels,
  };
  const found = (part: string, text: string, code: Code | null): Condition =>
    condition(chart, {
      id: partId(intake.id, part),
      text,
      code,
      confirmed: false,
      on: intake.finalized_at,
      asserted: intake.finalized_at,
      by: patientRef(chart),
      active: true,
      note: typeof more[part] === 'string' ? String(more[part]) : undefined,
    });
  const known = Object.entries(CONDITION_CODES).filter(
    ([field]) => answers[field as keyof typeof CONDITION_CODES] === true,
  );
  return [
    ...known.map(([field, code]) =>
      found(field, fieldByName(field as keyof typeof CONDITION_CODES).label, code),
    ),
    ...(typeof answers.other_conditions === 'string' && answers.other_conditions.trim()
      ? [found('other_conditions', answers.other_conditions, null)]
      : []),
  ];
}

export const conditionResource: PatientResource = {
  type: 'Condition',
  of: 'patient',
  scope: 'problems.read',
  needs: ['cases', 'documents'],
  map: (chart) => [...diagnoses(chart), ...reported(chart)],
  profiles: [usCore('condition-problems-health-concerns')],
  search: {
    ...OF_SUBJECT,
    category: token('category'),
    'clinical-status': token('clinicalStatus'),
    code: token('code'),
    encounter: reference('encounter'),
    'onset-date': date('onsetDateTime'),
    'abatement-date': date('abatementDateTime'),
    'recorded-date': date('recordedDate'),
    'asserted-date': date('recordedDate'),
  },
};
