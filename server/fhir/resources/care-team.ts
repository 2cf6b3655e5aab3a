import type { CareTeam } from 'fhir/r4.js';
import type { Chart } from '../model/chart.js';
import { OF_SUBJECT, token, type PatientResource } from '../model/definition.js';
import { concept, finished, organisationRef, patientRef, practitionerRef, usCore } from '../model/parts.js';

export const careTeams = (chart: Chart): CareTeam[] =>
  chart.cases.map(({ id, status, primary_clinician_id, updated_at }) => {
    const clinician = practitionerRef(chart, primary_clinician_id);
    return finished<CareTeam>(
      {
        resourceType: 'CareTeam',
        id,
        meta: { profile: [usCore('careteam')] },
        status: status === 'closed' ? 'inactive' : 'active',
        name: 'Testosterone therapy care team',
        subject: patientRef(chart),
        participant: [
          ...(clinician ? [{ role: [concept('Primary clinician')], member: clinician }] : []),
          { role: [concept('Clinic')], member: organisationRef(chart) },
        ],
        managingOrganization: [organisationRef(chart)],
      },
      updated_at,
    );
  });

export const careTeamResource: PatientResource = {
  type: 'CareTeam',
  of: 'patient',
  scope: 'team.read',
  needs: ['cases'],
  map: careTeams,
  profiles: [usCore('careteam')],
  search: { ...OF_SUBJECT, status: token('status'), role: token('participant.role') },
};
