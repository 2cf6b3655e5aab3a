import type { AppointmentKind, AppointmentStatus } from '../../../../../common/api/index.js';

export const APPOINTMENTS_TEXT = {
  title: 'Appointments',
  lead: 'Your visits with the care team, by video, by phone or in person.',
  loadFailed: 'Unable to load your appointments.',
  empty: 'No appointments yet',
  emptyHint: 'Your appointments will appear here. Ask for one and propose times that suit you.',
  ask: 'Request an appointment',

  group: { upcoming: 'Upcoming', requested: 'Requested', past: 'Past' },
  none: {
    upcoming: 'Nothing is scheduled.',
    requested: '',
    past: '',
  },
  kind: { video: 'Video visit', phone: 'Phone call', in_person: 'Visit in person' } satisfies Record<
    AppointmentKind,
    string
  >,
  status: {
    requested: 'Requested',
    scheduled: 'Scheduled',
    completed: 'Completed',
    cancelled: 'Cancelled',
    no_show: 'Missed',
  } satisfies Record<AppointmentStatus, string>,
  running: 'In progress',
  with: 'With',
  about: 'About',
  proposed: 'Times you proposed',
  waiting: 'The care team confirms one of your times, or calls you.',
  notSet: 'No time set',
  neverSet: 'This request was cancelled before it had a time.',
  again: 'Request another time',
  why: 'Why it was cancelled',
  join: 'Join the video visit',
  joinFor: (when: string) => ` on ${when}, opens in a new tab`,
  calendar: 'Add to calendar',
  calendarFor: (when: string) => `: ${when}`,
  cancel: 'Cancel appointment',
  withdraw: 'Cancel request',
  cancelFor: (when: string) => `: ${when}`,
  minutes: (n: number) => `${n} minutes`,

  cancelTitle: 'Cancel this appointment?',
  cancelLead: (what: string) =>
    `${what}. Your care team is told, and the time becomes free for someone else.`,
  reason: 'Reason',
  confirm: 'Confirm cancellation',
  keep: 'Cancel',
  missingReason: 'Say in a few words why you cancel.',
  cancelFailed: 'Unable to cancel the appointment. Try again in a moment.',
  cancelled: 'Appointment cancelled.',

  form: {
    kind: 'Kind of appointment',
    options: { video: 'Video', phone: 'Phone', in_person: 'In person' } satisfies Record<
      AppointmentKind,
      string
    >,
    reason: 'What is it about?',
    reasonHint: 'A few words are enough.',
    times: 'When would suit you?',
    zone: (zone: string) => `Propose up to three times. They are in ${zone}.`,
    first: 'First choice',
    second: 'Second choice (optional)',
    third: 'Third choice (optional)',
    submit: 'Send request',
    cancel: 'Cancel',
    missingKind: 'Choose a kind of appointment.',
    missingReason: 'Enter what the appointment is about.',
    missingTime: 'Propose at least one time.',
    past: 'Choose a time that is still to come.',
    same: 'Propose different times.',
    failed: 'Unable to send your request. Your text is still here. Try again in a moment.',
    sent: 'Your request is with the care team.',
  },
} as const;
