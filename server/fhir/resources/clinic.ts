import type { ContactPoint, Organization, Practitioner, PractitionerRole } from 'fhir/r4.js';
import { SYSTEM } from '#common/fhir-codes/codes.js';
import { ROLE_LABEL } from '#common/vocabulary/index.js';
import { addressOf } from '../model/address.js';
import type { Clinic, ShownPerson } from '../model/chart.js';
import { reference, string, token, type ClinicResource } from '../model/definition.js';
import {
  concept,
  CONTACT_MASKED,
  finished,
  humanName,
  NAME_UNKNOWN,
  organisationRef,
  ref,
  usCore,
} from '../model/parts.js';

export const organization = ({
  organisation: { id, name, phone, address, updated_at },
}: Clinic): Organization =>
  finished<Organization>(
    {
      resourceType: 'Organization',
      id,
      meta: { profile: [usCore('organization')] },
      identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${id}` }],
      active: true,
      name,
      ...(phone && { telecom: [{ system: 'phone', value: phone, use: 'work' }] }),
      ...(address && { address: [addressOf(address)] }),
    },
    updated_at,
  );

/** A role has to say how to reach it: where a patient reads, by the clinic. */
const telecomOf = ({ organisation }: Clinic, { email }: ShownPerson): ContactPoint[] => {
  if (email) return [{ system: 'email', value: email, use: 'work' }];
  return [organisation.phone ? { system: 'phone', value: organisation.phone, use: 'work' } : CONTACT_MASKED];
};

/** Without a national identifier, the account distinguishes two people. */
const practitioner = (clinic: Clinic, person: ShownPerson): Practitioner => {
  const { id, npi, display_name, active, updated_at } = person;
  return finished<Practitioner>(
    {
      resourceType: 'Practitioner',
      id,
      meta: { profile: [usCore('practitioner')] },
      identifier: [
        npi ? { system: SYSTEM.npi, value: npi } : { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${id}` },
      ],
      active,
      name: [display_name ? humanName(display_name) : { ...NAME_UNKNOWN, family: 'Unknown' }],
      telecom: telecomOf(clinic, person),
    },
    updated_at,
  );
};

const practitionerRole = (clinic: Clinic, person: ShownPerson): PractitionerRole =>
  finished<PractitionerRole>(
    {
      resourceType: 'PractitionerRole',
      id: person.id,
      meta: { profile: [usCore('practitionerrole')] },
      active: person.active,
      practitioner: ref('Practitioner', person.id, person.display_name),
      organization: organisationRef(clinic),
      code: person.roles.filter((role) => role !== 'patient').map((role) => concept(ROLE_LABEL[role])),
      telecom: telecomOf(clinic, person),
    },
    person.updated_at,
  );

export const organizationResource: ClinicResource = {
  type: 'Organization',
  of: 'clinic',
  scope: 'team.read',
  map: (clinic) => [organization(clinic)],
  profiles: [usCore('organization')],
  search: { name: string('name'), address: string('address'), identifier: token('identifier') },
};

export const practitionerResource: ClinicResource = {
  type: 'Practitioner',
  of: 'clinic',
  scope: 'team.read',
  map: (clinic) => clinic.team.map((person) => practitioner(clinic, person)),
  profiles: [usCore('practitioner')],
  search: {
    name: string('name'),
    family: string('name.family'),
    given: string('name.given'),
    identifier: token('identifier'),
    active: token('active'),
  },
};

export const practitionerRoleResource: ClinicResource = {
  type: 'PractitionerRole',
  of: 'clinic',
  scope: 'team.read',
  map: (clinic) => clinic.team.map((person) => practitionerRole(clinic, person)),
  profiles: [usCore('practitionerrole')],
  search: {
    practitioner: reference('practitioner'),
    organization: reference('organization'),
    specialty: token('specialty'),
    role: token('code'),
  },
};
