import { formatNumber } from '../../../shared/ui/format.js';

export const LABS_TEXT = {
  title: 'Labs',
  views: 'Kinds of labs',
  abnormal: 'Abnormal only',
  failed: 'Unable to load labs.',
  none: {
    review: {
      title: 'Nothing to review',
      hint: 'Results appear here as soon as they are entered or imported.',
    },
    due: { title: 'No labs are due', hint: 'A draw appears here when the schedule asks for one.' },
    all: { title: 'No labs yet', hint: 'Enter or import the first results.' },
  },
  noMatch: 'No labs found',
  noMatchHint: 'No panel matches this filter.',
  clear: 'Show normal results too',
  enter: 'Enter results',
  import: 'Import a file',
  close: 'Close',
};

export const ENTRY_TEXT = {
  title: 'Whose results are these?',
  search: 'Patient',
  hint: 'Search by name, mail or ID.',
  choose: 'Choose',
  other: 'Choose another patient',
  failed: 'Unable to load patients.',
  none: 'No patient with a case matches.',
};

export const IMPORT_TEXT = {
  title: 'Import lab results',
  lead: 'A CSV file of up to 5 MB with the columns patient_id, collected_at, since_last_dose_h, analyte, value, unit. Rows of one patient and time make one panel; the same file twice adds nothing.',
  file: 'CSV file',
  start: 'Import',
  missing: 'Choose a file.',
  tooLarge: 'Choose a file of at most 5 MB.',
  empty: 'This file has no rows.',
  progress: (done: number, of: number) => `${formatNumber(done)} of ${formatNumber(of)} rows`,
  failed: 'The import stopped',
  resume: 'What was accepted so far is stored. Import the same file again: nothing is added twice.',
  result: (accepted: number, duplicates: number, rejected: number) =>
    [
      `${formatNumber(accepted)} accepted`,
      ...(duplicates ? [`${formatNumber(duplicates)} on file already`] : []),
      `${formatNumber(rejected)} rejected`,
    ].join(', ') + '.',
  rejected: 'Rejected rows',
  shown: (shown: number, of: number) =>
    `The first ${formatNumber(shown)} of ${formatNumber(of)} rejected rows.`,
};
