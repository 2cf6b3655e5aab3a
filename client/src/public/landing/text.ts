/** The words of the landing page. */
export const brand = 'TRT Program';
export const skip = 'Skip to content';
export const checking = 'Checking your session…';
export const signIn = 'Sign in';
export const start = 'Create your account';

export const hero = {
  before: 'Testosterone care, done',
  words: ['carefully', 'openly', 'together'] as const,
  sentence:
    'A thorough intake, thorough lab work, a plan that a licensed U.S. clinician has read and approved, and follow-up that continues after the first prescription.',
  early: 'Early access: founding members are joining now.',
  pause: 'Pause animation',
  play: 'Let the word change',
};

export const chart = {
  title: 'Total testosterone',
  example: 'Example',
  unit: 'ng/dL',
  target: 'Target 450–600',
  dose: 'Dose raised',
  last: '528',
  inTarget: 'in target',
  summary:
    'Example chart of total testosterone over twelve months: 262 before treatment, 381 after six weeks, then after a raised dose 497, 541 and 528 ng/dL, inside the target range of 450 to 600.',
  months: ['Start', '3 mo', '6 mo', '9 mo', '12 mo'] as const,
};

export const how = {
  title: 'How it works',
  steps: [
    {
      title: 'Medical intake',
      text: 'Your history, symptoms, medicines and plans, in 10 to 15 minutes. Stop and come back whenever you like.',
    },
    { title: 'Lab testing', text: 'Two morning blood tests, because one low value alone proves little.' },
    {
      title: 'Physician consultation',
      text: 'A licensed clinician goes through it with you, by video or phone, and decides on the plan.',
    },
    {
      title: 'Ongoing care',
      text: 'Quarterly lab monitoring is planned. Medication is shipped once dispensing is live.',
    },
  ],
};

export const benefits = {
  title: 'What you can count on',
  items: [
    {
      title: 'A person decides',
      text: 'No plan starts by itself. A clinician reads it, and approves it or asks for more.',
    },
    {
      title: 'You can see why',
      text: 'Every safety rule names its published source, and the rules are open for anyone to read.',
    },
    {
      title: 'Questions before answers',
      text: 'Heart, prostate, sleep and blood are checked first. So is whether you want children.',
    },
    {
      title: 'Nothing typed is lost',
      text: 'Your answers save as you go, even if your connection drops.',
    },
    {
      title: 'One place for all of it',
      text: 'Intake, plan, next labs and what to do next, on your phone or your computer.',
    },
    {
      title: 'No pressure',
      text: 'Treatment is not right for everyone. If it is not right for you, we will tell you.',
    },
  ],
};

export const trust = [
  { title: 'Early access', text: 'A beta program for founding members' },
  { title: 'Licensed U.S. clinicians', text: 'Every plan is reviewed by one' },
  { title: 'Care team', text: 'Answers in business hours' },
  { title: 'Your data is yours', text: 'No trackers, nothing sold' },
];

export const last = {
  title: 'Start when you are ready',
  text: 'Create an account, begin your intake, and take your time. There’s no obligation.',
};

export const footer = {
  emergency: 'Not for emergencies: call 911, or 988 in a mental health crisis.',
  terms: 'Terms of use',
  privacy: 'Privacy notice',
};
