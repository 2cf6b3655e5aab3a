import { OVERRIDE_REASON_MISSING } from '#common/typed-reason.js';

export const APPROVE_PLAN_TEXT = {
  prescription: 'Linked prescription',
  noPrescription: 'No prescription attached.',
  loadingPrescription: 'Loading the prescription',
  acceptedBlocked:
    'Approved before its plan: the patient follows it once the plan is approved. It will not reach the pharmacy while this applies',
  acceptedClear: 'approved before its plan: with the plan it counts for the patient and can be sent',
  rules: 'Safety findings',
  reason: 'Reason for approving',
  reasonHint: 'A flag or a safety rule applies. Your reason stays on record.',
  missing: OVERRIDE_REASON_MISSING,
};

/** Why the reader cannot decide on a plan. */
export const DECISION_TEXT = {
  ownRecord: 'Your own record',
  providerOnly: 'Only a provider of the clinic can decide',
};

export const FLAG_TEXT = {
  title: 'Flagged',
  byRule: 'set by a rule',
  noReason: 'No reason given.',
  by: (who: string, date: string) => `${who}, ${date}`,
  clearedTitle: 'Flags cleared before',
  cleared: (who: string, date: string, reason: string | null) =>
    `Cleared by ${who}, ${date}${reason ? `: ${reason}` : ''}`,
};

export const UNFLAG_TEXT = {
  title: (name: string) => `Remove the flags from the plan for ${name}`,
  lead: 'The flags stay in the record. Approval still asks for a reason while a safety rule applies.',
  required: 'Reason for removing the flags',
  optional: 'Reason (optional)',
  missing: 'A rule set this flag. Enter the reason for removing it.',
  confirm: 'Unflag plan',
  failed: 'Unflag failed',
  again: 'This is the current version. Review it and try again.',
  done: (name: string) => `${name}: flags removed.`,
};

export const REVIEW_PAGE_TEXT = {
  search: 'Patient: name, MRN or date of birth',
  approveAll: 'Approve all unflagged',
  cut: (shown: number, total: number) =>
    `The first ${shown} of ${total} plans are shown. Search finds the others.`,
  noMatch: 'No plan matches this search',
  clear: 'Clear search',
};

export const BULK_TEXT = {
  titleBefore: 'Approve unflagged plans',
  title: (ticked: number, shown: number) => `Approve unflagged plans: ${ticked} of ${shown} ticked`,
  confirm: (ticked: number) => `Confirm approval${ticked > 0 ? ` (${ticked})` : ''}`,
  noneChosen: 'Tick at least one plan.',
  include: (name: string) => `Approve the plan for ${name}`,
  none: 'There is no unflagged plan to approve.',
  noPrescription: 'No prescription attached.',
  tickQuiet: (count: number) =>
    count === 1 ? 'Tick the plan with nothing open' : `Tick the ${count} plans with nothing open`,
  byHand: 'Read what is open on this case first.',
  openCase: 'Open the case',
  left: (count: number) => `${count} left out: check each one that you approve`,
};

export const LEFT_OUT_TEXT = {
  stay: {
    emergency: (count: number) =>
      count === 1
        ? '1 plan of a patient who reported an emergency is not included.'
        : `${count} plans of patients who reported an emergency are not included.`,
    flagged: (count: number) =>
      count === 1 ? '1 flagged plan is not included.' : `${count} flagged plans are not included.`,
    other: (count: number) =>
      count === 1
        ? '1 plan without a flag is not included: it needs individual review.'
        : `${count} plans without a flag are not included: each needs individual review.`,
  },
  show: {
    emergency: (count: number) => `Show the ${count} plans`,
    flagged: (count: number) => `Show the ${count} flagged plans`,
    other: (count: number) => `Show the ${count} plans without a flag`,
  },
};

export const BLOCKED_TEXT = {
  title: (name: string) => `${name}: the prescription stays a draft`,
  clear: (name: string) => `${name}: the prescription can now be approved on its own.`,
};

export const APPROVAL_RESULTS_TEXT = {
  approved: (approvedCount: number, result: string) => `${approvedCount} ${result} approved.`,
  approved2: 'Approved',
  leftAsThey: 'Left as they were',
};

export const APPROVE_ALL_DIALOG_TEXT = {
  approvalResult: 'Approval result',
  close: 'Close',
  lookingAtWhatWouldApproved: 'Looking at what would be approved',
  unableToLoadPendingPlans: 'Unable to load pending plans right now.',
};

export const APPROVE_DIALOG_TEXT = {
  planApproved: 'Plan approved',
  close: 'Close',
  approvePlan: (patientName: string) => `Approve the plan for ${patientName}`,
  confirmApproval: 'Confirm approval',
  loadingPatient: 'Loading the patient',
  unableToLoadCase: 'Unable to load case',
};

export const FLAG_DIALOG_TEXT = {
  flagPlan: (patientName: string) => `Flag the plan of ${patientName}`,
  flagPlan2: 'Flag plan',
  flaggedPlanLeftOutWhen: 'A flagged plan is left out when all unflagged plans are approved together.',
  reasonOptional: 'Reason (optional)',
};

export const PLAN_HISTORY_TEXT = {
  plans: 'Plans',
  created: (on: string) => `Created ${on}`,
  unableToLoadPlans: 'Unable to load plans.',
  noTrtPlansOnFile: 'No TRT plans on file yet.',
  loadingPlans: 'Loading plans',
  planDraftedWhenPatientSubmitted: 'A plan is drafted when the patient has submitted the intake.',
  plansOnFile: 'Plans on file',
  plan: 'Plan',
  state: 'State',
  dates: 'Dates',
  flagged: 'flagged',
  noReasonGiven: 'No reason given.',
};

export const PLAN_REVIEW_PAGE_TEXT = {
  planReview: 'Plan Review',
  planReview2: 'Plan review',
  unableToLoadPendingPlans: 'Unable to load pending plans right now.',
  loadingPendingPlans: 'Loading pending plans',
  pendingPlans: 'Pending plans',
  planAppearsHereWhenPatient: 'A plan appears here when a patient has submitted the intake.',
  noPlansWaiting: 'No plans are waiting',
};

export const PLAN_TABLE_TEXT = {
  pendingPlans: 'Pending plans',
  patient: 'Patient',
  plan: 'Plan',
  flags: 'Flags',
  prescription: 'Prescription',
  waiting: 'Waiting',
  decision: 'Decision',
  reason: (reason: string) => `Reason: ${reason}`,
  none: 'none',
  andMore: (value: number) => `and ${value} more`,
  refill: (refills: number, refills2: string) => `${refills} refill${refills2}`,
  unflag: 'Unflag',
  unflag2: (name: string) => `Unflag ${name}`,
  flag: 'Flag',
  flag2: (name: string) => `Flag ${name}`,
  approve: 'Approve',
  approve2: (name: string) => `Approve ${name}`,
};

export const CONFLICT_TEXT = {
  approvedOn: (plan: string, approvedAt: string) => `It was approved${plan} on ${approvedAt}.`,
  replacedByAnotherPlan: 'It was replaced by another plan.',
  notFlaggedNow: (now: string) => `It is not flagged now: ${now}.`,
  flaggedNow: (flagReasons: string) => `It is flagged now: ${flagReasons}.`,
};
