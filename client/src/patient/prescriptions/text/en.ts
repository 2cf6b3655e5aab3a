import type { PatientPrescriptionStatus } from '#common/vocabulary/index.js';

export const PRESCRIPTIONS_TEXT = {
  title: 'My prescriptions',
  lead: 'What your clinician has ordered for you, and the status of each order.',
  cached: (age: string) =>
    `Showing cached prescriptions while the primary database is down. They are ${age} old. We keep trying.`,
  loadFailed: 'Unable to load prescriptions right now.',
  empty: 'No prescriptions yet',
  emptyHint: 'Your prescriptions will appear here once a clinician has approved your plan.',
  toPlan: 'Go to my plan',

  group: {
    current: 'Current',
    draft: 'Pending (draft)',
    past: 'Past',
  },
  none: {
    current: 'No current prescription.',
    draft: 'Nothing is waiting for approval.',
    past: 'No past prescriptions.',
  },

  legend: 'What each status means',
  status: {
    draft: 'Draft',
    approved: 'Approved',
    sent: 'Sent',
    filled: 'Filled',
    discontinued: 'Discontinued',
  } satisfies Record<PatientPrescriptionStatus, string>,
  meaning: {
    draft: 'Waiting for provider approval',
    approved: 'Ready to send to pharmacy',
    sent: 'With the pharmacy',
    filled: 'Ready for pickup or delivery',
    discontinued: 'No longer in use',
  } satisfies Record<PatientPrescriptionStatus, string>,

  twice:
    'Two prescriptions are for the same medicine. Take the dose that My plan names next, use what you have at home first, and never use both at once.',
  onHold: 'On hold',
  onHoldWhat: 'Do not take or fill this until your care team tells you to.',

  dose: 'Dose',
  frequency: 'How often',
  route: 'Route',
  quantity: 'Quantity',
  lasts: 'Lasts',
  days: (n: number) => (n === 1 ? '1 day' : `${n} days`),
  number: (id: string) => `Prescription ${id}`,

  pharmacy: (name: string, phone: string) =>
    phone ? `Your pharmacy: ${name}, ${phone}.` : `Your pharmacy: ${name}.`,
  shipped: (when: string, carrier: string) => `Shipped ${when} by ${carrier}.`,
  pickup: (when: string) => `Ready for pickup at the pharmacy since ${when}.`,
  tracking: (number: string) => `Tracking number: ${number}`,
  receivedOn: (when: string) => `You received it on ${when}.`,
  received: 'I received it',
  receivedSaved: 'Thank you. Your care team sees that it arrived.',
  receivedFailed: 'We could not save that it arrived',

  refills: (n: number) => (n === 0 ? 'No refills left' : n === 1 ? '1 refill left' : `${n} refills left`),
  askForRefill: 'Ask for a refill',
  runsOut: (when: string) => `First day without supply: ${when}.`,
  ranOut: (when: string) => `Ran out on ${when}.`,
  fillBy: (when: string) => `It can be filled until ${when}.`,
  fillOver: (when: string) => `This prescription expired on ${when}. Ask your care team for a new one.`,
  refillBy: (when: string) => `Refill it by ${when}.`,
  refillOver: (when: string) => `The time for refills ended on ${when}.`,
  refillNow: (when: string) => `Refill it by ${when}. Ask your pharmacy for it.`,
  over: 'This prescription has ended. Ask your care team before you use what is left of it.',
  goOn: (sig: string) =>
    `This prescription has ended. Use what is left of it as your current prescription says: ${sig}`,
  goOnBefore:
    'Your new prescription takes its place once you have that medicine. Until then, go on with this one as before.',
  inClinic:
    'Your clinic gives you this medicine and books your next dose there. If you have no date for it, ask for an appointment.',
  draftNote: 'Do not start, stop or change anything before it is approved.',
} as const;
