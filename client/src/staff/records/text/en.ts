/** The facts of one plan. */
export const PLAN_FACTS_TEXT = {
  reason: 'Reason',
  override: 'Reason for approving',
  overrideRules: 'Approved against',
};

export const HISTORY_TEXT = {
  title: 'History in the patient’s own words',
  open: 'Mark as reviewed',
  about:
    'Read each text. Enter what matters as clinical facts first: the rules read those. If the patient changes a text, it shows here again.',
  note: 'Note (optional)',
  done: 'History marked as reviewed.',
  failed: 'Unable to mark the history as reviewed.',
  again: 'The case has changed. Read the texts again, then mark them as reviewed.',
};
