export const APPOINTMENTS_TEXT = {
  title: 'Appointments',
  views: 'Kinds of appointments',
  failed: 'Unable to load appointments.',
  none: {
    requests: {
      title: 'No open requests',
      hint: 'A request appears here when a patient asks for an appointment.',
    },
    schedule: { title: 'Nothing is scheduled', hint: 'Requests that were given a time appear here.' },
    past: {
      title: 'No past appointments',
      hint: 'Past visits and canceled appointments appear here.',
    },
  },
  kind: { video: 'Video', phone: 'Phone', in_person: 'In person' },
  schedule: 'Schedule',
  reschedule: 'Reschedule',
  start: 'Start visit',
  complete: 'Complete',
  writeNote: 'Write note',
  noShow: 'No-show',
  cancel: 'Cancel',
  decline: 'Decline',
  forPatient: (time: string) => `${time} for the patient`,
  noTime: 'no time yet',
  started: (name: string) => `${name}: visit started.`,
  actFailed: 'Unable to change the appointment',
};

export const SCHEDULE_TEXT = {
  title: (name: string) => `Schedule the appointment for ${name}`,
  proposed: 'Proposed times',
  other: 'Another time',
  starts: 'Starts at',
  startsHint: 'Your local time.',
  length: 'Length',
  minutes: (count: number) => `${count} minutes`,
  link: 'Video link (optional)',
  save: 'Save appointment',
  allTheSame: 'Book anyway',
  missing: 'Enter when it starts.',
  done: (name: string) => `${name}: appointment scheduled.`,
};

export const NOTE_TEXT = {
  completeTitle: (name: string) => `Complete the visit for ${name}`,
  noteTitle: (name: string) => `Visit note for ${name}`,
  note: 'Note',
  later: 'Without a note the visit stays under “needs paperwork”.',
  complete: 'Complete visit',
  save: 'Save note',
  missing: 'Enter the note.',
  completed: (name: string) => `${name}: visit completed.`,
  saved: (name: string) => `${name}: note saved.`,
};

export const END_TEXT = {
  cancelTitle: (name: string) => `Cancel the appointment for ${name}`,
  declineTitle: (name: string) => `Decline the request from ${name}`,
  noShowTitle: (name: string) => `Mark ${name} as a no-show?`,
  cancelLead:
    'The patient is told by email. This cannot be undone; the patient can ask for another appointment.',
  reason: 'Reason (optional)',
  reasonHint: 'The patient reads it in the portal, not in the email.',
  noShowLead: 'The appointment is closed as a no-show. This cannot be undone.',
  cancel: 'Confirm cancellation',
  decline: 'Decline request',
  noShow: 'Confirm no-show',
  keep: 'Keep it',
  done: (name: string) => `${name}: appointment closed.`,
};

export const APPOINTMENT_LIST_PAGE_TEXT = {
  loadingAppointments: 'Loading appointments',
};

export const APPOINTMENT_TABLE_TEXT = {
  appointments: 'Appointments',
  patient: 'Patient',
  time: 'Time',
  about: 'About',
  status: 'Status',
  visitInProgress: 'visit in progress',
  needsPaperwork: 'needs paperwork',
  decision: 'Decision',
  canceled: (cancelReason: string) => `Canceled: ${cancelReason}`,
  askedAgo: (createdAt: string) => `asked ${createdAt} ago`,
};

export const APPOINTMENT_VIEWS_TEXT = { requests: 'Requests', schedule: 'Schedule', past: 'Past' };
