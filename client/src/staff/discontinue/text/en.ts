import { HCT } from '#common/clinical/limits.js';

export const INFO_TEXT = {
  title: 'About stopping TRT',
  lead: 'Taper or post-cycle therapy plans are made from within a case.',
  demo: 'Demonstration content only. This is not a validated clinical protocol. Taper and post-therapy plans are made by a licensed clinician from within a case. Do not change or stop your medicine because of this page.',
  howTitle: 'How a treatment is ended',
  steps: [
    'Open the patient’s case.',
    'Choose “Discontinue treatment” and say why, from which date, and whether follow-up labs are ordered.',
    'Confirm. The plan and every prescription that is not over yet end at once.',
  ],
  kept: 'Nothing is deleted. With follow-up labs the case stays in monitoring; without them it is closed.',
  toCases: 'Go to cases',
  knownTitle: 'What is known about stopping',
  known: [
    [
      'Reasons',
      `A side effect such as a hematocrit above ${HCT.stop}%, a new cancer, a clot or a heart event; a wish to have children; no benefit after 3 to 6 months at target; the patient’s own choice.`,
    ],
    [
      'Levels',
      'Stopping does not usually need a taper for safety. Levels fall over 2 to 3 days with a gel and over weeks with injections. Symptoms of low testosterone can return and feel worse for a while.',
    ],
    [
      'Own production',
      'It was suppressed and may take weeks to many months to recover, longer with age and with a longer treatment.',
    ],
    ['Sperm count', 'It recovers in a median of 3 to 6 months, in most men within 12 to 24.'],
    [
      'Options a specialist may discuss',
      'Watchful waiting with labs, a gradual reduction, hCG, medicines such as clomiphene (off-label), and treating the cause: weight, sleep, other medicines.',
    ],
    [
      'Follow-up labs',
      'Testosterone, LH, FSH and hematocrit after 4 to 6 weeks, 12 weeks and 24 weeks are usual.',
    ],
    ['Low mood', 'Ask about it at each contact. 988 is the crisis line, 911 the emergency number.'],
  ],
} as const;
