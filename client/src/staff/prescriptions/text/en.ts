import { OVERRIDE_REASON_MISSING } from '#common/typed-reason.js';

export const RX_TEXT = {
  title: 'Prescriptions',
  lead: 'Approving here is clinical approval. It is not an electronic signature and sends nothing to a pharmacy: that is a step of its own, under Pharmacy.',
  tabs: 'Kinds of prescriptions',
  loadFailed: 'Unable to load prescriptions right now.',
  none: 'No prescriptions',
  noneHint: 'A draft appears here together with a plan, unless a rule blocks it.',
  noneInTab: 'No prescription of this kind',
  noneInTabHint: 'The other tabs show the rest.',
  noMatch: 'No prescription matches this search.',
  clear: 'Clear search',
  search: 'Search',
  selected: (count: number) => `${count} selected`,
  approveSelected: 'Approve selected',
  selectAll: 'Select all that can be approved',
  write: 'New prescription',
  edit: 'Edit',
  review: 'Review',
  update: 'Update',
  pharmacy: 'Pharmacy',
  providerOnly: 'Only a provider of the clinic can decide',
  why: {
    accepted: 'Already approved',
    filled: 'Already filled',
    canceled: 'Canceled',
    rejected: 'Rejected',
  } as Record<string, string>,
};

export const APPROVE_TEXT = {
  title: (count: number) => `Approve ${count} ${count === 1 ? 'prescription' : 'prescriptions'}`,
  lead: 'Each of these orders is approved on its own. Blocked prescriptions are not approved; the reason is shown.',
  approve: 'Approve',
  include: (name: string, order: string) => `Approve ${order} of ${name}`,
  left: (count: number) => `${count} left out.`,
  noneChosen: 'Tick at least one prescription.',
  failed: (why: string) => `Failed to approve prescriptions: ${why}`,
  unreachable: 'The server could not be reached. Try again; nothing is approved twice.',
  resultTitle: 'Approval result',
  approved: (done: number, of: number) => `${done} of ${of} approved.`,
  ok: 'approved',
  kept: 'not approved',
  nowClear: 'no longer blocked, can now be approved',
  close: 'Close',
};

export const EDIT_TEXT = {
  recheck: 'Check: ',
  editTitle: (name: string) => `Edit the prescription for ${name}`,
  newTitle: (name: string) => `New prescription for ${name}`,
  fields: {
    drug: 'Drug',
    dose: 'Dose',
    frequency: 'Frequency',
    route: 'Route',
    quantity: 'Quantity',
    refills: 'Refills',
    days_supply: 'Days supply',
  },
  doseInMg: 'Enter the dose in mg per dose, for example 80 mg.',
  vial: 'Vial',
  vials: { unnamed: 'Vial size not given', single: 'Single-dose', multi: 'Multi-dose' },
  vialHint: {
    unnamed: 'Counted as single-dose up to 1 mL',
    single: 'One dose a vial; the rest is discarded',
    multi: 'Discarded 28 days after it is opened',
  },
  choose: 'Choose',
  other: 'Other',
  otherLabel: (label: string) => `${label}, other`,
  otherHint: 'Not in the formulary: approval asks for a reason.',
  countedIn: (unit: string) => `In ${unit}`,
  save: 'Save prescription',
  failed: 'Failed to save prescription',
  saved: (name: string) => `${name}: prescription saved.`,
  check: 'Dose and supply check',
  conflict: 'Your entries are still here: compare and save again.',
  nowStored: 'Stored now',
  loadingDraft: 'Filling in a draft from the plan',
  assistNote: 'Filled in from the plan. Check each field before saving.',
  byHand: 'Nothing could be filled in from the plan: write the order by hand.',
};

export const REVIEW_TEXT = {
  title: (name: string) => `Review the prescription for ${name}`,
  decision: 'Decision',
  accept: 'Accept',
  reject: 'Reject',
  override: 'Override reason',
  overrideHint: 'Required because the rules above block this prescription. It stays on record with them.',
  rules: 'Blocked by',
  waits: 'Waits for your review: read what the patient wrote, and settle what was told.',
  noRules: 'No rule blocks this prescription.',
  loadingRules: 'Checking the rules',
  rulesFailed: 'The rules could not be checked.',
  retry: 'Try again',
  onHold: 'The therapy is on hold. This cannot be overridden: resume the therapy first.',
  openCase: 'Open the case',
  noDecision: 'Choose accept or reject.',
  reasonMissing: OVERRIDE_REASON_MISSING,
  note: 'Note (optional)',
  confirmAccept: 'Accept prescription',
  confirmReject: 'Reject prescription',
  failed: 'The review could not be saved',
  again: 'This is the current version. Review it and try again.',
  accepted: (name: string) => `${name}: prescription accepted.`,
  rejected: (name: string) => `${name}: prescription rejected.`,
};

