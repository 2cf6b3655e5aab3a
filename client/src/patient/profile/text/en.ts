import type { PreferredContact, VisitStatus } from '#common/api/index.js';

export const PROFILE_TEXT = {
  title: 'Profile',
  lead: 'What your clinic knows about you, and who has looked at it.',
  loadFailed: 'Unable to load your profile.',
  cached: (age: string) =>
    `Showing your profile from the cached visit history while the primary database is down. It is ${age} old. We keep trying.`,

  summary: {
    title: 'About you',
    name: 'Name',
    patientId: 'Medical record number (MRN)',
    dob: 'Date of birth',
    age: 'Age',
    years: (n: number) => `${n} years`,
    email: 'Email',
    education: 'Education',
    acknowledged: (date: string) => `Acknowledged ${date}`,
    notAcknowledged: 'Not acknowledged yet',
    unknown: 'From your intake',
    note: 'Name and date of birth come from your intake. To change your email, go to ',
    account: 'account security',
  },

  contact: {
    title: 'Contact details',
    edit: 'Edit contact details',
    save: 'Save contact details',
    cancel: 'Cancel',
    saved: 'Contact details saved.',
    none: 'not given',
    phone: 'Phone',
    address: 'Mailing address',
    preferred: 'Preferred contact',
    options: { phone: 'Phone', email: 'Email', text: 'Text' } satisfies Record<PreferredContact, string>,
    emergency: 'Emergency contact',
    emergencyName: 'Emergency contact name',
    emergencyRelationship: 'Emergency contact relationship',
    emergencyPhone: 'Emergency contact phone',
    timezone: 'Time zone',
    zoneHint: 'Reminders and appointment times use this time zone.',
    signedStays: 'Your submitted intake stays as you signed it.',
    badPhone: 'Enter a phone number with digits, like 512-555-0142.',
    failed: 'Unable to save your contact details. What you typed is still here. Try again in a moment.',
    conflict:
      'Your contact details were changed somewhere else. What you typed is still here. Look at what is stored now, then save again to replace it.',
    stored: 'Stored now',
  },

  documents: {
    title: 'Documents',
    none: 'Nothing signed yet. Your intake and what you agree to will appear here.',
    intake: 'Intake document',
    signed: 'Signed documents',
    state: { finalized: 'Finalized', acknowledged: 'Acknowledged' } as Readonly<Record<string, string>>,
    signedOn: (date: string) => `Signed ${date}`,
    signedBy: (name: string, date: string) => `Signed by ${name} on ${date}`,
    download: 'Download PDF',
    downloadFor: (title: string, date: string) => ` of ${title}, signed ${date}`,
    earlier: (n: number) => (n === 1 ? '1 earlier version' : `${n} earlier versions`),
  },

  visits: {
    title: 'Visit history',
    none: 'No visits yet. Your appointments appear here once they have taken place.',
    status: {
      in_progress: 'In progress',
      needs_paperwork: 'Notes being written',
      completed: 'Completed',
    } satisfies Record<VisitStatus, string>,
    plan: 'Plan at that time',
    note: 'Note',
    forms: 'Forms signed by then',
  },

  log: {
    title: 'Who opened my record',
    lead: 'Everyone at the clinic who viewed or changed your record, alone or in a list, most recent first.',
    apps: 'Apps that you let read your record are here, too. You end their access under ',
    appsLink: 'Connected apps',
    loadFailed: 'Unable to load who opened your record.',
    none: 'No one has opened your record yet.',
    when: 'When',
    who: 'Who',
    what: 'What',
    all: (n: number, more: boolean) => (more ? `Show the last ${n} entries` : `Show all ${n} entries`),
    earlier: 'Show earlier entries',
    fewer: 'Show fewer',
  },

  data: {
    title: 'Your data',
    lead: 'One ZIP file. Open my-record.html in it to read or print everything: your plans, prescriptions, fills, refill requests, dose log, lab orders and results, check-ins, safety checks, appointments, messages, intake answers, questions to the assistant, reminders, connected apps, and who opened your record. It also holds the documents you signed, tables for a spreadsheet, and JSON files for other programs.',
    signed: 'What you signed is in it as PDF.',
    unsigned: 'You have not signed anything yet, so there is no PDF in it.',
    download: 'Download my data',
    fhir: 'Download for another system (FHIR)',
    fhirHint:
      'The FHIR file holds your health record in the form that other clinics and health apps can read.',
    care: 'The file holds your health data. Keep it where only you can open it.',
  },
} as const;
