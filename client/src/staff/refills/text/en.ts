import type { RefillGateKey } from '#common/api/index.js';
import type { RefillAsks } from '#common/api/supply.js';
import type { RefillSign } from '#common/clinical/supply-clock.js';
import type { DispenseSource, RefillDecision, RefillState } from '#common/vocabulary/index.js';

const days = (n: number) => (n === 1 ? '1 day' : `${n} days`);

export const REFILLS_TEXT = {
  title: 'Refill requests',
  views: 'Kinds of refill requests',
  failed: 'Unable to load refill requests.',
  loading: 'Loading refill requests',
  mine: 'Mine only',
  view: {
    new: 'New',
    review: 'In review',
    overdue: 'Overdue',
    labs: 'Need labs',
    visit: 'Need a visit',
    approved: 'Approved',
    all: 'All',
  },
  none: {
    title: 'No refill requests here',
    hint: 'A request appears here when a patient asks for a refill.',
  },
  noMatch: 'None of these are yours',
  noMatchHint: 'Other clinicians may have requests here.',
  clear: 'Show everyone’s',

  patient: 'Patient',
  order: 'Order',
  supply: 'Supply',
  decides: 'To decide',
  owner: 'Owner, due',
  decision: 'Decision',
  asked: (date: string) => `asked ${date}`,
  dosesLeft: (n: number) => `Patient reports ${n === 1 ? '1 dose' : `${n} doses`} left`,
  dosesByLog: (n: number, short: boolean) =>
    `${n === 1 ? '1 dose' : `${n} doses`} left by fills and dose log${short ? ', fewer than the days' : ''}`,
  countsDiffer: (said: number, known: number) => `Patient says ${said} left, log says ${known}`,
  noneFilled: (said: number) => `Patient says ${said} left, no fill is on record`,
  askedOf: {
    labs: (by: string, on: string, missing: string) =>
      `Labs asked on ${on} by ${by}, no result${missing && ` of ${missing}`} drawn since`,
    visit: (by: string, on: string) => `Visit asked on ${on} by ${by}, not held`,
  } satisfies Record<keyof RefillAsks, (by: string, on: string, missing: string) => string>,
  drawOn: (from: string, until: string) =>
    from === until ? `Blood draw ${from}` : `Blood draw ${from} to ${until}`,
  askedWords: (words: string) => `Told to the patient then: “${words}”`,
  visitHeld: (on: string) => `Visit held ${on}`,
  daysLeft: (n: number) => (n >= 0 ? `${days(n)} left` : `Out for ${days(-n)}`),
  runsOut: (date: string) => `runs out ${date}`,
  ranOut: (date: string) => `ran out ${date}`,
  neverFilled: 'Never filled',
  refillsLeft: (n: number) => (n === 1 ? '1 refill left' : `${n} refills left`),
  newOrder: 'New prescription needed',
  rest: (quantity: string, count: number, date: string) =>
    `${quantity} of the last fill not dispensed yet (${days(count)}), until ${date}`,
  earliest: (date: string) => `earliest fill ${date}`,
  elapsed: (share: number) => `${Math.round(share * 100)}% of the last fill used`,
  onHold: 'On hold',
  inClinic: 'Given in the clinic: book the next dose there, nothing goes to the patient',
  overdue: 'Overdue',
  outFirst: 'Runs out before due',
  yes: 'Yes',
  due: (date: string) => `due ${date}`,
  inOrder: 'No open safety findings',
  safety: 'Open the case',
  reported: 'Reported in the safety check:',
  nothingReported: 'Safety check: nothing new reported',
  noChanges: 'No changes checked in the safety check',
  effect: (name: string, severity: string, since: string | null) =>
    `${name}: ${severity}${since ? `, since ${since}` : ''}`,
  change: (name: string, text: string) => `${name}: “${text}”`,
  unread: 'History not reviewed',
  first: 'To do before this can be approved',
  /** What cannot be overridden, and where it is done. */
  doFirst: {
    emergency_open:
      'The patient reported an emergency that no one has answered. Call, then record the contact on the case.',
    unread_history: 'What the patient wrote has not been reviewed. Read it above and mark it as reviewed.',
    therapy_on_hold: 'Therapy is on hold. Resume it on the case, or refuse the request.',
  },
  unopened: 'The patient wrote a message that no provider has opened. Read it above and mark it as reviewed.',
  legal: (title: string) => `${title}: this rule cannot be overridden.`,
  said: (words: string) => `“${words}”`,
  gate: {
    labs: 'Labs overdue',
    consent: 'Consent missing',
    education: 'Education not confirmed',
    pdmp: 'PDMP check missing',
    license: 'License or DEA missing',
    check_in: 'Check-in overdue',
  } satisfies Record<RefillGateKey, string>,
  sign: {
    rx_early_refill: 'Early: under 85% of the last fill',
    stock_in_hand: 'Stock in hand',
    more_than_115_percent: 'Over 115% in six months',
    two_prescriptions: 'Two prescriptions in use',
  } satisfies Record<RefillSign, string>,
  resultsCame: (on: string) => `Results came: drawn ${on}`,
  inHand: (n: number) => `(${days(n)})`,

  state: {
    requested: 'requested',
    in_review: 'in review',
    approved: 'approved',
    needs_labs: 'needs labs',
    needs_visit: 'needs a visit',
    refused: 'refused',
    sent: 'sent',
    filled: 'filled',
    withdrawn: 'withdrawn',
  } satisfies Record<RefillState, string>,

  decide: 'Decide',
  decideOf: (name: string) => `Decide on the refill for ${name}`,
  what: 'Decision',
  decisions: {
    review: 'Take it into review',
    approve: 'Approve',
    needs_labs: 'Needs labs first',
    needs_visit: 'Needs a visit first',
    refuse: 'Refuse',
  } satisfies Record<RefillDecision, string>,
  against: 'Reasons not to refill now',
  early: (n: number) => `Early: supply for ${days(Math.max(0, n))} is in hand.`,
  override: 'Reason for approving anyway',
  overrideHint: 'Stays on record with these rules. The patient does not see it.',
  reason: 'What the patient reads (optional)',
  reasonNeeded: 'Reason, which the patient reads',
  missing: 'Choose a decision.',
  missingReason: 'Give the patient a reason.',
  confirm: 'Save decision',
  lastFill: (on: string, until: string) => `Last fill ${on}. No fills after ${until} (DEA 6-month limit).`,
  noFill: 'not yet',
  lead: 'You become the owner, and the due date is set two business days ahead.',
  done: (name: string) => `${name}: decision saved.`,
  saveFailed: 'Unable to save the decision',
  changed: 'Look at it again before you decide.',
  record: 'this request',
};

