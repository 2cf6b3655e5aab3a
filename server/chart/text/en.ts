import { REASON_TOO_SHORT } from '#common/typed-reason.js';
import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  dosesCountedFromDateOnFile: `The doses are counted from a date on file. ${REASON_TOO_SHORT}`,
  stoppedByPressure: (pressure: string) =>
    `Treatment was stopped by the blood pressure ${pressure}. ${REASON_TOO_SHORT}`,
  sayWhatWasDone: REASON_TOO_SHORT.replace('why', 'what was done'),
  lowerPlanMissing:
    'Therapy was resumed after a pause for hematocrit, and no lower dose is approved: the patient reads no next dose. Approve a plan one step lower or with a gel, or an order that names “Restart at the full dose” with a reason.',
  lowerOrderMissing:
    'Therapy was resumed after a pause for hematocrit, and the lower plan is approved, but not its order: the patient reads no next dose. Approve the order of that plan; it takes the place of the order before.',
  recheckWithin: (days: number) => `Recheck this within ${days === 1 ? 'one day' : `${days} days`}.`,
  alertAlreadyHandled: 'This alert was already handled.',
  answerYesOrNo: 'Answer yes or no.',
  caseAlreadyClosed: 'This case is already closed.',
  caseMonitoredOncePlanApproved: 'A case is monitored once its plan is approved.',
  chooseEmail: 'Choose email, phone or text.',
  chooseOpen: 'Choose open, monitoring or closed.',
  chooseReason: 'Choose a reason.',
  chooseRecheckOrHandled: 'Choose recheck or handled.',
  chooseTest: 'Choose a test.',
  chooseTestAndValue: 'Choose a test and its value.',
  clinicalFactsMustOneObject: 'The clinical facts must be one object.',
  clinicRequiresReasonToOpenAnother:
    'This clinic requires a reason to open another clinician’s record, so a case keeps a clinician. Choose another one.',
  closedCaseOpensWhenPatientResubmits: 'A closed case opens when its patient resubmits the intake.',
  discontinueTreatmentToCloseCase: 'Discontinue the treatment to close this case.',
  doseBeforeOrOnDay: (treated: string) =>
    `A dose before ${treated} or on that day is on record. Enter that day or an earlier one.`,
  emergencyRecheckedTodayOrTomorrow: 'An emergency is rechecked today or tomorrow.',
  enterAddressAsText: 'Enter the address as text.',
  enterDateOfRecheck: 'Enter the date of the recheck.',
  enterDateWithinLastYear: 'Enter a date within the last year.',
  enterDateWithinNextYear: 'Enter a date within the next year.',
  enterDayPlanApprovedOrLater: (approvedOn: string) =>
    `Enter the day your plan was approved (${approvedOn}) or a later one.`,
  enterDiagnosisAsText: 'Enter the diagnosis as text.',
  enterNameAsText: 'Enter the name as text.',
  enterNumber: (min: number, max: number) => `Enter a number from ${min} to ${max}.`,
  enterPhoneNumberAsText: 'Enter the phone number as text.',
  enterReasonAsText: 'Enter the reason as text.',
  enterRelationshipAsText: 'Enter the relationship as text.',
  enterTodayOrEarlierDate: 'Enter today or an earlier date.',
  enterTodayOrEarlierDay: 'Enter today or an earlier day.',
  enterValue: (low: number, high: number, unit: string) => `Enter a value from ${low} to ${high} ${unit}.`,
  enterValueAsNumber: 'Enter the value as a number.',
  nameEachFieldAsText: 'Name each field as text.',
  nameEachFieldOnce: 'Name each field once.',
  nameEachReasonOnce: 'Name each reason once.',
  nameFieldsRead: 'Name the fields that were read.',
  nameReasonsKeepPlanFromBeing: 'Name reasons that keep a plan from being drafted.',
  nameReasonsToTellInPerson: 'Name the reasons to tell in person.',
  nameRuleReadsWhatPatientsTell: 'Name a rule that reads what patients tell.',
  noActiveTreatmentToPut: 'There is no active treatment to put on hold.',
  noTextToReview: (json: string) => `There is no text to review in ${json}.`,
  onlyEmergencyInMessage:
    'Only an emergency in a message, a check-in or a visit request can be closed as misread, and never one of self-harm. Contact the patient.',
  onlyOrAdministratorCanGiveCase: (primary_clinician: string | null) =>
    `Only ${primary_clinician} or an administrator can give this case to another clinician.`,
  onlyProviderCanCloseEmergency: 'Only a provider can close an emergency as misread. Contact the patient.',
  outsideIntakePatientToldNothingReads: (rule_key: string) =>
    `Outside the intake the patient told nothing that ${rule_key} reads. What the intake says is passed by name when the order is approved.`,
  patientWroteOfAgain: 'The patient wrote of this again: its new alert is open already.',
  planNotApproved: 'Your plan is not approved, so there is no first dose yet.',
  recordUnderRuleOfIngredient: 'Record it under the rule of its ingredient.',
  sayWhetherAgainstTreatment: 'Say whether what the patient wrote speaks against treatment.',
  sayWhetherFollowUpLabsWanted: 'Say whether follow-up labs are wanted.',
  sendPreviousPagesNext: 'Send the previous page’s `next`.',
  sendTrue: 'Send true, or leave it out.',
  settleEach: 'Name each rule once, and whether it applies.',
  startOfTreatmentAlreadyOnRecord: 'The start of your treatment is already on record.',
  therapyAlreadyOnHold: 'Therapy is already on hold.',
  therapyNotOnHold: 'Therapy is not on hold.',
  treatmentAlreadyDiscontinued: (endedOn: string) => `This treatment was already discontinued on ${endedOn}.`,
  treatmentStarted: (started: string) =>
    `The treatment started on ${started}. Enter that day or a later one.`,
});
