import type { IntakeStatus, LabStatus } from '#common/vocabulary/index.js';

const days = (n: number) => (n === 1 ? '1 day' : `${n} days`);

export const DASHBOARD_TEXT = {
  checkIn: {
    title: 'A check-in is due',
    due: (title: string, date: string) => `${title}, by ${date}. It takes about three minutes.`,
    late: (title: string, date: string) => `${title} was due on ${date}. It takes about three minutes.`,
    start: 'Check in',
  },

  title: 'My plan',
  heading: 'My plan',
  loadFailed: 'Unable to load dashboard.',
  treatment: 'Your treatment now',
  cached: (age: string) =>
    `Showing cached plan details while the primary database is down. They are ${age} old. We keep trying.`,

  emergency: {
    title: 'Do not take your next dose yet',
    body: 'You reported something that may be an emergency, and your care team has not spoken with you about it yet. Do not take your next dose until they tell you to. Call 911 now for chest pain, trouble breathing, weakness on one side, confusion or fainting. Call Poison Control if you took too much. Call or text 988 if you think of hurting yourself.',
    calls: [
      { label: 'Call 911', number: '911' },
      { label: 'Call Poison Control', number: '1-800-222-1222' },
      { label: 'Call 988', number: '988' },
    ],
  },

  /** The patient's status, and the one next step. */
  stand: {
    start:
      'Start with your medical intake. It takes 10 to 15 minutes, and you can stop and pick up where you left off.',
    resume: 'Your intake is started but not submitted yet. Your answers are waiting for you.',
    ended: 'Your treatment has ended. Your care team is still here for your questions.',
    unstarted: 'Treatment was not started. Your care team is here for your questions.',
    held: 'We couldn’t draft a plan from your answers yet. A clinician will review them and let you know your options.',
    education: 'Your intake is with your care team. Next, read the education summary and confirm it.',
    request: 'Your intake is with your care team. Ask for your plan to be reviewed when you are ready.',
    asked: 'Your answers are with a clinician. If you have something to add, message your care team.',
    review: 'Your plan is in review. A clinician checks it before anything starts.',
    reviewLabs:
      'Your plan is in review. Next come your morning blood tests and your consultation; nothing starts before a clinician approves it.',
    approved: 'Your plan is approved.',
    overdue: 'Your blood test is overdue. Your clinician needs it to keep your treatment safe.',
    recheck:
      'Your last blood count was above the safe limit. Talk to your care team before you take your next dose.',
    paused:
      'Your treatment is on hold. Do not take a dose until your care team tells you to. They will tell you what happens next.',
  },
  step: {
    start: 'Start intake',
    resume: 'Continue intake',
    ended: 'Message your care team',
    unstarted: 'Message your care team',
    held: 'Message your care team',
    education: 'Read the education summary',
    request: 'Request plan review',
    asking: 'Sending your request',
    approved: 'How to use it safely',
    overdue: 'Message your care team',
    recheck: 'Message your care team',
    paused: 'Message your care team',
    review: 'Ask for your consultation',
  },
  requestFailed: 'Unable to request a plan review. Try again in a moment.',
  requestedDraft: 'Your draft plan is ready for review by a clinician.',
  requestedReview: 'Your answers are with a clinician. If you have something to add, message your care team.',

  intake: {
    title: 'Intake',
    status: { none: 'Not started', draft: 'In progress', submitted: 'Submitted' } satisfies Record<
      IntakeStatus,
      string
    >,
    none: 'Your answers will be summed up here once you submit them.',
    name: 'Name',
    born: 'Date of birth',
    height: 'Height',
    weight: 'Weight',
    bmi: 'BMI',
    children: 'Wants children',
    iief: 'IIEF-5 score',
    iiefScore: (score: number) => `${score} of 25`,
    inches: 'in',
    pounds: 'lb',
    open: 'Open intake',
    edit: 'Review or edit',
  },

  plan: {
    title: 'Plan',
    approved: 'Approved',
    onHold: 'On hold',
    held: 'Do not follow this plan until your care team tells you to.',
    inReview: 'In review',
    none: 'Your plan will appear here. A clinician writes it from your intake and two morning lab tests.',
    noneYet:
      'A clinician is looking at your answers. Your plan will appear here once it is written; it also needs two morning lab tests.',
    /** An intake that does not lead to a plan: what happened, and why. */
    without: {
      not_eligible: {
        word: 'With a clinician',
        why: () =>
          'Something in your answers or lab results needs a clinician’s review before treatment can be planned. Don’t start anything in the meantime. If an answer wasn’t right, you can correct your intake.',
      },
      ended: {
        word: 'Ended',
        why: (date: string) =>
          `Your treatment ended on ${date}. Your earlier plan and its prescriptions are no longer active.`,
      },
      not_started: {
        word: 'Not started',
        why: (date: string) =>
          `It was decided on ${date} not to start treatment. The plan that was drafted is not active. Don’t start anything from it.`,
      },
    },
    explained:
      'A clinician will review this with you. Don’t start anything until then. If an answer wasn’t right, you can correct your intake.',
    inPerson: 'Your clinician will talk with you about the result.',
    change: 'A change to your plan is in review. Until it’s approved, keep following your current plan.',
    draft: 'This is a draft. Do not start anything before it is approved.',
    seeDraft: 'See the draft',
    draftNoLabs:
      'This is a first draft from your answers. A clinician decides after your morning lab tests. Do not start anything before it is approved.',
    newDose: {
      any: (sig: string) => `Until you have this medicine, go on as before: ${sig}`,
      approval: (sig: string, _on: string | null) =>
        `The prescription for this dose is not approved yet. Until it is, go on as before: ${sig}`,
      fill: (sig: string, _on: string | null) =>
        `Your prescription for this medicine is on its way. Until your pharmacy has filled it and you have it, go on as before: ${sig}`,
      injection: (sig: string, on: string | null) =>
        on
          ? `Your clinic gives you this injection on ${on}. Until then, go on as before: ${sig}. Take no dose at home on that day or after it.`
          : `Your clinic gives you this injection and books the visit. Until then, go on as before: ${sig}. Take no dose at home on the day of the visit or after it.`,
    },
    formulation: 'Medicine',
    dose: 'Dose',
    frequency: 'How often',
    route: 'Route',
    target: 'Target range',
    range: (low: number, high: number) => `${low}–${high} ng/dL`,
    mg: (dose: number) => `${dose} mg`,
    pending: 'pending',
  },

  labs: {
    title: 'Next labs',
    none: 'Your next lab test will appear here.',
    nothing: 'No lab test is planned for you now.',
    in: (n: number) => (n > 0 ? `In ${days(n)}` : n === 0 ? 'Today' : `${days(-n)} overdue`),
    timing: 'When to draw blood',
    where: 'Where',
    ask: 'Your care team has not sent you a lab order yet.',
    askLink: 'Ask for a lab order',
    visit: 'Where and when to go',
    drawn: 'Your blood was drawn. Results are on their way.',
    bring: 'Bring',
    bringWhat: 'a photo ID, and the lab order once you have it.',
    elsewhere: 'Send a lab report you already have',
  },

  reminders: {
    title: 'Reminders',
    loadFailed: 'Unable to load reminders.',
    none: 'No reminders right now. Lab tests and reviews that are due will appear here.',
    what: 'Reminder',
    status: 'Status',
    due: 'Due',
    statusWord: { scheduled: 'Due', overdue: 'Overdue', completed: 'Completed' } satisfies Record<
      LabStatus,
      string
    >,
    in: (n: number) => (n < 0 ? `${days(-n)} ago` : days(n)),
    toEducation: 'Read and confirm it',
    toIntake: 'Continue your intake',
    verify: 'Open the link in the email we sent you.',
    reviewLate: 'Your clinician has this to do. You can message your care team about it.',
    acknowledge: 'Acknowledge',
    acknowledgeFor: (title: string) => ` ${title}`,
    acknowledged: (date: string) => `Acknowledged ${date}`,
    ackDone: 'Reminder acknowledged.',
    ackFailed: 'Unable to acknowledge the reminder. Try again in a moment.',
  },

  mail: {
    title: 'Reminder emails',
    loadFailed: 'Unable to load your reminder emails.',
    label: 'Email me reminders',
    to: (email: string) => `We’ll send them to ${email}. They never include health information.`,
    next: (date: string) => `The next one is planned for ${date}.`,
    none: 'None is planned right now.',
    off: 'Reminder emails are off. You’ll still see reminders here.',
    preview: 'Preview this email',
    on: 'Reminder emails are on.',
    stopped: 'Reminder emails are off.',
    failed: 'Unable to change your reminder emails. Try again in a moment.',
  },

  prescriptions: {
    title: 'Prescriptions',
    loadFailed: 'Unable to load prescriptions right now.',
    none: 'Your prescriptions will appear here once a clinician has approved your plan.',
    nothing: 'You have no prescriptions.',
    drafts: (n: number) =>
      n === 1 ? '1 draft is waiting for approval.' : `${n} drafts are waiting for approval.`,
    onlyPast: 'You have no current prescription.',
    all: 'See all prescriptions',
  },

  visit: {
    title: 'Next visit',
    with: (name: string) => ` with ${name}`,
    waiting: 'You asked for a visit. Your care team confirms one of your times, or calls you.',
    consultation: 'Talk with a clinician before anything starts: ask for your consultation.',
    ask: 'Ask for a visit',
    see: 'See your appointments',
  },

  messages: (n: number) => (n === 1 ? 'You have 1 unread message.' : `You have ${n} unread messages.`),
  readMessages: 'Read messages',
  held: 'Some information was entered before your email was verified. Your care team will contact you to check it is yours. You can wait for them, or start a new intake now.',

  next: {
    title: 'What happens next',
    intake: 'You fill in the medical intake.',
    education: 'You read the education summary and confirm it.',
    request: 'You ask for your plan to be reviewed.',
    look: 'Your clinician will review your answers and tell you which lab tests you need.',
    clinician: 'A clinician will review your answers.',
    tell: 'Your care team tells you what is possible. Ask them whenever you like.',
    correct: 'If you update and resubmit your intake, we’ll review it again.',
    anew: 'If you want to ask for treatment again one day, resubmit your intake. A clinician will then review it.',
    again: 'If you want to start again one day, submit your intake again. A clinician will then review it.',
    check: 'Your clinician checks your answers and your lab results.',
    plan: 'Your plan will appear here once it’s approved. Don’t start anything until then.',
    pharmacy: 'Your prescription then goes to the pharmacy.',
    resume: 'Your care team tells you when to take your next dose.',
    labs: (when: string) => `Your next blood test is due ${when}.`,
    labsOverdue: 'Your blood test is overdue. Please have it done soon.',
    review: (when: string) => `Your clinician reviews your plan ${when}.`,
    checkIn: 'Between visits, let us know how you’re doing.',
    toProgress: 'Go to progress',
  },
} as const;
