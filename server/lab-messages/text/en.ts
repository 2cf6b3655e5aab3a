import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  anotherConnectionNames:
    'Another connection has these names. If it is yours, add the receiving facility (MSH-6) to both; if you cannot see it, ask the system administrator.',
  byLaboratory: (what: string, name: string) => `${what} by the laboratory (${name}).`,
  chooseTestOfProgram: 'Choose a test of this program, or "not used".',
  chooseTimeZone: 'Choose a time zone, such as America/New_York.',
  codeCannotUsed: 'This code cannot be used.',
  confirmDateOfBirthOfPatient: 'Confirm the date of birth of the patient.',
  confirmMrnOfPatient: 'Confirm the MRN of the patient.',
  connectLaboratoryFirst: 'Connect the laboratory first.',
  enterAccountNumberOnOneLine: 'Enter the account number on one line.',
  enterAtMostCharacters: (most: number) => `Enter at most ${most} characters.`,
  enterAtMostCharactersAsLaboratorySends: (nameLength: number) =>
    `Enter at most ${nameLength} characters, as the laboratory sends them.`,
  enterCodeOfAtMostCharacters: (codeLength: number) => `Enter a code of at most ${codeLength} characters.`,
  enterCodesOfAtMostCharacters: (codeLength: number) => `Enter codes of at most ${codeLength} characters.`,
  enterEachCodeOnce: 'Enter each code once.',
  enterHowLaboratoryNamesItself: 'Enter how the laboratory names itself: MSH-3, MSH-4 or both.',
  everyMessageTaken: 'Every message was taken.',
  filesInDropFolderCannotTaken: 'Files in the drop folder cannot be taken.',
  loincCodeOfAnotherTest: (name: string) => `This is the LOINC code of another test: ${name}.`,
  messageNoLongerWaits: 'This message no longer waits.',
  messageSaysAnotherNameAndAnother:
    'The message says another name and another date of birth. Enter why these are the results of this patient.',
  messagesCouldNotTaken: 'Messages could not be taken.',
  messagesNotImported: 'Messages are not imported.',
  messagesOfUnknownLaboratoriesWait: 'Messages of unknown laboratories wait.',
  notDateOfBirthOfPatient: 'This is not the date of birth of this patient.',
  notMrnOfPatient: 'This is not the MRN of this patient.',
  organizationCanLaboratoryConnections: (most: number) =>
    `An organization can have ${most} laboratory connections.`,
  sayWhatEachCodeMeans: 'Say what each code means.',
});
