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
