import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  doseLogToPrintOrHand: (doseLog: string) => `${doseLog} is your dose log to print or hand to someone else.`,
  folderDocumentsHoldsWhatSigned:
    'The folder "documents" holds what you signed as PDF, each revision as it was signed.',
  jsonFilesHoldSameData: 'The .json files hold the same data for other programs.',
  notSignedAnythingYet: 'You have not signed anything yet, so there is no folder "documents".',
  openInAnyBrowserToRead: (page: string) =>
    `Open ${page} in any browser to read or print all of it. It needs no internet connection.`,
  whatTrtProgramShows: 'This is what the TRT Program shows you, as of the time below.',
});
