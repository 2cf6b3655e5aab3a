import { formatNumber } from '#client/shared/ui/number.js';

export const LABS_TEXT = {
  title: 'Labs',
  views: 'Kinds of labs',
  callDue: 'Critical, not called',
  search: 'Patient: name, MRN or date of birth',
  from: 'Drawn from',
  to: 'Drawn to',
  abnormal: 'Abnormal only',
  failed: 'Unable to load labs.',
  none: {
    review: {
      title: 'Nothing to review',
      hint: 'Results appear here as soon as they are entered or imported.',
    },
    critical: {
      title: 'No calls are due',
      hint: 'A critical result appears here until the patient is reached.',
    },
    due: { title: 'No labs are due', hint: 'A draw appears here when the schedule asks for one.' },
    all: { title: 'No labs yet', hint: 'Enter or import the first results.' },
  },
  noMatch: 'No labs found',
  noMatchHint: 'No panel matches this search and these filters.',
  clear: 'Clear search and filters',
  enter: 'Enter results',
  import: 'Import a file',
  reports: 'Reports from patients',
  orders: 'Lab orders',
  laboratories: 'From laboratories',
  close: 'Close',
};

export const ENTRY_TEXT = {
  title: 'Whose results are these?',
  search: 'Patient',
  hint: 'Search by name, email or MRN.',
  choose: 'Choose',
  other: 'Choose another patient',
  failed: 'Unable to load patients.',
  none: 'No patient with a case matches.',
};

export const IMPORT_TEXT = {
  title: 'Import lab results',
  lead: 'A CSV file of up to 5 MB. Name each patient by MRN, by name and date of birth, or by patient_id, and each test by its name, its LOINC code or its code here. A limit keeps its sign, such as <0.1. A row with the status corrected replaces the value of that draw. Importing the same file again adds nothing.',
  template: 'Download a template',
  templateName: 'lab-results-template.csv',
  file: 'CSV file',
  preview: 'Preview',
  start: (rows: number) => `Import ${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`,
  missing: 'Choose a file.',
  tooLarge: 'Choose a file of at most 5 MB.',
  empty: 'This file has no rows.',
  nothing: 'This file has nothing new to import.',
  progress: (done: number, of: number) => `${formatNumber(done)} of ${formatNumber(of)} rows`,
  failed: 'The import stopped',
  resume: 'What was accepted so far is stored. Import the same file again: nothing is added twice.',
  previewFailed: 'Unable to read the file',
  would: (counts: string) => `Preview, nothing stored yet: ${counts}`,
  result: (accepted: number, corrected: number, duplicates: number, rejected: number) =>
    [
      `${formatNumber(accepted)} accepted`,
      ...(corrected ? [`${formatNumber(corrected)} of them corrections`] : []),
      ...(duplicates ? [`${formatNumber(duplicates)} on file already`] : []),
      `${formatNumber(rejected)} rejected`,
    ].join(', ') + '.',
  critical: (count: number) =>
    count === 1 ? '1 of the values is critical.' : `${formatNumber(count)} of the values are critical.`,
  rejected: 'Rejected rows',
  rejects: 'Download the rejected rows',
  rejectsName: 'rejected-lab-results.csv',
  line: 'Line',
  patient: 'Patient',
  test: 'Test',
  value: 'Value',
  why: 'Why',
  shown: (shown: number, of: number) =>
    `The first ${formatNumber(shown)} of ${formatNumber(of)} rejected rows.`,
};

export const LAB_LIST_PAGE_TEXT = {
  loadingLabs: 'Loading labs',
};

export const LAB_TABLE_TEXT = {
  labs: 'Labs',
  patient: 'Patient',
  draw: 'Draw',
  results: 'Results',
  waiting: 'Waiting',
  review: 'Review',
};

export const LAB_VIEWS_TEXT = { review: 'To review', due: 'Overdue', all: 'All' };
