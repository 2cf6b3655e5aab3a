import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  checkLaboratorysReportBeforeOrder: 'Check the laboratory’s report before you order.',
  checkWhenTreatmentAndLastDose:
    'Check when treatment and the last dose change really began before you order.',
  emergencyClosedOncePatientReached:
    'An emergency is closed once the patient was reached. Until then, plan to try again today or tomorrow.',
  enterDayOfLastYear: 'Enter a day of the last year.',
  enterTimeAfterPatientReportedEmergency: 'Enter a time after the patient reported the emergency.',
  enterTimeNotInFuture: 'Enter a time that is not in the future.',
  noNote: 'Enter what was said or tried.',
  noTime: 'Enter the date and time of the call, with its offset or Z.',
  rulesAskForMore: (fewestNamedCharacters: number) =>
    `These rules ask for more. Explain in at least ${fewestNamedCharacters} characters, in words that tell the next reader something.`,
  tickEachRuleOverride: 'Tick each rule you override.',
  topNumberHigherOne: 'The top number is the higher one.',
});
