import type { CodeableConcept, Extension, Patient } from 'fhir/r4.js';
import { SEX_CODES } from '#common/fhir-codes/codes.js';
import { sexOf, type Sex } from '#common/intake/index.js';
import { addressOf } from '../model/address.js';
import { latestIntake, type Chart } from '../model/chart.js';
import { date, string, token, type PatientResource } from '../model/definition.js';
import { finished, hl7Concept, humanName, NAME_UNKNOWN, organisationRef, usCore } from '../model/parts.js';

/** What the patient wrote about race or ethnicity; the intake does not ask for the OMB categories. */
const written = (name: 'race' | 'ethnicity', text: unknown): Extension[] =>
  typeof text === 'string' && text.trim()
    ? [{ url: usCore(name), extension: [{ url: 'text', valueString: text }] }]
    : [];

const GENDER = {
  male: 'male',
  female: 'female',
  intersex: 'other',
  prefer_not_to_say: 'unknown',
} as const satisfies Record<Sex, Patient['gender']>;

const ENGLISH: CodeableConcept = { coding: [{ system: 'urn:ietf:bcp:47', code: 'en' }], text: 'English' };

const sexExtension = (sex: Sex | null): Extension[] => {
  const code = sex && SEX_CODES[sex];
  return code ? [{ url: usCore('sex'), valueCode: code }] : [];
};

export function patient(chart: Chart): Patient {
  const { id, mrn, full_name, dob, email, contact, updated_at } = chart.patient;
  const answers = latestIntake(chart)?.answers ?? {};
  const sex = sexOf(answers);
  const phone = contact?.phone;
  return finished<Patient>(
    {
      resourceType: 'Patient',
      id,
      meta: { profile: [usCore('patient')] },
      extension: [
        ...written('race', answers.race),
        ...written('ethnicity', answers.ethnicity),
        ...sexExtension(sex),
      ],
      identifier: [
        {
          use: 'usual',
          type: hl7Concept('v2-0203', 'MR', 'Medical record number'),
          system: `urn:uuid:${chart.organisation.id}`,
          value: mrn,
          assigner: organisationRef(chart),
        },
      ],
      active: true,
      name: [full_name ? humanName(full_name) : NAME_UNKNOWN],
      telecom: [
        ...(phone ? [{ system: 'phone' as const, value: phone, use: 'mobile' as const }] : []),
        { system: 'email', value: email, use: 'home' },
      ],
      gender: sex ? GENDER[sex] : 'unknown',
      birthDate: dob ?? undefined,
      address: contact?.mailing_address
        ? [
            {
              use: 'home',
              type: 'postal',
              ...addressOf(contact.mailing_address),
            },
          ]
        : [],
      // The portal is in English, and does not ask.
      communication: [{ language: ENGLISH }],
      contact: contact?.emergency_contact_name
        ? [
            {
              relationship: [
                hl7Concept('v2-0131', 'C', contact.emergency_contact_relationship ?? 'Emergency contact'),
              ],
              name: { text: contact.emergency_contact_name },
              telecom: contact.emergency_contact_phone
                ? [{ system: 'phone', value: contact.emergency_contact_phone }]
                : [],
            },
          ]
        : [],
      managingOrganization: organisationRef(chart),
    },
    updated_at,
  );
}

export const patientResource: PatientResource = {
  type: 'Patient',
  of: 'patient',
  scope: 'patients.read',
  needs: ['documents'],
  map: (chart) => [patient(chart)],
  profiles: [usCore('patient')],
  search: {
    identifier: token('identifier'),
    name: string('name'),
    family: string('name.family'),
    given: string('name.given'),
    birthdate: date('birthDate'),
    gender: token('gender'),
    'death-date': date('deceasedDateTime'),
  },
};