export const HOLD_TEXT = {
  hold: 'Put on hold',
  release: 'Release hold',
  holdTitle: (name: string) => `Put the prescription for ${name} on hold`,
  releaseTitle: (name: string) => `Release the prescription for ${name}`,
  holdLead:
    'While it is on hold it can be neither sent nor filled, and the patient sees that it is on hold. If the pharmacy has it, call them.',
  releaseLead: 'Rules that fire now are kept on record with your reason.',
  reason: 'Reason',
  missing: 'Enter the reason.',
  failed: 'The change could not be saved',
  again: 'This is the current version. Review it and try again.',
  held: (name: string) => `${name}: prescription on hold.`,
  released: (name: string) => `${name}: prescription released.`,
};

export const UPDATE_TEXT = {
  title: (name: string) => `Update the prescription for ${name}`,
  status: 'New status',
  choose: 'Choose a status',
  to: {
    submitted: 'Submitted for approval',
    sent: 'Sent to the pharmacy',
    filled: 'Filled',
    canceled: 'Canceled',
  },
  lead: 'This records what happened elsewhere. To send it from here, use Pharmacy.',
  planWaits: 'Its plan is not approved yet. It can be sent and filled once the plan is approved.',
  rulesNow: 'Safety rules apply to this patient now: check before you go on',
  noRulesNow: 'no safety rule applies now',
  anyway:
    'To go on in spite of these rules, tick each of them and give the reason in at least 20 characters.',
  reason: 'Reason (optional)',
  reasonNeeded: 'Reason for going on',
  confirm: 'Save status',
  failed: 'The status could not be changed',
  missing: 'Choose a status.',
  done: (name: string, status: string) => `${name}: ${status.toLowerCase()}.`,
};

export const CASE_PRESCRIPTIONS_PAGE_TEXT = {
  prescriptions: (tab: string) => `${tab} prescriptions`,
  loadingPrescriptions: 'Loading prescriptions',
};

export const EDIT_DIALOG_TEXT = {
  sameAsEntries: 'The same as your entries.',
};

export const PRESCRIPTION_LIST_PAGE_TEXT = {
  prescriptions: (tab: string) => `${tab} prescriptions`,
  loadingPrescriptions: 'Loading prescriptions',
};

export const PRESCRIPTION_TABLE_TEXT = {
  prescriptions: 'Prescriptions',
  select: (row: string, drug: string) => `Select ${row} ${drug}`,
  patient: 'Patient',
  order: 'Order',
  status: 'Status',
  written: (createdAt: string) => `written ${createdAt}`,
  decision: 'Decision',
};

export const ORDER_TEXT = {
  refills: (most: number, days: number, last: string, limit: string) =>
    `At most ${most} refill${most === 1 ? '' : 's'} of ${days} days. Last fill ${last}; no fills after ${limit} (DEA 6-month limit).`,
  enter: (toLowerCase: string) => `Enter the ${toLowerCase}.`,
  enterQuantityAsNumberAbove: 'Enter the quantity as a number above 0.',
  enter0To5Refills: 'Enter 0 to 5 refills: the law allows no more.',
  enterDaysOfSupply: 'Enter the days of supply as a whole number from 1 on.',
  sameProductAsPlan: 'Same product as the plan.',
  planFor: (name: string) => `The plan is for ${name}: an order of another product cannot be approved.`,
  productGivenByRoute: (value: string) =>
    `This product is given by the ${value} route: an order with another one cannot be approved.`,
  withAllRefillsLastsDays: (today: number, end: string) =>
    `With all refills it lasts ${today} days, until ${end}.`,
  frequencyCannotRead:
    'The frequency cannot be read, so this order cannot be approved. Example: once weekly.',
  sameDoseAndFrequency: 'Same dose and frequency as the plan.',
  planSaysMg: (planDose: number, planFrequency: string) => `The plan says ${planDose} mg ${planFrequency}.`,
  directions: (formulation: string) => `Directions: ${formulation}.`,
};

export const PRESCRIPTION_VIEWS_TEXT = { all: 'All', pending: 'Pending', approved: 'Approved' };
