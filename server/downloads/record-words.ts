import type { AppointmentKind, AppointmentStatus, LabReport } from '#common/api/index.js';
import type { DispenseSource, LabStatus, PatientPrescriptionStatus } from '#common/vocabulary/index.js';
import { KEPT_DAYS } from '../platform/time/kept-days.js';

const days = (n: number): string => (n === 1 ? '1 day' : `${n} days`);

/** The words of the page in a patient's export. */
export const RECORD_WORDS = {
  title: (name: string) => `${name}: your TRT Program record`,
  lead: (at: string, zone: string): readonly string[] => [
    `This is what the TRT Program shows you, as of ${at}. All times are in your time zone (${zone}).`,
    'It contains health information. Keep it where only you, or people you trust, can open it.',
  ],
  sections: {
    you: { title: 'About you', none: 'Nothing yet.' },
    plans: { title: 'Treatment plans', none: 'No plan has been approved yet.' },
    prescriptions: { title: 'Prescriptions', none: 'You have no prescriptions.' },
    fills: { title: 'Fills', none: 'No fill is on record.' },
    refills: { title: 'Refill requests', none: 'You have not asked for a refill.' },
    doses: { title: 'Dose log', none: 'You have not logged a dose.' },
    labs: { title: 'Lab results', none: 'No lab results yet.' },
    labOrders: { title: 'Lab orders', none: 'No lab tests were ordered.' },
    labReports: { title: 'Lab reports you sent', none: 'You have not sent a lab report.' },
    checkIns: { title: 'Check-ins', none: 'You have not checked in yet.' },
    safetyChecks: { title: 'Safety checks', none: 'You have not sent a safety check.' },
    visits: { title: 'Visit notes', none: 'No visit has taken place yet.' },
    appointments: { title: 'Appointments', none: 'You have no appointments.' },
    messages: { title: 'Messages', none: 'You have no messages.' },
    reminders: { title: 'Reminders', none: 'You have no reminders.' },
    intake: { title: 'Your intake answers', none: 'You have not answered the intake yet.' },
    assistant: {
      title: `Questions to the assistant, last ${KEPT_DAYS.chats} days`,
      none: 'You have not asked the assistant anything.',
    },
    apps: { title: 'Apps you connected', none: 'You have not connected an app.' },
    accesses: { title: 'Who opened your record', none: 'No one has opened your record yet.' },
  },
  columns: {
    plans: ['Product', 'Dose', 'How often', 'From', 'Until'],
    prescriptions: [
      'Medication',
      'Dose',
      'Instructions',
      'Amount',
      'Refills left',
      'Status',
      'First day without supply',
    ],
    fills: ['Filled on', 'Medication', 'Amount', 'Recorded by'],
    refills: [
      'Asked on',
      'Medication',
      'Doses left',
      'What you wrote',
      'Status',
      'Who has it',
      'Their answer',
    ],
    doses: ['Taken', 'Dose', 'Site', 'Note'],
    labs: ['Drawn', 'Test', 'Result', 'Compared with the reference range', 'Reference range'],
    labOrders: ['Ordered', 'Tests', 'Status', 'Blood draw', 'Laboratory'],
    labReports: ['File', 'Sent on', 'Status'],
    checkIns: ['Date', 'Symptoms', 'Severity', 'IIEF-5', 'qADAM', 'AMS', 'Weight'],
    appointments: ['Kind', 'Status', 'When', 'With', 'Reason'],
    visits: ['Visit', 'Plan at that time', 'Note'],
    reminders: ['What', 'Due', 'Status'],
    assistant: ['Asked', 'Question', 'Answer'],
    apps: ['App', 'Connected', 'Last used', 'Access ends'],
    accesses: ['When', 'Who', 'Role', 'What they did'],
  },
  facts: {
    name: 'Name',
    dob: 'Date of birth',
    mrn: 'Medical record number',
    email: 'Email',
    phone: 'Phone',
    address: 'Mailing address',
    emergency: 'Emergency contact',
    relationship: 'Relationship',
    emergencyPhone: 'Emergency contact’s phone',
  },
  now: 'now',
  amount: (quantity: string, count: number) => `${quantity}, ${days(count)}`,
  onHold: 'On hold',
  prescription: {
    draft: 'Draft',
    approved: 'Approved',
    sent: 'Sent to the pharmacy',
    filled: 'Filled',
    discontinued: 'Ended',
  } satisfies Record<PatientPrescriptionStatus, string>,
  source: { pharmacy: 'Your pharmacy', patient: 'You', staff: 'Your clinic' } satisfies Record<
    DispenseSource,
    string
  >,
  report: {
    waiting: 'Waiting to be entered',
    transcribed: 'Entered by your care team',
  } satisfies Record<LabReport['state'], string>,
  between: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  range: (low: number | null, high: number | null, unit: string) =>
    low === null
      ? `up to ${high} ${unit}`
      : high === null
        ? `${low} ${unit} or more`
        : `${low} to ${high} ${unit}`,
  of: (score: number | null, most: number) => (score === null ? null : `${score} of ${most}`),
  effect: (severity: string, since: string | null) => (since ? `${severity}, since ${since}` : severity),
  nothingNew: 'Nothing new to report',
  safety: {
    state: 'Where you were',
    sex: 'Sex assigned at birth',
    clot: 'Blood clot in a vein or lung, ever',
    clotDetails: 'Clot details',
    last: 'Last testosterone from outside this program',
    pressure: 'Blood pressure at home',
  },
  measured: (systolic: number, diastolic: number, on: string | null) =>
    `${systolic}/${diastolic} mmHg${on ? `, ${on}` : ''}`,
  kind: { video: 'Video visit', phone: 'Phone visit', in_person: 'In-person visit' } satisfies Record<
    AppointmentKind,
    string
  >,
  appointment: {
    requested: 'Requested',
    scheduled: 'Scheduled',
    completed: 'Completed',
    cancelled: 'Canceled',
    no_show: 'Missed',
  } satisfies Record<AppointmentStatus, string>,
  /** Nothing is booked by a reminder. */
  reminder: { scheduled: 'Due', overdue: 'Overdue', completed: 'Done' } satisfies Record<LabStatus, string>,
  asked: (when: string) => `asked for ${when}`,
  from: (who: string, when: string) => `${who}, ${when}`,
} as const;
