import type { LeftOutWhy, NotUnderstoodWhy } from '#common/api/fhir-import.js';
import { formatNumber } from '#client/shared/ui/number.js';

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** The words of a record that comes from elsewhere. */
export const RECORD_IMPORT_TEXT = {
  title: 'Record from another clinic',
  close: 'Close',
  lead: 'A FHIR R4 Bundle of this patient as JSON, up to 5 MB. Lab results become draws. Other answers become a draft of the intake, which the patient checks, completes and signs. Prescriptions, plans and consents are never imported.',
  file: 'FHIR file',
  missing: 'Choose a file.',
  tooLarge: 'Choose a file of at most 5 MB.',
  notJson: 'This file is not JSON.',
  preview: 'Preview',
  confirm: 'Import record',
  previewFailed: 'Unable to import this file',
  failed: 'Nothing was imported',
  would: 'Preview, nothing stored yet:',
  stored: 'Imported:',
  brings: (draws: number, answers: number): string =>
    `${counted(draws, 'lab draw', 'lab draws')} and ${counted(answers, 'answer', 'answers')} for the intake.`,
  nothing: 'This file has nothing to import.',
  emergencies: (kinds: string): string =>
    `The file may speak of ${kinds}. No one has been alerted to it: talk to the patient.`,
  critical: (values: string): string => `Critical: ${values}.`,
  drawn: 'Lab draws',
  drawnOn: 'Drawn',
  results: 'Results',
  understood: 'Understood',
  leftOut: 'Left out',
  notUnderstood: 'Not understood',
  readYourself: 'Read these in the file yourself: nothing of them is imported.',
  shown: (shown: number, of: number): string =>
    `The first ${formatNumber(shown)} of ${formatNumber(of)} are shown.`,
  why: 'Why',
  what: 'What',
  some: (kind: string, count: number): string => `${kind} (${formatNumber(count)})`,
  resource: 'Resource',
  element: 'Element',
  said: 'In the file',
};

/** FHIR's kinds of resources, as a clinician calls them. */
export const RESOURCE_WORDS: Readonly<Record<string, string>> = {
  AllergyIntolerance: 'Allergies',
  Appointment: 'Appointments',
  CarePlan: 'Plans',
  CareTeam: 'Care team',
  Communication: 'Messages',
  Condition: 'Conditions',
  Consent: 'Consents',
  DetectedIssue: 'Alerts',
  DiagnosticReport: 'Lab reports',
  'DiagnosticReport.conclusion': 'Conclusions of lab reports',
  DocumentReference: 'Documents',
  Encounter: 'Visits',
  Medication: 'Medicines by name',
  MedicationDispense: 'Fills',
  MedicationRequest: 'Prescriptions',
  MedicationStatement: 'Medicines taken',
  Observation: 'Results and measurements',
  Organization: 'Clinics',
  Patient: 'Patient',
  Practitioner: 'Clinicians',
  PractitionerRole: 'Roles of clinicians',
  Provenance: 'Origins',
  Questionnaire: 'Forms',
  QuestionnaireResponse: 'Intake forms',
  'QuestionnaireResponse.item': 'Answers of the intake form',
  ServiceRequest: 'Lab orders',
};

export const LEFT_OUT_WORDS: Readonly<Record<LeftOutWhy, string>> = {
  prescription: 'Prescriptions and fills of another clinic do not become ours.',
  not_taken_now: 'No longer taken.',
  proposed: 'Proposed or planned, not ordered.',
  clinic_decision: 'Decided by the other clinic. Make your own decision.',
  signature: 'The patient consents and signs here.',
  computed: 'Calculated again from the answers.',
  asked_in_intake: 'The intake asks for it.',
  answered: 'The patient has already answered this here.',
  superseded: 'The intake keeps one value: the newest, or that of the intake form.',
  corrected: 'The file has a correction of it.',
  not_final: 'Not final yet.',
  withdrawn: 'Entered in error, refuted or canceled.',
  not_imported: 'Of a kind that is not imported.',
};

export const NOT_UNDERSTOOD_WORDS: Readonly<Record<NotUnderstoodWhy, string>> = {
  no_resource: 'This entry holds no resource.',
  no_patient: 'It does not say whose it is.',
  of_other: 'It is about someone or something else.',
  modifier: 'It has an extension that may change its meaning.',
  negated: 'It says what must not be done.',
  code: 'The code is not known.',
  two_tests: 'Its codes mean two different tests.',
  unit: 'The unit is not known for this.',
  value: 'There is no number that can be used.',
  implausible: 'The value is not plausible.',
  check_report: 'Rare, and often a value in another unit. Check the lab report and enter it by hand.',
  reference_range: 'The reference range does not fit the unit.',
  time: 'The time is missing, is only a day, or is not possible.',
  comment: 'The comment says that the result may be wrong.',
  specimen: 'The specimen is not blood, or speaks against the result.',
  two_values:
    'The file gives different values for the same test and draw, or a correction that was not understood.',
  no_text: 'It has a code, but no name.',
  not_in_file: 'It refers to something that is not in the file.',
  question: 'The intake has no such question.',
  answer: 'The intake does not accept this answer.',
  not_in_form: 'The intake form in the file does not say this. Ask the patient.',
};
