import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  anotherAdministratorVerifiesOwnRecords: 'Another administrator verifies your own records.',
  chooseProvider: 'Choose a provider.',
  chooseSchedulesSuchAsIii: 'Choose schedules such as III or IIIN.',
  chooseState: 'Choose a state.',
  chooseWhatPrescribingBased: 'Choose what prescribing is based on.',
  deaNumber:
    'Enter two characters and seven digits, as on the certificate; the last digit must match the six before it.',
  endedOn: (until: string) => `It ended on ${until}. Record the renewed one first.`,
  enterDay: 'Enter the day.',
  enterDayNotBeforeFirstOne: 'Enter a day that is not before the first one.',
  enterDayNotInFuture: 'Enter a day that is not in the future.',
  enterDayOfLastMonths: (coveredMonths: number) =>
    `Enter a day of the last ${coveredMonths} months: an older evaluation is not covered for.`,
  enterDayOfQuery: 'Enter the day of the query.',
  enterDayWithinNextYears: (mostYears: number) => `Enter a day within the next ${mostYears} years.`,
  enterLastDay: 'Enter the last day.',
  enterLastValidDay: 'Enter the last valid day.',
  enterLicenseOfPrescriber: 'Enter the license of a prescriber, such as MD, DO, NP or PA.',
  enterNumberOfLicense: 'Enter the number of the license.',
  enterTenDigitsOfNpi: 'Enter the ten digits of the NPI.',
  enterTenDigitsOfNpiLastDigit: 'Enter the ten digits of the NPI; the last digit does not match.',
  enterTypeOfLicense: 'Enter the type of license, such as MD.',
  namePractitionerWhomPrescriberCovers: 'Name the practitioner whom the prescriber covers for.',
  nameRegisteredFacilityOrPractitioner: 'Name the registered facility or practitioner.',
  onlyOpenDiscrepancyCanResolved: 'Only an open discrepancy can be resolved.',
  sayWhatProgramShows: 'Say what the program shows.',
});
