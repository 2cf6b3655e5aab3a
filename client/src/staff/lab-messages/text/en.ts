import { ANALYTE_BY_KEY, unitsOf, isAnalyteKey } from '#common/clinical/index.js';
import { formatDateTime } from '#client/shared/ui/format.js';
import type { LabMessageStatus, LabProblem, LabProblemKind } from '#common/api/lab-messages.js';

export const LAB_MESSAGES_TEXT = {
  title: 'Results from laboratories',
  lead: 'What is not understood waits here as a whole: nothing of it was imported.',
  labs: 'Labs',
  viewsLabel: 'Kinds of messages',
  views: { waiting: 'Waiting', critical: 'Critical, waiting', all: 'All' },
  failed: 'Unable to load messages of laboratories.',
  loading: 'Loading messages of laboratories',
  none: {
    waiting: { title: 'Nothing waits', hint: 'A message that is not understood appears here.' },
    critical: { title: 'No critical message waits', hint: 'A critical value that waits appears here.' },
    all: { title: 'No messages yet', hint: 'Messages appear here once a laboratory is connected.' },
  },
  critical: 'Critical value',
  criticalHint: 'Look at it now: a value passes a critical limit, or the laboratory marked it so.',
  unnamed: 'No name',
  columns: {
    patient: 'Patient as sent',
    received: 'Received',
    laboratory: 'Laboratory',
    status: 'Status',
    problems: 'Not understood',
  },
  more: (n: number) => `and ${n} more`,
  born: (day: string) => `born ${day}`,
} as const;

export const LAB_MESSAGE_TEXT = {
  back: 'All messages',
  titleOf: (name: string) => `Results for ${name}`,
  failed: 'Unable to load this message.',
  loading: 'Loading the message',
  came: 'What came',
  laboratory: 'Laboratory',
  received: 'Received',
  controlId: 'Control ID',
  name: 'Name',
  dob: 'Date of birth',
  numbers: 'Patient numbers',
  mrn: 'MRN',
  compared: 'What',
  said: 'In the message',
  record: 'In the record',
  missing: 'not sent',
  problems: 'What is not understood',
  results: 'Results',
  resultTable: 'Table of the results',
  columns: {
    test: 'Test',
    value: 'Value',
    flag: 'Flag',
    status: 'Status',
    drawn: 'Drawn',
    means: 'Understood as',
  },
  notUnderstood: 'not understood',
  candidates: 'Who it may be',
  match: 'This is the patient',
  matchOf: (name: string) => `This is the patient: ${name}`,
  other: 'Choose another patient',
  differs: 'not the same as in the message',
  matchTitle: 'Are these the same person?',
  matchLead: 'Compare name, MRN and date of birth. The results go into this record.',
  same: 'I compared MRN and date of birth',
  sameFirst: 'Confirm the comparison first.',
  matchLabel: 'Use this record',
  matched: 'Patient saved.',
  matchFailed: 'The patient was not saved',
  pickTitle: 'Choose the patient',
  pickSearch: 'Name, MRN or date of birth',
  pickNone: 'No patient matches.',
  pickFailed: 'Unable to load patients.',
  map: 'Say what this code means',
  mapTitle: (code: string) => `What does ${code} mean?`,
  mapLead: 'It is saved for this laboratory, for this message and those that follow.',
  mapLabel: 'Save code',
  mapped: 'Code saved.',
  mapFailed: 'The code was not saved',
  means: 'Means',
  notUsed: 'Not used in this program',
  choose: 'Choose a test',
  onlyAdmin: 'An administrator can say what this code means.',
  retry: 'Read it again',
  retried: 'The message was read again.',
  retryFailed: 'The message was not read again',
  discard: 'Discard',
  discardTitle: 'Discard this message',
  discardLead: 'Nothing of it is imported. If its results are needed, enter them by hand first.',
  reason: 'Reason',
  discardLabel: 'Discard message',
  discarded: 'Message discarded.',
  discardFailed: 'The message was not discarded',
  changed: 'Someone changed it in the meantime. Close this and look again.',
  handled: (by: string, at: string) => `${by}, ${at}`,
  discardedBy: 'Discarded by',
  matchedBy: 'Patient confirmed by',
  openRecord: 'Open the patient',
} as const;

export const LAB_MESSAGE_STATUS_TEXT: Readonly<Record<LabMessageStatus, string>> = {
  unmatched: 'Waits for staff',
  preliminary: 'Waits for final results',
  imported: 'Imported',
  replaced: 'Final results came',
  duplicate: 'Came before',
  discarded: 'Discarded',
};

