/** Every message the intake shows about an answer. Each says what to do. */
const named = (label: string) => `“${label}”`;
const withUnit = (n: number, unit: string | undefined) =>
  unit && /^[a-z]+$/i.test(unit) ? `${n} ${unit}` : `${n}`;

export const MESSAGES = {
  consents: 'Please acknowledge all consent statements before submitting.',
  sections:
    'Please complete all required sections (Patient Information, Reproductive Plans, and Consent) before submitting.',
  correct: 'Please correct the marked answers before submitting.',

  enter: (label: string) => `Enter an answer for ${named(label)}.`,
  choose: (label: string) => `Choose an answer for ${named(label)}.`,
  acknowledge: (label: string) => `Check ${named(label)} to agree.`,
  enterText: (label: string) => `Enter ${named(label)} in words.`,
  chooseOption: (label: string) => `Choose one of the answers offered for ${named(label)}.`,
  chooseYesNo: (label: string) => `Choose Yes or No for ${named(label)}.`,
  number: (label: string) => `Enter ${named(label)} as a number, in digits only.`,
  whole: (label: string) => `Enter ${named(label)} as a whole number.`,
  step: (label: string, step: number) => `Enter ${named(label)} in steps of ${step}.`,
  range: (label: string, min: number, max: number, unit?: string) =>
    `${label} must be between ${min} and ${withUnit(max, unit)}.`,
  computedRange: (label: string) => `Check your height and weight: together they give an unlikely ${label}.`,
  email: (label: string) => `Enter ${named(label)} like name@example.com.`,
  phone: (label: string) => `Enter ${named(label)} with digits, like 512-555-0142.`,
  date: (label: string) => `Enter the full date for ${named(label)}, with a four-digit year.`,
  realDate: (label: string) => `Check ${named(label)}: that date doesn’t exist.`,
  notFuture: (label: string) => `Check ${named(label)}: it cannot be in the future.`,
  plausibleAge: (label: string) => `Check the year of ${named(label)}.`,

  unknown: (name: string) => `There is no question named ${JSON.stringify(name.slice(0, 60))}.`,
  notAnObject: 'Send the answers as one object.',
  scalar: (label: string) => `Send ${named(label)} as a single value.`,
  tooLong: (label: string, max: number) =>
    `Shorten ${named(label)} to ${max.toLocaleString('en-US')} characters or fewer.`,
  badCharacters: (label: string) => `Remove the characters that cannot be stored from ${named(label)}.`,
} as const;
