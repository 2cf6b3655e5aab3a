import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  alreadyRequestedRefillOfMedicine: 'You have already requested a refill of this medicine.',
  answerSafetyCheck: 'Answer the safety check.',
  careTeamNotSaidShipped: 'The care team has not said that it was shipped.',
  chooseCarrier: 'Choose a carrier.',
  chooseFillOfOrder: 'Choose a fill of this order.',
  chooseSource: 'Choose who reported the fill: patient, pharmacy or staff.',
  choosePrescription: 'Choose a prescription.',
  chooseReview: 'Choose review, approve, needs_labs, needs_visit or refuse.',
  clinicGivesMedicine:
    'Your clinic gives you this medicine, so there is no refill to ask for: it has the supply and books your next dose there. If you have no date for it, ask for an appointment.',
  endedAnswer:
    'This prescription has ended, so it cannot be refilled. Your care team will tell you what comes next.',
  enterDayBetweenFillAndToday: 'Enter a day between the fill and today.',
  enterDayOfFillAsYyyy: 'Enter the day of the fill as YYYY-MM-DD.',
  enterDaysAsWholeNumber: 'Enter the days as a whole number from 1 on.',
  enterDayShippedAsYyyyMm: 'Enter the day it was shipped as YYYY-MM-DD.',
  enterFewerDays: 'Enter fewer days.',
  enterHowManyDosesLeft: 'Enter how many doses are left as a whole number.',
  enterTrackingNumber: 'Enter the tracking number.',
  restBeforeFill: (filled_on: string) => `The fill began on ${filled_on}. Enter that day or a later one.`,
  fillOnDayAlreadyRecorded: 'A fill on this day is already recorded.',
  lawAllowsNoFillOfOrder: (last: string) => `The law allows no fill of this order after ${last}.`,
  trackingNumberFormat: 'Use trackingNumberFormat, digits, spaces and hyphens, at most 40.',
  noOneAtClinicCanTake: 'No one at the clinic can take this request now. Call the clinic.',
  nothingOfFillLeftToDispense: 'Nothing of this fill is left to dispense.',
  ofFillDaysLeft: (days: number) => `${days} days of this fill are left.`,
  ofFillLeft: (quantity: number) => `${quantity} of this fill are left.`,
  onlyApprovedPrescriptionNotEnded: 'Only an approved prescription that has not ended can be filled.',
  resultsAlreadyDrawnToday:
    'Every test that would be asked for has a result drawn today. Decide on the results, or void them first if they are wrong.',
  sayHowHandedOver: (fewest: number) =>
    `This order has ended. Say in at least ${fewest} characters how the medicine came to be handed over all the same.`,
  fillBeforeApproval: (issuedOn: string) =>
    `The order was approved on ${issuedOn}. Enter that day or a later one.`,
  daysPerFill: (days_supply: number) =>
    `Enter at most ${days_supply} days: that is what the order allows for each fill.`,
  quantityPerFill: (quantity: number) =>
    `Enter at most ${quantity}: that is what the order allows for each fill.`,
  patientReceivedAlready: 'The patient has received it already.',
  prescriptionEnded: 'This prescription has ended. Write a new one, and refuse this request.',
  prescriptionNoRefillsLeft: 'This prescription has no refills left.',
  prescriptionNotFilledYet:
    'This prescription has not been filled yet, so it needs no refill. Ask your pharmacy to fill it, or ask for a refill of the one you take now.',
  prescriptionNotInUse: 'This prescription is not in use, so a refill cannot be requested.',
  prescriptionOnHold:
    'This prescription is on hold. Your care team is reviewing it; message them if you have questions.',
  replacedAnswer:
    'A new prescription has taken the place of this one. If you need a refill, ask for it on the new prescription.',
  quantityLasts: (quantity: number, days: number) =>
    `At the ordered dose, ${quantity} lasts ${days} days. Enter the days of what was handed over: the rest of the fill stays open.`,
  requestChangedInMeantime: 'This request was changed in the meantime.',
});
