import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  atMost1000Plans: 'At most 1,000 plans at once.',
  atMostTwoDecimals: 'Use at most two decimals.',
  caseClosed: 'This case is closed. It opens when the patient submits a new intake.',
  chooseFormulation: 'Choose a formulation.',
  chooseFrequency: 'Choose a frequency.',
  choosePlan: 'Choose a plan.',
  chooseRoute: 'Choose a route.',
  enterDoseInMg: 'Enter the dose in mg, a number above 0.',
  enterTimingAsText: 'Enter the timing as text.',
  giveReason: 'Give the reason: this differs from the recommendation or leaves the usual range.',
  namePlansShown: 'Name the plans that were shown.',
  noActivePlanToAdjust: 'There is no active plan to adjust.',
  onlyPlanWaitsForReview: 'Only a plan that waits for review can be flagged.',
  patientActivePlan: 'This patient has an active plan. Adjust that plan instead.',
  planChangedInMeantime: 'The plan was changed in the meantime.',
  productOfPlanNotInCatalog: 'The product of this plan is not in the catalog.',
  ruleSetFlag: 'A rule set this flag. Enter the reason for removing it.',
  submitIntakeFirst: 'Submit your intake first.',
  treatmentEnded: 'Your treatment was ended. To start again, submit a new intake.',
});
