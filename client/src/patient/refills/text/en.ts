import type { RefillGateKey } from '#common/api/index.js';
import type { RefillState } from '#common/vocabulary/index.js';

export const REFILLS_TEXT = {
  title: 'Ask for a refill',
  lead: 'Tell your care team what you need. A short safety check goes with it.',
  loadFailed: 'Unable to load your refills.',

  missing: 'What is still needed',
  soon: 'Coming up',

  gate: {
    labs: (date: string | null) =>
      date ? `Your blood test was due on ${date}.` : 'A blood test is due now.',
    consent: () => 'Your consent to treatment is missing.',
    education: () => 'Read the education summary and confirm it.',
    pdmp: () => 'Your clinic checks the state’s prescription database. You don’t need to do anything.',
    license: () =>
      'Your clinic is arranging a clinician licensed in your state. You don’t need to do anything.',
    check_in: (date: string | null) =>
      date ? `Your check-in was due on ${date}.` : 'Tell us how you’re doing.',
  } satisfies Record<RefillGateKey, (date: string | null) => string>,
  gateSoon: {
    labs: (date: string) => `Blood test by ${date}`,
    check_in: (date: string) => `Check-in by ${date}`,
  },
  gateAct: {
    labs: 'Where and when to go',
    consent: 'Give your consent',
    education: 'Read and confirm it',
    check_in: 'Check in',
  },

  state: {
    requested: 'Your request has arrived',
    in_review: 'Being looked at',
    approved: 'Approved',
    needs_labs: 'A blood test comes first',
    needs_visit: 'A visit comes first',
    refused: 'Not approved',
    sent: 'Sent to the pharmacy',
    filled: 'Filled',
    withdrawn: 'Withdrawn',
  } satisfies Record<RefillState, string>,
  meaning: {
    requested: (who: string, until: string) => `${who} has your request and will look at it by ${until}.`,
    in_review: (who: string, until: string) => `${who} is looking at it and will decide by ${until}.`,
    approved: (who: string, until: string) => `${who} approved it. It goes to the pharmacy by ${until}.`,
    needs_labs: (who: string, _until: string, runOut: string | null) =>
      `${who} needs a new blood test before deciding. Go to the lab in the next few days${runOut ? `, before your medicine runs out on ${runOut}` : ''}. Lab visit tells you how long after your dose to go.`,
    needs_visit: (who: string) => `${who} wants to see you before deciding. Ask for an appointment.`,
    refused: (who: string) => `${who} did not approve it. Message your care team about what to do next.`,
    sent: () => 'Your pharmacy has it. They will tell you when it is ready.',
    filled: () => 'Your pharmacy has filled it.',
    withdrawn: () => 'You withdrew this request.',
  } satisfies Record<RefillState, (who: string, until: string, runOut: string | null) => string>,
  resultsIn: 'Your results are in',
  resultsMeaning: (on: string, who: string, until: string) =>
    `The results of your blood test on ${on} are in. ${who} will look at your request by ${until}.`,
  visitHeld: 'You had your visit',
  visitMeaning: (on: string, who: string, until: string) =>
    `You had your visit on ${on}. ${who} will look at your request by ${until}.`,
  reportSent: 'Your lab report has arrived',
  reportMeaning: (who: string) =>
    `Your care team will read it and enter the results; then ${who} looks at your request. You do not need another blood test unless they ask for one.`,
  answer: (who: string) => `${who} wrote`,
  asked: (date: string) => `Asked on ${date}`,
  requests: 'Your requests',
  noRequests: 'Your requests will appear here with who has them and until when.',
  toAppointments: 'Ask for an appointment',
  toLabs: 'Where and when to go',

  withdraw: 'Withdraw',
  withdrawOf: (drug: string) => `Withdraw the request for ${drug}`,
  withdrawAsk: 'Withdraw this request? You can ask again later.',
  withdrawVisit: 'Withdraw this request? You can ask again later, and the visit will still come first.',
  withdrawYes: 'Yes, withdraw it',
  keep: 'Keep it',
  withdrawn: 'Request withdrawn.',
  withdrawFailed: 'Unable to withdraw your request. Try again in a moment.',

  which: 'Which prescription?',
  drug: (drug: string) => `For ${drug}`,
  issuedOn: (date: string) => `prescribed ${date}`,
  filledOn: (date: string) => `last filled ${date}`,
  notFilled: 'not filled yet',
  nothing: 'Nothing to ask for right now',
  nothingHint: 'A refill can be requested once you have a prescription in use without an open request.',
  inClinic: 'Your clinic gives you this medicine',
  inClinicHint:
    'There is no refill to ask for: the clinic has the supply and books your next dose there. If you have no date for it, ask for an appointment.',
  enough: 'You have enough medicine for now',
  enoughHint: (from: string | null) =>
    `${from ? `You can ask for a refill from ${from}. ` : ''}If some was lost or broken, message your care team.`,
  toMessages: 'Message your care team',
  back: 'Back to my plan',
  dosesLeft: 'How many doses do you have left? (optional)',
  dosesLeftHint: 'Count what is in your vial, pump or pack. 0 is fine.',
  reason: 'Anything we should know? (optional)',
  reasonHint: 'For example: going on a trip, a vial broke, a new pharmacy.',
  safety: 'Safety check',
  submit: 'Send refill request',
  cancel: 'Not now',
  sent: (who: string, until: string) => `Request sent. ${who} will look at it by ${until}.`,
  sentNotRead: 'Your request was sent, and your care team will see it. Do not wait for them to call.',
  failed: 'Unable to send your request. Your answers are still here. Try again in a moment.',
  badCount: 'Enter a whole number from 0 to 1,000, or leave it blank.',
  tooLong: (most: string) => `Use at most ${most} characters.`,
  missingOrder: 'Choose a prescription.',
} as const;
