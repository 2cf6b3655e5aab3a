import type { AllergyIntolerance } from 'fhir/r4.js';
import { CODES } from '#common/fhir-codes/codes.js';
import { latestIntake, type Chart } from '../model/chart.js';
import { saysNone } from '../model/none.js';
import { reference, token, type PatientResource } from '../model/definition.js';
import { at, coding, concept, finished, hl7Concept, partId, patientRef, usCore } from '../model/parts.js';

const isNone = saysNone('nka', 'nkda', 'no( known)?( drug)? allerg(y|ies)');

/** The patient wrote one text; it is not split, because a wrong split could hide an allergy. */
export function allergies(chart: Chart): AllergyIntolerance[] {
  const intake = latestIntake(chart);
  const text = intake?.answers.allergies;
  if (!intake || typeof text !== 'string' || !text.trim()) return [];
  const none = isNone(text);
  return [
    finished<AllergyIntolerance>(
      {
        resourceType: 'AllergyIntolerance',
        id: partId(intake.id, 'allergies'),
        meta: { profile: [usCore('allergyintolerance')] },
        clinicalStatus: hl7Concept('allergyintolerance-clinical', 'active'),
        verificationStatus: hl7Concept('allergyintolerance-verification', 'unconfirmed'),
        code: none ? { coding: [coding(CODES.noKnownAllergy)], text } : concept(text),
        patient: patientRef(chart),
        recordedDate: at(intake.finalized_at),
        recorder: patientRef(chart),
        asserter: patientRef(chart),
      },
      intake.finalized_at,
    ),
  ];
}

export const allergyIntoleranceResource: PatientResource = {
  type: 'AllergyIntolerance',
  of: 'patient',
  scope: 'problems.read',
  needs: ['documents'],
  map: allergies,
  profiles: [usCore('allergyintolerance')],
  search: { patient: reference('patient'), 'clinical-status': token('clinicalStatus') },
};
