import type { Communication } from 'fhir/r4.js';
import type { Chart, ChartMessage } from '../model/chart.js';
import { date, OF_SUBJECT, reference, token, type PatientResource } from '../model/definition.js';
import { at, concept, finished, organisationRef, patientRef, practitionerRef } from '../model/parts.js';

function communication(chart: Chart, message: ChartMessage): Communication {
  const care = practitionerRef(chart, message.author_id) ?? organisationRef(chart);
  const fromPatient = message.sender === 'patient';
  return finished<Communication>(
    {
      resourceType: 'Communication',
      id: message.id,
      identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${message.thread_id}` }],
      status: 'completed',
      subject: patientRef(chart),
      topic: concept(message.subject),
      sent: at(message.sent_at),
      received: message.read_at ? at(message.read_at) : undefined,
      sender: fromPatient ? patientRef(chart) : care,
      recipient: [fromPatient ? organisationRef(chart) : patientRef(chart)],
      payload: [{ contentString: message.body }],
    },
    message.read_at ?? message.sent_at,
  );
}

export const communicationResource: PatientResource = {
  type: 'Communication',
  of: 'patient',
  scope: 'messages.read',
  needs: ['messages'],
  map: (chart) => chart.messages.map((message) => communication(chart, message)),
  search: {
    ...OF_SUBJECT,
    identifier: token('identifier'),
    status: token('status'),
    sent: date('sent'),
    received: date('received'),
    sender: reference('sender'),
    recipient: reference('recipient'),
  },
};
