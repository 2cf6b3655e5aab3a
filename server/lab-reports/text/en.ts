import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  fileContainsVirus: 'This file contains a virus. Send the report from another device.',
  fileDamagedOrNotComplete:
    'This file is damaged or not complete. Open it on your device to check it, then send it again.',
  fileEmpty: 'This file is empty.',
  filesCannotCheckedForVirusesRight: 'Files cannot be checked for viruses right now. Please try again.',
  noResultsOfPatientEnteredSince:
    'No results of this patient were entered since the report came. Enter them first, or say why there is nothing to enter.',
  ofReportsWaitToRead: (mostWaiting: number) =>
    `${mostWaiting} of your reports wait to be read. Send more once they are.`,
  pdfContainsWhatCannotChecked:
    'This PDF contains what cannot be checked for scripts. Print it to a new PDF, or send a photo.',
  pdfHoldsScript:
    'This PDF holds a script, an automatic action or another file. Print it to a new PDF, or send a photo.',
  pdfProtectedByPassword: 'This PDF is protected by a password. Send one that opens without it, or a photo.',
  providerOpensFileFirst: 'A provider opens the file first: none has seen it yet.',
  reportMarkedInMeantime: 'This report was marked in the meantime.',
  sayWhyNothingToEnter: 'Say why there is nothing to enter.',
  sendPdfOrPhotoJpeg: 'Send a PDF or a photo (JPEG, PNG or HEIC).',
});
