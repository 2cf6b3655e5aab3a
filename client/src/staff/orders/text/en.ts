/** One order, wherever it is shown. */
export const ORDER_TEXT = {
  willReplace: 'Will Replace Current',
  newOne: 'New Prescription',
  planWaits: 'plan not approved',
  reason: (typed: string) => `Reason: ${typed}`,
  lastFill: (last: string, limit: string) =>
    `Planned last fill ${last}. No fills after ${limit} (DEA 6-month limit).`,
  onHold: 'on hold',
  override: 'approved against rules',
  passed: (date: string | null, by: string | null) =>
    `Approved against rules${[date, by].map((part) => (part ? `, ${part}` : '')).join('')}:`,
  decided: (date: string | null, by: string | null) =>
    `Approved for a reason${[date, by].map((part) => (part ? `, ${part}` : '')).join('')}:`,
  heldBy: (why: string, since: string) => `On hold since ${since}: ${why}`,
  replaced: 'Replaced by a later order',
  superseded: 'Its plan was replaced',
  discontinued: 'The treatment was discontinued',
};

export const BLOCKING_TEXT = {
  loading: 'Checking the rules',
  failed: 'The rules could not be checked.',
  retry: 'Try again',
  clear: 'prescription not blocked',
  waits: 'waits for your review',
  now: 'Blocked: the prescription is not approved',
  afterPlan: 'Blocked: the prescription stays a draft',
};

export const WAY_OUT_TEXT = {
  final: 'Cannot be overridden.',
  correct: 'Correct the prescription first.',
  openMessage: (place: number) => (place === 0 ? 'Open the message' : `Open message ${place + 1}`),
  read: 'Read what the patient wrote and mark it as reviewed first.',
  license:
    'The prescriber needs a current license and DEA registration for the patient’s state: record them, or have a colleague who has them decide.',
  openLicenses: 'License and DEA',
};

/** Rows that are approved together, each only once everything about it is on the screen. */
export const PREVIEW_TEXT = {
  failed: 'This row could not be loaded in full, so it cannot be ticked.',
  retry: 'Try again',
  loading: (loading: number, of: number) =>
    `${of - loading} of ${of} rows checked. You can confirm once all of them are.`,
};

export const CLINICAL_ONLY =
  'This is clinical approval. It sends nothing to a pharmacy and is not an electronic signature of a prescription.';

export const ORDER_SUMMARY_TEXT = {
  rx: (order: string, prescriptionId: string) => `${order} · Rx ${prescriptionId}`,
  sent: 'sent',
};
