import type { EmergencyKind } from '#common/emergency/emergency-kinds.js';

/** All intake text except the questions themselves. */
export const INTAKE_TEXT = {
  pageTitle: 'Intake',
  heading: (number: number, total: number, title: string) => `Section ${number} of ${total}: ${title}`,
  loading: 'Loading your answers',

  unsaved: 'Answers in your intake',
  offline: 'You’re offline. Your answers are kept on this page and will save when you reconnect.',
  savedNotSent: 'Saved, not sent',
  notSaved: (count: number) => (count === 1 ? '1 answer is not saved' : `${count} answers are not saved`),
  objection: 'Your last answers are not saved',
  objectionBody: (message: string) => `${message} What you typed is still on this page.`,
  tooLarge: 'Your answers together are too long. Shorten the longest ones, and the rest is saved by itself.',

  previous: 'Previous',
  next: 'Next',
  submit: 'Submit intake',
  submitting: 'Submitting',
  sections: 'Intake sections',
  openSections: (open: number) => `All sections (${open} to do)`,
  close: 'Close',
  progress: (answered: number, shown: number) => `${answered} of ${shown} answered`,
  state: {
    complete: 'Complete',
    incomplete: 'To do',
    optional: 'Optional',
    problem: 'Check answers',
  },

  today: 'Use today’s date',
  restNo: 'Answer No to the rest',
  restNoFor: (group: string) => ` in ${group}`,
  fromEarlier: 'From your earlier answers. Change it if it is wrong.',
  contradicts: 'Your earlier answers say otherwise. Choose what is right.',
  suggestion: {
    title: 'This answers a question you left open',
    body: (question: string, section: number) => `Section ${section}, “${question}”: your answers here say `,
    use: (answer: string) => `Set it to ${answer}`,
    useFor: (question: string) => ` for ${question}`,
  },
  tiredHint: 'You answered Yes to daytime sleepiness.',

  submitFailedTitle: 'Submission failed',
  submitFailed: 'Unable to submit intake',
  notLoaded: 'Your earlier answers have not loaded yet. What you typed is safe here. Try again in a moment.',
  settleFirst: 'Some answers were changed elsewhere. Choose which to keep, then submit again.',
  elsewhere: (number: number, title: string) => `Section ${number}: ${title}`,
  problemsHere: 'Some answers here need another look.',

  conflict: {
    title: 'Changed in two places',
    body: 'These answers were changed elsewhere. Choose which to keep.',
    restSaved: 'Your other answers are saved.',
    restWaits: 'Your other answers are on this page and not saved yet.',
    mine: 'Typed here',
    theirs: 'Saved elsewhere',
    empty: 'No answer',
    keepMine: 'Keep what I typed here',
    keepTheirs: 'Keep the other answer',
    forField: (label: string) => ` for ${label}`,
  },

  review: {
    title: 'Check your answers',
    lead: 'Look through what you told us. You can still change everything.',
    change: 'Change',
    nothing: 'Nothing answered in this section.',
    skipped: (fields: string) => `You skipped ${fields}. Add them, or enter "None".`,
    and: ' and ',
    answer: 'Go back and answer',
    open: (count: number) => (count === 1 ? '1 question not answered' : `${count} questions not answered`),
  },

  done: {
    title: 'Your intake is submitted',
    titleEarlier: 'Your medical history',
    lead: 'Thank you. Your care team has your answers now.',
    leadEarlier: (date: string) => `Your care team has the answers you submitted on ${date}.`,
    nextTitle: 'What happens next',
    read: 'Read the education summary and confirm that you have read it.',
    look: 'Your clinician will review your answers and tell you which lab tests you need.',
    update: 'If something has changed, update your answers and submit them again.',
    consultation: 'Ask for your consultation on your plan page.',
    held: 'A clinician will review your answers and let you know your options.',
    ended: 'Your treatment has ended. No plan is being written from this intake.',
    unstarted: 'Treatment was not started. No plan is being written from this intake.',
    again:
      'To start again one day, look through your answers and submit them again. A clinician will then review them.',
    planComes: 'Your plan will appear here once it’s approved.',
    planStays: 'Keep following your current plan until your clinician approves a new one.',
    education: 'Go to education',
    plan: 'Go to my plan',
    edit: 'Review or edit responses',
  },

  scores: {
    adamTitle: 'Your symptoms so far',
    adam: (count: number, severity: number) =>
      `You reported ${count} of 10 symptoms, with a severity of ${severity} of 100.`,
    adamOpen: (count: number, open: number) =>
      `You reported ${count} of 10 symptoms, ${open === count ? 'all of them' : `${open} of them`} without a severity.`,
    adamPositive: 'This is a pattern worth a testosterone test.',
    adamNegative: 'On its own this pattern does not suggest low testosterone.',
    adamOwner: 'ADAM questionnaire: Saint Louis University. Wording adapted.',
    iiefTitle: (score: number) => `IIEF-5 score: ${score} of 25`,
    iief: {
      none: 'No erectile dysfunction (ED)',
      mild: 'Mild erectile dysfunction (ED)',
      moderate: 'Moderate erectile dysfunction (ED)',
      moderate_severe: 'Moderate-severe erectile dysfunction (ED)',
      severe: 'Severe erectile dysfunction (ED)',
    },
    iiefOwner: 'IIEF-5: Pfizer, licensed through Mapi Research Trust. Wording adapted.',
    stopBangTitle: (score: number) => `STOP-BANG score: ${score} of 8`,
    stopBangOpen: (open: number) =>
      open === 1
        ? '1 question is still open, so it may be higher.'
        : `${open} questions are still open, so it may be higher.`,
    stopBang: {
      low: 'Low risk of sleep apnea',
      intermediate: 'Intermediate risk of sleep apnea',
      high: 'High risk of sleep apnea',
    },
    stopBangOwner: 'STOP-BANG: University Health Network, Toronto. Wording adapted.',
    note: 'A starting point for a conversation, not a diagnosis.',
  },

  redFlag: {
    self_harm: {
      title: 'If you might hurt yourself, get help now',
      body: 'You matter, and you do not have to carry this alone. Talk to someone right away: this form may not be read before the next business day.',
      links: [
        { href: 'tel:988', label: 'Call 988' },
        { href: 'sms:988', label: 'Text 988' },
        { href: 'tel:911', label: 'Call 911' },
      ],
      after:
        '988 is the Suicide and Crisis Lifeline: free, private, day and night. In danger right now, call 911. Your answers are kept here until you are ready.',
    },
    heart_or_breathing: {
      title: 'Chest pain or trouble breathing now? Call 911',
      body: 'It can be a heart attack. Do not wait for this form or for a message from us.',
      links: [{ href: 'tel:911', label: 'Call 911' }],
      after: 'If it was in the past, your clinician will ask you about it.',
    },
  } satisfies Partial<Record<EmergencyKind, object>>,
} as const;
