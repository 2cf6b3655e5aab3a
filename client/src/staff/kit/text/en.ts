export const EVIDENCE_TEXT = {
  version: (version: number) => `rule version ${version}`,
  notes: (count: number) => (count === 1 ? '1 note with sources' : `${count} notes with sources`),
  sources: 'Sources',
  openMessages: 'Open messages',
  openLabReports: 'Open lab reports',
  ruleSet: (version: string) => `Rule set ${version}`,
};

export const STRIP_TEXT = {
  label: 'At a glance',
  treatment: 'Current dose',
  approved: 'Approved dose',
  notBegun: 'first dose not confirmed',
  held: 'Dose on hold',
  noDose: 'Treatment',
  none: 'Not on treatment',
  since: (date: string) => `since ${date}`,
  hold: (since: string) => `On hold since ${since}`,
  testosterone: 'Testosterone',
  hematocrit: 'Hematocrit',
  psa: 'PSA',
  bloodPressure: 'Blood pressure',
  review: 'Next review',
  notScheduled: 'Not scheduled',
  reported: 'patient-reported',
  unknown: '—',
  noResult: 'No result',
  old: (days: number) => `${days} days old`,
  afterDose: (hours: number, fromLog: boolean) =>
    `${hours} h after dose${fromLog ? ' (from the dose log)' : ''}`,
  hoursUnknown: 'time since dose unknown',
  beforeTreatment: 'before treatment',
  trend: { up: 'up from', down: 'down from', same: 'same as' },
};

export const PERSON_TEXT = {
  all: (count: number) => `Show all ${count} medicines`,
  allAllergies: 'Show all allergies',
  less: 'Show fewer',
  noneReported: 'none reported',
  noIntake: 'no intake yet',
  noPhone: 'none on file',
  emergencyContact: (name: string | null) => (name ? `Emergency contact, ${name}` : 'Emergency contact'),
};

export const PATIENT_BANNER_TEXT = {
  dob: 'DOB',
  mrn: 'MRN',
  patient: 'Patient',
  phone: 'Phone',
  allergies: 'Allergies',
  medicines: 'Medicines',
};