export const FILL_TEXT = {
  open: 'Record a fill',
  title: (name: string) => `Record a fill for ${name}`,
  left: (n: number, begun: boolean) =>
    begun
      ? n === 1
        ? '1 refill left'
        : `${n} refills left`
      : `First fill, then ${n === 1 ? '1 refill' : `${n} refills`}`,
  earliest: (date: string) => `Earliest next fill: ${date}`,
  other: (order: string, last: string | null) =>
    `Also in use for the same medicine: ${order}, ${last ? `last filled ${last}` : 'not filled yet'}`,
  early: (date: string) => `This is early: before ${date}`,
  earlyWhat:
    'Record it if it happened. The care team is alerted to check for lost medicine, a dose error or diversion.',
  rulesNow: 'Safety rules apply to this patient now: check before you record it',
  anyway: 'If it was filled all the same, tick each rule and say why in at least 20 characters.',
  afterEnd: 'How it came to be handed over',
  afterEndHint:
    'This order has ended. Recording the fill counts the medicine at home; the order stays ended.',
  override: 'Reason for recording it',
  overrideHint: 'Stays on record with these rules. The patient does not see it.',
  before: 'Fills so far',
  none: 'No fill is on record.',
  failed: 'Unable to load the fills.',
  line: (n: number, date: string, quantity: string, count: number) =>
    `${n}. ${date}: ${quantity}, ${days(count)}`,
  rest: (date: string, quantity: string, count: number) =>
    `The rest of the fill of ${date}: ${quantity}, ${days(count)}`,
  restHint: 'No further refill is used. Together no more than one fill, within six months of the order.',
  restOf: (date: string) => `rest of ${date}`,
  on: 'Filled on',
  quantity: (unit: string) => `Quantity (${unit})`,
  days: 'Days of supply',
  source: 'Who says so',
  sources: { pharmacy: 'Pharmacy', patient: 'Patient', staff: 'Clinic' } satisfies Record<
    DispenseSource,
    string
  >,
  confirm: 'Record fill',
  done: (name: string) => `${name}: fill recorded.`,
  saveFailed: 'Unable to record the fill',
  missing: {
    on: 'Enter the day of the fill.',
    quantity: 'Enter the quantity as a number above 0.',
    days: 'Enter the days as a whole number from 1 on.',
  },
};

export const SHIPMENT_TEXT = {
  add: 'Add shipment',
  change: 'Change shipment',
  of: (act: string, fill: string) => `${act}, fill of ${fill}`,
  line: (date: string, carrier: string, number: string) =>
    number ? `shipped ${date}, ${carrier} ${number}` : `shipped ${date}, ${carrier}`,
  received: (date: string) => `received ${date}`,
  title: (date: string) => `Shipment of the fill of ${date}`,
  on: 'Shipped on',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  save: 'Save shipment',
  done: 'Shipment saved. The patient sees it.',
  failed: 'The shipment was not saved',
};

export const DECIDE_DIALOG_TEXT = {
  choose: 'Choose',
};
