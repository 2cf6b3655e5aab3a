import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  atMostDraws: (mostDraws: number) => `At most ${mostDraws} draws.`,
  cannotOrderLabsForPatient:
    'You cannot order labs for this patient: a rule about your license or the patient’s state applies.',
  chooseAtLeastOneTest: 'Choose at least one test, each once.',
  chooseDrawsOfPatient: 'Choose draws of this patient, each once.',
  chooseDrawsSinceOrderOne: 'Choose draws since the order that have one of its tests.',
  chooseLaboratory: 'Choose a laboratory.',
  chooseLaboratoryOfClinic: 'Choose a laboratory of this clinic.',
  chooseTestsOfProgram: 'Choose tests of this program.',
  enterDayBetweenOrderAndToday: 'Enter a day between the order and today.',
  enterDayOfDraw: 'Enter the day of the draw.',
  enterDayWithinYear: 'Enter a day within a year.',
  enterFirstDayForDraw: 'Enter the first day for the draw or a later one.',
  enterFirstDayOfDraw: 'Enter the first day for the draw.',
  enterIcd10Codes: 'Enter ICD-10 codes, such as E29.1, each once.',
  enterLastDayForDraw: 'Enter the last day for the draw.',
  enterTodayOrLaterDay: 'Enter today or a later day.',
  laboratoriesNeedNpiOnOrder: 'Laboratories need your NPI on an order. Enter it under License and DEA first.',
  openOrderAlreadySomeOfTests: (numbers: string) =>
    `An open order already has some of these tests (${numbers}). Confirm that you want another one.`,
  orderCanceled: 'This order is canceled.',
  ordersOfPatientOpen: (open: number) =>
    `${open} orders of this patient are open. Cancel what is not needed.`,
});
