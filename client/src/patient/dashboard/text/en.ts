import type { IntakeStatus, LabStatus } from '../../../../../common/vocabulary/index.js';

const days = (n: number) => (n === 1 ? '1 day' : `${n} days`);

export const DASHBOARD_TEXT = {
  title: 'My plan',
  heading: 'My plan',
  loadFailed: 'Unable to load dashboard.',
  cached: (age: string) =>
    `Showing cached plan details while the primary database is down. They are ${age} old. We keep trying.`,

  /** Where he stands, and the one next step. */
  stand: {
    start:
      'Start with your medical intake. It takes 10 to 15 minutes, and you can stop and go on at any time.',
    resume: 'Your intake is started but not submitted yet. Your answers are waiting for you.',
    education: 'Your intake is with your care team. Next, read the education summary and confirm it.',
    request: 'Your intake is with your care team. Ask for your plan to be reviewed when you are ready.',
    asked: 'Your care team is looking at your answers and will contact you about the next step.',
    review: 'Your plan is in review. A clinician checks it before anything starts.',
    approved: 'Your plan is approved.',
  },
  step: {
    start: 'Start intake',
    resume: 'Continue intake',
    education: 'Read the education summary',
    request: 'Request plan review',
    asking: 'Sending your request',
    approved: 'How to use it safely',
    review: 'Read while you wait',
  },
  requestFailed: 'Unable to request a plan review. Try again in a moment.',
  requestedDraft: 'Your draft plan is ready for review by a clinician.',
  requestedReview: 'Your request is with your care team. They will contact you about the next step.',

  intake: {
    title: 'Intake',
    status: { none: 'Not started', draft: 'In progress', submitted: 'Submitted' } satisfies Record<
      IntakeStatus,
      string
    >,
    none: 'Your answers will be summed up here once you start.',
    name: 'Name',
    born: 'Date of birth',
    height: 'Height',
    weight: 'Weight',
    bmi: 'BMI',
    inches: 'in',
    pounds: 'lb',
    open: 'Open intake',
    edit: 'Review or edit',
  },

  plan: {
    title: 'Plan',
    approved: 'Approved',
    inReview: 'In review',
    none: 'Your plan will appear here. A clinician writes it from your intake and two morning lab tests.',
    noneYet:
      'A clinician is looking at your answers. Your plan will appear here once it is written; it also needs two morning lab tests.',
    change: 'A change to your plan is in review. Until it is approved, your present plan stays in force.',
    draft: 'This is a draft. Do not start anything before it is approved.',
    formulation: 'Medicine',
    dose: 'Starting dose',
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
    in: (n: number) => (n > 0 ? `In ${days(n)}` : n === 0 ? 'Today' : `${days(-n)} overdue`),
    timing: 'When to draw blood',
  },

  reminders: {
    title: 'Reminders',
    loadFailed: 'Unable to load reminders.',
    none: 'No reminders right now. Lab tests and reviews that are due will appear here.',
    what: 'Reminder',
    status: 'Status',
    due: 'Due',
    statusWord: { scheduled: 'Scheduled', overdue: 'Overdue', completed: 'Completed' } satisfies Record<
      LabStatus,
      string
    >,
    in: (n: number) => (n < 0 ? `${days(-n)} ago` : days(n)),
  },

  /** The catalogue's ids in a patient's words. */
  formulation: {
    testosterone_cypionate_im: 'Testosterone cypionate, injection into the muscle',
    testosterone_enanthate_im: 'Testosterone enanthate, injection into the muscle',
    testosterone_enanthate_sc_auto: 'Testosterone enanthate, auto-injector under the skin',
    testosterone_gel_1_62: 'Testosterone gel 1.62%',
    testosterone_gel_1: 'Testosterone gel 1%',
    testosterone_patch: 'Testosterone patch',
    testosterone_undecanoate_oral_jatenzo: 'Testosterone undecanoate capsules (Jatenzo)',
    testosterone_undecanoate_oral_kyzatrex: 'Testosterone undecanoate capsules (Kyzatrex)',
    testosterone_undecanoate_oral_tlando: 'Testosterone undecanoate capsules (Tlando)',
    testosterone_undecanoate_im: 'Testosterone undecanoate, injection at the clinic',
    testosterone_nasal: 'Testosterone nasal gel',
    testosterone_pellet: 'Testosterone pellets',
    non_testosterone_option: 'A treatment without testosterone',
  } as Record<string, string>,
} as const;