const PROBLEMS: Readonly<Record<LabProblemKind, string>> = {
  unknown_laboratory: 'No laboratory with these names is connected',
  other_organization: 'A number in the message is of another organization’s patient',
  paused: 'The laboratory is paused',
  control_id: 'An earlier message has the same control ID and other content',
  several_patients: 'The message is about several patients',
  no_patient: 'No MRN of this clinic is in the message',
  unknown_patient: 'No patient of this clinic has this number',
  order_patient: 'The order number belongs to another patient',
  order_number: 'The order number is not clear',
  two_patients: 'The numbers belong to different patients',
  name_differs: 'The patient with this number has another family name',
  birth_date_differs: 'The patient with this number has another date of birth',
  given_name_differs: 'The patient with this number has another given name',
  sex_differs: 'The patient with this number has another sex',
  no_results: 'There are no results in the message',
  no_order: 'Results come before the order (OBR) they belong to',
  canceled: 'The laboratory canceled the test',
  comment: 'The laboratory’s comment raises a doubt',
  too_many_results: 'There are more than 500 results in the message',
  collection_time: 'When the blood was drawn is not said, or not clear',
  specimen: 'The specimen is not known to be blood',
  specimen_condition: 'Something is wrong with the specimen',
  code: 'The code of the test is not known',
  two_tests: 'The codes of the result name different tests',
  unit: 'The unit is not known for this test',
  value: 'The value is not a number',
  implausible: 'The value is not possible in this unit',
  reference_range: 'The laboratory’s range does not fit the unit',
  result_status: 'The status of the result is not known',
  twice: 'The message has two values for the same draw',
  other_value: 'The draw is on file with another value, and this is not marked as a correction',
  not_on_file: 'The withdrawn result is not on file',
  other_draw: 'A correction of another time: its laboratory order has the test on file for a different draw',
  failed: 'The import failed',
};

const ENTER = 'Enter the panel by hand from the report, then discard the message.';
const ASK = 'Ask the laboratory to send it again, corrected.';
const ADVICE: Readonly<Partial<Record<LabProblemKind, string>>> = {
  unknown_laboratory: 'Connect the laboratory under Administration, Laboratories.',
  paused: 'Resume it under Administration, Laboratories.',
  control_id: 'If it is a new message, choose the patient.',
  several_patients: ASK,
  no_patient: 'Choose the patient.',
  unknown_patient: 'Choose the patient.',
  other_organization: ASK,
  no_order: ASK,
  canceled: 'Order it again if it is needed. To import the other results, choose the patient.',
  comment:
    'If the results can be used, choose the patient. Otherwise discard the message and have the blood drawn again.',
  order_patient: 'Find out whose blood it was, then choose that patient.',
  order_number: 'Find out which order was meant, then choose the patient.',
  two_patients: 'Choose the patient.',
  name_differs: 'Compare the record, then choose the patient.',
  birth_date_differs: 'Compare the record, then choose the patient.',
  given_name_differs:
    'Compare the record: a twin has the same family name and date of birth. Then choose the patient.',
  sex_differs: 'Find out whose blood it was, then choose that patient.',
  no_results: ASK,
  too_many_results: ASK,
  collection_time: ENTER,
  specimen: 'Results of saliva, urine or hair are not used here: discard it, or ask the laboratory.',
  specimen_condition:
    'If the results can be used, choose the patient. Otherwise discard the message and have the blood drawn again.',
  two_tests: ASK,
  value: ENTER,
  implausible: ASK,
  reference_range: 'Ask the laboratory for the unit. Enter the panel by hand once it is known.',
  result_status: ASK,
  twice: ASK,
  other_value: 'Ask the laboratory which value is right. A correction has the status C.',
  not_on_file: 'If the result was entered by hand, correct or void it there, then discard the message.',
  other_draw:
    'If it is the same draw, correct that result by hand and discard the message. If the patient had two draws, confirm the patient: the results become a draw of their own.',
  failed: 'Read it again. If it fails again, enter the panel by hand.',
};

const analyteName = (key: string | null): string | null =>
  key === null ? null : (ANALYTE_BY_KEY.get(key)?.name ?? null);

export const problemText = ({ kind, test, said }: LabProblem): string =>
  [test && `${test}: `, PROBLEMS[kind], said && ` (${kind === 'other_draw' ? formatDateTime(said) : said})`]
    .filter(Boolean)
    .join('');

/** What can be done about it. */
export function proposalText({ kind, proposal }: LabProblem, analyte: string | null): string | null {
  if (kind === 'code') {
    const name = analyteName(proposal);
    return name ? `It may be ${name}.` : null;
  }
  if (kind === 'unit' && analyte !== null && isAnalyteKey(analyte))
    return `Usual units: ${unitsOf(analyte).join(', ')}. ${ASK}`;
  return ADVICE[kind] ?? null;
}

export const understoodText = (analyte: string | null): string =>
  analyteName(analyte) ?? LAB_MESSAGE_TEXT.notUnderstood;
