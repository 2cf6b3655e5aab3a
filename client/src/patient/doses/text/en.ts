import type { DoseUnit } from '#common/vocabulary/index.js';

export const DOSES_TEXT = {
  title: 'My doses',
  lead: 'Log what you took. It helps your clinician read your blood tests.',
  loadFailed: 'Unable to load your doses.',

  took: 'I took it',
  log: 'Log a dose',
  next: (what: string, when: string) => `Next dose: ${what}, ${when}.`,
  due: (what: string, when: string) => `Your last planned dose: ${what}, ${when}.`,
  clinicNext: (when: string) =>
    `Your next injection at the clinic: ${when}. Your clinic books the visit; if you have not heard from them, message your care team.`,
  clinicDue: (when: string) =>
    `Your injection at the clinic was due ${when}. Message your care team today if no visit is booked.`,
  nextNone: 'Log your doses to see when the next one is due.',
  onHold:
    'Your treatment is on hold. Do not take your next dose until your care team tells you to. You can still log a dose you took before.',
  emergency:
    'Do not take your next dose until your care team has spoken with you about what you reported. You can still log a dose you took before.',
  orderWaits:
    'No prescription of your plan is approved for use yet. Do not start, stop or change anything before it is. You can still log a dose you took before.',
  inClinic:
    'Your clinic gives you this medicine and tells you when to come. There is no dose to take at home. If you have not heard from them, message your care team.',
  nextTitle: 'Next dose',
  mg: (dose: number) => `${dose} mg`,
  last: (when: string) => `Last dose: ${when}.`,
  missed: (when: string) => `Did you take the dose that was due ${when}?`,
  missedYes: 'Yes, log it',
  missedNo: 'No, not this time',
  missedThanks:
    'Thank you for telling us. Never take a double dose. If you’re not sure when to take the next one, ask your care team.',
  missedFailed: 'Unable to save your answer. Try again in a moment.',
  missedHelp: 'What to do after a missed dose',
  all: 'See my doses',

  form: 'Log a dose',
  when: 'When did you take it?',
  zone: (zone: string) => `In ${zone}.`,
  now: 'Now',
  amount: 'How much?',
  unit: 'Unit',
  units: {
    mg: 'mg',
    mL: 'mL',
    g: 'g',
    pumps: 'pumps',
    packets: 'packets',
    patches: 'patches',
    capsules: 'capsules',
    sprays: 'sprays',
    injections: 'injections',
    pellets: 'pellets',
  } satisfies Record<DoseUnit, string>,
  meant: (amount: string) => `Did you mean ${amount}?`,
  odd: (amount: string) => `Did you take ${amount}?`,
  oddWhy: (planned: string, amount: string) =>
    `Your dose is ${planned}. If ${amount} is what you took, save it again.`,
  change: (amount: string) => `Change to ${amount}`,
  site: 'Where? (optional)',
  suggested: (site: string) =>
    `A spot that has rested: ${site}. Changing spots keeps your skin and muscle healthy.`,
  front: 'Front',
  backSide: 'Back',
  chosen: (site: string) => `Chosen: ${site}`,
  none: 'No spot chosen',
  clear: 'Clear',
  note: 'Note (optional)',
  save: 'Save dose',
  cancel: 'Not now',
  saved: (when: string) => `Saved: ${when}.`,
  undo: 'Undo',
  failed: 'Unable to save this dose. What you entered is still here. Try again in a moment.',
  missing: {
    when: 'Enter the day and time.',
    future: 'This time is in the future.',
    amount: 'Enter how much you took as a number above 0.',
  },

  list: 'Your last doses',
  pdf: 'Save as PDF',
  csv: 'Export as CSV',
  empty: 'Your doses will appear here once you log them.',
  remove: 'Remove',
  removeOf: (when: string) => `Remove the dose from ${when}`,
  removeAsk: 'Remove this dose?',
  removeYes: 'Yes, remove it',
  keep: 'Keep it',
  removed: 'Dose removed.',
  removeFailed: 'Unable to remove this dose. Try again in a moment.',
} as const;
