import type { Appointment, Encounter } from 'fhir/r4.js';
import type { Chart, ChartAppointment } from '../model/chart.js';
import { date, OF_SUBJECT, reference, token, type PatientResource } from '../model/definition.js';
import {
  at,
  concept,
  finished,
  hl7,
  hl7Concept,
  organisationRef,
  patientRef,
  practitionerRef,
  ref,
  usCore,
} from '../model/parts.js';

const KIND = { video: 'Video visit', phone: 'Phone visit', in_person: 'In-person visit' } as const;
const kindOf = (kind: string): string => KIND[kind as keyof typeof KIND] ?? kind;
const STATUS = {
  requested: 'proposed',
  scheduled: 'booked',
  completed: 'fulfilled',
  cancelled: 'cancelled',
  no_show: 'noshow',
} as const satisfies Record<ChartAppointment['status'], Appointment['status']>;
const MINUTE_MS = 60_000;

function appointment(chart: Chart, one: ChartAppointment): Appointment {
  const clinician = practitionerRef(chart, one.provider_id);
  const both = one.starts_at && one.ends_at ? { start: at(one.starts_at), end: at(one.ends_at) } : {};
  const minutes =
    one.starts_at && one.ends_at ? (one.ends_at.getTime() - one.starts_at.getTime()) / MINUTE_MS : 0;
  const status = STATUS[one.status];
  return finished<Appointment>(
    {
      resourceType: 'Appointment',
      id: one.id,
      // FHIR allows only proposed or canceled appointments to have no times.
      status: 'start' in both || status === 'cancelled' ? status : 'proposed',
      appointmentType: concept(kindOf(one.kind)),
      reasonCode: one.reason ? [concept(one.reason)] : [],
      ...both,
      minutesDuration: Math.round(minutes) > 0 ? Math.round(minutes) : undefined,
      created: at(one.created_at),
      requestedPeriod: one.preferred.map((time) => ({ start: at(time) })),
      participant: [
        { actor: patientRef(chart), status: 'accepted' },
        ...(clinician
          ? [
              {
                type: [hl7Concept('v3-ParticipationType', 'PPRF')],
                actor: clinician,
                status: 'accepted' as const,
              },
            ]
          : []),
      ],
    },
    one.updated_at,
  );
}

/** An appointment that was started is a visit. */
function encounter(chart: Chart, one: ChartAppointment): Encounter {
  const clinician = practitionerRef(chart, one.provider_id);
  const period = { start: at(one.started_at!), end: one.ended_at ? at(one.ended_at) : undefined };
  return finished<Encounter>(
    {
      resourceType: 'Encounter',
      id: one.id,
      meta: { profile: [usCore('encounter')] },
      identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${one.id}` }],
      status: one.ended_at ? 'finished' : 'in-progress',
      class: hl7('v3-ActCode', one.kind === 'in_person' ? 'AMB' : 'VR'),
      type: [concept(kindOf(one.kind))],
      subject: patientRef(chart),
      participant: clinician
        ? [{ type: [hl7Concept('v3-ParticipationType', 'PPRF')], period, individual: clinician }]
        : [],
      appointment: [ref('Appointment', one.id)],
      period,
      reasonCode: one.reason ? [concept(one.reason)] : [],
      serviceProvider: organisationRef(chart),
    },
    one.updated_at,
  );
}

export const appointmentResource: PatientResource = {
  type: 'Appointment',
  of: 'patient',
  scope: 'visits.read',
  needs: ['appointments'],
  map: (chart) => chart.appointments.map((one) => appointment(chart, one)),
  search: {
    patient: reference('participant.actor'),
    practitioner: reference('participant.actor'),
    status: token('status'),
    date: date('start'),
  },
};

export const encounterResource: PatientResource = {
  type: 'Encounter',
  of: 'patient',
  scope: 'visits.read',
  needs: ['appointments'],
  map: (chart) =>
    chart.appointments.filter(({ started_at }) => started_at !== null).map((one) => encounter(chart, one)),
  profiles: [usCore('encounter')],
  search: {
    ...OF_SUBJECT,
    identifier: token('identifier'),
    class: token('class'),
    date: date('period'),
    status: token('status'),
    type: token('type'),
    location: reference('location.location'),
    'discharge-disposition': token('hospitalization.dischargeDisposition'),
  },
};
